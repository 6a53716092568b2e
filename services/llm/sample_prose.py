"""Distinct, readable strings for the test engine: questions, labels and sentences.

They are made of a fixed vocabulary and of the prompt's own words, chosen by a seeded generator.
About one sentence in three uses words of the prompt, so that filters against leaking an answer
have something to drop and something to keep.
"""

import re
from collections.abc import Callable
from random import Random

_INSTRUCTION_WORDS = """
about above after again against answer answers because before being below between could does
doing during each every exactly following from further give have having here into itself json
list make more most must never only other please question questions reply same should some such
than that their them then there these they this those through under until very want were what
when where which while whom will with without word words would write your yours hint hints
passage option options text section sections topic intent
"""
_STOP = frozenset(_INSTRUCTION_WORDS.split())
_TEXT = frozenset({"text", "wording", "stem", "item"})
_QUESTIONS = (
    "How often do you think about {a} {w}?",
    "What matters most to you about {a} {w}?",
    "How satisfied are you with {a} {w}?",
    "Which part of {a} do you find hardest {w}?",
    "How many hours do you spend on {a} {w}?",
    "Who usually decides on {a} {w}?",
    "How likely are you to change {a} {w}?",
    "Where do you learn about {a} {w}?",
    "What would help you with {a} {w}?",
    "How important is {a} for you {w}?",
    "When did you last discuss {a} {w}?",
    "How much money goes into {a} {w}?",
    "What do your friends say about {a} {w}?",
    "How confident do you feel about {a} {w}?",
    "Which change to {a} did you notice {w}?",
    "How long have you dealt with {a} {w}?",
)
_WHEN = (
    "in a normal week",
    "at home",
    "since last summer",
    "on working days",
    "with other people",
    "this month",
    "in the evening",
    "when you travel",
    "in your first year",
    "over the holidays",
    "before noon",
)
_LABELS = (
    "Almost never",
    "Now and then",
    "Most days",
    "Several times",
    "Only when asked",
    "At weekends",
    "With some help",
    "On my own",
    "As a habit",
    "In a hurry",
    "For a reason",
    "Without a plan",
)
_WHO = ("A neighbour", "The eldest child", "A young teacher", "The old gardener", "A quiet sailor")
_DID = ("carried", "repaired", "painted", "counted", "borrowed", "described", "planted", "sold")
_WHAT = ("a wooden boat", "two green lamps", "the long letter", "a heavy basket", "three maps")
_WHERE = ("near the harbour", "behind the mill", "in a small valley", "under the bridge")
_YEARS = range(1801, 1999)


class Prose:
    """Strings in the manner of one prompt; never the same string twice."""

    def __init__(self, prompt: str, random: Random) -> None:
        words = re.findall(r"[^\W\d_]{4,}", prompt)
        self._words = list(dict.fromkeys(w for w in words if w.lower() not in _STOP)) or ["this"]
        self._random = random
        self._used: set[str] = set()
        self._decks: dict[tuple[str, ...], list[str]] = {}

    def text(self, path: str, shortest: int = 0, longest: int = 120) -> str:
        """A string for the field at `path` (names joined by dots), of a length in the bounds."""
        make = self._maker(path.lower())
        text = ""
        for attempt in range(400):
            text = _fitted(make(), shortest, longest)
            if attempt >= 40:
                text = _numbered(text, attempt - 38, shortest, longest)
            if text not in self._used:
                break
        self._used.add(text)
        return text

    def _maker(self, path: str) -> Callable[[], str]:
        *around, name = path.split(".")
        if "question" in name or (name in _TEXT and any("question" in part for part in around)):
            return self._question
        if any(part in name for part in ("option", "label", "title", "name", "choice", "key")):
            return self._label
        return self.sentence

    def _question(self) -> str:
        return self._draw(_QUESTIONS).format(a=self._phrase(), w=self._draw(_WHEN))

    def _label(self) -> str:
        label = self._draw(_LABELS)
        return label if self._random.random() < 0.5 else f"{label}, {self._phrase()}"

    def sentence(self) -> str:
        pick = self._random.choice
        text = f"{pick(_WHO)} {pick(_DID)} {pick(_WHAT)} {pick(_WHERE)}"
        if self._random.random() < 1 / 3:
            return f"{text}, and spoke of {self._phrase()}."
        return f"{text} in {pick(_YEARS)}."

    def _draw(self, cards: tuple[str, ...]) -> str:
        """Every card once before any comes again."""
        deck = self._decks.setdefault(cards, [])
        if not deck:
            deck.extend(self._random.sample(cards, len(cards)))
        return deck.pop()

    def _phrase(self) -> str:
        size = min(len(self._words), self._random.randint(1, 2))
        return " ".join(self._random.sample(self._words, size)).lower()


def _fitted(text: str, shortest: int, longest: int) -> str:
    ending = text[-1] if text[-1] in "?." else ""
    body = text.removesuffix(ending)
    while len(body) + len(ending) < shortest:
        body += " and so on"
    room = max(longest, shortest) - len(ending)
    if len(body) > room:
        cut = body[:room]
        whole_words = cut.rsplit(" ", 1)[0].rstrip(" ,")
        body = whole_words if len(whole_words) + len(ending) >= shortest else cut
    return body + ending


def _numbered(text: str, number: int, shortest: int, longest: int) -> str:
    """`text` made distinct by a number when the vocabulary is used up or the space is small."""
    ending = text[-1] if text[-1:] in {"?", "."} else ""
    suffix = f" {number}{ending}" if longest > len(str(number)) + 3 else f"{number}"
    cut = text.removesuffix(ending)[: longest - len(suffix)]
    tidy = cut.rstrip() + suffix
    return tidy if len(tidy) >= shortest else cut + suffix
