"""The model as a reader: which option it picks, with the passage and with parts of it withheld.

The views are the ablations of Sugawara et al. (2022, section 5.4): all, no passage, no question,
options alone. The model names a letter; letters carry a bias of their own (models prefer some),
so every option stands under every letter once and the log-probabilities are averaged. A bias
that is added to a letter's log-probability cancels exactly. Options are first put in an order
that depends on their texts only: the order in which the author typed them changes nothing.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from threading import Event

from services.errors import InvalidInput, Unavailable
from services.llm.base import ChoiceQuery, ChoiceScores, Engine, Message, Progress
from services.reading.excerpt import Excerpt, most_relevant
from services.reading.models import SolverResult

LETTERS = "ABCDEFGHIJ"
# About 1,100 tokens: 15 s of reading on two cores, read once an item.
MAX_PASSAGE_WORDS = 800
SYSTEM = "You answer multiple-choice questions with the letter of the right option."
HIDDEN = "(not shown)"


class View(StrEnum):
    """What the reader is shown. The options are always shown."""

    PASSAGE = "passage"
    WITHOUT_PASSAGE = "without_passage"
    WITHOUT_QUESTION = "without_question"
    OPTIONS_ONLY = "options_only"


# In this order the two views that show the passage follow each other and read it once.
ALL_VIEWS = (View.PASSAGE, View.WITHOUT_QUESTION, View.WITHOUT_PASSAGE, View.OPTIONS_ONLY)


@dataclass(frozen=True, slots=True)
class _Plan:
    """The queries of one view; `orders[i]` lists the options that query i shows as A, B, ..."""

    queries: tuple[ChoiceQuery, ...]
    orders: tuple[tuple[str, ...], ...]


def solve(
    passage: str,
    question: str,
    options: Sequence[str],
    engine: Engine,
    *,
    views: Sequence[View] = ALL_VIEWS,
    cancel: Event | None = None,
    progress: Progress | None = None,
) -> SolverResult:
    """Probability of each option under each of `views`, in the order of `options`.

    Costs one query a view and distinct option (a four-option item: 16). A passage over
    `MAX_PASSAGE_WORDS` words is cut to its most relevant sentences; `note` says so.
    Raises `InvalidInput` for fewer than two or more than ten distinct options, `Unavailable`
    when the engine cannot score choices or fails, `Cancelled` when `cancel` is set.
    """
    if not engine.info.capabilities.choice_scores:
        raise Unavailable(
            f"{engine.info.model} cannot say how likely each option is.",
            "Choose another model on the Models page, or the embedding solver.",
        )
    distinct = _in_canonical_order(options)
    excerpt = most_relevant(passage, " ".join((question, *options)), MAX_PASSAGE_WORDS)
    plans = [_plan(view, excerpt.text, question, distinct) for view in views]
    queries = [query for plan in plans for query in plan.queries]
    scores = iter(engine.score(queries, cancel=cancel, progress=progress))
    found = {}
    for view, plan in zip(views, plans, strict=True):
        shares = combined(plan.orders, [next(scores) for _ in plan.queries])
        found[view.value] = _per_option(shares, options)
    return SolverResult(solver=engine.info.model, note=_cut_note(excerpt), **found)


def combined(orders: Sequence[Sequence[str]], scores: Sequence[ChoiceScores]) -> dict[str, float]:
    """Probability of each option text: the softmax of its mean log-probability over `orders`."""
    totals = dict.fromkeys(orders[0], 0.0)
    for order, score in zip(orders, scores, strict=True):
        for option, logprob in zip(order, score.logprobs, strict=True):
            totals[option] += logprob / len(orders)
    peak = max(totals.values())
    weights = {option: math.exp(value - peak) for option, value in totals.items()}
    mass = sum(weights.values())
    return {option: weight / mass for option, weight in weights.items()}


def _in_canonical_order(options: Sequence[str]) -> tuple[str, ...]:
    distinct = tuple(sorted({option.strip() for option in options}))
    if not 2 <= len(distinct) <= len(LETTERS):
        raise InvalidInput(
            f"A solver needs 2 to {len(LETTERS)} different options and there are {len(distinct)}.",
            "Add or remove options.",
        )
    return distinct


def _plan(view: View, passage: str, question: str, options: tuple[str, ...]) -> _Plan:
    shown = "" if view in (View.WITHOUT_PASSAGE, View.OPTIONS_ONLY) else passage.strip()
    asked = HIDDEN if view in (View.WITHOUT_QUESTION, View.OPTIONS_ONLY) else question.strip()
    orders = tuple(options[turn:] + options[:turn] for turn in range(len(options)))
    return _Plan(tuple(_query(shown, asked, order) for order in orders), orders)


def _query(passage: str, question: str, options: Sequence[str]) -> ChoiceQuery:
    letters = tuple(LETTERS[: len(options)])
    lines = [f"Passage:\n{passage}\n"] if passage else []
    lines.append(f"Question: {question}")
    lines += [f"{letter}. {option}" for letter, option in zip(letters, options, strict=True)]
    lines.append("Answer with one letter.")
    messages = (Message("system", SYSTEM), Message("user", "\n".join(lines)))
    return ChoiceQuery(messages, letters)


def _per_option(shares: Mapping[str, float], options: Sequence[str]) -> tuple[float, ...]:
    # The same text twice is one option to a reader: both entries share its probability.
    texts = [option.strip() for option in options]
    return tuple(shares[text] / texts.count(text) for text in texts)


def _cut_note(excerpt: Excerpt) -> str:
    if excerpt.kept == excerpt.total:
        return ""
    return (
        f"The passage is long: the solver read the {excerpt.kept} of its {excerpt.total} "
        "sentences that share most with the question and the options."
    )
