"""Checks repeated after edits: the same result, less work."""

from services.questionnaire import bands, minutes, scales
from services.questionnaire.live import LiveChecks, check
from services.questionnaire.models import (
    Brief,
    Condition,
    Item,
    Questionnaire,
    ResponseFormat,
    Row,
    Section,
)
from services.text import spacy_english

BRIEF = Brief(topic="Canteen")
FOOD = Item(
    text="How satisfied or dissatisfied are you with the food?",
    options=scales.named("satisfaction").options,
    format=ResponseFormat.SCALE,
)
OFTEN = Item(text="Do you often eat here?", options=FOOD.options[:2], format=ResponseFormat.YES_NO)


class Parser:
    """spaCy, with a list of what it was asked to parse."""

    def __init__(self):
        self.parsed = []

    def __call__(self, texts):
        self.parsed += texts
        return spacy_english.parse(texts)


def questionnaire(*items):
    return Questionnaire(title="Canteen", sections=(Section(items=items),))


def test_only_the_edited_item_is_parsed_again():
    parser = Parser()
    live = LiveChecks(None, parse=parser)
    live.check(questionnaire(FOOD, OFTEN), BRIEF)
    edited = OFTEN.model_copy(update={"text": "Do you regularly eat here?"})
    live.check(questionnaire(FOOD, edited), BRIEF)
    live.check(questionnaire(FOOD, OFTEN), BRIEF)
    assert parser.parsed == [FOOD.text, OFTEN.text, edited.text]


def test_incremental_and_full_checks_agree_and_places_follow_the_order():
    live = LiveChecks(None)
    live.check(questionnaire(OFTEN, FOOD), BRIEF)
    moved = questionnaire(FOOD, OFTEN)
    kept, anew = live.check(moved, BRIEF), check(moved, BRIEF, None)
    assert kept.as_json() == anew.as_json()
    assert [f.item for f in kept.findings if f.code == "vague_quantifier"] == [1]


def test_the_same_item_twice_is_judged_at_both_places():
    found = check(questionnaire(OFTEN, OFTEN), BRIEF, None).findings
    assert [f.item for f in found if f.code == "vague_quantifier"] == [0, 1]
    assert [f.item for f in found if f.code == "duplicate"] == [1]


def test_minutes_are_reading_plus_deciding():
    # 14 words: 9 of the stem, 11 of the options; at 238 a minute 5 s, and 3 s to decide.
    seconds = minutes.item_seconds(FOOD, "en")
    words = 9 + len(" ".join(FOOD.labels).split())
    assert seconds == 60 * words / 238 + 3
    estimate = minutes.estimate(questionnaire(FOOD))
    assert estimate.low < estimate.minutes < estimate.high
    assert "Brysbaert" in estimate.source


def test_a_filtered_item_counts_half_and_a_matrix_by_its_rows():
    filtered = FOOD.model_copy(update={"shown_if": Condition(item_id=OFTEN.id)})
    plain = minutes.estimate(questionnaire(FOOD)).minutes
    assert minutes.estimate(questionnaire(filtered)).minutes == plain / 2
    matrix = FOOD.model_copy(
        update={"format": ResponseFormat.MATRIX, "rows": (Row(label="Soup"), Row(label="Salad"))}
    )
    assert minutes.item_seconds(matrix, "en") > minutes.item_seconds(FOOD, "en") + 4


def test_human_bands_grow_with_length_and_say_on_what_they_rest():
    short, long = (bands.human_band("rep_2", tokens, "zh") for tokens in (30, 300))
    assert short.low <= short.middle <= short.high
    assert short.middle < long.middle
    assert short.questionnaires == 9
    assert not short.extrapolated
    assert bands.human_band("rep_2", 5_000, "zh").extrapolated
    assert bands.human_band("diversity", 30, "zh").middle > 50


def test_no_band_without_questionnaires_by_people():
    assert bands.human_band("rep_2", 100, "en") is None
    assert bands.human_band("rouge_l", 100, "zh") is None
    assert bands.human_band("rep_2", 0, "zh") is None
