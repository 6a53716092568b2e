"""The Qsnail paper's Figure 1, reworded: what its questionnaire on a hometown does wrong.

One of its faults is not found by rules: an option on the economy under a question on the
environment (option A of question 3); that is what the model's second opinion is for.
"""

import pytest

from services.questionnaire import qsnail
from services.questionnaire.live import check
from services.questionnaire.models import Brief, Intent
from services.text.embeddings import open_embedder

SATISFACTION = [
    "Very dissatisfied", "Dissatisfied", "Neither satisfied nor dissatisfied", "Satisfied",
    "Very satisfied",
]  # fmt: skip
QUESTIONS = [
    ("1. Which snacks do you like best?", ["Nuts", "Dumplings", "Other (please specify)"]),
    ("2. Has your hometown changed?", ["Yes", "No"]),
    (
        "3. Which changes in the environment of your hometown have you seen?",
        ["Rapid economic growth", "Cleaner rivers", "More trees", "Other (please specify)"],
    ),
    ("4. How old are you?", ["18-30", "31-40", "41-50", "45-60", "<18"]),
    ("5.1 What did you notice after you returned to your hometown?", []),
    ("5.2 Have you returned to your hometown in the past 5 years?", ["Yes", "No"]),
    ("6.1 How satisfied or dissatisfied are you with the bus service?", SATISFACTION),
    ("6.3 How satisfied or dissatisfied are you with air quality?", SATISFACTION),
    ("6.2 How satisfied or dissatisfied are you with the train service?", SATISFACTION),
    ("6.4 How satisfied or dissatisfied are you with the cleanliness of rivers?", SATISFACTION),
]
INTENTS = [
    "Measure satisfaction with buses and trains",
    "Measure satisfaction with clean air and rivers",
]


@pytest.fixture(scope="module")
def checks():
    document = {
        "title": "Changes in my hometown",
        "qa": [{"question": text, "options": options} for text, options in QUESTIONS],
    }
    file = qsnail.parse(document)
    intents = tuple(Intent(text=text) for text in INTENTS)
    brief = Brief(topic=file.topic, intents=intents)
    return check(file.questionnaire, brief, open_embedder("all-MiniLM-L6-v2"))


def found(checks, code):
    return [finding for finding in checks.findings if finding.code == code]


def test_numbers_are_layout_and_not_part_of_the_questions(checks):
    assert checks.metrics.questions == len(QUESTIONS)


@pytest.mark.parametrize("code", ["overlapping_ranges", "gap_in_ranges", "unsorted_options"])
def test_the_three_option_faults_are_found_on_the_age_question(checks, code):
    assert [finding.item for finding in found(checks, code)] == [3]


def test_the_repaired_ages_are_whole(checks):
    (gap,) = found(checks, "gap_in_ranges")
    labels = [option.label for option in gap.fix.options]
    assert labels == ["Under 18", "18-30", "31-40", "41-44", "45-60", "61 or older"]


def test_the_question_on_return_stands_after_what_rests_on_it(checks):
    (late,) = found(checks, "filter_missing_or_late")
    assert (late.item, late.related) == (4, (5,))


def test_transport_and_environment_are_not_grouped(checks):
    (split,) = found(checks, "topics_not_grouped")
    assert set(split.related) >= {6, 7, 8, 9}


def test_snacks_serve_no_intent(checks):
    assert 0 in checks.coverage.unmatched_items
    assert {6, 8} <= set(checks.coverage.intents[0].items)
