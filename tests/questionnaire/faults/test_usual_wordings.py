"""Wordings of everyday questionnaires on which a rule was once wrong, either way."""

import pytest

from services.questionnaire import faults
from services.questionnaire.models import Item, Option, Questionnaire, ResponseFormat, Section

AGREE = ("Strongly agree", "Agree", "Neither agree nor disagree", "Disagree", "Strongly disagree")


def codes(text: str, options: tuple[str, ...] = (), language: str = "en") -> set[str]:
    item = Item(
        text=text,
        format=ResponseFormat.SINGLE if options else ResponseFormat.OPEN,
        options=tuple(Option(label=label) for label in options),
    )
    whole = Questionnaire(sections=(Section(items=(item,)),), language=language)
    return {finding.code for finding in faults.find(whole)}


@pytest.mark.parametrize(
    ("text", "options", "language"),
    [
        (
            "您了解社区提供的养老服务吗？",
            ("非常了解", "比较了解", "一般", "不太了解", "完全不了解"),
            "zh",
        ),
        (
            "How familiar are you with the new rules?",
            ("Not at all familiar", "Not very familiar", "Average", "Fairly familiar", "Familiar"),
            "en",
        ),
        ("Were the nurses friendly, when you came in?", ("Yes", "No", "Can't remember"), "en"),
        ("What did you like most about the exhibition?", (), "en"),
        ("How much do you enjoy cooking?", ("Not at all", "A little", "A lot"), "en"),
    ],
)
def test_nothing_is_said_of_what_is_in_order(
    text: str, options: tuple[str, ...], language: str
) -> None:
    assert codes(text, options, language) == set()


@pytest.mark.parametrize(
    ("text", "options", "code"),
    [
        (
            "How much do you agree that the guide was friendly and knew the city well?",
            AGREE,
            "double_barrelled",
        ),
        (
            "How much did you enjoy the talk and the walk?",
            ("A little", "A lot"),
            "double_barrelled",
        ),
        (
            "How familiar are you with the new rules?",
            ("Not at all familiar", "Average", "Not very familiar", "Familiar"),
            "unsorted_options",
        ),
        ("What did you like most about our menu?", ("Soups", "Salads"), "presupposition"),
    ],
)
def test_what_is_wrong_is_said(text: str, options: tuple[str, ...], code: str) -> None:
    assert code in codes(text, options)


def test_a_language_without_known_background_items_is_not_told_that_they_are_missing() -> None:
    items = tuple(Item(text=text) for text in ("Wie alt sind Sie?", "Warum?", "Wann?", "Wo?"))
    whole = Questionnaire(sections=(Section(items=items),), language="de")
    assert not [f for f in faults.find(whole) if f.code == "demographics_missing"]


def test_a_price_nobody_wants_to_pay_leaves_the_ranges_ranges() -> None:
    labels = ("不愿意付费", "20元以下", "20-40元", "41-60元", "61元以上")
    assert "overlapping_ranges" in codes("您愿意为上门服务每小时支付多少钱？", labels, "zh")


@pytest.mark.parametrize(
    ("labels", "code"),
    [
        (("Unter 3 Euro", "3 bis 5 Euro", "5 bis 7 Euro", "Mehr als 7 Euro"), "overlapping_ranges"),
        (("unter 20 Jahre", "20 bis 29 Jahre", "40 Jahre oder älter"), "gap_in_ranges"),
        (("unter 20 Jahre", "20 bis 29 Jahre", "30 Jahre oder älter"), None),
    ],
)
def test_german_ranges_are_checked_and_not_repaired(
    labels: tuple[str, ...], code: str | None
) -> None:
    item = Item(
        text="Wie viel?",
        format=ResponseFormat.SINGLE,
        options=tuple(Option(label=label) for label in labels),
    )
    whole = Questionnaire(sections=(Section(items=(item,)),), language="de")
    found = faults.find(whole)
    assert [finding.code for finding in found] == ([code] if code else [])
    assert all(finding.fix is None for finding in found)


@pytest.mark.parametrize(
    "text", ["难道您不认为熬夜有害健康吗？", "您总是按时吃早饭吗？", "您支持这项愚蠢的规定吗？"]
)
def test_chinese_is_told_off_in_chinese(text: str) -> None:
    item = Item(text=text, format=ResponseFormat.YES_NO, options=(Option(label="是"),))
    whole = Questionnaire(sections=(Section(items=(item,)),), language="zh")
    found = faults.find(whole)
    assert found
    assert not any(char.isascii() and char.isalpha() for f in found for char in f.message)
