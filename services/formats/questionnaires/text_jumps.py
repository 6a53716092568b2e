"""Jumps as people write them behind an answer or under a question, turned into display rules.

"No (go to question 6)" says at the origin what a display rule says at each question passed over:
questions 4 and 5 are shown unless the answer was No. The two say the same.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from services.formats.base import Imported, Unread
from services.questionnaire.models import Condition, Item, Questionnaire

_TO = (
    r"(?:please\s+)?(?:skip|go|jump|move|proceed|continue)\s*(?:on\s+)?(?:to|with|at)?\s+"
    r"(?:question|item|no\.|q)?\s*(?P<{0}en>\d{{1,3}})"
    r"|(?:bitte\s+)?weiter\s+(?:mit|zu|bei)\s+(?:frage\s*)?(?P<{0}de>\d{{1,3}})"
    r"|(?:请)?(?:直接)?跳(?:转|至|到|过)*(?:至|到)?\s*第?\s*(?P<{0}zh>\d{{1,3}})\s*题?"
)
_BEHIND = re.compile(
    rf"\s*[(\[（【]?\s*(?:(?:→|->|=>|⇒|➔|>>?|—|–|\.{{2,}}|…)?\s*(?:{_TO.format('')})"
    r"|(?:→|->|=>|⇒|➔)\s*(?:question|frage|q|第)?\s*(?P<arrow>\d{1,3})\s*题?)"
    r"\s*[)\]）】]?\s*[.。]?$",
    re.IGNORECASE,
)
_UNDER = re.compile(
    r"^[\[(（【*_]*\s*(?:if|wenn|falls|若|如果?|选择?)\s*(?:you\s+)?(?:answered|chose|said|选择?|回答)?"
    r"\s*[:：]?\s*[\"“„'‘「]?(?P<label>.+?)[\"”“'’」]?\s*(?:的|者)?\s*[,，:]?\s*(?:then\s+)?"
    rf"(?:{_TO.format('')})\s*[.。]?\s*[)\]）】*_]*\s*$",
    re.IGNORECASE,
)

# "I skip 2" and "We would go to 3" say what somebody does.
_SOMEBODY = re.compile(
    r"\b(?:i|we|you|they|i['’]d|we['’]d|would|will|can|could|do|to)$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Jump:
    """Who answers `source` with the option at `place` goes on with the question numbered `mark`."""

    place: int
    mark: str
    said: str
    line: int
    source: str = ""


def behind_answer(label: str) -> tuple[str, str]:
    """An answer without the jump behind it, and the number of the question it leads to, or ""."""
    single = _single_spaced(label)
    match = _BEHIND.search(single)
    rest = single[: match.start()].strip() if match else ""
    if not match or not rest:
        return label, ""
    is_said = match.group().strip()[0].isalpha() and _SOMEBODY.search(rest)
    return (label, "") if is_said else (rest, _mark(match))


def under_question(text: str, labels: Sequence[str]) -> tuple[int, str] | None:
    """The place of the answer a jump under a question is for, and where it leads."""
    match = _UNDER.match(_single_spaced(text))
    if not match:
        return None
    wanted = match["label"].strip().casefold()
    places = [n for n, label in enumerate(labels) if label.strip().casefold() == wanted]
    return (places[0], _mark(match)) if len(places) == 1 else None


def _single_spaced(text: str) -> str:
    """A run of blanks could be shared out among the patterns' parts in too many ways to try."""
    return " ".join(text.split())


def _mark(match: re.Match[str]) -> str:
    return next(value for name, value in match.groupdict().items() if value and name != "label")


def with_jumps(
    imported: Imported[Questionnaire], jumps: Sequence[Jump], marks: dict[str, str]
) -> Imported[Questionnaire]:
    """The questionnaire with a rule on each question that is passed over.

    `marks` gives the item of a question's number. A jump that leads nowhere, back, or over a
    question that others see than those who see its source is listed as not understood.
    """
    items = list(imported.document.items)
    place_of = {item.id: place for place, item in enumerate(items)}
    unread: list[Unread] = []
    for source in dict.fromkeys(jump.source for jump in jumps):
        own = [jump for jump in jumps if jump.source == source]
        start = place_of[source]
        ends = {jump: place_of.get(marks.get(jump.mark, ""), -1) for jump in own}
        for jump, end in ends.items():
            if end <= start:
                why = "the jump leads to no later question."
                unread.append(Unread(jump.line, jump.said, why))
        for place in range(start + 1, max([*ends.values(), start + 1])):
            gone = {jump.place for jump, end in ends.items() if end > place}
            if not _take(items, place, items[start], gone):
                why = f"who sees question {place + 1} cannot be told by one answer."
                unread.append(Unread(own[0].line, own[0].said, why))
    listed = sorted((*imported.unread, *unread), key=lambda entry: entry.line or 0)
    return Imported(_put(imported.document, items), tuple(listed))


def _take(items: list[Item], place: int, source: Item, gone: set[int]) -> bool:
    """Show the item only to those whom no jump took past it; False if no one rule can say so.

    Source and item must be seen by the same people: only then does a rule on the source say all.
    """
    codes = tuple(option.code for n, option in enumerate(source.options) if n not in gone)
    if items[place].shown_if != source.shown_if or not codes:
        return False
    if gone:
        condition = Condition(item_id=source.id, codes=codes)
        items[place] = items[place].model_copy(update={"shown_if": condition})
    return True


def _put(questionnaire: Questionnaire, items: list[Item]) -> Questionnaire:
    by_id = {item.id: item for item in items}
    sections = tuple(
        section.model_copy(update={"items": tuple(by_id[item.id] for item in section.items)})
        for section in questionnaire.sections
    )
    return questionnaire.model_copy(update={"sections": sections})
