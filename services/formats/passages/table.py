"""Comprehension items as CSV: passage, question, one column an option, the key as a letter."""

import re
import string

from services.errors import InvalidInput
from services.formats.base import Imported, Unread
from services.formats.guarded_cells import read_rows, write_rows
from services.formats.guarded_text import decode
from services.formats.passages.preparation import Part, Target, losses_for, prepare
from services.formats.rewriting import LINE_ENDS, rewrite
from services.reading.models import (
    ComprehensionItem,
    ComprehensionType,
    Passage,
    PassageSet,
)

TARGET = Target(
    label="A CSV table",
    carries=frozenset(Part) - {Part.NAME},
    texts=(rewrite("\x00", "", "a NUL character cannot be stored"), LINE_ENDS),
    blank="(empty)",
    min_options=0,
)
losses = losses_for(TARGET)
_OPTION = re.compile(r"option[ _]?(\w+)")
_LETTERS = string.ascii_uppercase
_FIXED = ("title", "passage", "question", "answer", "feedback", "types")


def write(passages: PassageSet) -> bytes:
    """UTF-8 CSV with byte order mark; cells that would start a formula are guarded."""
    kept = prepare(passages, TARGET).passages
    most = max([2, *(len(i.options) for p in kept.passages for i in p.items)])
    labels = [f"option {_letter(place)}" for place in range(most)]
    rows = [["title", "passage", "question", *labels, "answer", "feedback", "types"]]
    for passage in kept.passages:
        if not passage.items:
            rows.append([passage.title, passage.text, *[""] * (most + 4)])
        for item in passage.items:
            options = [*item.options, *[""] * (most - len(item.options))]
            key = "" if item.gold is None else _letter(item.gold)
            types = " ".join(item.types or ())
            head = [passage.title, passage.text, item.question]
            rows.append([*head, *options, key, item.feedback, types])
    return write_rows(rows)


def _letter(place: int) -> str:
    return _LETTERS[place] if place < len(_LETTERS) else str(place + 1)


def _place(key: str) -> int | None:
    """The option a key names: a letter, or a number from 1."""
    key = key.strip().upper()
    if len(key) == 1 and key in _LETTERS:
        return _LETTERS.index(key)
    return int(key) - 1 if key.isdigit() and int(key) > 0 else None


def is_table(header: list[str]) -> bool:
    """Whether these are the columns of such a table."""
    names = [name.strip().lower() for name in header]
    return "question" in names and sum(bool(_OPTION.fullmatch(name)) for name in names) >= 2


def read(data: bytes) -> Imported[PassageSet]:
    """Raises `InvalidInput` if the columns question and option A, option B, … are missing."""
    rows = read_rows(decode(data), "The table")
    if not rows or not is_table(rows[0]):
        raise InvalidInput(
            "The table's first row lacks the columns question and option A, option B, …",
            f"Columns are {', '.join(_FIXED)} and one for each option.",
        )
    header = [name.strip().lower() for name in rows[0]]
    unread = [
        Unread(1, name, "this column is not known.")
        for name in header
        if name and name not in _FIXED and not _OPTION.fullmatch(name)
    ]
    passages: list[Passage] = []
    for number, cells in enumerate(rows[1:], start=2):
        if any(cells):
            padded = cells + [""] * (len(header) - len(cells))
            _take(passages, dict(zip(header, padded, strict=False)), number, unread)
    return Imported(PassageSet(passages=tuple(passages)), tuple(unread))


def _take(passages: list[Passage], row: dict[str, str], number: int, unread: list[Unread]) -> None:
    title, text = row.get("title", ""), row.get("passage", "")
    items = (_item(row, number, unread),) if row["question"] else ()
    same = passages and (passages[-1].title, passages[-1].text) == (title, text)
    if same:
        items = (*passages[-1].items, *items)
        passages[-1] = passages[-1].model_copy(update={"items": items})
    else:
        passages.append(Passage(title=title, text=text, items=items))


def _item(row: dict[str, str], number: int, unread: list[Unread]) -> ComprehensionItem:
    options = tuple(cell for name, cell in row.items() if _OPTION.fullmatch(name) and cell)
    said = row.get("answer", "")
    gold = _place(said)
    if said.strip() and (gold is None or gold >= len(options)):
        unread.append(Unread(number, said, "the answer names none of the options."))
        gold = None
    words = row.get("types", "").split()
    known = {kind.value for kind in ComprehensionType}
    unread += [
        Unread(number, word, "this comprehension type is not known.")
        for word in words
        if word not in known
    ]
    types = tuple(ComprehensionType(word) for word in words if word in known)
    return ComprehensionItem(
        question=row["question"],
        options=options,
        gold=gold,
        types=types or None,
        feedback=row.get("feedback", ""),
        origin="import",
    )
