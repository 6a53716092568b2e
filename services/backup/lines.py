"""A draft as the lines of a text: the first on the draft, one for each revision."""

import base64
import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from pydantic import ValidationError

from services.contents.rooms import ROOMS
from services.errors import InvalidInput
from services.store.records import DraftRecord, RevisionRecord

# A revision's document in words, or, where the store's copy cannot be read, its bytes as they are.
READABLE, DAMAGED = "document", "damaged"
LONGEST_LINE = 64 * 1024**2
# Parsed, each value of a line takes some 100 bytes, however short it is written.
MOST_VALUES = 2_000_000
MOST_REVISIONS = 100_000


def lines_of(draft: DraftRecord) -> Iterator[str]:
    """What a backup says of a draft."""
    yield _line(draft.model_dump(mode="json", exclude={"revisions"}))
    for revision in draft.revisions:
        said = revision.model_dump(mode="json", exclude={"document"})
        yield _line(said | _told(revision.document))


def draft_of(lines: Iterable[bytes], where: str) -> DraftRecord:
    """The draft that lines tell of. Raises `InvalidInput` naming `where` they stand."""
    left = iter(lines)
    try:
        head = _parsed(next(left, b""))
        # One by one: a history of years is small as it is kept and large as it is written here.
        revisions = [_revision(_parsed(line)) for line in islice(left, MOST_REVISIONS)]
        if any(left):
            raise ValueError("too many revisions")
        draft = DraftRecord.model_validate(head | {"revisions": revisions})
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise InvalidInput(
            f"The backup cannot be read in {where}: {_reason(error)}.",
            "Use another backup; nothing of this draft was restored.",
        ) from error
    if draft.room not in ROOMS:
        raise InvalidInput(
            f"The backup holds a draft of a kind that is not known here, in {where}.",
            "Update Askwright, then restore it again.",
        )
    return draft


def title_of(line: bytes) -> str:
    """The title in a draft's first line; "" where it cannot be read."""
    try:
        head = _parsed(line)
    except (ValueError, RecursionError):
        return ""
    title = head.get("title") if isinstance(head, dict) else None
    return title[:300] if isinstance(title, str) else ""


def fingerprint(keys: Iterable[tuple[Any, ...]]) -> str:
    """A hash of a draft's history, of the keys of its revisions in their order: the same wherever,
    and under whatever name, it is kept."""
    total = hashlib.sha256()
    for key in keys:
        total.update(repr(key).encode())
    return total.hexdigest()


def revision_key(revision: RevisionRecord) -> tuple[Any, ...]:
    """What makes a revision the same as another one; who is named as its author does not."""
    told = hashlib.sha256(_line(_told(revision.document)).encode()).hexdigest()
    return (revision.number, revision.parent, revision.what, revision.created.isoformat(), told)


def _told(document: bytes) -> dict[str, Any]:
    try:
        return {READABLE: json.loads(zlib.decompress(document))}
    except (ValueError, zlib.error, RecursionError):
        return {DAMAGED: base64.b64encode(document).decode("ascii")}


def _parsed(line: bytes) -> Any:
    if sum(line.count(mark) for mark in b",:[{") > MOST_VALUES:
        raise ValueError("too many values")
    return json.loads(line)


def _revision(entry: dict[str, Any]) -> RevisionRecord:
    fields = dict(entry)
    if DAMAGED in fields:
        stored = base64.b64decode(fields.pop(DAMAGED), validate=True)
        _require_moderate(stored)
    else:
        stored = zlib.compress(_line(fields.pop(READABLE)).encode())
    return RevisionRecord.model_validate(fields | {"document": stored})


def _require_moderate(stored: bytes) -> None:
    """What is said to be damaged is kept as it is, unless it would unpack to more than a line."""
    try:
        unpacked = zlib.decompressobj().decompress(stored, LONGEST_LINE)
    except zlib.error:
        return
    if len(unpacked) >= LONGEST_LINE:
        raise ValueError("too long")


def _line(value: Any) -> str:
    """JSON on one line; lone surrogates, which no encoding takes, stay escaped."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if _can_be_encoded(text) else json.dumps(value)


def _can_be_encoded(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _reason(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        place = " ".join(str(part) for part in first["loc"])
        return f"{place}: {first['msg'].lower()}".strip(": ")
    return "it is no draft, or none that can be worked with"
