"""What an author should look at in each hint that is shown, in sentences.

A small model makes facts up. So a hint that no source stands behind says "check this" until the
author has; the model is asked back whether a hint is true of the answer; and hints that disagree
are marked.
"""

from collections.abc import Sequence
from threading import Event

from services.hints import contradictions
from services.hints.leaks import near_leak
from services.hints.models import Hint, TriviaQuestion
from services.hints.words import content_words
from services.llm.base import ChoiceQuery, Engine, Progress, chat
from services.text.embeddings import Embedder

CHECK = "Check this: no source stands behind it."
DOUBTED = "Asked back, the model itself does not think that this is true of the answer."
TRUE_OF = 'Is this true of {answer}: "{hint}"? Choose ONLY between "Yes" or "No".'
# Sentences that begin so stand until the author has looked; the others are found anew.
_STANDING = "Check this"


def fit_margins(
    answer: str,
    hints: Sequence[str],
    engine: Engine,
    *,
    cancel: Event | None = None,
    progress: Progress | None = None,
) -> list[float]:
    """log p(Yes) - log p(No), in nats, of the model asked whether each hint is true of the answer.

    Raises `Cancelled`, `Unavailable`.
    """
    queries = [ChoiceQuery(chat(TRUE_OF.format(answer=answer, hint=hint))) for hint in hints]
    return [score.margin for score in engine.score(queries, cancel=cancel, progress=progress)]


def grounding(hint: Hint, facts: str) -> tuple[str, ...]:
    """What to check of a hint that was just written: all of it, or what its source lacks."""
    if not hint.source:
        return (CHECK,)
    strange = _not_in(facts, hint.text)
    return (f"{_STANDING}: “{strange}” is not in the source.",) if strange else ()


def is_unchecked(hint: Hint) -> bool:
    """Whether the author has still to look whether the hint is true."""
    return any(warning.startswith(_STANDING) for warning in hint.warnings)


def checked(hint: Hint) -> Hint:
    """The hint once the author has looked."""
    left = tuple(w for w in hint.warnings if not w.startswith(_STANDING))
    return hint.model_copy(update={"warnings": left})


def warned(question: TriviaQuestion, embedder: Embedder | None) -> TriviaQuestion:
    """Every hint that is shown with its warnings found anew; what is to be checked stays."""
    shown = [hint for hint in question.hints if hint.kept]
    clashes: dict[str, list[str]] = {}
    for clash in contradictions.find([hint.text for hint in shown], embedder):
        for own, other in ((clash.first, clash.second), (clash.second, clash.first)):
            sentence = f"Disagrees with “{shown[other].text}”: {clash.why}."
            clashes.setdefault(shown[own].id, []).append(sentence)
    hints = [
        hint.model_copy(
            update={"warnings": (*_own(hint, question), *clashes.get(hint.id, ()))},
        )
        if hint.kept
        else hint
        for hint in question.hints
    ]
    return question.model_copy(update={"hints": tuple(hints)})


def _own(hint: Hint, question: TriviaQuestion) -> list[str]:
    found = [warning for warning in hint.warnings if warning.startswith(_STANDING)]
    if hint.fit_margin is not None and hint.fit_margin < 0:
        found.append(DOUBTED)
    relative = near_leak(question.answer, question.aliases, hint.text)
    if relative is not None:
        found.append(f"“{relative}” is close to the answer.")
    return found


def _not_in(facts: str, hint: str) -> str | None:
    """The first number or name of a hint that its source does not have."""
    known = {form for word in content_words(facts) for form in word.forms}
    for word in content_words(hint):
        named = word.key[0].isdigit() or (word.text[0].isupper() and not word.opens_sentence)
        if named and not word.forms & known:
            return word.text
    return None
