"""Backups made to do harm: refused or restored in part, in one sentence, in little memory."""

import base64
import copy
import io
import json
import random
import struct
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import pytest

from services.backup import lines
from services.backup.reading import open_backup
from services.backup.restoring import Outcome, Restored, restore
from services.errors import Cancelled, InvalidInput
from services.questionnaire.example import example
from services.store.connection import open_store
from services.store.repository import Repository, Search
from tests.backup.test_backup import packed, saved, signed, unpacked
from tests.faults.fuzzing import SOAK, require_sentence

MEGABYTES = 1024**2
PART = "drafts/00001.jsonl"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Repository]:
    opened = Repository(open_store(f"sqlite:///{tmp_path / 'store.db'}"))
    yield opened
    opened.close()


@pytest.fixture
def parts(store: Repository, tmp_path: Path) -> dict[str, bytes]:
    """The parts of a sound backup of one draft."""
    draft = store.create(example(), owner="ann", author="ann", what="Example")
    store.hold(draft.id, "topic", "Topic", "mine")
    found = unpacked(saved(store, tmp_path))
    store.delete(draft.id)
    store.erase(draft.id)
    return found


def with_lines(parts: dict[str, bytes], change: Callable[[list[Any]], None]) -> io.BytesIO:
    told = [json.loads(line) for line in parts[PART].splitlines()]
    change(told)
    said = "".join(json.dumps(line) + "\n" for line in told)
    return signed(parts | {PART: said.encode()})


def by_ann(source: io.BytesIO, store: Repository, files: Path) -> Restored:
    """Restored by a person: what they may bring in is not trusted."""
    with open_backup(source) as backup:
        return restore(backup, store.seen_by("ann"), files)


def _cut_off(parts: dict[str, bytes]) -> bytes:
    return packed(parts).getvalue()[:-40]


def _of_another_program(parts: dict[str, bytes]) -> bytes:
    return packed({"backup.json": b'{"format": "x", "version": 1, "sha256": {}}'}).getvalue()


def _doubled_names(parts: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in [*parts.items(), (PART, parts[PART])]:
            twice = name in archive.namelist()
            with pytest.warns(UserWarning, match="Duplicate") if twice else nullcontext():
                archive.writestr(name, data)
    return target.getvalue()


def _packed_otherwise(parts: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_LZMA) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return target.getvalue()


def _declared_huge(parts: dict[str, bytes]) -> bytes:
    """The directory says that a part has 4 GB; what it is packed to is small."""
    data = bytearray(packed(parts).getvalue())
    entry = data.index(b"PK\x01\x02")
    data[entry + 24 : entry + 28] = struct.pack("<I", 0xFFFFFFF0)
    return bytes(data)


@pytest.mark.parametrize(
    "make", [_cut_off, _of_another_program, _doubled_names, _packed_otherwise, _declared_huge]
)
def test_a_file_that_is_not_whole_is_refused_in_one_sentence(
    make: Callable[[dict[str, bytes]], bytes],
    parts: dict[str, bytes],
    store: Repository,
    tmp_path: Path,
) -> None:
    try:
        done = by_ann(io.BytesIO(make(parts)), store, tmp_path)
    except InvalidInput as error:
        require_sentence(error)
    else:
        assert done.unreadable
    assert store.all_ids() == []


def test_a_bomb_is_read_in_little_memory_and_can_be_stopped(
    parts: dict[str, bytes], store: Repository, tmp_path: Path
) -> None:
    head = parts[PART].splitlines(keepends=True)[0]
    line = b'{"number": 1, "document": "' + b"x" * 5 * MEGABYTES + b'"}\n'
    source = signed(parts | {PART: head + line * 24})
    assert len(source.getvalue()) < MEGABYTES
    tracemalloc.start()
    try:
        done = by_ann(source, store, tmp_path)
        assert tracemalloc.get_traced_memory()[1] < 80 * MEGABYTES
    finally:
        tracemalloc.stop()
    assert len(done.unreadable) == 1
    endless = by_ann(signed(parts | {PART: b"0" * 65 * MEGABYTES}), store, tmp_path)
    assert "line of over 64 MB" in endless.unreadable[0]
    assert store.all_ids() == []

    def stop() -> None:
        raise Cancelled

    with pytest.raises(Cancelled), open_backup(source, stop) as backup:
        restore(backup, store.seen_by("ann"), tmp_path)


def test_revisions_without_end_are_not_all_taken_in(
    parts: dict[str, bytes], store: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "MOST_REVISIONS", 20)

    def more(count: int) -> Callable[[list[Any]], None]:
        return lambda told: told.extend(
            told[1] | {"number": 2 + n, "parent": 1 + n} for n in range(count)
        )

    assert len(by_ann(with_lines(parts, more(20)), store, tmp_path).unreadable) == 1
    assert by_ann(with_lines(parts, more(19)), store, tmp_path).count(Outcome.ADDED) == 1


def test_a_line_of_countless_small_values_is_not_parsed(
    parts: dict[str, bytes], store: Repository, tmp_path: Path
) -> None:
    head = parts[PART].splitlines(keepends=True)[0]
    line = b'{"document": [' + b"[]," * 5_000_000 + b"[]]}\n"
    tracemalloc.start()
    try:
        done = by_ann(signed(parts | {PART: head + line}), store, tmp_path)
        assert tracemalloc.get_traced_memory()[1] < 200 * MEGABYTES
    finally:
        tracemalloc.stop()
    assert len(done.unreadable) == 1


def test_a_revision_that_says_it_is_damaged_unpacks_to_no_more_than_others(
    parts: dict[str, bytes], store: Repository, tmp_path: Path
) -> None:
    squeezed = zlib.compress(b"0" * 70 * MEGABYTES)

    def damage(stored: bytes) -> Callable[[list[Any]], None]:
        def change(lines: list[Any]) -> None:
            del lines[1]["document"]
            lines[1]["damaged"] = base64.b64encode(stored).decode()

        return change

    for bomb in (squeezed, squeezed[:-4]):
        done = by_ann(with_lines(parts, damage(bomb)), store, tmp_path)
        assert len(done.unreadable) == 1
    deep = zlib.compress(b"[" * 100_000)
    done = by_ann(with_lines(parts, damage(deep)), store, tmp_path)
    (draft_id,) = store.all_ids()
    with pytest.raises(InvalidInput, match="cannot be read"):
        store.get(draft_id)
    assert by_ann(with_lines(parts, damage(deep)), store, tmp_path).count(Outcome.THERE) == 1


WRONG: dict[str, Callable[[list[Any]], None]] = {
    "before all zones": lambda lines: lines[0].update(created="0001-01-01T00:00:00+14:00"),
    "after all zones": lambda lines: lines[0].update(updated="9999-12-31T23:59:59-14:00"),
    "revision of the last second": lambda lines: lines[1].update(created="9999-12-31T23:59:59Z"),
    "number beyond counting": lambda lines: lines[1].update(number=2**31 - 1),
    "held back, but no value": lambda lines: lines[0]["held"][0].update(value="{"),
    "id with a path": lambda lines: lines[0].update(id="../../x"),
    "title without end": lambda lines: lines[0].update(title="x" * 301),
    "no revision": lambda lines: lines.pop(),
    "shows what is not there": lambda lines: lines[0].update(current=7),
    "made on itself": lambda lines: lines[1].update(parent=1),
    "twice the same": lambda lines: lines.append(lines[1]),
    "not a draft": lambda lines: lines.__setitem__(0, ["x"]),
    "deep": lambda lines: lines.__setitem__(1, json.loads("[" * 900 + "]" * 900)),
    "one field more": lambda lines: lines[0].update(admin=True),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_draft_that_could_not_be_worked_with_is_left_out(
    name: str, parts: dict[str, bytes], store: Repository, tmp_path: Path
) -> None:
    done = by_ann(with_lines(parts, WRONG[name]), store, tmp_path)
    assert len(done.unreadable) == 1
    assert store.all_ids() == []


def test_a_draft_that_is_odd_but_sound_opens(
    parts: dict[str, bytes], repository: Repository, tmp_path: Path
) -> None:
    def change(lines: list[Any]) -> None:
        head, revision = lines
        held = head["held"][0]
        head["held"] = [held, held | {"person": "ann"}, held | {"field": "\x00", "value": "[[1]]"}]
        head.update(title="\x00<b>", id="new", owner="someone")
        head["held"][0]["person"] = "someone"
        revision.update(what="x" * 100_000, author="\x00" * 255)

    assert by_ann(with_lines(parts, change), repository, tmp_path).count(Outcome.ADDED) == 1
    ann = repository.seen_by("ann")
    assert ann.get("new").owner == "ann"
    assert [held.value for held in ann.held("new")] == ["mine", [[1]]]
    assert ann.history("new")[0].author == "backup"


def test_one_of_hundreds_is_damaged_and_the_rest_comes_in(
    store: Repository, parts: dict[str, bytes], tmp_path: Path
) -> None:
    def numbered(number: int) -> bytes:
        told = parts[PART].replace(b'"id":"', f'"id":"{number}-'.encode(), 1)
        return told.replace(b'"what":"', f'"what":"{number} '.encode(), 1)

    many = parts | {f"drafts/{number:05d}.jsonl": numbered(number) for number in range(1, 301)}
    spoiled = dict(unpacked(signed(many)))
    spoiled["drafts/00150.jsonl"] += b"{}\n"
    done = by_ann(packed(spoiled), store, tmp_path)
    assert (done.count(Outcome.ADDED), len(done.unreadable)) == (299, 1)
    assert "drafts/00150.jsonl" in done.unreadable[0]
    assert len(store.all_ids()) == 299


WEIRD: tuple[Any, ...] = (
    *(None, True, -1, 2**31, 2**70, 1e308, float("nan"), "", "x" * 1000, "\x00", "{", "null"),
    *([], {}, [[]], {"a": 1}, "1970-01-01T00:00:00Z", "2026-01-01", "../..", "<script>", "';--"),
)


def test_whatever_stands_in_a_draft_it_is_left_out_or_can_be_handled(
    parts: dict[str, bytes], store: Repository, tmp_path: Path
) -> None:
    """Values of sound lines are replaced, taken out or doubled at random."""
    ann = store.seen_by("ann")
    for seed in range(40 * SOAK):
        luck = random.Random(seed)

        def change(told: list[Any], luck: random.Random = luck) -> None:
            for _ in range(luck.choice((1, 1, 2))):
                place = luck.randrange(len(told))
                told[place] = _with_one_changed(told[place], luck)

        before = set(ann.all_ids())
        done = by_ann(with_lines(parts, change), store, tmp_path)
        told = len(done.unreadable) + sum(done.count(outcome) for outcome in Outcome)
        assert told == 1, seed
        for draft in set(ann.all_ids()) - before:
            for ask in (ann.get, ann.held, ann.history, ann.undo):
                # What cannot be read, or is among the deleted, is said.
                with suppress(InvalidInput):
                    ask(draft)
    assert ann.find(Search("tool"), "ann").total <= 40 * SOAK


def _with_one_changed(value: Any, luck: random.Random) -> Any:
    """The same JSON with a change at one place: deeper down as likely as at the top."""
    if not isinstance(value, (dict, list)) or not value or luck.random() < 0.1:
        return luck.choice(WEIRD)
    keys = list(value) if isinstance(value, dict) else range(len(value))
    key = luck.choice(keys)
    changed = copy.copy(value)
    way = luck.random()
    if way < 0.1:
        del changed[key]
    elif way < 0.2 and isinstance(changed, list):
        changed.append(changed[key])
    else:
        changed[key] = _with_one_changed(value[key], luck)
    return changed


def test_what_a_person_restores_gets_into_no_other_folder(
    parts: dict[str, bytes], store: Repository, tmp_path: Path
) -> None:
    foreign = {f"files/{folder}corpora/x.jsonl": b"{}\n" for folder in ("people/ben/", "")}
    assert by_ann(signed(parts | foreign), store, tmp_path).files == 1
    assert [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.jsonl")] == [
        "corpora/x.jsonl"
    ]
