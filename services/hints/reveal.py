"""A question's hints in the order in which they are revealed (the rules are in `sequence`)."""

from services.hints import sequence
from services.hints.convergence import candidate_set
from services.hints.models import Hint, TriviaQuestion


def answer_index(question: TriviaQuestion) -> int:
    """Where the answer stands among `question.candidates`, which must hold it."""
    return candidate_set(question.answer, question.aliases, question.candidates).answer_index


def ordered(question: TriviaQuestion, *, keep_order: bool = False) -> TriviaQuestion:
    """Number the hints that are kept, from faint to strong, and say who still stands after each.

    With `keep_order` hints that have a number keep their order among themselves, and hints
    without one follow behind. Dropped hints have no number.
    """
    kept = [place for place, hint in enumerate(question.hints) if hint.kept]
    rows = [question.hints[place].verdicts for place in kept]
    judged = bool(question.candidates) and all(rows)
    own = answer_index(question) if question.candidates else 0
    forces = [force(question.hints[place]) for place in kept]
    order = sequence.propose_order(rows if judged else [()] * len(kept), forces, own)
    if keep_order:
        order.sort(key=lambda at: _authors_place(question.hints[kept[at]]))
    standing = sequence.remaining(rows, order, own) if judged else [None] * len(kept)
    news = {kept[at]: (number, standing[number - 1]) for number, at in enumerate(order, 1)}
    hints = []
    for place, hint in enumerate(question.hints):
        number, left = news.get(place, (None, None))
        hints.append(hint.model_copy(update={"order": number, "remaining": left}))
    return question.model_copy(update={"hints": tuple(hints)})


def solvable_by(question: TriviaQuestion, target: int) -> tuple[str, ...] | None:
    """Ids of at most `target` kept hints, in order, of which the last leaves only the answer.

    None if no `target` hints can, or if the hints have not been judged.
    """
    kept = question.kept_hints
    rows = [hint.verdicts for hint in kept]
    if not question.candidates or not rows or not all(rows):
        return None
    chosen = sequence.propose_selection(
        rows, [force(hint) for hint in kept], answer_index(question), target
    )
    return None if chosen is None else tuple(kept[place].id for place in chosen)


def force(hint: Hint) -> float:
    """What hints are ordered by: strength, else HICOS, else nothing is known."""
    return next((value for value in (hint.strength, hint.hicos) if value is not None), 0.0)


def _authors_place(hint: Hint) -> tuple[bool, int]:
    return (hint.order is None, hint.order or 0)
