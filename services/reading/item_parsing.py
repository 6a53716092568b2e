"""Multiple-choice items as people paste them: numbered stems, lettered options, a marked key.

    1. Why did the bees stay in?        A question: numbered, or the line before the options.
    a) They were ill.                   An option: letter or number with ) or . or (a), or a bullet.
    *b) It was wet. / b) It was wet. (correct) / **b) It was wet.** / [x] It was wet.
    Answer: B                           Or the key in a line of its own (Aiken), or a list of keys
    Answers: 1 B, 2 C                   at the end.

Nothing is guessed: an item without a marked key has none, and each line that fits nowhere is
given back with its number. GIFT, CSV and other file formats are read by `services.formats`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from services.reading.models import ComprehensionItem

_QUESTION = re.compile(
    r"(?:#+\s*)?(?:\*\*)?(?:question|q|item)?\s*#?(\d{1,3})\s*(?:[.):]|\s-)\s*(?:\*\*)?\s*(\S.*)",
    re.IGNORECASE,
)
_NAMED_QUESTION = re.compile(r"(?:question|q|stem)\s*:\s*(\S.*)", re.IGNORECASE)
_OPTION = re.compile(
    r"(?P<before>(?:[*✓✔√→>+=]|__|<b>|\[[ xX*✓]?\]|\([xX*✓]\)|☐|☑|☒)*)\s*"
    r"\(?(?P<label>[A-Ja-j]|[ivIV]{1,3})[).:\]]\s*"
    r"(?P<after>(?:\*(?!\*)|[✓✔])*)\s*(?P<text>\S.*)"
)
_BULLET = re.compile(
    r"(?P<before>[-–—•●○◦▪]\s*|\[[ xX*✓]?\]\s*|[☐☑☒]\s*|\*\s+|\*(?=\S))"
    r"(?P<box>\[[ xX*✓]?\]\s*)?(?P<text>\S.*)"
)
_ANSWER = re.compile(
    r"(?:\*\*)?(?:correct\s+)?(?:answer|ans|key|solution|correct)(?:\s+(?:is|key))?(?:\*\*)?\s*[:=]?\s*"
    r"(?:\*\*)?\s*\(?(?P<letter>[A-Za-z])\)?[.)]?(?:\*\*)?(?:\s*[-–:.]?\s+(?P<text>.*))?",
    re.IGNORECASE,
)
_ANSWER_TEXT = re.compile(r"(?:correct\s+)?(?:answer|key)\s*:\s*(?P<text>\S.*)", re.IGNORECASE)
_KEY_LIST = re.compile(r"(?:answer keys?|answers?|keys?|solutions?)\s*:?\s*(?P<rest>.*)", re.I)
_KEY_PAIR = re.compile(r"(\d{1,3})\s*[.):=-]?\s*\(?([A-Ja-j])\b\)?")
_MARKED_TAIL = re.compile(
    r"\s*(?:[([]\s*(?:correct(?: answer)?|right|true|key|answer|x|✓|✔)\s*[\])]|[✓✔]|←.*|<-+.*"
    r"|\*+)\s*$",
    re.IGNORECASE,
)
_BOLD = re.compile(r"(\*\*|__)(?P<inside>.+?)\1|<b>(?P<html>.+?)</b>", re.IGNORECASE)
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi")
_MARKS = frozenset("*✓✔√→>+=xX☑☒")


@dataclass(frozen=True, slots=True)
class Unread:
    """A line (1-based number) that belongs to no item, and why."""

    line: int
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Parsed:
    items: tuple[ComprehensionItem, ...]
    unread: tuple[Unread, ...]


@dataclass(slots=True)
class _Draft:
    number: int | None
    line: int
    stem: list[str]
    options: list[str] = field(default_factory=list)
    marked: list[int] = field(default_factory=list)
    key: int | None = None


def parse(text: str) -> Parsed:
    """The items in `text`, in order, with their keys where one is marked, and what is left."""
    reader = _Reader()
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if line:
            reader.take(number, line)
        else:
            reader.pause()
    return reader.finish()


class _Reader:
    """Lines in, items out. A question ends where the next begins."""

    def __init__(self) -> None:
        self._done: list[_Draft] = []
        self._now: _Draft | None = None
        self._unread: list[Unread] = []
        self._paused = False
        self._listing = False

    def pause(self) -> None:
        self._paused = True

    def take(self, number: int, line: str) -> None:
        paused, self._paused = self._paused, False
        if self._key_list(number, line) or self._answer(number, line):
            return
        if self._now is not None and self._option(line):
            return
        if (match := _QUESTION.fullmatch(line)) is not None:
            self._begin(number, match.group(2), int(match.group(1)))
        elif (match := _NAMED_QUESTION.fullmatch(line)) is not None:
            self._begin(number, match.group(1), None)
        elif self._now is None or (self._now.options and (paused or line.endswith(("?", ":")))):
            self._begin(number, line, None)
        elif self._now.options:
            self._now.options[-1] = f"{self._now.options[-1]} {line}"
        elif paused and self._now.number is None:
            # Two paragraphs before the options: the first is no question (a title, a passage).
            self._leave(self._now)
            self._now = None
            self._begin(number, line, None)
        else:
            self._now.stem.append(line)

    def finish(self) -> Parsed:
        if self._now is not None:
            self._done.append(self._now)
        items = []
        for draft in self._done:
            if len(draft.options) < 2:
                self._leave(draft)
            else:
                items.append(self._item(draft))
        return Parsed(tuple(items), tuple(sorted(self._unread, key=lambda unread: unread.line)))

    def _begin(self, number: int, stem: str, item_number: int | None) -> None:
        if self._now is not None:
            self._done.append(self._now)
        self._now = _Draft(item_number, number, [_unbold(stem)])

    def _leave(self, draft: _Draft) -> None:
        why = "it has no options" if not draft.options else "it has a single option"
        self._unread.append(Unread(draft.line, " ".join(draft.stem), f"{why}, so it is no item."))

    def _option(self, line: str) -> bool:
        draft = self._now
        if draft is None:
            return False
        lettered = _OPTION.fullmatch(line)
        if lettered is not None and self._in_turn(lettered, draft):
            before = lettered["before"] + lettered["after"]
            self._add(draft, lettered["text"], any(mark in _MARKS for mark in before))
            return True
        numbered = re.fullmatch(r"(\*?)\s*(\d{1,2})[.)]\s+(\S.*)", line)
        if numbered is not None and self._numbered(draft, int(numbered[2]), numbered[3]):
            self._add(draft, numbered[3], bool(numbered[1]))
            return True
        bullet = _BULLET.fullmatch(line)
        if bullet is None or line.startswith("**"):
            return False
        marks = bullet["before"] + (bullet["box"] or "")
        checked = any(mark in "xX✓☑☒" for mark in marks) or marks == "*"
        self._add(draft, bullet["text"], checked)
        return True

    @staticmethod
    def _in_turn(match: re.Match[str], draft: _Draft) -> bool:
        """Letters go on from a, or roman numerals from i; "I." or "v)" out of turn is text."""
        label = match["label"].lower()
        places = {ord(label) - ord("a")} if len(label) == 1 else set()
        if label in _ROMAN:
            places.add(_ROMAN.index(label))
        return len(draft.options) in places

    @staticmethod
    def _numbered(draft: _Draft, number: int, text: str) -> bool:
        """Options 1, 2, 3 under a question that is not itself one of a numbered list.

        What asks under a line that does not is a first question under a title.
        """
        titled = text.endswith("?") and not draft.stem[-1].endswith(("?", ":"))
        return draft.number is None and number == len(draft.options) + 1 and not titled

    @staticmethod
    def _add(draft: _Draft, text: str, marked: bool) -> None:
        bold = _BOLD.fullmatch(text.strip())
        bare = (bold["inside"] or bold["html"]) if bold else _MARKED_TAIL.sub("", text)
        if marked or bold is not None or bare != text:
            draft.marked.append(len(draft.options))
        draft.options.append(_unbold(bare).strip())

    def _answer(self, number: int, line: str) -> bool:
        draft = self._now
        letter = _ANSWER.fullmatch(line)
        if letter is not None:
            place = ord(letter["letter"].lower()) - ord("a")
            if draft is None or place >= len(draft.options):
                self._unread.append(Unread(number, line, "there is no option with that letter."))
            else:
                draft.key = place
            return True
        named = _ANSWER_TEXT.fullmatch(line)
        if named is None or draft is None:
            return False
        wanted = named["text"].strip().rstrip(".").casefold()
        for place, option in enumerate(draft.options):
            if option.rstrip(".").casefold() == wanted:
                draft.key = place
                return True
        self._unread.append(Unread(number, line, "no option has that text."))
        return True

    def _key_list(self, number: int, line: str) -> bool:
        """`Answers: 1 B, 2 C` after the items, or pairs in the lines below such a heading."""
        heading = _KEY_LIST.fullmatch(line)
        rest = heading["rest"] if heading is not None else line if self._listing else ""
        pairs = _KEY_PAIR.findall(rest)
        left = re.sub(r"[\s,;|]+", "", _KEY_PAIR.sub("", rest))
        self._listing = (heading is not None and not rest) or (self._listing and bool(pairs))
        if heading is not None and not rest:
            return True
        if not pairs or left:
            return False
        drafts = [*self._done, *([self._now] if self._now is not None else [])]
        for name, letter in pairs:
            self._assign(drafts, int(name), letter, Unread(number, line, ""))
        return True

    def _assign(self, drafts: list[_Draft], name: int, letter: str, where: Unread) -> None:
        place = ord(letter.lower()) - ord("a")
        for draft in drafts:
            if draft.number == name and place < len(draft.options):
                draft.key = place
                return
        why = f"there is no question {name} with an option {letter.upper()}."
        self._unread.append(Unread(where.line, where.text, why))

    def _item(self, draft: _Draft) -> ComprehensionItem:
        key = draft.key
        if key is None and len(draft.marked) == 1:
            key = draft.marked[0]
        elif key is None and len(draft.marked) > 1:
            why = f"{len(draft.marked)} options are marked as right; no key was set."
            self._unread.append(Unread(draft.line, " ".join(draft.stem), why))
        question = " ".join(draft.stem)
        options = tuple(draft.options)
        return ComprehensionItem(question=question, options=options, gold=key, origin="import")


def _unbold(text: str) -> str:
    return _BOLD.sub(lambda match: match["inside"] or match["html"], text).strip()


def lines_of(parsed: Parsed) -> Iterator[str]:
    """One sentence for each line that was not understood."""
    for unread in parsed.unread:
        yield f"Line {unread.line} was not read: {unread.why}"
