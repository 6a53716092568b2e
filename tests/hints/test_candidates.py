"""Candidates: natural sets, what the model proposes, and the answer always among them."""

import json

from services.hints.answer_kinds import PEOPLE
from services.hints.candidates import propose
from services.llm.deterministic import DeterministicEngine

QUESTION, ANSWER = "Which river flows past Tintern Abbey?", "Wye"


def test_a_natural_set_is_whole_and_needs_no_model() -> None:
    found = propose("On which day is Easter?", "Sunday", (), None)
    assert len(found) == 7


def test_without_a_model_other_candidates_are_unknown() -> None:
    assert propose(QUESTION, ANSWER, (), None) == ()


def test_the_models_names_are_cleaned_folded_and_never_the_answer(
    engine: DeterministicEngine,
) -> None:
    names = ["1. Severn", "- Usk", "usk.", "River Wye", "The Wye", "Taff", "“Dee”", "Gwy"]
    for _ in range(3):
        engine.enqueue(json.dumps({"names": names}))
    found = propose(QUESTION, ANSWER, ("Gwy",), engine)
    assert sorted(found) == ["Dee", "Severn", "Taff", "Usk", "Wye"]


def test_no_more_are_used_than_asked_for(engine: DeterministicEngine) -> None:
    engine.enqueue(json.dumps({"names": [f"River number {n}" for n in range(20)]}))
    found = propose(QUESTION, ANSWER, (), engine, used=7)
    assert len(found) == 7
    assert ANSWER in found


def test_an_answer_that_cannot_be_read_leaves_the_answer_alone(
    engine: DeterministicEngine,
) -> None:
    for _ in range(9):
        engine.enqueue("no JSON at all")
    assert propose(QUESTION, ANSWER, (), engine) == (ANSWER,)


def test_the_answers_place_depends_on_the_seed(engine: DeterministicEngine) -> None:
    names = {"names": [f"River number {n}" for n in range(10)]}
    places = set()
    for seed in range(6):
        engine.enqueue(json.dumps(names))
        places.add(propose(QUESTION, ANSWER, (), engine, seed=seed).index(ANSWER))
    assert len(places) > 1


def test_first_names_are_no_rivals_of_a_whole_name(engine: DeterministicEngine) -> None:
    asked = ("Who wrote the play Romeo and Juliet?", "William Shakespeare", ())
    firsts = ["Arthur", "Bess", "Cecil", "David", "Eve"]
    rivals = ["Christopher Marlowe", "Ben Jonson", "Molière", "Thomas Kyd", "John Webster"]
    for names in (firsts, rivals, firsts):
        engine.enqueue(json.dumps({"names": names}))
    assert set(propose(*asked, engine, kind=PEOPLE)) == {*rivals, "William Shakespeare"}
    for _ in range(3):
        engine.enqueue(json.dumps({"names": firsts}))
    # Better than none.
    assert set(propose(*asked, engine, kind=PEOPLE)) == {*firsts, "William Shakespeare"}
