"""HICOS by hand: TriviaHG equation 1, the answer by name, one candidate a name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.errors import InvalidInput
from services.hints.convergence import (
    candidate_set,
    fold_verdicts,
    hicos,
    judge,
    question_of_judge,
    verdict_of,
)
from services.llm.base import Capabilities, ChoiceQuery, ChoiceScores, EngineInfo


@pytest.mark.parametrize(
    ("verdicts", "answer", "expected"),
    [
        ([0, 0, 0, 1], 3, 1.0),
        ([1, 1, 1, 1], 3, 0.25),
        ([1] * 11, 10, 0.09),
        ([0] * 11, 10, 0.0),
        ([1] * 10 + [0], 10, 0.0),
        ([1], 0, 1.0),
        ([0], 0, 0.0),
        ([1] + [0] * 9 + [1], 0, 0.91),
        ([1] * 20, 5, 0.05),
        ([1, 1, 0, 0, 0, 0, 0], 1, 0.86),
    ],
)
def test_by_hand(verdicts: list[int], answer: int, expected: float) -> None:
    assert hicos(verdicts, answer) == expected


def test_an_undecided_candidate_still_stands() -> None:
    assert hicos([1, None, 0, 0], 0) == 0.75


def test_an_undecided_answer_has_no_score() -> None:
    assert hicos([None, 0, 0, 0], 0) is None


@given(st.lists(st.sampled_from([0, 1]), min_size=1, max_size=30), st.data())
def test_bounds_and_order(verdicts: list[int], data: st.DataObject) -> None:
    answer = data.draw(st.integers(0, len(verdicts) - 1))
    score = hicos(verdicts, answer)
    assert score is not None
    if verdicts[answer] == 0:
        assert score == 0
        return
    assert round(1 / len(verdicts), 2) <= score <= 1
    fewer = [int(place == answer) for place in range(len(verdicts))]
    assert hicos(fewer, answer) == 1.0


def test_the_answer_is_found_by_name_not_by_place() -> None:
    found = candidate_set("PAPUA NEW GUINEA", (), ["Samoa", "Papua New Guinea", "Fiji"])
    assert found.names == ("Samoa", "Papua New Guinea", "Fiji")
    assert (found.answer_index, found.inserted) == (1, False)


def test_a_missing_answer_is_inserted() -> None:
    found = candidate_set("Antrim", (), ["Derry", "Down"])
    assert found.names == ("Derry", "Down", "Antrim")
    assert (found.answer_index, found.inserted) == (2, True)


def test_an_alias_is_the_answer() -> None:
    found = candidate_set("Jakarta", ("Djakarta",), ["Batavia", "Djakarta", "JAKARTA"])
    assert found.names == ("Batavia", "Djakarta")
    assert found.answer_index == 1


def test_a_bracket_does_not_hide_the_answer() -> None:
    assert candidate_set("Knot (kn)", (), ["Fathom", "Knot"]).answer_index == 1
    assert candidate_set("Mercury", (), ["Mercury (planet)", "Mars"]).answer_index == 0


def test_two_bracketed_namesakes_are_neither_taken_for_the_answer() -> None:
    found = candidate_set("Mercury", (), ["Mercury (planet)", "Mercury (element)"])
    assert found.inserted
    assert len(found.names) == 3


def test_spellings_fold_into_one_candidate_that_fits_if_any_spelling_does() -> None:
    found = candidate_set("Jakarta", (), ["BATAVIA", "Kota", "Batavia", "Jakarta", ""])
    assert found.names == ("BATAVIA", "Kota", "Jakarta")
    assert fold_verdicts([0, 0, 1, 1, 0], found) == (1, 0, 1)
    assert fold_verdicts([0, None, None, 1, 0], found) == (None, None, 1)
    assert hicos(fold_verdicts([1, 0, 0, 1, 0], found), found.answer_index) == 0.67


def test_an_inserted_answer_has_no_verdict() -> None:
    found = candidate_set("Antrim", (), ["Derry"])
    assert fold_verdicts([1], found) == (1, None)


def test_an_empty_answer_is_refused() -> None:
    with pytest.raises(InvalidInput, match="answer is empty"):
        candidate_set(" ", (), ["Derry"])


class _Judge:
    """Says Yes with a margin that the test gives for each candidate."""

    info = EngineInfo(
        "test", "judge", "none", "none", 100, capabilities=Capabilities(undecided_nats=0.1)
    )

    def __init__(self, margins: dict[str, float]) -> None:
        self.margins = margins
        self.asked: list[str] = []

    def score(self, queries: list[ChoiceQuery], **_: object) -> list[ChoiceScores]:
        self.asked = [query.messages[-1].content for query in queries]
        return [
            ChoiceScores(query.choices, (margin, 0.0))
            for query, text in zip(queries, self.asked, strict=True)
            for name, margin in self.margins.items()
            if f'"{name}"' in text
        ]


def test_one_question_a_hint_and_candidate_with_what_differs_last() -> None:
    engine = _Judge({"Rome": 2.0, "Oslo": -1.5, "Bern": 0.01})
    rows = judge(["It is old.", "It is wet."], ["Rome", "Oslo", "Bern"], engine)  # type: ignore[arg-type]
    assert [row.verdicts for row in rows] == [(1, 0, None)] * 2
    assert rows[0].margins == (2.0, -1.5, 0.01)
    assert len(engine.asked) == 6
    assert engine.asked[3].startswith('Does the hint "It is wet." refer to "Rome"?')


def test_the_papers_wording_is_the_default() -> None:
    text = question_of_judge("H", "C").messages[-1].content
    assert text == 'Does the hint "H" refer to "C"? Choose ONLY between "Yes" or "No".'
    assert question_of_judge("H", "C", "quick").messages[-1].content != text


def test_margins_within_the_engines_noise_are_undecided() -> None:
    assert [verdict_of(margin, 0.1) for margin in (0.2, -0.2, 0.1, 0.0)] == [1, 0, None, None]
    assert [verdict_of(margin) for margin in (0.01, -0.01, 0.0)] == [1, 0, None]
