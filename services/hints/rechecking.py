"""What is found anew after every edit, without a model: filters, HICOS, strength, order, warnings.

Only the sentence encoder is used, which remembers texts: an edit of one hint embeds one text.
"""

from collections.abc import Sequence

from services.hints import cautions, convergence, filters, reveal, strength
from services.hints.convergence import CandidateSet, candidate_set
from services.hints.judging import open_cells
from services.hints.models import Hint, TriviaQuestion
from services.hints.names import name_key
from services.text.embeddings import Embedder


def rechecked(question: TriviaQuestion, embedder: Embedder | None) -> TriviaQuestion:
    """`question` with everything that can be told without asking a model.

    Without an encoder, similarities and strength stay as they were. A hint about which candidates
    are still to be judged has no HICOS. A question without an answer is left as it is.
    """
    if not question.answer.strip():
        return question
    found = _filtered(_with_answer(question), embedder)
    found = _regraded(found, embedder)
    found = cautions.warned(found, embedder)
    return reveal.ordered(found, keep_order=found.own_order)


def is_pending(question: TriviaQuestion, hint: Hint) -> bool:
    """Whether the model has still something to judge in a hint that is shown."""
    if not hint.kept or not hint.text.strip():
        return False
    return hint.stale or not question.candidates or bool(open_cells(question, hint))


def answer_index_of(question: TriviaQuestion) -> int | None:
    """Where the answer stands among the candidates; None if there are none or it is not there.

    While the answer is blank, a blank candidate keeps its place.
    """
    names = question.candidates
    if not question.answer.strip():
        return names.index("") if "" in names else None
    if not names:
        return None
    found = candidate_set(question.answer, question.aliases, names)
    return None if found.inserted or len(found.names) < len(names) else found.answer_index


def with_cells_of(question: TriviaQuestion, names: Sequence[str]) -> TriviaQuestion:
    """`question` with these candidates, distinct by name; verdicts and margins go along."""
    if tuple(names) == question.candidates:
        return question
    keys = [name_key(name) for name in question.candidates]
    sources = tuple(
        tuple(place for place, key in enumerate(keys) if key == name_key(name)) for name in names
    )
    folding = CandidateSet(tuple(names), 0, sources)
    hints = [_folded(hint, len(question.candidates), folding) for hint in question.hints]
    return question.model_copy(update={"candidates": tuple(names), "hints": tuple(hints)})


def _folded(hint: Hint, width: int, folding: CandidateSet) -> Hint:
    if not folding.names or not hint.verdicts or len(hint.verdicts) != width:
        empty = {"verdicts": (), "margins": (), "hicos": None, "remaining": None}
        return hint.model_copy(update=empty)
    margins = hint.margins if len(hint.margins) == width else (None,) * width
    known = [[m for p in places if (m := margins[p]) is not None] for places in folding.sources]
    update = {
        "verdicts": convergence.fold_verdicts(hint.verdicts, folding),
        "margins": tuple(max(found, default=None) for found in known),
    }
    return hint.model_copy(update=update)


def _with_answer(question: TriviaQuestion) -> TriviaQuestion:
    """Candidates with the answer among them, spellings of one name folded; as files often lack."""
    if not question.candidates or answer_index_of(question) is not None:
        return question
    found = candidate_set(question.answer, question.aliases, question.candidates)
    return with_cells_of(question, found.names)


def renumbered(question: TriviaQuestion, hint_ids: Sequence[str]) -> TriviaQuestion:
    """The shown hints in this order, which is then the author's; others follow behind."""
    numbers = {hint_id: number for number, hint_id in enumerate(hint_ids, start=1)}
    hints = tuple(h.model_copy(update={"order": numbers.get(h.id)}) for h in question.hints)
    ordered = question.model_copy(update={"hints": hints, "own_order": True})
    return reveal.ordered(ordered, keep_order=True)


def _filtered(question: TriviaQuestion, embedder: Embedder | None) -> TriviaQuestion:
    texts = [hint.text for hint in question.hints]
    found = filters.inspect(question.question, question.answer, question.aliases, texts, embedder)
    hints = []
    for hint, inspection in zip(question.hints, found, strict=True):
        similarity = inspection.question_similarity
        update = {
            "leak": inspection.leak.lemma if inspection.leak else None,
            "question_similarity": hint.question_similarity if similarity is None else similarity,
            "dropped": inspection.reason if hint.text.strip() else "It has no text.",
        }
        hints.append(hint.model_copy(update=update))
    return question.model_copy(update={"hints": tuple(hints)})


def _regraded(question: TriviaQuestion, embedder: Embedder | None) -> TriviaQuestion:
    """HICOS and strength where every candidate has been judged; old ones of changed texts stay."""
    own = answer_index_of(question)

    def converged(hint: Hint) -> Hint:
        if hint.stale or not question.candidates:
            return hint
        judged = own is not None and not open_cells(question, hint)
        score = convergence.hicos(hint.verdicts, own or 0) if judged else None
        return hint.model_copy(update={"hicos": score})

    found = question.model_copy(update={"hints": tuple(map(converged, question.hints))})
    if embedder is None or not found.hints:
        return found
    scores = strength.strengths(found, own, embedder)
    hints = [
        hint if hint.stale else hint.model_copy(update={"strength": score})
        for hint, score in zip(found.hints, scores, strict=True)
    ]
    return found.model_copy(update={"hints": tuple(hints)})
