"""Scale labels read as dimension, side and strength; items read as background, fact or opinion."""

import pytest

from services.questionnaire import anchors, scales
from services.questionnaire.item_kind import Kind, kind_of, sensitive_subject
from services.questionnaire.models import Item, Option, Questionnaire, Section
from services.questionnaire.order_view import positions


def sides(*labels):
    read = anchors.read_all(labels)
    return None if read is None else [anchor.side for anchor in read]


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (["Very dissatisfied", "Neutral", "Very satisfied"], [-1, 0, 1]),
        (["Excellent", "Very good", "Good", "Fair", "Poor"], [1, 1, 1, 0, -1]),
        (["1 - Strongly disagree", "Neither agree nor disagree", "Agree (3)"], [-1, 0, 1]),
        (["Dislike it", "It's okay", "Love it"], [-1, 0, 1]),
        (["非常不满意", "不太满意", "一般", "满意"], [-1, -1, 0, 1]),
        (["减少很多", "基本不变", "增加很多"], [-1, 0, 1]),
        (["Not at all likely", "Not too likely", "Very likely"], [1, 1, 1]),
        (["Bus", "Car", "Train"], None),
        (["Satisfied", "Likely"], None),
        (["Neutral", "Neutral"], None),
    ],
)
def test_sides_of_labels(labels, expected):
    assert sides(*labels) == expected


@pytest.mark.parametrize("scale", scales.catalogue(), ids=lambda s: f"{s.name}-{s.language}")
def test_verbal_scales_of_the_catalogue_rise(scale):
    read = anchors.read_all(scale.labels)
    if read is None:
        assert scale.name in {"frequency_behaviour", "days_per_week", "recommend_0_10"}
        return
    values = [anchor.value for anchor in read]
    assert values == sorted(values)


def test_a_unipolar_scale_starts_from_nothing():
    zero, *rest = anchors.read_all(scales.named("importance").labels)
    assert zero.zero
    assert not any(anchor.zero for anchor in rest)


@pytest.mark.parametrize(
    ("text", "labels", "kind"),
    [
        ("How old are you?", [], Kind.BACKGROUND),
        ("您的最高学历是？", [], Kind.BACKGROUND),
        ("Which department do you work in?", ["A", "B"], Kind.BACKGROUND),
        ("How satisfied are you with your job title?", [], Kind.OPINION),
        ("On how many days last week did you run?", ["0 days", "1-2 days"], Kind.FACT),
        ("您每周去几次图书馆？", ["0次", "1-2次"], Kind.FACT),
        ("My pay is fair.", list(scales.named("agreement").labels), Kind.OPINION),
        ("Which new service should come first?", ["A", "B"], Kind.UNCLEAR),
    ],
)
def test_what_an_item_asks_about(text, labels, kind):
    assert kind_of(Item(text=text, options=tuple(Option(label=x) for x in labels))) is kind


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("What is your household income?", "income"),
        ("Have you used cannabis?", "drugs"),
        ("您是否吸过毒？", "drugs"),
        ("Have you been treated for depression?", "health"),
        ("What is your sex?", None),
        ("How old are you?", None),
    ],
)
def test_what_people_may_not_want_to_tell(text, subject):
    assert sensitive_subject(text) == subject


def test_the_order_view_has_a_place_for_every_item():
    sections = (
        Section(title="Travel", items=(Item(text="How often do you travel by bus?"),)),
        Section(title="About you", items=(Item(text="What is your household income?"),)),
    )
    first, second = positions(Questionnaire(sections=sections))
    assert (first.item, first.section, first.kind) == (0, "Travel", Kind.FACT)
    assert (second.kind, second.sensitive) == (Kind.BACKGROUND, "income")
