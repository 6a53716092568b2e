"""Options: the format first, then options that pass the rules, whatever the model says."""

import json

import pytest

from services.llm.deterministic import DeterministicEngine
from services.questionnaire import options
from services.questionnaire.models import (
    CLOSED,
    Brief,
    Item,
    OptionRole,
    Origin,
    OutlineQuestion,
    ResponseFormat,
)
from services.questionnaire.option_labels import cleaned, with_escapes
from services.questionnaire.options import OPTIONS_MISSING
from services.questionnaire.response_choice import is_statement, worded_scale

from .engines import EndlessEngine, JudgingEngine, StubbornEngine


@pytest.fixture
def engine() -> JudgingEngine:
    """The test engine, content with all options it is shown."""
    return JudgingEngine()


OTHER = "Other (please specify)"
BRIEF = Brief(topic="Use of the public library", audience="Adult residents")


def _fill(text: str, engine: DeterministicEngine, brief: Brief = BRIEF) -> Item:
    return options.fill(OutlineQuestion(text=text, intent="i1"), brief, engine).item


def _answer(*labels: str) -> str:
    return json.dumps({"options": list(labels)}, ensure_ascii=False)


def test_a_scale_comes_from_the_catalogue(engine: DeterministicEngine) -> None:
    item = _fill("How satisfied or dissatisfied are you with the opening hours?", engine)
    assert item.format is ResponseFormat.SCALE
    assert item.scale == "satisfaction"
    assert item.labels[0] == "Very dissatisfied"
    assert item.labels[4] == "Very satisfied"
    assert item.intents == ("i1",)
    assert item.origin is Origin.MODEL


def test_yes_no(engine: DeterministicEngine) -> None:
    item = _fill("Do you have a library card?", engine)
    assert (item.format, item.labels) == (ResponseFormat.YES_NO, ("Yes", "No"))


def test_choices_are_written_by_the_model_and_closed_with_other(
    engine: DeterministicEngine,
) -> None:
    engine.enqueue(_answer("At home", "At work", "On the bus", "In bed"))
    item = _fill("Where do you most often read?", engine)
    assert item.format is ResponseFormat.SINGLE
    assert item.labels == ("At home", "At work", "On the bus", "In bed", OTHER)
    assert item.options[-1].role is OptionRole.OTHER
    assert [option.code for option in item.options] == ["1", "2", "3", "4", "5"]


def test_several_choices_have_none_of_these_and_say_so(engine: DeterministicEngine) -> None:
    engine.enqueue(_answer("Novels", "Comics", "Newspapers"))
    item = _fill("Which kinds of books do you borrow?", engine)
    assert item.format is ResponseFormat.MULTIPLE
    assert [option.role for option in item.options[-2:]] == [OptionRole.OTHER, OptionRole.NONE]
    assert item.help == "Select all that apply."


def test_an_assumption_is_given_a_way_out(engine: DeterministicEngine) -> None:
    engine.enqueue(_answer("In the park", "In the woods", "Along the river"))
    item = _fill("Where do you most often walk your dog?", engine)
    assert OptionRole.NOT_APPLICABLE in {option.role for option in item.options}
    assert item.marks == ()


def test_counts_over_a_period_are_bands(engine: DeterministicEngine) -> None:
    item = _fill("In the past 30 days, how many times did you borrow a book?", engine)
    assert item.labels == ("0", "1", "2-3", "4-7", "8 or more")


def test_measures_are_bands_within_limits_the_model_gives(engine: DeterministicEngine) -> None:
    engine.enqueue('{"unit": "years", "most": 12}')
    item = _fill("How long have you used the library?", engine)
    assert item.labels == (
        "Less than 1 year",
        "1 to less than 2 years",
        "2 to less than 5 years",
        "5 to less than 10 years",
        "10 years or more",
    )


def test_limits_that_cannot_be_are_cut(engine: DeterministicEngine) -> None:
    engine.enqueue('{"unit": "hours", "most": 900000}')
    item = _fill("On a typical day, about how many hours do you read?", engine)
    assert item.labels[-1] == "20 hours or more"


def test_money_is_a_number_in_ones_own_currency(engine: DeterministicEngine) -> None:
    item = _fill("In the past 30 days, about how much money did you spend on books?", engine)
    assert (item.format, item.minimum, item.options) == (ResponseFormat.NUMBER, 0.0, ())
    assert "currency" in item.help


def test_a_matrix_has_rows_and_a_scale(engine: DeterministicEngine) -> None:
    engine.enqueue(_answer("Opening hours", "Staff", "Collection"))
    item = _fill("How satisfied or dissatisfied are you with these parts of the library?", engine)
    assert item.format is ResponseFormat.MATRIX
    assert [row.label for row in item.rows] == ["Opening hours", "Staff", "Collection"]
    assert len(item.options) == 5


def test_background_questions_are_taken_from_the_catalogue(engine: DeterministicEngine) -> None:
    item = _fill("How old are you?", engine)
    assert item.origin is Origin.CATALOGUE
    assert item.variable == "age"
    assert item.labels[0] == "Under 18"


def test_statements_are_agreed_with(engine: DeterministicEngine) -> None:
    item = _fill("The library is easy to reach.", engine)
    assert item.scale == "agreement"


def test_an_adjective_makes_its_own_scale(engine: DeterministicEngine) -> None:
    item = _fill("How noisy is the reading room?", engine)
    assert item.format is ResponseFormat.SCALE
    assert item.labels[0] == "Not at all noisy"
    assert item.labels[-1] == "Extremely noisy"


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("How tired were you today?", "Not at all tired"),
        ("How many rooms are there?", None),
        ("How old is your dog?", None),
        ("What is it?", None),
    ],
)
def test_worded_scales(text: str, labels: str | None) -> None:
    found = worded_scale(text, "en")
    assert (found[0] if found else None) == labels


def test_worded_scales_in_chinese() -> None:
    assert worded_scale("阅览室有多吵闹？", "zh") == (
        "完全不吵闹",
        "略微吵闹",
        "比较吵闹",
        "很吵闹",
        "极其吵闹",
    )


def test_requests_and_questions_are_no_statements() -> None:
    assert is_statement("My work is useful to others.")
    assert not is_statement("Please describe your work.")
    assert not is_statement("Is your work useful?")


def test_options_are_cleaned() -> None:
    raw = ["A. Bus", "B. bus", "C. Tram (line 4)", "D. ", "E. Other", "F. 地铁", "G. Ferry."]
    assert cleaned(raw, "How do you travel?", "en") == ["Bus", "Tram", "Ferry"]


def test_bands_the_model_wrote_are_sorted_and_need_no_other() -> None:
    made = with_escapes(["5 or more", "0", "1-4"], "en", several=False)
    assert [option.label for option in made] == ["0", "1-4", "5 or more"]


@pytest.mark.parametrize(
    "engine",
    [
        StubbornEngine(""),
        StubbornEngine("nothing"),
        StubbornEngine(_answer("Yes", "yes", "YES!")),
        StubbornEngine(_answer("食堂", "宿舍", "教室")),
        StubbornEngine(_answer("Other", "None of these", "Don't know")),
        StubbornEngine(_answer("x" * 59, "y" * 59, "z" * 59)),
        EndlessEngine(),
    ],
    ids=["empty", "prose", "one only", "other language", "escapes only", "runaways", "endless"],
)
def test_without_usable_options_the_question_is_open_and_marked(
    engine: DeterministicEngine,
) -> None:
    filled = options.fill(OutlineQuestion(text="Where do you read?"), BRIEF, engine)
    assert filled.item.format is ResponseFormat.OPEN
    assert filled.item.options == ()
    assert OPTIONS_MISSING in filled.item.marks
    assert filled.repairs == 2


def test_a_second_answer_that_is_good_is_taken(engine: DeterministicEngine) -> None:
    engine.enqueue("nothing")
    engine.enqueue(_answer("At home", "At work", "On the bus", "In bed"))
    filled = options.fill(OutlineQuestion(text="Where do you read?"), BRIEF, engine)
    assert filled.item.labels == ("At home", "At work", "On the bus", "In bed", OTHER)
    assert filled.repairs == 1


def test_options_hardly_anybody_would_choose_are_dropped() -> None:
    picky = JudgingEngine(lambda text: "museum" not in text)
    picky.enqueue(_answer("At home", "At work", "In a museum", "On the bus", "In bed"))
    assert _fill("Where do you read?", picky).labels[:-1] == (
        "At home",
        "At work",
        "On the bus",
        "In bed",
    )


def test_with_too_few_plausible_options_the_model_is_asked_for_more() -> None:
    picky = JudgingEngine(lambda text: "museum" not in text)
    picky.enqueue(_answer("At home", "In a museum", "In another museum", "At work"))
    picky.enqueue(_answer("On the bus", "At home", "In bed"))
    labels = _fill("Where do you read?", picky).labels
    assert labels == ("At home", "At work", "On the bus", "In bed", OTHER)


def test_a_model_that_likes_nothing_still_leaves_a_choice() -> None:
    sour = JudgingEngine(lambda text: False)
    sour.enqueue(_answer("At home", "At work", "On the bus", "In bed", "Outdoors"))
    sour.enqueue("nothing")
    assert len(_fill("Where do you read?", sour).labels) == 5


def test_answers_of_the_examples_are_not_taken_for_this_question(engine: JudgingEngine) -> None:
    engine.enqueue(_answer("Home", "I forgot the date", "At work", "On the bus", "Abroad"))
    labels = _fill("Where do you read?", engine).labels
    assert labels == ("Home", "At work", "On the bus", "Abroad", OTHER)


def test_too_many_options_are_cut() -> None:
    many = [f"Place {letter}" for letter in "abcdefghijkl"]
    assert len(cleaned(many, "Where?", "en")) == 7


def test_a_faulty_wording_of_the_authors_is_kept_and_marked(engine: DeterministicEngine) -> None:
    text = "How satisfied or dissatisfied are you with the speed and the friendliness of the staff?"
    item = _fill(text, engine)
    assert item.text == text
    assert "double_barrelled" in item.marks


@pytest.mark.parametrize(
    "text",
    [
        "您对图书馆的满意程度如何？",
        "您最常在哪里看书？",
        "过去30天，您去图书馆的次数是多少？",
        "您使用图书馆多长时间了？",
        "您是否有借书证？",
        "您的年龄是？",
        "您对图书馆有什么改进建议？",
    ],
)
def test_chinese_items_are_chinese(text: str) -> None:
    def answer(messages: object, schema: dict) -> str:
        fields = schema.get("properties", {})
        return '{"unit": "年", "most": 9}' if "unit" in fields else _answer("家里", "教室", "公园")

    item = _fill(text, StubbornEngine(answer), Brief(topic="图书馆", language="zh"))
    assert all(label[-1] > "\u3000" or label[0].isdigit() for label in item.labels)
    assert item.format not in CLOSED or len(set(item.labels)) >= 2


@pytest.mark.parametrize(
    ("question", "labels", "kept"),
    [
        ("What kinds of books do you read?", ["Often", "Sometimes", "Rarely", "Novels"], 0),
        ("您使用的快递柜有哪些？", ["经常使用", "偶尔使用", "很少使用", "几乎每天使用"], 0),
        ("How often do you read?", ["Often", "Sometimes", "Rarely"], 3),
        ("您多久去一次？", ["每天", "每周", "很少"], 3),
        ("Which papers do you read?", ["Daily Mail", "The Times", "Weekly News", "Which?"], 4),
    ],
)
def test_how_often_is_no_answer_to_what(question: str, labels: list[str], kept: int) -> None:
    language = "en" if question.isascii() else "zh"
    assert len(cleaned(labels, question, language)) == kept


def test_both_goes_without_saying_where_several_can_be_chosen() -> None:
    found = ["Praise", "Criticism", "Both", "All of these"]
    assert [o.label for o in with_escapes(found, "en", several=True)][:3] == [
        "Praise",
        "Criticism",
        OTHER,
    ]
    assert "Both" in [o.label for o in with_escapes(found, "en", several=False)]


def test_a_reason_with_not_in_it_is_no_way_out() -> None:
    made = with_escapes(["I don't have a good balance", "It is boring"], "en", several=False)
    assert [o.role for o in made] == [
        OptionRole.ORDINARY,
        OptionRole.ORDINARY,
        OptionRole.OTHER,
    ]
