"""Which sentence of a passage a suggested question is asked about.

A small model that is shown a whole passage asks about its first lines, quotes another sentence
and answers from a third. Shown one paragraph and one sentence of it, it has less to confuse, and
less to read. The sentence is chosen by what its type of question needs.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from services.reading.models import ComprehensionType
from services.text.sentences import split

Type = ComprehensionType
# A paragraph longer than this is cut to the sentences round the chosen one.
MAX_WORDS = 160
_WORDS_OF_A_GOOD_SENTENCE = range(8, 36)
_NAME = r"(?<=[a-z,;:] )[A-Z][a-z]+"
_NUMBER = (
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|"
    r"fifty|hundred|thousand|million|half|twice|double|per cent)\b"
)
_CUES: dict[Type, str] = {
    Type.FACTOID: _NAME,
    Type.NON_FACTOID: (
        r"\b(?:because|so that|in order to|therefore|since|as a result|which is why|due to|"
        r"thanks to|by \w+ing|so \w+ that|for they|led to|caused?)\b"
    ),
    Type.NUMERIC: _NUMBER,
    Type.SPATIAL_TEMPORAL: (
        r"\b(?:1\d|20)\d\d\b|\b(?:in|at|near|from|to|on|across) (?:the )?[A-Z][a-z]+"
        r"|\b(?:before|after|later|during|until|century|centuries|years?|spring|summer|autumn|"
        r"winter|morning|evening|night)\b"
    ),
    Type.LOGICAL: r"\b(?:but|however|although|though|yet|only|if|unless|might|must|could|would)\b",
}
# What such a sentence says is understood only with the one before it.
_LEANS_BACK = re.compile(
    r"^(?:he|she|it|they|this|that|these|those|his|her|their|its|but|and|so|then|yet|or)\b", re.I
)


@dataclass(frozen=True, slots=True)
class Focus:
    """The sentence to ask about and the text that is shown with it."""

    sentence: str
    text: str


def choose(passage: str, kind: ComprehensionType, used: Sequence[str], turn: int) -> Focus | None:
    """The sentence for the `turn`-th attempt at a question of `kind`; None if none will do.

    Sentences that `used` quotes are left for last, so that a set of questions spreads over the
    text. For the main idea the question is about the whole: None too.
    """
    if kind is Type.GESTALT_ATTITUDE:
        return None
    sentences = [sentence.text.strip() for sentence in split(passage)]
    eligible = [n for n, text in enumerate(sentences) if _asks_well(text)]
    if not eligible:
        return None
    cue = re.compile(_CUES[kind]) if kind in _CUES else None
    fresh = [n for n in eligible if not any(sentences[n] in quoted for quoted in used)] or eligible
    telling = [n for n in fresh if cue is None or cue.search(sentences[n])] or fresh
    self_contained = [n for n in telling if not _LEANS_BACK.match(sentences[n])] or telling
    chosen = self_contained[turn % len(self_contained)]
    return Focus(sentences[chosen], _around(passage, sentences, chosen))


def _asks_well(sentence: str) -> bool:
    return (
        len(sentence.split()) in _WORDS_OF_A_GOOD_SENTENCE
        and sentence.endswith((".", "!", ".”", '."'))
        and sentence.count('"') % 2 == 0
    )


def _around(passage: str, sentences: Sequence[str], chosen: int) -> str:
    """The paragraph the sentence stands in, or its neighbours where that is long."""
    for paragraph in re.split(r"\n\s*\n", passage):
        if sentences[chosen] in paragraph and len(paragraph.split()) <= MAX_WORDS:
            return " ".join(paragraph.split())
    return " ".join(sentences[max(0, chosen - 2) : chosen + 2])
