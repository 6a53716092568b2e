"""Which of the hints that a model wrote come first when there are more than are wanted.

No filter: people do not find such hints worse to be led by, but a model that repeats the question
or doubts its own sentence has usually a better one to offer.
"""

from services.hints.models import Hint
from services.hints.words import content_words

# With this share of the question's words a hint mostly says what was asked.
RESTATED_SHARE = 0.75
FEWEST_WORDS = 3


def restates(question: str, hint: str) -> bool:
    """Whether most of what `question` says is said again in `hint`."""
    asked = content_words(question)
    said = {form for word in content_words(hint) for form in word.forms}
    again = sum(bool(word.forms & said) for word in asked)
    return len(asked) >= FEWEST_WORDS and again / len(asked) >= RESTATED_SHARE


def is_sound(question: str, hint: Hint) -> bool:
    """Whether the model stands by it, as far as it was asked, and it says something new."""
    doubted = hint.fit_margin is not None and hint.fit_margin <= 0
    return not doubted and not restates(question, hint.text)
