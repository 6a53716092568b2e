"""Hostile files and texts, and what may come of one: an answer or one sentence, soon, in bounds.

`SOAK` (the environment variable ASKWRIGHT_SOAK) multiplies how much is tried: 1 is for every
commit, 20 makes the 10,000 cases of the long run.
"""

import gzip
import io
import json
import os
import random
import re
import signal
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from services.errors import AskwrightError
from services.formats import registry
from services.formats.guarded_zip import is_zip
from services.formats.packing import zip_bytes
from services.formats.sniffing import sniff
from services.store.rows import packed, unpacked
from tests.formats.test_registry import BOTH_WAYS, DOCUMENTS

SOAK = int(os.environ.get("ASKWRIGHT_SOAK", "1"))
# Seconds of the processor, which other work on the machine does not make longer; to be told from
# a hang, a case is let run for twice as long.
SECONDS, MEGABYTES = 2.0, 200.0

LONG = 20_000
PIECES = (
    *(
        "a",
        "A",
        "é",
        "e\u0301",
        "问",
        "\u05d0",
        "\U0001f600",
        "\ud800",
        "\x00",
        "\x1b[2J",
        "\u202e",
    ),
    *("0", "1,", "9.", "-", "50%", "$1 ", "½", " ", "\t", "\n", "\r", "\r\n", "\u2028", "\ufeff"),
    *(
        '"',
        "'",
        "’",
        "`",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "<",
        ">",
        "&",
        "|",
        "=",
        "~",
        "#",
        "*",
        "_",
    ),
    *("\\", "/", ":", ";", ".", "?", "!", "^", "$", "%", "@", "+", "a-", "a'", "U.S.", "e.g. "),
    *("<!--", "-->", "<![CDATA[", "</a>", "<script>alert(1)</script>", "&#0;", "&x;", "![a](b)"),
    *("1. x\n", "A) x\n", "ANSWER: A\n", "::t::", "{=a ~b}", "[[Question:MC]]\n", "[[Choices]]\n"),
    *("=cmd|'/c calc'!A0", "'; DROP TABLE draft; --", "../../etc/passwd", "${7*7}", "{{7*7}}"),
    *(
        "It is so. ",
        "a and ",
        "Do you not disagree? ",
        "How many people ",
        "of the ",
        "NaN",
        "1e999",
    ),
)
VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 1.5, 10**30, 1e308, "", "x", "\ud800", "\x00", "a" * LONG, [], {}, [[]]),
    *([1], ["x", {}], {"a": 1}, {"": ""}, ["x"] * 300),
)


@dataclass(frozen=True)
class Trouble:
    """A case that broke the promise: run `tried(subject, seed)` to see it again."""

    subject: str
    seed: int
    what: str


class TooSlow(BaseException):
    """No `Exception`, so that nothing on its way takes it for one of its own."""


def hostile_text(luck: random.Random) -> str:
    """Runs of a few pieces, up to some ten thousand characters."""
    parts = []
    for _ in range(luck.randint(1, 5)):
        piece = luck.choice(PIECES)
        times = luck.choice((1, 1, 2, 7, 60, 1_000, LONG // len(piece)))
        parts.append(piece * times)
    return "".join(parts)[:LONG]


def damaged(data: bytes, luck: random.Random) -> bytes:
    """`data` with a member of an archive, values of its JSON, or its bytes changed."""
    if is_zip(data) and luck.random() < 0.8:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = {name: archive.read(name) for name in archive.namelist()}
        victim = luck.choice(list(members))
        members[victim] = other_bytes(members[victim], luck)
        if luck.random() < 0.2:
            members[luck.choice(("../x", "/x", "xl/vbaProject.bin", "a" * 300))] = b"x"
        if luck.random() < 0.1:
            del members[victim]
        return zip_bytes(members)
    if data[:1] in (b"{", b"[") and luck.random() < 0.8:
        try:
            return json.dumps(other_values(json.loads(data), luck)).encode()
        except ValueError:
            pass
    return other_bytes(data, luck)


def other_bytes(data: bytes, luck: random.Random) -> bytes:
    for _ in range(luck.randint(1, 8)):
        place, length = luck.randrange(len(data) + 1), luck.choice((0, 1, 4, 30, 300))
        piece = luck.choice(
            (
                b"",
                luck.choice(PIECES).encode("utf-8", "replace") * luck.choice((1, 1, 3, 500)),
                data[place : place + length] * luck.choice((1, 2, 50)),
                luck.randbytes(length),
                data[: luck.randrange(len(data) + 1)][-4_000:],
            )
        )
        data = data[:place] + piece + data[place + luck.choice((0, length)) :]
    return data[: luck.randrange(len(data) + 1)] if luck.random() < 0.1 else data


def other_values(value: Any, luck: random.Random) -> Any:
    places: list[tuple[Any, Any]] = []
    pending = [value]
    while pending:
        node = pending.pop()
        keys = list(node) if isinstance(node, dict) else range(len(node))
        places += [(node, key) for key in keys]
        pending += [node[key] for key in keys if isinstance(node[key], (dict, list))]
    for holder, key in luck.sample(places, min(luck.randint(1, 5), len(places))):
        holder[key] = luck.choice((*VALUES, hostile_text(luck)))
    return value


def files() -> dict[str, bytes]:
    """A whole file of each format that is read and written, by "room format"; further ones from
    the folder `formats` of ASKWRIGHT_SHARED, if there is one."""
    found = {
        f"{room} {name}": registry.export(DOCUMENTS[room], name).data for room, name in BOTH_WAYS
    }
    shared = os.environ.get("ASKWRIGHT_SHARED")
    for path in sorted(Path(shared, "formats").rglob("*")) if shared else ():
        if path.is_file() and path.stat().st_size < 300_000:
            data = path.read_bytes()
            found[path.name] = gzip.decompress(data) if path.suffix == ".gz" else data
    return found


def read_file(data: bytes, luck: random.Random) -> None:
    """Read it as what it looks like and as something else; what could be read is kept as a draft
    is, and written in another format."""
    readable = [each for each in registry.FORMATS if each.can_read]
    for find in (lambda: sniff(data), lambda: luck.choice(readable)):
        try:
            document = registry.load(data, find()).document
            assert unpacked(packed(document), document.room, "It") is not None
            written = [each for each in registry.for_room(document.room) if each.can_write]
            registry.export(document, luck.choice(written).name)
        except AskwrightError as error:
            require_sentence(error)


def require_sentence(error: AskwrightError) -> None:
    said = str(error)
    assert said.strip(), "it says nothing"
    assert "\n" not in said, f"it says several lines: {said!r:.200}"
    assert len(said) < 700, f"it says too much: {said!r:.200}"


def tried(subject: str, seed: int, run: Callable[[], object]) -> Trouble | None:
    """Run one case; what came of it that may not."""
    started, before = time.process_time(), _forget_peak()
    try:
        with _at_most(SECONDS * 2):
            run()
    except AskwrightError as error:
        require_sentence(error)
    except TooSlow:
        return Trouble(subject, seed, f"does not end within {SECONDS * 2:.0f} s")
    except Exception as error:  # noqa: BLE001 - which one it is, is what is looked for
        return Trouble(subject, seed, f"{type(error).__name__}: {str(error)[:200]}")
    if (took := time.process_time() - started) > SECONDS:
        return Trouble(subject, seed, f"takes {took:.1f} s")
    if (grew := _peak() - before) > MEGABYTES:
        return Trouble(subject, seed, f"takes {grew:.0f} MB")
    return None


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _forget_peak() -> float:
    """Megabytes in memory now; the kernel's record of the most starts again."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    except OSError:
        return _peak()
    return _status("VmRSS")


def _peak() -> float:
    return _status("VmHWM")


def _status(name: str) -> float:
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return 0.0
    found = re.search(rf"{name}:\s+(\d+)", status)
    return int(found[1]) / 1024 if found else 0.0
