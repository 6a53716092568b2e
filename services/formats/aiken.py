"""Aiken, the plainest multiple-choice format: question, lettered options, `ANSWER: X`."""

import re
import string
from collections.abc import Sequence
from dataclasses import dataclass

from services.formats.base import Unread

MAX_OPTIONS = 26
_OPTION = re.compile(r"([A-Z])[.)]\s+(.*)")
_ANSWER = re.compile(r"ANSWER\s*:\s*([A-Z])\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Question:
    """One question; `line` is where its text begins, `gold` the 0-based place of the key."""

    line: int
    text: str
    options: tuple[str, ...]
    gold: int


def render(text: str, options: Sequence[str], gold: int) -> str:
    """One question; text and options must stand on one line each."""
    lines = [text]
    letters = string.ascii_uppercase
    lines += [f"{letter}) {option}" for letter, option in zip(letters, options, strict=False)]
    return "\n".join([*lines, f"ANSWER: {letters[gold]}"])


def looks_like(text: str) -> bool:
    """Whether a text has lettered options and a line with the answer."""
    lines = [line.strip() for line in text.splitlines()]
    # The format wants capitals; "Answer: B" is what people write in papers of their own.
    answers = sum(bool(_ANSWER.fullmatch(line)) and line.startswith("ANSWER") for line in lines)
    return answers > 0 and sum(bool(_OPTION.fullmatch(line)) for line in lines) >= 2 * answers


def parse(text: str) -> tuple[list[Question], list[Unread]]:
    """The questions, and the lines that belong to none."""
    questions: list[Question] = []
    unread: list[Unread] = []
    stem: list[tuple[int, str]] = []
    options: list[str] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        if not line:
            continue
        answer, option = _ANSWER.fullmatch(line), _OPTION.fullmatch(line)
        if answer and options:
            gold = string.ascii_uppercase.index(answer[1].upper())
            if gold < len(options):
                said = "\n".join(each for _, each in stem)
                first = stem[0][0] if stem else number
                questions.append(Question(first, said, tuple(options), gold))
            else:
                unread.append(Unread(number, line, "there is no option with that letter."))
            stem, options = [], []
        elif option and ord(option[1]) - ord("A") == len(options) and (stem or options):
            options.append(option[2])
        elif options:
            unread += [Unread(n, each, "its question has no ANSWER line.") for n, each in stem[:1]]
            stem, options = [(number, line)], []
        else:
            stem.append((number, line))
    unread += [Unread(n, each, "it belongs to no question.") for n, each in stem]
    return questions, unread
