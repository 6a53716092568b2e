"""The same question, written a little differently, has the same faults."""

import pytest

from services.questionnaire import faults, qsnail

YES_NO = ["Yes", "No"]
AGREEMENT = ["Strongly disagree", "Disagree", "Neither", "Agree", "Strongly agree"]
QUESTIONS = [
    ("loaded", "Should greedy landlords be allowed to raise rents again?", YES_NO),
    ("leading", "Don't you agree that the menu is better?", YES_NO),
    ("presupposition", "How many cigarettes do you smoke each day?", ["1-5", "6 or more"]),
    ("vague_quantifier", "Do you often eat out?", YES_NO),
    ("no_reference_period", "How many times did you see a doctor?", ["0", "1 or more"]),
    ("option_question_mismatch", "How often do you cook?", YES_NO),
    ("absolutes", "My doctor always listens to me.", AGREEMENT),
]
FORMS = {
    "without its mark": lambda text: text.rstrip("?"),
    "numbered": lambda text: f"Q3. {text}",
    "with a curly apostrophe": lambda text: text.replace("'", "’"),
    "with an instruction": lambda text: f"{text} Please choose one.",
    "in small letters": lambda text: text[:1].lower() + text[1:],
}


def codes(text, options):
    document = {"title": "", "qa": [{"question": text, "options": options}]}
    found = faults.find(qsnail.parse(document).questionnaire)
    return {finding.code for finding in found}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("code", "text", "options"), QUESTIONS)
def test_a_fault_is_found_in_every_form(code, text, options, form):
    assert code in codes(FORMS[form](text), options)


@pytest.mark.parametrize(
    "text", ["When I am ill, I see my doctor.", "What I like is the food.", "I do what is right."]
)
def test_a_statement_that_begins_like_a_question_is_one(text):
    assert codes(text, AGREEMENT) == set()
