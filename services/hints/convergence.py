"""Convergence (HICOS, TriviaHG paper section 4.1): how many other answers a hint rules out.

The answer is found among the candidates by name, never by position, and inserted when it is
missing; spellings of one name are one candidate. Verdicts are 1 (the hint refers to the
candidate), 0 (it does not) or None (the judge is undecided, or was not asked).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event

from services.errors import InvalidInput
from services.hints.names import name_key, without_parenthesis
from services.llm.base import ChoiceQuery, Engine, Progress, chat

Verdict = int | None

PAPER = 'Does the hint "{hint}" refer to "{candidate}"? Choose ONLY between "Yes" or "No".'
# The instruction before the hint, so that less has to be read again for each candidate.
QUICK = 'Answer ONLY "Yes" or "No". Does the hint "{hint}" refer to "{candidate}"?'
WORDINGS = {"paper": PAPER, "quick": QUICK}


@dataclass(frozen=True, slots=True)
class CandidateSet:
    """The distinct candidates. `sources[i]` are the positions in the given list that were folded
    into `names[i]`; it is empty for an answer that was not in the list."""

    names: tuple[str, ...]
    answer_index: int
    sources: tuple[tuple[int, ...], ...]

    @property
    def inserted(self) -> bool:
        return not self.sources[self.answer_index]


def candidate_set(answer: str, aliases: Sequence[str], given: Sequence[str]) -> CandidateSet:
    """Fold spellings of one name, find the answer (or an alias of it), insert it if missing.

    The first spelling in the list is kept, the order too; a missing answer is put last.
    Raises `InvalidInput` if the answer is empty.
    """
    if not answer.strip():
        raise InvalidInput("The answer is empty.", "Give the question's answer.")
    own = {name_key(name) for name in (answer, *aliases) if name.strip()}
    own |= _looser_match(answer, own, given)
    groups: dict[str, list[int]] = {}
    for position, name in enumerate(given):
        if name.strip():
            key = name_key(name)
            groups.setdefault("" if key in own else key, []).append(position)
    groups.setdefault("", [])
    names = [given[places[0]].strip() if places else answer.strip() for places in groups.values()]
    answer_index = list(groups).index("")
    return CandidateSet(tuple(names), answer_index, tuple(map(tuple, groups.values())))


def _looser_match(answer: str, own: set[str], given: Sequence[str]) -> set[str]:
    """The one candidate that is the answer but for a bracket, when none is it by name."""
    keys = {name_key(name) for name in given if name.strip()}
    if keys & own:
        return set()
    bare = name_key(without_parenthesis(answer))
    close = {
        name_key(name)
        for name in given
        if name.strip() and bare in (name_key(name), name_key(without_parenthesis(name)))
    }
    return close if len(close) == 1 else set()


def fold_verdicts(row: Sequence[Verdict], candidates: CandidateSet) -> tuple[Verdict, ...]:
    """One verdict a distinct candidate. A name fits if any of its spellings was judged to fit;
    it is undecided if none fits and one is undecided."""
    return tuple(_any_fits([row[place] for place in places]) for places in candidates.sources)


def _any_fits(verdicts: Sequence[Verdict]) -> Verdict:
    if 1 in verdicts:
        return 1
    return 0 if verdicts and None not in verdicts else None


def hicos(verdicts: Sequence[Verdict], answer_index: int) -> float | None:
    """HICOS, 0 to 1, 2 decimals (paper equation 1).

    0 if the answer is judged No, else 1 - (yes - 1) / n, where `yes` counts the answer and n is
    the number of candidates with the answer; so all Yes gives 1/n, not 0. A candidate the judge
    is undecided about is not ruled out and counts as Yes; None if the answer itself is undecided.
    """
    if verdicts[answer_index] is None:
        return None
    if verdicts[answer_index] == 0:
        return 0.0
    standing = sum(verdict != 0 for verdict in verdicts)
    return round(1 - (standing - 1) / len(verdicts), 2)


@dataclass(frozen=True, slots=True)
class Judgement:
    """Verdicts and margins (log p(Yes) - log p(No)) of one hint, a place per candidate."""

    verdicts: tuple[Verdict, ...]
    margins: tuple[float, ...]


def question_of_judge(hint: str, candidate: str, wording: str = "paper") -> ChoiceQuery:
    """The yes/no question about one hint and one candidate; what differs stands last."""
    return ChoiceQuery(chat(WORDINGS[wording].format(hint=hint, candidate=candidate)))


def judge(
    hints: Sequence[str],
    candidates: Sequence[str],
    engine: Engine,
    *,
    wording: str = "paper",
    cancel: Event | None = None,
    progress: Progress | None = None,
) -> list[Judgement]:
    """Ask the model whether each hint refers to each candidate; one `Judgement` a hint.

    Raises `Unavailable` when the model fails, `Cancelled` when `cancel` is set.
    """
    pairs = [(hint, name) for hint in hints for name in candidates]
    margins = judge_pairs(pairs, engine, wording=wording, cancel=cancel, progress=progress)
    width = len(candidates)
    rows = [margins[place * width : (place + 1) * width] for place in range(len(hints))]
    band = engine.info.capabilities.undecided_nats
    return [
        Judgement(tuple(verdict_of(margin, band) for margin in row), tuple(row)) for row in rows
    ]


def judge_pairs(
    pairs: Sequence[tuple[str, str]],
    engine: Engine,
    *,
    wording: str = "paper",
    cancel: Event | None = None,
    progress: Progress | None = None,
) -> list[float]:
    """The margin of Yes over No (nats) for each (hint, candidate), in order.

    Pairs of one hint should follow each other: the engine then reads the hint once.
    """
    queries = [question_of_judge(hint, name, wording) for hint, name in pairs]
    return [score.margin for score in engine.score(queries, cancel=cancel, progress=progress)]


def verdict_of(margin: float, undecided_nats: float = 0.0) -> Verdict:
    """1 above 0, 0 below, None within the engine's numerical noise around 0."""
    if abs(margin) <= undecided_nats:
        return None
    return int(margin > 0)
