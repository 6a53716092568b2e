"""Grading what a person supplies: arithmetic by hand, nothing asked that was given."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from services.errors import InvalidInput
from services.hints import grading
from services.hints.familiarity import ViewFinder, read_snapshot
from services.hints.graded_set import graded_set
from services.hints.grading import Tools, grade
from services.hints.models import Hint, TriviaQuestion, ViewSource
from services.hints.supplied import Supplied, question_of, read_supplied
from services.llm.base import ChoiceQuery, ChoiceScores, EngineInfo
from tests.hints.encoder import WordEncoder

QUESTION = "Which town is nearest to the highest mountain of Scotland?"


def supplied(**more: Any) -> Supplied:
    content = {
        "question": QUESTION,
        "answer": "Fort William",
        "hints": ["It lies on a loch.", "A steam train leaves from here."],
        "candidates": ["Oban", "Mallaig", "Fort William", "Glencoe"],
        "verdicts": [[1, 1, 1, 0], [0, 1, 1, 0]],
        "entities": [[], ["Munro", "Ben_Nevis"]],
        "views": {"Munro": 9098, "Ben Nevis": 57837},
    }
    return read_supplied(content | more, "file")


def graded(entry: Supplied, **tools: Any) -> TriviaQuestion:
    given = {
        "embedder": WordEncoder(),
        "entities": entry.entities,
        "views": read_snapshot(entry.views or {}),
    }
    return grade(question_of(entry), Tools(**(given | tools)))


def test_grades_by_hand() -> None:
    first, second = graded(supplied()).hints
    assert (first.hicos, second.hicos) == (0.5, 0.75)
    assert (first.hifas, first.hifas_min, first.hifas_max) == (None, None, None)
    # 9098 / 57837 = 0.157 and 1.
    assert second.hifas == pytest.approx(0.5785, abs=5e-4)
    assert (second.hifas_min, second.hifas_max) == (0.157, 1.0)
    assert [entity.source for entity in second.entities] == [ViewSource.SNAPSHOT] * 2
    assert first.kept
    assert second.kept
    assert (first.order, first.remaining) == (1, 3)
    assert (second.order, second.remaining) == (2, 2)


def test_nothing_is_left_for_a_model_to_judge() -> None:
    assert not grading.needs_judge(question_of(supplied()))


@pytest.mark.parametrize(
    "missing",
    [{"verdicts": None}, {"candidates": None, "verdicts": None}, {"candidates": ["Oban"] * 4}],
)
def test_what_is_missing_is_left_for_the_model(missing: dict[str, Any]) -> None:
    assert grading.needs_judge(question_of(supplied(**missing)))


def test_a_missing_answer_is_inserted_and_without_a_judge_not_guessed() -> None:
    entry = supplied(candidates=["Oban", "Mallaig", "Glencoe"], verdicts=[[1, 1, 0], [0, 1, 0]])
    found = graded(entry)
    assert found.candidates == ("Oban", "Mallaig", "Glencoe", "Fort William")
    assert [hint.verdicts[-1] for hint in found.hints] == [None, None]
    assert [hint.hicos for hint in found.hints] == [None, None]


def test_spellings_of_one_candidate_are_folded() -> None:
    entry = supplied(
        candidates=["OBAN", "Oban", "FORT WILLIAM", "Glencoe"],
        verdicts=[[1, 0, 1, 0], [0, 0, 1, 1]],
    )
    found = graded(entry)
    assert found.candidates == ("OBAN", "FORT WILLIAM", "Glencoe")
    assert found.hints[0].verdicts == (1, 1, 0)
    assert [hint.hicos for hint in found.hints] == [0.67, 0.67]


def test_all_supplied_candidates_are_used() -> None:
    names = [f"Town{number}" for number in range(19)] + ["Fort William"]
    entry = supplied(candidates=names, verdicts=[[1] * 20, [0] * 19 + [1]])
    found = graded(entry)
    assert len(found.candidates) == 20
    assert [hint.hicos for hint in found.hints] == [0.05, 1.0]


def test_a_title_counts_once_with_underscores_or_spaces() -> None:
    entry = supplied(entities=[["Ben_Nevis", "Ben Nevis"], []], views={"Ben_Nevis": 28918.5})
    first = graded(entry).hints[0]
    assert [entity.normalized for entity in first.entities] == [0.5]
    assert first.hifas == 0.5


def test_a_title_without_views_is_looked_up_and_not_taken_for_unknown_to_all() -> None:
    entry = supplied(entities=[["Munro", "Oban"], []])
    finder = ViewFinder(snapshot={"Oban": 57837.0})
    first = graded(entry, finder=finder).hints[0]
    assert [entity.normalized for entity in first.entities] == [0.157, 1.0]
    without = graded(entry).hints[0]
    assert [entity.normalized for entity in without.entities] == [0.157, None]
    assert without.hifas == 0.157


def test_dropped_hints_stay_with_their_grades_and_the_reason() -> None:
    entry = supplied(
        hints=[
            "It lies on a loch.",
            "It lies on a loch!",
            "William built a fort there.",
            "The town nearest to the highest mountain.",
        ],
        verdicts=[[1, 1, 1, 0]] * 4,
        entities=[[]] * 4,
    )
    result = graded_set(graded(entry), None)
    assert [hint["kept"] for hint in result["hints"]] == [True, False, False, False]
    assert [hint["hicos"] for hint in result["hints"]] == [0.5] * 4
    assert [hint["order"] for hint in result["hints"]] == [1, None, None, None]
    assert result["hints"][2]["leak"] == "fort"
    reasons = [entry["reason"] for entry in result["dropped"]]
    assert [reason.split()[0] for reason in reasons] == ["Says", "Gives", "Nearly"]


def test_the_authors_word_goes_before_a_filter() -> None:
    question = question_of(supplied(hints=["William built it.", "A steam train leaves."]))
    first, second = question.hints
    kept = first.model_copy(update={"override": True})
    cut = second.model_copy(update={"override": False})
    found = grade(
        question.model_copy(update={"hints": (kept, cut)}), Tools(entities=[[], []])
    ).hints
    assert [hint.kept for hint in found] == [True, False]
    assert found[0].dropped
    assert found[0].order == 1


def test_the_authors_order_is_kept_when_asked() -> None:
    question = graded(supplied())
    turned = question.model_copy(
        update={
            "hints": tuple(
                hint.model_copy(update={"order": 3 - (hint.order or 0)}) for hint in question.hints
            )
        }
    )
    tools = Tools(entities=[[], []])
    assert [hint.order for hint in grade(turned, tools, keep_order=True).hints] == [2, 1]
    assert [hint.order for hint in grade(turned, tools).hints] == [1, 2]


class _Judge:
    """Answers Yes to every candidate whose name is in `yes`."""

    info = EngineInfo("test", "judge", "none", "none", 100)

    def __init__(self, yes: set[str]) -> None:
        self.yes = yes
        self.asked = 0

    def score(self, queries: list[ChoiceQuery], **_: object) -> list[ChoiceScores]:
        self.asked += len(queries)
        return [
            ChoiceScores(
                query.choices,
                (
                    1.0 if any(f'"{n}"' in query.messages[-1].content for n in self.yes) else -1.0,
                    0.0,
                ),
            )
            for query in queries
        ]


def test_only_open_cells_are_asked() -> None:
    entry = supplied(candidates=["Oban", "Mallaig", "Glencoe"], verdicts=[[1, 1, 0], [0, None, 0]])
    judge = _Judge({"Fort William"})
    found = graded(entry, engine=judge)
    assert judge.asked == 3
    assert [hint.verdicts for hint in found.hints] == [(1, 1, 0, 1), (0, 0, 0, 1)]
    assert found.hints[1].margins == (None, -1.0, None, 1.0)
    assert [hint.hicos for hint in found.hints] == [0.5, 1.0]
    assert "judge=judge" in found.signature


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"answer": " "}, "answer is empty"),
        ({"hints": []}, "hints"),
        ({"verdicts": [[1, 1, 1, 0]]}, "1 rows for 2 hints"),
        ({"verdicts": [[1, 1], [0, 1]]}, "2 cells for 4 candidates"),
        ({"verdicts": [[2, 1, 1, 0], [0, 1, 1, 0]]}, "verdicts"),
        ({"candidates": None}, "without candidates"),
        ({"entities": [[]]}, "1 rows for 2 hints"),
        ({"views": {"Munro": "many"}}, "Munro"),
        ({"question": 3}, "question"),
    ],
)
def test_what_cannot_be_graded_is_said(more: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        supplied(**more)


def test_a_single_candidate_is_the_answer_itself() -> None:
    entry = supplied(candidates=["Fort William"], verdicts=[[1], [0]])
    found = graded(entry)
    assert [hint.hicos for hint in found.hints] == [1.0, 0.0]
    assert [hint.remaining for hint in found.hints] == [1, 1]


def test_questions_without_judge_or_candidates_are_graded_as_far_as_possible() -> None:
    bare = TriviaQuestion(question=QUESTION, answer="Oban", hints=(Hint(text="It is wet."),))
    found = grade(bare, Tools(entities=[[]]))
    assert found.candidates == ()
    assert (found.hints[0].hicos, found.hints[0].strength, found.hints[0].order) == (None, None, 1)


def test_a_natural_set_needs_no_model() -> None:
    question = TriviaQuestion(
        question="In which month is it?", answer="March", hints=(Hint(text="It has 31 days."),)
    )
    assert len(grade(question, Tools(entities=[[]])).candidates) == 12


def _published() -> list[dict[str, Any]]:
    shared = os.environ.get("ASKWRIGHT_SHARED")
    if shared is None:
        return []
    cases = Path(shared) / "data" / "hints" / "hicos_cases.json"
    return list(json.loads(cases.read_text("utf-8"))["cases"])


@pytest.mark.skipif(not _published(), reason="ASKWRIGHT_SHARED is not set")
def test_the_published_cases_are_reproduced() -> None:
    for case in _published():
        views = zip(case["entities"], case["popularity"], strict=True)
        entry = read_supplied(
            {
                "question": case["question"],
                "answer": case["answer"],
                "hints": [case["hint"]],
                "candidates": case["candidates"],
                "verdicts": [case["yes_no_per_candidate"]],
                "entities": [case["entities"]],
                "views": {title: share * 57837 for title, share in views},
            },
            case["id"],
        )
        hint = graded(entry).hints[0]
        assert hint.hicos == case.get("hicos_casefold_dedup", case["hicos_expected"]), case["id"]
        expected = None if case["hifas_no_entity"] else case["hifas_expected"]
        assert hint.hifas == expected, case["id"]
        if expected is not None:
            assert (hint.hifas_min, hint.hifas_max) == (case["hifas_min"], case["hifas_max"])
        # The file marks the leaks that the public filter let through, not all there are.
        assert hint.leak is not None or not case["leaks_answer"], case["id"]
