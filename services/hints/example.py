"""The example quiz of the hint room: its hints, candidates and verdicts are
written by hand, from what is known of the planets.

Nothing else of its grades is stored: they are found from these when it is opened.
"""

from services.hints.models import ClueKind, Hint, HintQuiz, TriviaQuestion
from services.hints.rechecking import rechecked

_PLANETS = ("Mercury", "Venus", "Earth", "Mars", "Jupiter", "Saturn", "Uranus", "Neptune")
# Each hint with the planets that it is true of.
_HINTS = (
    ("It is farther from the Sun than we are.", _PLANETS[3:]),
    ("It has no solid ground that one could stand on.", _PLANETS[4:]),
    ("People watched it long before there were telescopes.", _PLANETS[:6]),
    ("On average it is less dense than water.", ("Saturn",)),
    ("Its moon Titan has clouds and seas.", ("Saturn",)),
    ("The spacecraft Cassini circled it for thirteen years.", ("Saturn",)),
    ("Saturn's bands of ice are hundreds of thousands of kilometres across.", ("Saturn",)),
)


def example() -> HintQuiz:
    """Three questions: one with hints from faint to strong, two that have none yet."""
    rings = TriviaQuestion(
        question="Which planet has the widest and brightest rings?",
        answer="Saturn",
        candidates=_PLANETS,
        hints=tuple(
            Hint(
                text=text,
                kind=ClueKind.AUTHOR,
                verdicts=tuple(int(planet in fits) for planet in _PLANETS),
                margins=(None,) * len(_PLANETS),
            )
            for text, fits in _HINTS
        ),
    )
    play = TriviaQuestion(
        question="Who wrote the play Romeo and Juliet?",
        answer="William Shakespeare",
        aliases=("Shakespeare",),
    )
    capital = TriviaQuestion(
        question="What is the capital city of New Zealand?", answer="Wellington"
    )
    return HintQuiz(
        name="Example: rings, a play and a capital",
        questions=(rechecked(rings, None), play, capital),
    )
