"""Filling a question's matrix of hints and candidates with the model's verdicts and margins."""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from threading import Event

from services.hints import convergence, reveal
from services.hints.convergence import Verdict
from services.hints.models import Hint, TriviaQuestion
from services.llm.base import Engine, Progress

Show = Callable[[TriviaQuestion], None]


def unseen(question: TriviaQuestion) -> None:
    """A `Show` for work that nobody watches."""


def open_cells(question: TriviaQuestion, hint: Hint) -> list[int]:
    """Where candidates stand about which this hint has not been judged: no verdict, no margin."""
    if len(hint.verdicts) != len(question.candidates):
        return list(range(len(question.candidates)))
    margins = hint.margins or (None,) * len(hint.verdicts)
    cells = zip(hint.verdicts, margins, strict=True)
    return [place for place, cell in enumerate(cells) if cell == (None, None)]


@dataclass(frozen=True, slots=True)
class Watch:
    """Who follows the judging, and may stop it."""

    cancel: Event | None
    progress: Progress | None
    show: Show


def judged(
    question: TriviaQuestion,
    engine: Engine | None,
    wording: str,
    spared: Set[str],
    watch: Watch,
) -> TriviaQuestion:
    """Verdicts, margins and HICOS. Only what is not judged yet is asked, `spared` ids not."""
    if not question.candidates:
        return question
    if engine is not None:
        question = _filled(question, engine, wording, spared, watch)
    return converged(question)


def converged(question: TriviaQuestion) -> TriviaQuestion:
    """HICOS of every hint that has verdicts."""
    own = reveal.answer_index(question)
    hints = [
        hint.model_copy(
            update={"hicos": convergence.hicos(hint.verdicts, own) if hint.verdicts else None}
        )
        for hint in question.hints
    ]
    return question.model_copy(update={"hints": tuple(hints)})


def _filled(
    question: TriviaQuestion, engine: Engine, wording: str, spared: Set[str], watch: Watch
) -> TriviaQuestion:
    """One hint after the other, so that each can be shown as soon as it is judged."""
    names, band = question.candidates, engine.info.capabilities.undecided_nats
    hints = list(question.hints)
    waiting = {
        row: places
        for row, hint in enumerate(hints)
        if hint.id not in spared and (places := open_cells(question, hint))
    }
    total, done = sum(map(len, waiting.values())), 0
    for row, places in waiting.items():
        margins = convergence.judge_pairs(
            [(hints[row].text, names[place]) for place in places],
            engine,
            wording=wording,
            cancel=watch.cancel,
            progress=_counted(watch.progress, done, total),
        )
        done += len(places)
        hints[row] = _with_margins(hints[row], dict(zip(places, margins, strict=True)), names, band)
        question = question.model_copy(update={"hints": tuple(hints)})
        watch.show(converged(question))
    return question


def _counted(progress: Progress | None, before: int, total: int) -> Progress | None:
    """`progress` of a part, told as progress of the whole."""
    if progress is None:
        return None
    return lambda done, part: progress(before + done, total)


def _with_margins(
    hint: Hint, judged: Mapping[int, float], names: Sequence[str], band: float
) -> Hint:
    if not judged:
        return hint
    whole = len(hint.verdicts) == len(names)
    unasked: list[None] = [None] * len(names)
    verdicts: list[Verdict] = list(hint.verdicts) if whole else [*unasked]
    margins: list[float | None] = (
        list(hint.margins) if len(hint.margins) == len(names) else [*unasked]
    )
    for place, margin in judged.items():
        verdicts[place], margins[place] = convergence.verdict_of(margin, band), margin
    return hint.model_copy(update={"verdicts": tuple(verdicts), "margins": tuple(margins)})
