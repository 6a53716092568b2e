"""The catalogue of scales and background items, and what their labels are taken for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.errors import NotFound
from services.questionnaire import scales
from services.questionnaire.escape import escape_option, in_closing_order, is_substantive, role_of
from services.questionnaire.models import Option, OptionRole
from services.questionnaire.scales import Polarity


def test_a_scale_is_found_by_name_points_and_language():
    scale = scales.named("satisfaction", 7, "en")
    assert scale.labels[0] == "Completely dissatisfied"
    assert scale.labels[scale.midpoint] == "Neither satisfied nor dissatisfied"
    assert scales.named("agreement", language="zh-CN").labels[-1] == "非常同意"
    assert scales.named("frequency_behaviour").points == 6


def test_an_unknown_scale_says_what_there_is():
    with pytest.raises(NotFound, match="5 points"):
        scales.named("importance", 9)
    with pytest.raises(NotFound, match="agreement"):
        scales.named("enthusiasm")


@pytest.mark.parametrize("scale", scales.catalogue(), ids=lambda s: f"{s.name}-{s.language}")
def test_every_scale_is_recognised_from_either_end_and_past_escape_options(scale):
    labels = [label.upper() for label in scale.labels]
    assert scales.recognise(labels).name == scale.name
    assert scales.recognise(labels[::-1]).name == scale.name
    escape = escape_option(OptionRole.DONT_KNOW, scale.language).label
    assert scales.recognise([*labels, escape]).name == scale.name
    assert scales.recognise(labels[:-1]) is None or scales.recognise(labels[:-1]).points < len(
        labels
    )


@pytest.mark.parametrize("scale", scales.catalogue(), ids=lambda s: f"{s.name}-{s.language}")
def test_labels_of_a_scale_are_distinct_and_none_is_an_escape(scale):
    assert len(set(scale.labels)) == scale.points
    assert all(is_substantive(option) for option in scale.options)


def test_odd_bipolar_scales_alone_have_a_midpoint():
    assert scales.named("agreement", 4).midpoint is None
    assert scales.named("importance").midpoint is None
    assert scales.named("recommend_0_10", 11).polarity is Polarity.NUMERIC


@pytest.mark.parametrize(
    ("label", "role"),
    [
        ("Other (please specify)", OptionRole.OTHER),
        ("Somewhere else", OptionRole.OTHER),
        ("I describe myself another way", OptionRole.OTHER),
        ("None of these", OptionRole.NONE),
        ("I do not use social media", OptionRole.NONE),
        ("No, I have never used it", OptionRole.NONE),
        ("N/A", OptionRole.NOT_APPLICABLE),
        ("Don’t know", OptionRole.DONT_KNOW),
        ("Not sure", OptionRole.DONT_KNOW),
        ("Prefer not to say", OptionRole.REFUSAL),
        ("I'd rather not say", OptionRole.REFUSAL),
        ("以上都没有", OptionRole.NONE),
        ("其他", OptionRole.OTHER),
        ("说不清", OptionRole.DONT_KNOW),
        ("不愿透露", OptionRole.REFUSAL),
        ("Never", OptionRole.ORDINARY),
        ("No", OptionRole.ORDINARY),
        ("没有", OptionRole.ORDINARY),
        ("Not at all likely", OptionRole.ORDINARY),
        ("Neither agree nor disagree", OptionRole.ORDINARY),
        ("I do not have time", OptionRole.ORDINARY),
        ("I don't like the taste", OptionRole.ORDINARY),
        ("Other people recommended it", OptionRole.ORDINARY),
    ],
)
def test_the_role_of_an_option_is_read_from_its_wording(label, role):
    assert role_of(label) is role


def test_escape_options_close_the_list_in_their_order():
    labels = ["Prefer not to say", "Bus", "Other", "Car", "Not sure", "None of these"]
    ordered = in_closing_order(Option(label=label) for label in labels)
    assert [option.label for option in ordered] == [
        "Bus", "Car", "Other", "None of these", "Not sure", "Prefer not to say",
    ]  # fmt: skip


@given(st.permutations(["Bus", "Car", "Train", "Other", "Don't know", "Prefer not to say"]))
def test_putting_options_in_closing_order_twice_changes_nothing_more(labels):
    once = in_closing_order(Option(label=label) for label in labels)
    assert in_closing_order(once) == once
    assert {option.label for option in once} == set(labels)


def _variables(language, audience):
    return [item.variable for item in scales.background_items(language, audience)]


def test_background_items_suit_the_audience():
    assert _variables("en", "") == ["age", "gender", "education", "employment"]
    students = _variables("en", "University students in shared housing")
    assert "year_of_study" in students
    assert "education" not in students
    assert "children" in _variables("en", "Parents of primary school children")
    oldest = scales.background_items("en", "Residents aged 60 or older")[0]
    assert oldest.labels[0] == "Under 60"


@pytest.mark.parametrize("language", scales.LANGUAGES)
@pytest.mark.parametrize("audience", ["", "students", "household consumers", "older adults"])
def test_background_items_ask_each_variable_once(language, audience):
    variables = _variables(language, audience)
    assert len(set(variables)) == len(variables)
    assert "household_income" not in variables[:-1]
