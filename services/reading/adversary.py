"""Beat the reader: a question counts as hard for models if the solver does not find its key.

The protocol of Sugawara et al. (2022, section 3.2): a writer has three tries; a question that
fools the reader is taken at once, and after the third try the writer may keep it anyway. Every
try stays with the item.
"""

from enum import StrEnum
from threading import Event

from services.errors import InvalidInput
from services.llm.base import Engine, Progress
from services.reading.models import Attempt, ComprehensionItem
from services.reading.solver import View, solve

TRIES = 3


class Standing(StrEnum):
    """Where the game stands."""

    OPEN = "open"
    FOOLED = "fooled"
    SPENT = "spent"


def standing(item: ComprehensionItem) -> Standing:
    """`FOOLED` as soon as one try got a wrong answer, `SPENT` after three that did not."""
    if any(attempt.answer != attempt.gold for attempt in item.attempts):
        return Standing.FOOLED
    return Standing.SPENT if len(item.attempts) >= TRIES else Standing.OPEN


def attempt(
    passage: str,
    item: ComprehensionItem,
    engine: Engine,
    *,
    when: str,
    cancel: Event | None = None,
    progress: Progress | None = None,
) -> ComprehensionItem:
    """The item with one more try: the solver reads the passage and answers.

    `when` is the time of the try as text (ISO 8601). Raises `InvalidInput` when the game is over,
    the key is not marked or fewer than two options are there; `Unavailable`, `Cancelled`.
    """
    if standing(item) != Standing.OPEN:
        raise InvalidInput(
            f"The {TRIES} tries on this question are over.", "Write another question."
        )
    if item.gold is None or item.gold >= len(item.options):
        raise InvalidInput("No option is marked as the key.", "Mark the right one.")
    if len(set(item.options)) < len(item.options):
        raise InvalidInput("Two options are the same.", "Change one of them.")
    asked = (passage, item.question, item.options, engine)
    result = solve(*asked, views=(View.PASSAGE,), cancel=cancel, progress=progress)
    shares = result.passage or ()
    answer = max(range(len(shares)), key=shares.__getitem__)
    tried = Attempt(
        question=item.question,
        options=item.options,
        gold=item.gold,
        answer=answer,
        probability=shares[answer],
        when=when,
    )
    return item.model_copy(update={"attempts": (*item.attempts, tried)})
