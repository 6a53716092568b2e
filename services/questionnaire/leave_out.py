"""Questions about what the brief leaves out are not kept."""

import re

from services.questionnaire.likeness import Likeness
from services.questionnaire.tokens import words

# Words that name no subject, in a list of subjects to leave out.
_PLAIN_WORDS = "a an the of and or any about on to in for with no not question do ask asking"
_PLAIN = frozenset(_PLAIN_WORDS.split())
# A question this near to a phrase is about it (MiniLM: "income" and a question on it, 0.5 to 0.7).
ABOUT = 0.6


class LeftOut:
    """The phrases of a brief's `leave_out`, separated by commas, semicolons or line ends."""

    def __init__(self, leave_out: str, language: str, likeness: Likeness) -> None:
        phrases = re.split(r"[,;，；、\n]+", leave_out)
        self._phrases = [phrase.strip() for phrase in phrases if phrase.strip()]
        self._language = language
        self._likeness = likeness

    def holds(self, question: str) -> bool:
        """Whether the question is about one of the phrases."""
        if not self._phrases:
            return False
        asked = self._stems(question)
        for phrase in self._phrases:
            named = self._stems(phrase)
            if named and named <= asked:
                return True
        return max(self._likeness.to(question, self._phrases)) >= ABOUT

    def _stems(self, text: str) -> frozenset[str]:
        """Content words, English ones without a plural s."""
        found = (word.casefold() for word in words(text, self._language))
        return frozenset(
            word.removesuffix("s") for word in found if word.isalnum() and word not in _PLAIN
        )
