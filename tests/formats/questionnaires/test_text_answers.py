"""Answers typed without marks: what becomes options or a grid, and what stays a text."""

import textwrap
import time

import pytest

from services.formats.questionnaires.plain_text import understand
from services.formats.questionnaires.text_points import read_points
from services.questionnaire.models import Condition, Item, OptionRole, ResponseFormat


def only(text: str) -> Item:
    imported = understand(textwrap.dedent(text).strip("\n"))
    assert imported.unread == ()
    (item,) = imported.document.items
    return item


@pytest.mark.parametrize(
    "answers",
    [
        "Weekly\nMonthly\nLess often",
        "Weekly / Monthly / Less often",
        "O Weekly\nO Monthly\nO Less often",
        "____ Weekly\n____ Monthly\n____ Less often",
        "1 Weekly\n2 Monthly\n3 Less often",
        "1 - Weekly\n2 - Monthly\n3 - Less often",
        "1 = Weekly, 2 = Monthly, 3 = Less often",
        "1=Weekly; 2=Monthly; 3=Less often",
        "Think of this year only.\nWeekly\nMonthly\nLess often",
    ],
)
def test_answers_without_marks_are_options(answers: str) -> None:
    item = only(f"1. How often do you swim?\n{answers}")
    assert item.labels == ("Weekly", "Monthly", "Less often")
    assert item.format is ResponseFormat.SINGLE
    assert item.text.startswith("How often do you swim?")


def test_a_blank_line_before_answers_that_can_be_nothing_else() -> None:
    document = understand("1. Do you swim?\n\nYes\nNo\n\n2. Why?\n\nThank you\nThe team").document
    assert document.items[0].labels == ("Yes", "No")
    assert document.items[1].labels == ()


def test_a_question_that_runs_over_lines_keeps_them() -> None:
    item = only("1. How satisfied are you\nwith the pool and\nits opening hours?")
    assert item.text == "How satisfied are you with the pool and its opening hours?"
    assert item.labels == ()


def test_answers_behind_the_question_mark() -> None:
    assert only("1. Do you swim? (Yes/No)").labels == ("Yes", "No")
    refused = only("1. Do you swim? Yes / No / Prefer not to say")
    assert [o.role for o in refused.options][-1] is OptionRole.REFUSAL
    assert only("1. Do you swim? Answer yes or no, please.").labels == ()
    assert only("1. Which pool (indoor, outdoor) do you use?").labels == ()


@pytest.mark.parametrize(
    ("typed", "first", "last", "count"),
    [
        ("0 (Not likely) ... 10 (Very likely)", "0 (Not likely)", "10 (Very likely)", 11),
        ("1 = Poor, 5 = Good", "1 (Poor)", "5 (Good)", 5),
        ("Poor 1 2 3 4 5 Good", "1 (Poor)", "5 (Good)", 5),
        ("1 | 2 | 3 | 4 | 5 | 6 | 7", "1", "7", 7),
        ("0 to 10", "0", "10", 11),
    ],
)
def test_a_scale_by_its_ends(typed: str, first: str, last: str, count: int) -> None:
    item = only(f"1. How is the water?\n{typed}")
    assert item.format is ResponseFormat.SCALE
    assert (item.labels[0], item.labels[-1], len(item.labels)) == (first, last, count)


@pytest.mark.parametrize("text", ["2019 to 2023", "7 to 9 o'clock", "1 2 4 8", "5 = five", "a b"])
def test_other_figures_are_no_scale(text: str) -> None:
    assert read_points(text) == ()


@pytest.mark.parametrize(
    "body",
    [
        "(Strongly disagree, Disagree, Agree, Strongly agree)\na. I swim well.\nb. I like it.",
        "\nStrongly disagree | Disagree | Agree | Strongly agree\n- I swim well.\n- I like it.",
        "\n   Strongly disagree   Disagree   Agree   Strongly agree\nI swim well.\nI like it.",
        "\n Strongly disagree | Disagree | Agree | Strongly agree\n I swim well. ( ) ( ) ( ) ( )\n"
        " I like it. ( ) ( ) ( ) ( )",
    ],
)
def test_a_scale_with_statements_below_is_a_grid(body: str) -> None:
    item = only(f"1. Do you agree with these statements? {body}")
    assert item.format is ResponseFormat.MATRIX
    assert [row.label for row in item.rows] == ["I swim well.", "I like it."]
    assert item.labels == ("Strongly disagree", "Disagree", "Agree", "Strongly agree")
    assert item.text == "Do you agree with these statements?"


def test_boxes_before_a_scale_do_not_allow_several_answers() -> None:
    assert only("1. How often?\n[ ] Daily\n[ ] Weekly\n[ ] Never").format is ResponseFormat.SINGLE


def test_a_line_to_write_on_is_not_wording() -> None:
    item = only("1. Which pool?\na) Indoor\nb) Other, please specify: ______")
    assert item.labels == ("Indoor", "Other, please specify")
    assert only("1. 您每晚几点睡觉？______").text == "您每晚几点睡觉？"


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("How many hours a week do you swim?", ResponseFormat.NUMBER),
        ("In the last month, how many times did you swim?", ResponseFormat.NUMBER),
        ("Wie viele Stunden schwimmen Sie?", ResponseFormat.NUMBER),
        ("您每周游泳几次？", ResponseFormat.NUMBER),
        ("How do you feel about many people swimming at once?", ResponseFormat.OPEN),
    ],
)
def test_a_count_is_a_number(text: str, format: ResponseFormat) -> None:
    assert only(f"1. {text}").format is format


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("1. 您多久游泳一次？\nA. 每天\nB. 从不", "zh"),
        ("1. Wie oft gehen Sie im Sommer in das Freibad?\na) Nie\nb) Manchmal", "de"),
        ("1. How often do you go to the pool in summer?\na) Never\nb) Sometimes", "en"),
        ("1. Why?", "en"),
    ],
)
def test_the_language_is_the_one_it_is_written_in(text: str, language: str) -> None:
    assert understand(text).document.language == language


@pytest.mark.parametrize(
    "no",
    [
        "b) No (go to question 4)",
        "b) No [SKIP TO Q4]",
        "b) No → 4",
        "b) No -> Q4",
        "b) No ... please continue with question 4",
        "b) No (weiter mit Frage 4)",
        "b) No（跳至第4题）",
        "b) No\nIf no, go to question 4.",
        "b) No\n(If you answered “No”, please skip to question 4)",
    ],
)
def test_a_jump_becomes_a_rule_on_what_it_passes_over(no: str) -> None:
    imported = understand(f"1. Do you swim?\na) Yes\n{no}\n2. Where?\n3. Why?\n4. How old are you?")
    swims, where, why, age = imported.document.items
    assert swims.labels == ("Yes", "No")
    rule = Condition(item_id=swims.id, codes=("1",))
    assert (where.shown_if, why.shown_if, age.shown_if) == (rule, rule, None)
    assert imported.unread == ()


def test_a_jump_inside_a_jump_takes_its_own_question() -> None:
    imported = understand(
        "1. Swim?\na) Yes\nb) No (go to 5)\n2. In the sea?\na) Yes\nb) No (go to 4)\n"
        "3. Which sea?\n4. How far?\n5. Age?"
    )
    swims, sea, which, far, age = imported.document.items
    assert [item.shown_if and item.shown_if.item_id for item in (sea, which, far, age)] == [
        swims.id,
        sea.id,
        swims.id,
        None,
    ]
    assert imported.unread == ()


def test_a_jump_past_what_others_see_too_is_listed_and_hides_nothing() -> None:
    """Who does not smoke is led to question 3, past question 2, and must not lose question 3."""
    imported = understand(
        "1. Smoke?\na) Yes\nb) No (go to 3)\n2. Daily?\na) Yes\nb) No (go to 4)\n3. Drink?\n4. Age?"
    )
    smoke, daily, drink, age = imported.document.items
    assert daily.shown_if == Condition(item_id=smoke.id, codes=("1",))
    assert (drink.shown_if, age.shown_if) == (None, None)
    assert [unread.line for unread in imported.unread] == [6]


def test_a_jump_inside_a_longer_one_with_an_earlier_end_is_listed() -> None:
    """Question 3 is for those who came through 2, and for those whom "Rarely" led to it."""
    imported = understand(
        "1. Swim?\na) Often\nb) Rarely (go to 3)\nc) Never (go to 4)\n"
        "2. In the sea?\na) Yes\nb) No (go to 4)\n3. Which sea?\n4. Age?"
    )
    swim, _, which, _ = imported.document.items
    assert which.shown_if == Condition(item_id=swim.id, codes=("1", "2"))
    assert [unread.line for unread in imported.unread] == [7]


def test_jumps_behind_all_answers_are_listed() -> None:
    imported = understand("1. Swim?\na) Yes (go to 3)\nb) No (go to 3)\n2. Sea?\n3. Age?")
    assert all(item.shown_if is None for item in imported.document.items)
    assert [unread.line for unread in imported.unread] == [2]


def test_jumps_that_lead_back_or_nowhere_are_listed() -> None:
    imported = understand("1. Swim?\n2. Sea?\na) Yes (go to 1)\nb) No (go to 9)\n3. Why?")
    assert [unread.line for unread in imported.unread] == [3, 4]
    assert all(item.shown_if is None for item in imported.document.items)


@pytest.mark.parametrize(
    "label",
    ["I go to 3 concerts a year", "Go to 10 Downing Street", "→", "I skip 2", "We would go to 2"],
)
def test_other_answers_are_no_jumps(label: str) -> None:
    document = understand(f"1. Which?\na) {label}\nb) Other\n2. Why?").document
    assert document.items[0].labels[0] == label


def test_figures_to_ring_behind_each_statement_are_a_grid() -> None:
    item = only(
        "1. Please rate the pool from 1 to 5, where 1 is very poor and 5 is excellent:\n"
        "Clean changing rooms   1 2 3 4 5\nPrice ....... 1 2 3 4 5"
    )
    assert [row.label for row in item.rows] == ["Clean changing rooms", "Price"]
    assert item.labels == ("1 (very poor)", "2", "3", "4", "5 (excellent)")


def test_figures_that_differ_from_row_to_row_are_no_grid() -> None:
    item = only("1. Rate these:\nClean rooms   1 2 3 4 5\nPrice   1 2 3")
    assert item.rows == ()


def test_boxes_behind_their_answers() -> None:
    item = only("1. Gender:   Male ☐   Female ☐   Prefer not to say ☐")
    assert item.labels == ("Male", "Female", "Prefer not to say")
    assert item.text == "Gender:"
    assert only("1. Swim?\nYes [ ]  No [ ]").labels == ("Yes", "No")


def test_dotted_lines_and_a_heading_before_the_first_question() -> None:
    document = understand(
        "The pool\n\nWe would like to know.\n\nYOUR VISITS\n\n1. Which?\nSauna\nOther: .........."
    ).document
    assert (document.title, document.introduction) == ("The pool", "We would like to know.")
    assert document.sections[0].title == "YOUR VISITS"
    assert document.items[0].labels == ("Sauna", "Other")


def test_ways_out_in_german_french_and_spanish_keep_their_role() -> None:
    document = understand(
        "1. Welche?\nSauna\nSonstiges, und zwar: ____\nNichts davon\nWeiß nicht\nKeine Angabe\n"
        "2. Laquelle ?\nSauna\nAutre (précisez)\nJe ne sais pas\nAndere Länder\nOtro: ____"
    ).document
    roles = [[option.role.value for option in item.options] for item in document.items]
    assert roles == [
        ["ordinary", "other", "none", "dont_know", "refusal"],
        ["ordinary", "other", "dont_know", "ordinary", "other"],
    ]


def test_neither_is_the_middle_of_a_scale_and_none_a_way_out_elsewhere() -> None:
    scale = only("1. How satisfied?\nVery satisfied\nNeither\nVery dissatisfied\nNot applicable")
    roles = [option.role for option in scale.options]
    assert roles[1] is OptionRole.ORDINARY
    assert roles[3] is OptionRole.NOT_APPLICABLE
    assert only("1. Which?\nSauna\nPool\nNeither").options[2].role is OptionRole.NONE


def test_a_ranking_keeps_its_rows() -> None:
    item = only("1. Rank these (1 = most important, 3 = least important)\n___ Price\n___ Speed\n")
    assert [row.label for row in item.rows] == ["Price", "Speed"]
    assert item.labels == ("1 (most important)", "2", "3 (least important)")


@pytest.mark.parametrize(
    "line",
    [
        *("_" * 4_900 + "x", "1 = a, " * 700, "row " + ". " * 2_400 + "1 2 3", "→ " * 2_400 + "x"),
        *("x" + " " * 900 + "y", "if x" + " " * 900 + "y", "word 1 2 " * 110, "word " * 100_000),
    ],
)
def test_a_line_of_signs_is_read_at_once(line: str) -> None:
    started = time.monotonic()
    understand(f"1. q {line}\na) {line}\n{line}")
    assert time.monotonic() - started < 2
