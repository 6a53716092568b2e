"""What each fault's fix puts in place, and that a fixed item no longer has the fault."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.questionnaire import faults, qsnail, scales
from services.questionnaire.escape import role_of
from services.questionnaire.models import OptionRole


def asked(text, *labels):
    return qsnail.parse({"title": "", "qa": [{"question": text, "options": list(labels)}]})


def fix(text, *labels, code):
    """The single finding of that code and the items after its fix."""
    questionnaire = asked(text, *labels).questionnaire
    (finding,) = [f for f in faults.find(questionnaire) if f.code == code]
    return finding, faults.apply(questionnaire, finding).items


def codes(items, title=""):
    entries = [{"question": item.text, "options": list(item.labels)} for item in items]
    questionnaire = qsnail.parse({"title": title, "qa": entries}).questionnaire
    return {finding.code for finding in faults.find(questionnaire)}


def test_a_split_asks_each_issue_with_the_same_options():
    finding, items = fix(
        "How satisfied are you with the speed and the friendliness of our staff?",
        *scales.named("satisfaction").labels,
        code="double_barrelled",
    )
    assert [item.text for item in items] == [
        "How satisfied are you with the speed of our staff?",
        "How satisfied are you with the friendliness of our staff?",
    ]
    assert items[0].options == items[1].options
    assert items[0].id != items[1].id
    assert "double_barrelled" not in codes(items)
    text = "How satisfied are you with the speed and the friendliness of our staff?"
    assert text[slice(*finding.span)] == "the speed and the friendliness"


def test_sorted_options_keep_their_codes_and_escapes_their_place():
    labels = ("25-34", "Under 18", "35 or older", "18-24", "Prefer not to say")
    finding, (item,) = fix("How old are you?", *labels, code="unsorted_options")
    assert item.labels == ("Under 18", "18-24", "25-34", "35 or older", "Prefer not to say")
    assert [option.code for option in item.options] == ["2", "4", "1", "3", "5"]
    assert finding.options == (0, 1, 2, 3)


@given(st.permutations(scales.named("agreement").labels))
def test_sorting_sorts_and_sorting_again_changes_nothing(labels):
    questionnaire = asked("I enjoy my work.", *labels).questionnaire
    for finding in faults.find(questionnaire):
        if finding.code == "unsorted_options":
            questionnaire = faults.apply(questionnaire, finding)
    ordered = scales.named("agreement").labels
    assert questionnaire.items[0].labels in (ordered, ordered[::-1])
    assert "unsorted_options" not in {f.code for f in faults.find(questionnaire)}


@pytest.mark.parametrize(
    "labels",
    [
        ("Under 18", "18-25", "25-35", "35-50", "50 or older"),
        ("Less than $10", "$10-$20", "$20-$30", "More than $30"),
        ("0", "1-2", "2-4", "5 or more"),
    ],
)
def test_repaired_ranges_have_no_fault_left(labels):
    _, items = fix("How old or how much is it?", *labels, code="overlapping_ranges")
    assert not {"overlapping_ranges", "gap_in_ranges", "unsorted_options"} & codes(items)


def test_missing_ends_are_added():
    _, (item,) = fix("How old are you?", "18-24", "25-34", "35-44", code="gap_in_ranges")
    assert item.labels == ("Under 18", "18-24", "25-34", "35-44", "45 or older")


def test_an_unbalanced_scale_gives_way_to_the_catalogues_and_keeps_its_escape():
    labels = ("Extremely satisfied", "Very satisfied", "Satisfied", "Dissatisfied", "Not sure")
    _, (item,) = fix("How satisfied are you with us?", *labels, code="unbalanced_scale")
    assert item.labels[:-1] == scales.named("satisfaction").labels[::-1]
    assert item.labels[-1] == "Not sure"
    assert "unbalanced_scale" not in codes([item])


def test_escape_options_are_added_in_their_order():
    _, (item,) = fix(
        "Which of these have you used? Select all that apply.", "Bus", "Tram", "Train",
        code="missing_escape_option",
    )  # fmt: skip
    assert [role_of(label) for label in item.labels[3:]] == [OptionRole.OTHER, OptionRole.NONE]
    assert "missing_escape_option" not in codes([item])


def whole(title, *entries):
    document = {"title": title, "qa": [{"question": q, "options": o} for q, o in entries]}
    return qsnail.parse(document).questionnaire


DAYS = ["0 days", "1-2 days", "3-4 days", "5-6 days", "7 days"]
SATISFACTION = list(scales.named("satisfaction").labels)
QUALITY = list(scales.named("quality").labels)


def test_a_late_filter_moves_up():
    questionnaire = whole(
        "Pets",
        ("How often do you walk your dog?", ["Less than once a day", "Once a day or more"]),
        ("Do you own a dog?", ["Yes", "No"]),
    )
    (finding,) = [f for f in faults.find(questionnaire) if f.code == "filter_missing_or_late"]
    items = faults.apply(questionnaire, finding).items
    assert items[0].text == "Do you own a dog?"
    assert not {"filter_missing_or_late", "presupposition"} & codes(items, "Pets")


def test_opinions_move_behind_the_facts_and_income_to_the_end():
    questionnaire = whole(
        "Coffee",
        ("What is your yearly household income?", ["Under $20,000", "$20,000 or more", "Refused"]),
        ("How satisfied or dissatisfied are you with the price of coffee?", SATISFACTION),
        ("How would you rate the taste of the coffee?", QUALITY),
        ("In the past 7 days, on how many days did you drink coffee?", DAYS),
    )
    for code in ("sensitive_too_early", "subjective_before_objective"):
        (finding,) = [f for f in faults.find(questionnaire) if f.code == code]
        questionnaire = faults.apply(questionnaire, finding)
    texts = [item.text[:14] for item in questionnaire.items]
    assert texts == ["In the past 7 ", "How satisfied ", "How would you ", "What is your y"]
    assert not {"sensitive_too_early", "subjective_before_objective"} & codes(questionnaire.items)


def test_a_duplicate_is_taken_out_and_background_added():
    questionnaire = whole(
        "Canteen",
        ("How satisfied or dissatisfied are you with the canteen food?", SATISFACTION),
        ("In the past 7 days, on how many days did you eat there?", DAYS),
        ("How would you rate your satisfaction with the food in the canteen?", SATISFACTION),
        ("How would you rate the prices?", QUALITY),
    )
    by_code = {finding.code: finding for finding in faults.find(questionnaire)}
    assert by_code["duplicate"].item == 2
    assert len(faults.apply(questionnaire, by_code["duplicate"]).items) == 3
    longer = faults.apply(questionnaire, by_code["demographics_missing"])
    assert longer.sections[-1].title == "About you"
    assert "demographics_missing" not in {f.code for f in faults.find(longer)}


def test_what_the_author_dismissed_stays_away():
    item = asked("Do you exercise often?", "Yes", "No").questionnaire.items[0]
    assert "vague_quantifier" in codes([item])
    kept = item.model_copy(update={"dismissed": ("vague_quantifier",)})
    questionnaire = asked("x").questionnaire
    section = questionnaire.sections[0].model_copy(update={"items": (kept,)})
    dismissed = questionnaire.model_copy(update={"sections": (section,), "language": "en"})
    assert not faults.find(dismissed)


def test_a_term_is_reported_where_it_first_appears():
    questionnaire = whole(
        "Health",
        ("Have you ever had dyspnea?", ["Yes", "No", "Don't know"]),
        ("Has a doctor treated your dyspnea?", ["Yes", "No", "Don't know"]),
    )
    terms = [f for f in faults.find(questionnaire) if f.code == "technical_term"]
    assert [finding.item for finding in terms] == [0]


def test_a_term_the_audience_works_with_is_no_finding():
    questionnaire = asked("Have you treated dyspnea?", "Yes", "No").questionnaire
    brief = faults.Brief(audience="Emergency doctors")
    assert not [f for f in faults.find(questionnaire, brief) if f.code == "technical_term"]


@given(st.text(max_size=120), st.lists(st.text(max_size=20), max_size=5))
def test_no_text_breaks_a_rule_and_every_place_is_inside(text, labels):
    questionnaire = qsnail.parse(
        {"title": "", "qa": [{"question": text + "x", "options": labels}]}
    ).questionnaire
    for finding in faults.find(questionnaire):
        item = questionnaire.items[finding.item]
        assert all(0 <= index < len(item.options) for index in finding.options)
        if finding.span:
            assert 0 <= finding.span[0] < finding.span[1] <= len(item.text)
        faults.apply(questionnaire, finding)


def test_json_of_a_finding_has_the_contracts_keys():
    questionnaire = asked("Do you exercise often?", "Yes", "No").questionnaire
    (finding,) = faults.find(questionnaire)
    assert finding.as_json() == {
        "item": 0, "code": "vague_quantifier", "severity": "warning",
        "message": finding.message, "options": [], "fix": None,
    }  # fmt: skip
    assert finding.kind.term == "vague quantifier"
    assert "QUAID" in finding.kind.reference
