"""Comprehension types: questions that are in no training file."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.reading.comprehension_type import classify, probabilities
from services.reading.models import ComprehensionType

Type = ComprehensionType


@pytest.mark.parametrize(
    ("question", "options", "expected"),
    [
        ("How many goats crossed the bridge?", ("2", "3", "5", "7"), Type.NUMERIC),
        ("Where did the twins bury the coin?", ("Here", "There"), Type.SPATIAL_TEMPORAL),
        ("When does the museum open?", ("At nine", "At ten"), Type.SPATIAL_TEMPORAL),
        ("Why did the mayor apologise?", ("He lied", "He was late"), Type.NON_FACTOID),
        ("Who repaired the clock?", ("Ada", "Bo"), Type.FACTOID),
        ("Which of the following is not true of the lake?", ("Deep", "Cold"), Type.FACTUALITY),
        ("What is the main idea of the text?", ("Rest", "Work"), Type.GESTALT_ATTITUDE),
        ("What can be inferred about the guest?", ("He lied", "He left"), Type.LOGICAL),
    ],
)
def test_one_plain_question_of_each_type(
    question: str, options: tuple[str, ...], expected: ComprehensionType
) -> None:
    assert expected in classify(question, options)


def test_no_question_has_no_type() -> None:
    assert classify("  ", ("a", "b")) == ()


@given(st.text(max_size=80), st.lists(st.text(max_size=20), max_size=5))
def test_any_text_gets_probabilities(question: str, options: list[str]) -> None:
    assert all(0 <= p <= 1 for p in probabilities(question, options).values())
    assert bool(question.strip()) or not classify(question, options)


def test_a_question_in_another_language_has_no_type() -> None:
    assert classify("Warum blieben die Bienen so lange im Stock?", ("Regen", "Kälte")) == ()


def test_order_of_options_does_not_matter() -> None:
    options = ["in 1901", "in 1950", "yesterday", "never"]
    assert classify("When was it?", options) == classify("When was it?", options[::-1])


def test_shared_cases_name_the_expected_type_among_others() -> None:
    shared = os.environ.get("ASKWRIGHT_SHARED")
    if not shared:
        pytest.skip("ASKWRIGHT_SHARED is not set: the shared cases are not here")
    cases = json.loads(
        (Path(shared) / "data" / "reading" / "item_flaw_cases.json").read_text("utf-8")
    )
    hits = [
        case["expect"]["reasoning_type"] in classify(case["question"], case["options"])
        for case in cases
    ]
    assert sum(hits) >= 0.9 * len(hits)
