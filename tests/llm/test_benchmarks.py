"""The measurements run from end to end on tiny models; their figures mean nothing there."""

import json

import pytest

from benchmarks import machine, scoring, structured
from services.llm.base import ChoiceScores


def test_scoring_reports_the_agreed_figures(llama):
    figures = scoring.report(llama, scoring.HINTS[:2])
    assert {"ratio", "agreement", "undecided", "machine", "model", "n"} <= set(figures)
    assert figures["n"] == 2 * len(scoring.CANDIDATES)
    assert figures["ratio"] > 0
    assert 0 <= figures["agreement"] <= 1
    assert figures["noise"] <= figures["undecided_nats"]
    assert json.dumps(figures)


def test_scoring_counts_seconds_and_agreement():
    measured = scoring.Measured()
    yes, no = (ChoiceScores(("Yes", "No"), values) for values in ((-0.1, -2.4), (-2.4, -0.1)))
    measured.add("ours", 1.0, [yes, no])
    measured.add("ours", 2.0, [yes, no])
    measured.add("naive", 9.0, [True, False, False, False])
    assert measured.seconds == {"ours": 3.0, "naive": 9.0}
    assert measured.agreement("ours", "naive") == 0.75
    assert measured.scores["ours"] == [yes, no, yes, no]


def test_the_papers_wording_is_kept_to_the_letter():
    (message,) = scoring.paper("It is red.", "Mars")
    assert message.content == (
        'Does the hint "It is red." refer to "Mars"? Choose ONLY between "Yes" or "No".'
    )


def test_structured_reports_the_agreed_figures(engine):
    engine.enqueue("no object at all")  # the first constrained answer
    figures = structured.report(engine, structured.OWN_TOPICS)
    assert figures["n"] == 6
    assert figures["first_valid_constrained"] == pytest.approx(5 / 6)
    # Without a schema the test engine writes sentences, which are no objects.
    assert figures["first_valid_free"] == 0
    assert json.dumps(figures)


def test_a_machine_is_described_in_one_line():
    assert "cores" in machine.describe()
    assert "\n" not in machine.describe()
