"""Questionnaires as people write them: what is understood, and what is listed as not understood."""

import textwrap

import pytest

from services.formats.questionnaires import markdown
from services.formats.questionnaires.plain_text import understand
from services.questionnaire.models import (
    Condition,
    Item,
    Option,
    OptionRole,
    Questionnaire,
    ResponseFormat,
    Row,
    Section,
)


def read(text: str):
    imported = understand(textwrap.dedent(text).strip("\n"))
    return imported.document, imported.unread


def labels(questionnaire: Questionnaire) -> list[list[str]]:
    return [list(item.labels) for item in questionnaire.items]


def test_numbered_questions_lettered_options_sections_and_title() -> None:
    document, unread = read(
        """
        Campus transport

        Thank you for taking part.

        Section 1: Travel
        1. How do you travel?
           A. Bus
           B. Bicycle
           C. Other (please specify)
        2. Why by car? (Select all that apply)
           a) Faster
           b) None of these

        Part B. About you
        3. Any comments?
        """
    )
    assert document.title == "Campus transport"
    assert document.introduction == "Thank you for taking part."
    assert [s.title for s in document.sections] == ["Travel", "About you"]
    assert [i.format.value for i in document.items] == ["single", "multiple", "open"]
    assert labels(document) == [
        ["Bus", "Bicycle", "Other (please specify)"],
        ["Faster", "None of these"],
        [],
    ]
    assert document.items[0].options[2].role is OptionRole.OTHER
    assert [o.code for o in document.items[0].options] == ["1", "2", "3"]
    assert unread == ()


@pytest.mark.parametrize(
    "mark",
    ["1.", "1)", "(1)", "Q1.", "Q1:", "Question 1:", "1、", "1．", "第1题", "问题1：", "**1.**"],
)
def test_ways_to_number_a_question(mark: str) -> None:
    document, _ = read(f"{mark} How old are you?\nA. Young\nB. Old")
    assert [item.text for item in document.items] == ["How old are you?"]
    assert labels(document) == [["Young", "Old"]]


@pytest.mark.parametrize(
    "options",
    [
        "A. x\nB. y",
        "a) x\nb) y",
        "(A) x\n(B) y",
        "A、x\nB、y",
        "A．x\nB．y",
        "- x\n- y",
        "• x\n• y",
        "○ x\n○ y",
        "( ) x\n( ) y",
        "- ( ) x\n- ( ) y",
        "① x ② y",
        "A. x   B. y",
        "1 = x\n2 = y",
        "○x ○y",
    ],
)
def test_ways_to_list_options(options: str) -> None:
    document, unread = read(f"1. Which?\n{options}")
    assert labels(document) == [["x", "y"]]
    assert unread == ()


def test_options_behind_the_question_on_its_line() -> None:
    document, _ = read("1. Do you own a bike?  A. Yes   B. No\n2、年级： A、大一 B、大二")
    assert [i.text for i in document.items] == ["Do you own a bike?", "年级："]
    assert labels(document) == [["Yes", "No"], ["大一", "大二"]]


def test_initials_in_a_sentence_are_no_options() -> None:
    document, _ = read("1. Have you read A. Smith and B. Jones?\nA. Yes\nB. No")
    assert labels(document) == [["Yes", "No"]]
    assert document.items[0].text == "Have you read A. Smith and B. Jones?"


def test_numbers_that_restart_are_options() -> None:
    document, _ = read(
        "1. What is your sex?\n1. Male\n2. Female\n2. Do you smoke?\n1. Yes\n2. No\n3. How many?"
    )
    assert [i.text for i in document.items] == ["What is your sex?", "Do you smoke?", "How many?"]
    assert labels(document) == [["Male", "Female"], ["Yes", "No"], []]


def test_boxes_allow_several_answers_and_a_yes_no_does_not() -> None:
    document, _ = read("1. Which?\n☐ x\n☐ y\n☐ z\n2. Sure?\n☐ Yes\n☐ No")
    assert [i.format for i in document.items] == [ResponseFormat.MULTIPLE, ResponseFormat.YES_NO]


def test_chinese_questionnaire() -> None:
    document, unread = read(
        """
        大学生阅读习惯调查问卷
        您好！感谢您参加本次调查。
        一、基本信息
        1、您的性别：[单选题] *
        ○男
        ○女
        2. 您平时读哪些书？（可多选）
        A 小说
        B 教材
        C 其他（请注明）
        二、阅读情况
        若第1题选“男”，请回答本题
        3．您每周阅读几小时？[填空题]
        """
    )
    assert document.title == "大学生阅读习惯调查问卷"
    assert [s.title for s in document.sections] == ["基本信息", "阅读情况"]
    first, second, third = document.items
    assert (first.text, first.required) == ("您的性别：", True)
    assert second.format is ResponseFormat.MULTIPLE
    assert second.options[2].role is OptionRole.OTHER
    assert third.shown_if == Condition(item_id=first.id, codes=("1",))
    assert unread == ()


def test_chinese_numbers_number_questions_where_nothing_else_does() -> None:
    document, _ = read("一、您的性别\nA. 男\nB. 女\n二、您的年龄\nA. 20以下\nB. 20及以上")
    assert [i.text for i in document.items] == ["您的性别", "您的年龄"]


def test_questions_without_numbers() -> None:
    document, _ = read("Favourite fruit?\nApple\nPear\n\nHow often?\nDaily\nWeekly\n\nMore?")
    assert [i.text for i in document.items] == ["Favourite fruit?", "How often?", "More?"]
    assert labels(document) == [["Apple", "Pear"], ["Daily", "Weekly"], []]


def test_a_question_over_two_lines_and_an_option_over_two_lines() -> None:
    document, _ = read("1. How satisfied were you with the\nservice?\nA. Very\nB. Not\nat all")
    assert document.items[0].text == "How satisfied were you with the service?"
    assert labels(document) == [["Very", "Not at all"]]


def test_a_grid_is_a_matrix() -> None:
    document, _ = read("1. Rate:\n| | Bad | Good |\n|---|---|---|\n| Price | ( ) | ( ) |\n")
    item = document.items[0]
    assert item.format is ResponseFormat.MATRIX
    assert [row.label for row in item.rows] == ["Price"]
    assert list(item.labels) == ["Bad", "Good"]


def test_a_number_with_limits() -> None:
    document, _ = read("1. How old are you? (number from 16 to 99)\n____")
    item = document.items[0]
    assert (item.format, item.minimum, item.maximum) == (ResponseFormat.NUMBER, 16.0, 99.0)


def test_what_cannot_be_kept_is_listed_with_its_line() -> None:
    document, unread = read(
        "1. Own a bike?\nA. Yes\nB. No\nIf no, go to question 3.\n2. Which?\n\nThank you very much!"
    )
    assert [(u.line, u.text) for u in unread] == [
        (4, "If no, go to question 3."),
        (7, "Thank you very much!"),
    ]
    assert len(document.items) == 2


def test_a_rule_on_a_question_that_does_not_exist_is_listed() -> None:
    document, unread = read('1. One?\n\n2. Two?\nAsk only if question 9 = "Yes".')
    assert document.items[1].shown_if is None
    assert [u.line for u in unread] == [3]


def test_markdown_that_was_written_is_understood() -> None:
    visited = Item(
        text="Visited (at all) in *2025*?",
        format=ResponseFormat.YES_NO,
        options=(Option(label="Yes", code="1"), Option(label="No", code="2")),
        required=True,
    )
    often = Item(
        text="How often?",
        format=ResponseFormat.NUMBER,
        minimum=1,
        maximum=365,
        shown_if=Condition(item_id=visited.id, codes=("1",)),
    )
    rating = Item(
        text="Rate",
        format=ResponseFormat.MATRIX,
        options=(Option(label="Bad", code="1"), Option(label="Good", code="2")),
        rows=(Row(label="Price | value", code="1"),),
    )
    made = Questionnaire(
        title="Library_use", sections=(Section(title="Use", items=(visited, often, rating)),)
    )
    imported = understand(markdown.write(made).decode())
    assert imported.unread == ()
    document = imported.document
    assert document.title == "Library_use"
    assert [i.text for i in document.items] == [visited.text, "How often?", "Rate"]
    assert [i.format for i in document.items] == [i.format for i in made.items]
    assert (document.items[1].minimum, document.items[1].maximum) == (1, 365)
    assert document.items[1].shown_if == Condition(item_id=document.items[0].id, codes=("1",))
    assert document.items[0].required
