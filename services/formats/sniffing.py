"""Which format a file is of, by its content alone."""

import json
import re
from typing import Any

from services.errors import InvalidInput
from services.formats import aiken, guarded_xml, own_json, registry
from services.formats.base import Format, Room
from services.formats.guarded_cells import read_rows
from services.formats.guarded_text import decode, parse_json
from services.formats.guarded_xml import local_name
from services.formats.guarded_zip import is_zip, open_archive, read_member
from services.formats.hints import table as hints_table
from services.formats.hints import triviahg
from services.formats.passages import table as passages_table
from services.formats.passages import word as passages_word
from services.formats.questionnaires import (
    limesurvey_reader,
    plain_text,
    qsf_reader,
    qsnail,
    qualtrics_txt,
    redcap_reader,
    surveyjs_reader,
    table,
)

_GIFT = re.compile(r"(?<!\\)\{\s*(?:[=~#%]|T(?:RUE)?\s*[}#]|F(?:ALSE)?\s*[}#])", re.IGNORECASE)
_KEY = re.compile(r"^\s*(?:answer|key|ans)\s*[:：]", re.IGNORECASE | re.MULTILINE)
_UNREAD_ROOTS = {
    "document": "A LimeSurvey .lss archive is not read: export the survey as tab-separated values.",
    "codeBook": "A DDI codebook is only written, not read.",
}


def sniff(data: bytes, room: Room | None = None) -> Format:
    """The format of a file; `room` narrows it where a format is at home in several rooms.

    Raises `InvalidInput` with one sentence if the file is of no format that is read.
    """
    if not data.strip():
        raise InvalidInput("The file is empty.")
    if data.startswith(b"%PDF"):
        found = Room.PASSAGES, "pdf"
    elif is_zip(data):
        found = _zip(data, room)
    elif data.startswith(b"\x1f\x8b"):
        raise InvalidInput("The file is a compressed archive.", "Unpack it and choose one file.")
    else:
        found = _text(data, room)
    if room is not None and found[0] is not room:
        raise InvalidInput(
            f"The file is {registry.get(*found).label}, which belongs to the room {found[0]}.",
            f"Open it there instead of in {room}.",
        )
    return registry.get(*found)


def _zip(data: bytes, room: Room | None) -> tuple[Room, str]:
    archive = open_archive(data)
    members = set(archive.namelist())
    if "xl/workbook.xml" in members:
        return Room.QUESTIONNAIRES, "xlsform"
    if "word/document.xml" in members:
        properties = "docProps/core.xml"
        about = read_member(archive, properties) if properties in members else b""
        ours = passages_word.CATEGORY.encode() in about
        return (Room.PASSAGES if ours or room is Room.PASSAGES else Room.QUESTIONNAIRES), "docx"
    if "imsmanifest.xml" in members:
        manifest = read_member(archive, "imsmanifest.xml").lower()
        third = b"qtiv3p0" in manifest or b"xmlv3p0" in manifest
        return Room.PASSAGES, "qti3" if third else "qti21"
    for member, name in (("h5p.json", "An H5P package"), ("collection.anki2", "An Anki deck")):
        if member in members:
            raise InvalidInput(f"{name} is only written, not read.")
    raise InvalidInput("The archive is no workbook, no document and no QTI package.")


def _text(data: bytes, room: Room | None) -> tuple[Room, str]:
    text = decode(data).lstrip("\ufeff")
    start = text.lstrip()
    if qualtrics_txt.FIRST_LINE.lower() in start[:200].lower():
        return Room.QUESTIONNAIRES, "qualtrics"
    if start.startswith("<"):
        return _xml(data, room)
    if start.startswith(("{", "[")) and (found := _json(data, start)):
        return found
    if found := _table(text):
        return found
    return _plain(text, room)


def _xml(data: bytes, room: Room | None) -> tuple[Room, str]:
    root = guarded_xml.parse(data)
    name = local_name(root)
    if name in ("assessmentItem", "qti-assessment-item"):
        return Room.PASSAGES, "qti3" if name.startswith("qti-") else "qti21"
    if name == "quiz":
        kinds = {each.get("type") for each in root.iter() if local_name(each) == "question"}
        hinted = any(local_name(each) == "hint" for each in root.iter())
        guess = Room.HINTS if hinted or "shortanswer" in kinds else Room.PASSAGES
        return (room if room in (Room.HINTS, Room.PASSAGES) else guess), "moodle"
    if name in _UNREAD_ROOTS:
        raise InvalidInput(_UNREAD_ROOTS[name])
    raise InvalidInput(f"The file is XML with the root <{name}>, which is not read.")


def _json(data: bytes, start: str) -> tuple[Room, str] | None:
    """The kind of JSON; None if it only begins like JSON (GIFT and notes may too)."""
    first = start.splitlines()[0]
    try:
        value: Any = json.loads(first) if "\n" in start.strip() else None
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        if start[0] == "{" and _GIFT.match(start):
            return None
        value = parse_json(data)
    one = value[0] if isinstance(value, list) and value else value
    if triviahg.is_data(value):
        return Room.HINTS, "triviahg"
    if isinstance(one, dict) and str(one.get("room")) in set(Room):
        return Room(str(one["room"])), "json"
    kinds = (
        (qsf_reader.is_survey, "qsf"),
        (qsnail.is_form, "qsnail"),
        (surveyjs_reader.is_survey, "surveyjs"),
    )
    for is_kind, name in kinds:
        if is_kind(one):
            return Room.QUESTIONNAIRES, name
    home = own_json.room_of(value)
    if home is None:
        raise InvalidInput("The file is JSON, but of no kind that is read.")
    return home, "json"


def _table(text: str) -> tuple[Room, str] | None:
    """The kind of table, by the names in its first row."""
    first = text.split("\n", 1)[0]
    if limesurvey_reader.is_header(first):
        return Room.QUESTIONNAIRES, "limesurvey"
    if not any(sign in first for sign in ",;\t"):
        return None
    rows = read_rows(first, "The table")
    header = rows[0] if rows else []
    if redcap_reader.is_header(header):
        return Room.QUESTIONNAIRES, "redcap"
    if table.is_table(header):
        return Room.QUESTIONNAIRES, "csv"
    if passages_table.is_table(header):
        return Room.PASSAGES, "csv"
    return (Room.HINTS, "csv") if hints_table.is_table(header) else None


def _plain(text: str, room: Room | None) -> tuple[Room, str]:
    if _GIFT.search(text):
        choices = re.search(r"(?<!\\)~", text)
        guess = Room.PASSAGES if choices else Room.HINTS
        return (room if room in (Room.HINTS, Room.PASSAGES) else guess), "gift"
    if aiken.looks_like(text):
        return (Room.HINTS if room is Room.HINTS else Room.PASSAGES), "aiken"
    if room is Room.HINTS:
        raise InvalidInput("The text is neither GIFT nor Aiken, so no questions can be found.")
    if room is not None:
        return room, "text"
    items = plain_text.understand(text).document.items
    asks = sum(bool(item.options) or item.text.rstrip().endswith(("?", "？")) for item in items)
    questionnaire = asks > 0 and not _KEY.search(text)
    return (Room.QUESTIONNAIRES if questionnaire else Room.PASSAGES), "text"
