"""Qsnail's form, numbers and letters as layout, and the response formats read from the options."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.errors import InvalidInput
from services.questionnaire import qsnail
from services.questionnaire.models import ResponseFormat
from services.questionnaire.numbering import strip_letters, strip_number
from services.questionnaire.response_format import infer


@pytest.mark.parametrize(
    ("text", "stripped"),
    [
        ("1. How old are you?", "How old are you?"),
        ("12、您的年龄是？", "您的年龄是？"),
        ("Q3: How old are you?", "How old are you?"),
        ("（3）您的性别", "您的性别"),
        ("第5题：您的性别", "您的性别"),
        ("5.1 Have you moved?", "Have you moved?"),
        ("1.您的性别", "您的性别"),
        ("2.5 hours or more?", "2.5 hours or more?"),
        ("24/7 opening: good or bad?", "24/7 opening: good or bad?"),
        ("2020 was a hard year.", "2020 was a hard year."),
        ("7.", "7."),
    ],
)
def test_question_numbers_are_taken_off(text, stripped):
    assert strip_number(text) == stripped


@given(st.text(max_size=40))
def test_taking_numbers_off_never_empties_a_question(text):
    assert bool(strip_number(text)) == bool(text.strip())


def test_letters_are_taken_off_only_where_all_are_lettered():
    assert strip_letters(["A. Bus", "B. Car"]) == ("Bus", "Car")
    assert strip_letters(["A 每天", "B 很少"]) == ("每天", "很少")
    assert strip_letters(["A car", "A bus"]) == ("A car", "A bus")
    assert strip_letters(["A", "B"]) == ("A", "B")


@pytest.mark.parametrize(
    ("text", "labels", "expected"),
    [
        ("Do you drive?", ["Yes", "No", "Don't know"], ResponseFormat.YES_NO),
        ("您是否开车？", ["是", "否"], ResponseFormat.YES_NO),
        ("Which? Select all that apply.", ["Bus", "Car"], ResponseFormat.MULTIPLE),
        ("您用哪些？（多选）", ["公交", "地铁"], ResponseFormat.MULTIPLE),
        ("How was it?", ["Very poor", "Poor", "Fair", "Good", "Very good"], ResponseFormat.SCALE),
        ("Rate it", ["1", "2", "3", "4", "5"], ResponseFormat.SCALE),
        ("How do you travel?", ["Bus", "Car", "Train"], ResponseFormat.SINGLE),
        ("Do you check every label?", ["Yes", "No"], ResponseFormat.YES_NO),
        ("How many children do you have?", [], ResponseFormat.NUMBER),
        ("What is your date of birth?", [], ResponseFormat.DATE),
        ("What do you think?", [], ResponseFormat.OPEN),
    ],
)
def test_the_response_format_is_read_from_stem_and_options(text, labels, expected):
    assert infer(text, labels)[0] is expected


def test_a_document_becomes_a_questionnaire_with_sections_and_filters():
    file = qsnail.parse(
        {
            "title": "Pets",
            "intents": ["Who owns what"],
            "qa": [
                {"question": "1. Do you own a dog?", "options": ["A. Yes", "B. No"]},
                {
                    "question": "2. How often do you walk it?",
                    "options": ["Daily"],
                    "show_if": "q1 = Yes",
                    "section": "Dogs",
                },
            ],
        }
    )
    first, second = file.questionnaire.items
    assert (file.topic, file.intents) == ("Pets", ("Who owns what",))
    assert first.labels == ("Yes", "No")
    assert second.shown_if.item_id == first.id
    assert second.shown_if.codes == ("1",)
    assert [section.title for section in file.questionnaire.sections] == ["", "Dogs"]
    assert file.questionnaire.language == "en"


@pytest.mark.parametrize(
    ("document", "complaint"),
    [
        ({"qa": ["text"]}, "Entry 1"),
        ({"qa": [{"options": []}]}, "question 1"),
        ({"qa": [{"question": " "}]}, "question 1"),
        ({"qa": [{"question": "x", "options": "Yes"}]}, "options of question 1"),
        ({"qa": [{"question": "x", "options": [None]}]}, "options of question 1"),
        ({"qa": [{"question": "x", "show_if": "q7 = Yes"}]}, "q7 = Yes"),
        ({"qa": [], "intents": "one"}, "intents"),
    ],
)
def test_a_bad_document_says_what_is_wrong_and_where(document, complaint):
    with pytest.raises(InvalidInput, match=complaint) as caught:
        qsnail.parse(document)
    assert caught.value.hint


def test_a_questionnaire_written_as_qsnail_reads_back():
    document = {"title": "Pets", "qa": [{"question": "Do you drive?", "options": ["Yes", "No"]}]}
    questionnaire = qsnail.parse(document).questionnaire
    assert qsnail.as_document(questionnaire) == {
        "title": "Pets",
        "intents": [],
        "qa": document["qa"],
    }
