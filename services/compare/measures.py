"""What is measured of a cell, by subject: names, words for people, and how it is computed."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from services.compare.models import Cell, Subject
from services.hints.models import TriviaQuestion
from services.questionnaire.live import Checks
from services.reading.models import SolverResult

Values = dict[str, float | None]


class Better(StrEnum):
    """Which way is the better one; `HUMAN` means near what people's have, `NONE` neither."""

    HIGHER = "higher is better"
    LOWER = "lower is better"
    HUMAN = "near people's is better"
    NONE = "for information"


@dataclass(frozen=True, slots=True)
class Measure:
    """`encoder` marks what depends on the sentence encoder, `length` what grows with length."""

    name: str
    label: str
    unit: str
    better: Better
    says: str
    decimals: int = 1
    encoder: bool = False
    length: bool = False


_COST = (
    Measure("seconds", "Seconds", "s", Better.LOWER, "Time to make one, the model loaded."),
    Measure(
        "tokens",
        "Tokens written",
        "",
        Better.LOWER,
        "Tokens that the model wrote for one, repairs included.",
        0,
    ),
)
_QUESTIONNAIRES = (
    Measure("rouge_l", "Rouge-L", "%", Better.HUMAN, "Words shared with topic and intents."),
    Measure(
        "cohen_sem",
        "Cohen-sem",
        "%",
        Better.HUMAN,
        "Nearness in meaning of questions to topic and intents.",
        encoder=True,
    ),
    Measure("rep_2", "Rep-2", "%", Better.LOWER, "Repeated word pairs.", length=True),
    Measure("rep_3", "Rep-3", "%", Better.LOWER, "Repeated word triples.", length=True),
    Measure("rep_4", "Rep-4", "%", Better.LOWER, "Repeated fours of words.", length=True),
    Measure(
        "rep_sem",
        "Rep-sem",
        "%",
        Better.LOWER,
        "Questions that mean nearly the same as an earlier one.",
        encoder=True,
        length=True,
    ),
    Measure(
        "diversity",
        "Diversity",
        "%",
        Better.HIGHER,
        "What Rep-2 to Rep-4 leave over, multiplied.",
        length=True,
    ),
    Measure(
        "option_cohen_sem",
        "Options",
        "%",
        Better.HUMAN,
        "Option Cohen-sem: nearness in meaning of options to their question.",
        encoder=True,
    ),
    Measure("bleu_1", "BLEU-1", "%", Better.HIGHER, "Words in common with the reference."),
    Measure("bleu_2", "BLEU-2", "%", Better.HIGHER, "Word pairs in common with the reference."),
    Measure("bleu_4", "BLEU-4", "%", Better.HIGHER, "Up to four words in common."),
    Measure(
        "faults",
        "Faults a question",
        "",
        Better.LOWER,
        "What this app's rules find, over the number of questions.",
        2,
    ),
    Measure(
        "coverage", "Intents covered", "%", Better.HIGHER, "Intents that a question serves.", 0
    ),
    Measure("questions", "Questions", "", Better.NONE, "How many questions there are."),
    *_COST,
)
_HINTS = (
    Measure(
        "hicos",
        "HICOS",
        "",
        Better.HIGHER,
        "Share of other answers that a hint rules out, mean over the hints shown.",
        2,
    ),
    Measure(
        "hifas",
        "HIFAS",
        "",
        Better.HIGHER,
        "How often people look up what a hint names, from 0 to 1; hints that name nothing "
        "are left out.",
        2,
    ),
    Measure(
        "strength",
        "Strength",
        "",
        Better.HIGHER,
        "How far a hint leads to the answer, from 0 to 1; fitted to people's ratings of hints.",
        2,
    ),
    Measure(
        "kept", "Hints kept", "%", Better.HIGHER, "Share of written hints that can be shown.", 0
    ),
    Measure("leaks", "Hints that leak", "%", Better.LOWER, "Share that give the answer away.", 0),
    Measure(
        "first_solving",
        "First solving hint",
        "",
        Better.LOWER,
        "After which hint only the answer is left, where one does that.",
    ),
    Measure("solved", "Settled", "%", Better.HIGHER, "Questions whose hints leave one answer.", 0),
    *_COST,
)
_ITEMS = (
    Measure("with_passage", "Right with the passage", "%", Better.HIGHER, "The key was picked.", 0),
    Measure(
        "without_passage",
        "Right without it",
        "%",
        Better.LOWER,
        "Much above chance means that the items give their answers away.",
        0,
    ),
    Measure(
        "key_probability",
        "Probability of the key",
        "",
        Better.HIGHER,
        "What the model gave the key with the passage.",
        2,
    ),
    Measure(
        "predicted",
        "Expected of readers",
        "%",
        Better.NONE,
        "Estimate, from other questions, of the share of adult readers who answer right.",
        0,
    ),
    Measure("chance", "Chance", "%", Better.NONE, "One over the number of options.", 0),
    _COST[0],
)
MEASURES: Mapping[Subject, tuple[Measure, ...]] = MappingProxyType(
    {Subject.QUESTIONNAIRES: _QUESTIONNAIRES, Subject.HINTS: _HINTS, Subject.ITEMS: _ITEMS}
)


def of_questionnaire(checks: Checks) -> Values:
    """All but the costs. The percentages are `Metrics`'."""
    metrics = checks.metrics.as_json()
    values: Values = {m.name: metrics[m.name] for m in _QUESTIONNAIRES if m.name in metrics}
    count, intents = checks.metrics.questions, len(checks.coverage.intents)
    served = intents - len(checks.coverage.uncovered)
    values["faults"] = len(checks.findings) / count if count else None
    values["coverage"] = 100 * served / intents if intents else None
    return values


def of_hints(question: TriviaQuestion) -> Values:
    """Means over the hints that are shown; shares over all that were written."""
    shown, written = question.kept_hints, question.hints
    counts = [hint.remaining for hint in shown]
    first = next((place for place, left in enumerate(counts, 1) if left == 1), None)
    judged = bool(shown) and None not in counts
    return {
        "hicos": _mean([hint.hicos for hint in shown]),
        "hifas": _mean([hint.hifas for hint in shown]),
        "strength": _mean([hint.strength for hint in shown]),
        "kept": 100 * len(shown) / len(written) if written else None,
        "leaks": 100 * sum(bool(h.leak) for h in written) / len(written) if written else None,
        "first_solving": first,
        "solved": 100.0 * (first is not None) if judged else None,
    }


def of_answers(solved: SolverResult, gold: int, predicted: float | None = None) -> Values:
    """Whether the key was the most likely option, with the passage and without (0 or 100).

    `predicted` is the share (0 to 1) of readers expected to answer right.
    """
    views = {"with_passage": solved.passage, "without_passage": solved.without_passage}
    values: Values = {name: _right(shares, gold) for name, shares in views.items()}
    values["key_probability"] = solved.passage[gold] if solved.passage else None
    values["chance"] = 100 / len(solved.passage) if solved.passage else None
    values["predicted"] = None if predicted is None else 100 * predicted
    return values


def value(cell: Cell, name: str) -> float | None:
    """A cell's value of a measure, costs included."""
    if name == "seconds":
        return cell.seconds
    if name == "tokens":
        return float(cell.completion_tokens)
    return cell.measures.get(name)


def shown(measure: Measure, number: float | None) -> str:
    """A value for people: unavailable is said in a word, never as 0."""
    if number is None:
        return "not available"
    return f"{number:,.{measure.decimals}f}{_UNITS.get(measure.unit, '')}"


_UNITS = {"%": " %", "s": " s"}


def _right(shares: tuple[float, ...] | None, gold: int) -> float | None:
    return None if shares is None else 100.0 * (shares[gold] == max(shares))


def _mean(values: list[float | None]) -> float | None:
    known = [number for number in values if number is not None]
    return sum(known) / len(known) if known else None
