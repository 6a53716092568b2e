"""Whether two questions ask the same: by their words, and by their meaning where it is known."""

from collections.abc import Sequence

from services.questionnaire.encoders import calibration, usable
from services.questionnaire.tokens import words
from services.questionnaire.wording import normal
from services.text.embeddings import Embedder, cosines

_ASKING_WORDS = """
a an the of and or to in on for by with at as about from is are was were be been do does did has
have had you your i my it its any some this that these those who whom what which when where why
how many much often time times long would could can will own use used ever past day days week
month year last main reason kind kinds find out learn measure rate identify describe assess people
您 你 我 的 了 过 是 否 是否 有 没有 在 和 与 或 吗 呢 天 次 过去 个 月 年 几 多少
请 对 会 了解 评价 找出
"""
_ASKING = frozenset(_ASKING_WORDS.split())
# Share of common words from which two questions are one, whatever an encoder says.
SAME_WORDS = 0.85
# Share of common words below which two questions are not compared any closer.
AKIN = 0.2
# While drafting, a near miss costs only a candidate: be stricter than the check is with authors,
# by this share of what lies between its threshold and 1.
STRICTER = 1 / 3


class Likeness:
    """Compares the questions of one draft. Without an encoder that knows the language, by words."""

    def __init__(self, language: str, embedder: Embedder | None) -> None:
        self._language = language
        self._encoder = embedder if usable(embedder, language) else None
        known = calibration(self._encoder, language)
        self._alpha = known.alpha - STRICTER * (1 - known.alpha) if known else None
        self._coverage = known.coverage if known else None

    def repeats(self, text: str, others: Sequence[str]) -> bool:
        """Whether `text` asks what one of `others` asks."""
        if not others:
            return False
        if normal(text) in {normal(other) for other in others}:
            return True
        own = self._words(text)
        if any(_overlap(own, self._words(other)) >= SAME_WORDS for other in others):
            return True
        return self._alpha is not None and max(self.to(text, others)) >= self._alpha

    def to(self, text: str, others: Sequence[str]) -> list[float]:
        """Cosine of `text` with each of `others`; zeros where no encoder knows the language."""
        if self._encoder is None or not others:
            return [0.0] * len(others)
        rows = self._encoder.encode([text, *others])
        return [float(value) for value in cosines(rows[:1], rows[1:])[0]]

    def touches(self, text: str, aims: Sequence[str]) -> bool:
        """Whether a question is about one of `aims`: a word in common, or near in meaning."""
        own = subject_words(text, self._language)
        if any(own & subject_words(aim, self._language) for aim in aims):
            return True
        return self._coverage is not None and max(self.to(text, aims)) >= self._coverage

    def akin(self, text: str, others: Sequence[str]) -> list[str]:
        """Those of `others` with enough words in common to be worth a closer look."""
        own = self._words(text)
        return [other for other in others if _overlap(own, self._words(other)) >= AKIN]

    def shares(self, text: str, part: str) -> bool:
        """Whether at least half of the words of `part` are those of `text`."""
        own, other = self._words(text), self._words(part)
        return len(own & other) >= len(other) / 2

    def _words(self, text: str) -> frozenset[str]:
        return frozenset(word for word in words(text, self._language) if normal(word))


def subject_words(text: str, language: str) -> frozenset[str]:
    """The words that say what a text is about; English ones without a plural s."""
    found = (word.casefold() for word in words(text, language))
    return frozenset(
        word[:-1] if len(word) > 3 and word.isascii() and word.endswith("s") else word
        for word in found
        if normal(word) and not word.isdigit() and word not in _ASKING
    )


def _overlap(left: frozenset[str], right: frozenset[str]) -> float:
    """Jaccard index of two sets of words."""
    return len(left & right) / len(left | right) if left | right else 1.0
