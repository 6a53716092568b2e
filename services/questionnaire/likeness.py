"""Whether two questions ask the same: by their words, and by their meaning where it is known."""

from collections.abc import Sequence

from services.questionnaire.encoders import calibration, usable
from services.questionnaire.tokens import words
from services.questionnaire.wording import normal
from services.text.embeddings import Embedder, cosines

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


def _overlap(left: frozenset[str], right: frozenset[str]) -> float:
    """Jaccard index of two sets of words."""
    return len(left & right) / len(left | right) if left | right else 1.0
