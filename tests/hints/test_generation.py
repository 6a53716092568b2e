"""Making hints: with the test engine step by step, with the real model the promises."""

import json
from collections.abc import Sequence
from threading import Event
from typing import Any

import pytest

from services.errors import Cancelled, InvalidInput, Unavailable
from services.hints import generation
from services.hints.cautions import CHECK
from services.hints.convergence import verdict_of
from services.hints.familiarity import ViewFinder
from services.hints.generation import Wanted, make_hints
from services.hints.grading import Tools
from services.hints.leaks import find_leak
from services.hints.models import Hint, TriviaQuestion
from services.hints.names import name_key
from services.llm.base import Engine
from services.llm.deterministic import DeterministicEngine
from services.text.embeddings import Embedder
from tests.hints.encoder import WordEncoder

WANTED = Wanted("Which town is nearest to the highest mountain of Scotland?", "Fort William")
# For a question of the real model: enough to see that every step was taken.
FEW: dict[str, Any] = {"count": 2, "candidate_count": 3}
NAMES = ["Oban", "Mallaig", "Fort William", "oban", "Glencoe", "The town of Fort William"]


def tools(engine: Engine | None, **more: Any) -> Tools:
    return Tools(engine=engine, embedder=WordEncoder(), entities=None, **more)


def line_up(engine: DeterministicEngine, answer: str, *requests: list[str]) -> None:
    """What the engine says: its own answer, candidates three times, then hints."""
    engine.enqueue(answer)
    for _ in range(3):
        engine.enqueue(json.dumps({"names": NAMES}))
    for hints in requests:
        engine.enqueue(json.dumps({"hints": hints}))


def test_from_question_to_graded_hints(engine: DeterministicEngine) -> None:
    line_up(
        engine,
        "It is Fort William.",
        ["1. It lies on a loch", "William built a fort there."],
        ["A steam train leaves from here.", "“It lies on a loch.”"],
        ["Whisky has been distilled here since 1825.", "Many walkers start here."],
    )
    made = make_hints(Wanted(WANTED.question, WANTED.answer, count=4), tools(engine))
    assert made.knows_answer
    assert set(made.candidates) == {"Oban", "Mallaig", "Glencoe", "Fort William"}
    shown = [hint.text for hint in made.kept_hints]
    assert sorted(shown) == [
        "A steam train leaves from here.",
        "It lies on a loch.",
        "Many walkers start here.",
        "Whisky has been distilled here since 1825.",
    ]
    reasons = {hint.text: hint.dropped for hint in made.hints if not hint.kept}
    assert set(reasons) == {"William built a fort there.", "It lies on a loch."}
    assert [hint.order for hint in made.kept_hints] == [1, 2, 3, 4]
    assert all(len(hint.margins) == 4 for hint in made.kept_hints)
    assert all(CHECK in hint.warnings for hint in made.kept_hints)
    assert not any(hint.margins for hint in made.hints if not hint.kept)


def test_more_are_written_when_too_few_are_left_and_then_it_is_said(
    engine: DeterministicEngine,
) -> None:
    leaking = ["William built it.", "A fort stands there."]
    line_up(engine, "Oban", *[leaking] * generation.MOST_REQUESTS)
    made = make_hints(WANTED, tools(engine))
    assert made.kept_hints == ()
    assert len(made.hints) == 2 * generation.MOST_REQUESTS
    assert not made.knows_answer
    notes = " ".join(made.notes)
    assert "Only 0 of 36 hints" in notes
    assert "the model answers “Oban”" in notes


def test_hints_that_disagree_are_marked(engine: DeterministicEngine) -> None:
    line_up(
        engine,
        "Fort William",
        ["It was founded in 1654.", "It was founded in 1690."],
    )
    made = make_hints(Wanted(WANTED.question, WANTED.answer, count=2), tools(engine))
    assert all("Disagrees with" in " ".join(hint.warnings) for hint in made.hints)


class _Pages:
    """Wikipedia with one page."""

    def __init__(self, lead: str | None) -> None:
        self._lead = lead

    def titles(
        self, names: Sequence[str], context: str, embedder: Embedder | None = None
    ) -> dict[str, str | None]:
        if self._lead is None:
            raise Unavailable("Wikipedia cannot be reached: ConnectError.")
        return dict.fromkeys(names, "Fort William, Scotland")

    def monthly_views(self, titles: Sequence[str]) -> dict[str, float | None]:
        return dict.fromkeys(titles, 1_000.0)

    def lead(self, title: str) -> str:
        return self._lead or ""


def test_grounded_hints_name_their_source_and_what_it_does_not_say(
    engine: DeterministicEngine,
) -> None:
    line_up(
        engine,
        "Fort William",
        ["It lies on Loch Linnhe.", "It was burnt down in 1746."],
    )
    finder = ViewFinder(pages=_Pages("Fort William is a town on Loch Linnhe."))
    wanted = Wanted(WANTED.question, WANTED.answer, count=2)
    made = make_hints(wanted, tools(engine, finder=finder))
    by_text = {hint.text: hint for hint in made.hints}
    assert {hint.source for hint in made.hints} == {"Wikipedia: Fort William, Scotland"}
    assert (
        "Check this: “1746” is not in the source." in by_text["It was burnt down in 1746."].warnings
    )
    assert not any("Check" in w for w in by_text["It lies on Loch Linnhe."].warnings)


def test_without_wikipedia_hints_are_ungrounded_and_it_is_said(
    engine: DeterministicEngine,
) -> None:
    line_up(engine, "Fort William", ["It lies on a loch.", "Many walkers start here."])
    finder = ViewFinder(pages=_Pages(None))
    wanted = Wanted(WANTED.question, WANTED.answer, count=2)
    made = make_hints(wanted, tools(engine, finder=finder))
    assert any("ungrounded" in note for note in made.notes)
    assert all(CHECK in hint.warnings for hint in made.hints)


def test_the_same_seed_makes_the_same_hints() -> None:
    first, second = (make_hints(WANTED, tools(DeterministicEngine())) for _ in range(2))
    assert [hint.text for hint in first.hints] == [hint.text for hint in second.hints]
    assert first.candidates == second.candidates


def test_more_hints_come_beside_those_that_are_there(engine: DeterministicEngine) -> None:
    line_up(engine, "Fort William", ["It lies on a loch.", "Many walkers start here."])
    first = make_hints(Wanted(WANTED.question, WANTED.answer, count=2), tools(engine))
    own = Hint(text="Its football club plays shinty too.")
    there = first.model_copy(update={"hints": (*first.hints, own)})
    engine.enqueue(json.dumps({"hints": ["A steam train leaves from here.", "It lies on a loch!"]}))
    more = make_hints(
        Wanted(WANTED.question, WANTED.answer, count=4, seed=1), tools(engine), onto=there
    )
    assert [hint.id for hint in more.hints[:3]] == [hint.id for hint in there.hints]
    assert [hint.text for hint in more.kept_hints if hint not in there.hints] != []
    assert {hint.text for hint in more.kept_hints} >= {own.text, "A steam train leaves from here."}
    assert more.candidates == first.candidates
    assert len(more.kept_hints) == 4


def test_the_work_is_shown_as_it_goes(engine: DeterministicEngine) -> None:
    line_up(engine, "Fort William", ["It lies on a loch.", "Many walkers start here."])
    seen: list[TriviaQuestion] = []
    wanted = Wanted(WANTED.question, WANTED.answer, count=2)
    made = make_hints(wanted, tools(engine), show=seen.append)
    written = next(q for q in seen if q.hints)
    assert not any(hint.verdicts for hint in written.hints)
    judged = [sum(bool(hint.verdicts) for hint in q.hints) for q in seen]
    assert judged[-2:] == [1, 2]
    assert [hint.id for hint in seen[-1].hints] == [hint.id for hint in made.hints]


def test_cancelling_stops_between_requests(engine: DeterministicEngine) -> None:
    cancel = Event()

    def report(done: int, total: int, note: str) -> None:
        if note == "writing hints":
            cancel.set()

    with pytest.raises(Cancelled):
        make_hints(WANTED, tools(engine), cancel=cancel, report=report)


def test_an_empty_question_and_a_missing_model_are_said(engine: DeterministicEngine) -> None:
    with pytest.raises(InvalidInput, match="empty"):
        make_hints(Wanted(" ", "x"), tools(engine))
    with pytest.raises(Unavailable, match="language model"):
        make_hints(WANTED, tools(None))


@pytest.mark.model
@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        (
            Wanted(
                "Which composer wrote the opera The Magic Flute?",
                "Wolfgang Amadeus Mozart",
                ("Mozart",),
                count=3,
                candidate_count=5,
            ),
            (),
        ),
        (
            Wanted("Which metal is liquid at room temperature?", "Mercury", **FEW),
            ("Mercury", "Iron", "Copper"),
        ),
        (
            Wanted("In which city does the Brandenburg Gate stand?", "Berlin", **FEW),
            ("Berlin", "Vienna", "Munich"),
        ),
        (
            Wanted("In which year did the Second World War end?", "1945", **FEW),
            ("1918", "1939", "1945"),
        ),
        (
            Wanted("Which animal is known as the ship of the desert?", "Camel", **FEW),
            ("Camel", "Horse", "Donkey"),
        ),
    ],
    ids=lambda each: each.answer if isinstance(each, Wanted) else "",
)
def test_the_real_models_hints_do_not_leak_and_are_judged_against_every_candidate(
    real_engine: Engine, wanted: Wanted, given: tuple[str, ...]
) -> None:
    made = make_hints(wanted, tools(real_engine), onto=TriviaQuestion(candidates=given))
    assert made.model_answer
    assert [name_key(name) for name in made.candidates].count(name_key(wanted.answer)) == 1
    assert wanted.candidate_count // 2 < len(made.candidates) <= wanted.candidate_count
    shown = made.kept_hints
    assert 1 <= len(shown) <= wanted.count
    assert [hint.order for hint in shown] == list(range(1, len(shown) + 1))
    band = real_engine.info.capabilities.undecided_nats
    for hint in shown:
        assert find_leak(wanted.answer, wanted.aliases, hint.text) is None
        margins = [margin for margin in hint.margins if margin is not None]
        assert len(margins) == len(made.candidates)
        assert hint.verdicts == tuple(verdict_of(margin, band) for margin in margins)
        assert hint.hicos is not None or None in hint.verdicts
        assert hint.strength is not None
    assert all(hint.dropped for hint in made.hints if not hint.kept)
