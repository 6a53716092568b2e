"""Wording decides how a question is answered, and goals call for kinds."""

from collections import Counter

import pytest

from services.questionnaire import question_kinds, scales
from services.questionnaire.models import ResponseFormat
from services.questionnaire.question_kinds import Make, plan, recognise


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_frame_is_recognised_by_its_own_wording(language: str) -> None:
    blank = {"en": "use the library", "zh": "使用图书馆"}[language]
    for name, frame in question_kinds.frames_of(language).items():
        kind = recognise(frame.filled(blank), language)
        assert kind is not None
        assert kind.name == name


def test_kinds_with_a_scale_name_one_of_the_catalogue_in_both_languages() -> None:
    for frame in question_kinds.frames_of("en").values():
        if frame.kind.make in (Make.SCALE, Make.ROWS):
            assert frame.kind.scale is not None
            for language in ("en", "zh"):
                assert scales.named(frame.kind.scale, language=language).points >= 2


@pytest.mark.parametrize(
    ("text", "expected", "scale"),
    [
        ("How many children live in your household?", ResponseFormat.SINGLE, None),
        ("How satisfied are you with the bus?", ResponseFormat.SCALE, "satisfaction"),
        ("How often do you cook at home?", ResponseFormat.SCALE, "frequency_behaviour"),
        ("In the past 30 days, how often did you cook?", ResponseFormat.SCALE, "frequency_share"),
        ("On what date did you move in?", ResponseFormat.DATE, None),
        ("In what year did you start?", ResponseFormat.NUMBER, None),
        ("Are you a member of a club?", ResponseFormat.YES_NO, None),
        ("In the past 7 days, have you eaten out?", ResponseFormat.YES_NO, None),
        ("Which of these do you own?", ResponseFormat.MULTIPLE, None),
        ("Which of these is the best?", ResponseFormat.SINGLE, None),
        ("What is the main reason why you run?", ResponseFormat.SINGLE, None),
        ("What else would you like to say?", ResponseFormat.OPEN, None),
        ("Why do you run?", ResponseFormat.OPEN, None),
        ("How much money did you spend on food last week?", ResponseFormat.NUMBER, None),
        ("How much do you trust your bank?", ResponseFormat.SCALE, "trust"),
        (
            "How satisfied are you with each of the following?",
            ResponseFormat.MATRIX,
            "satisfaction",
        ),
    ],
)
def test_english_wordings(text: str, expected: ResponseFormat, scale: str | None) -> None:
    kind = recognise(text, "en")
    assert kind is not None
    assert (kind.format, kind.scale) == (expected, scale)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("您对食堂的满意程度如何？", ResponseFormat.SCALE),
        ("您是否愿意参加？", ResponseFormat.YES_NO),
        ("您每月去几次图书馆？", ResponseFormat.SINGLE),
        ("您用过以下哪些服务？", ResponseFormat.MULTIPLE),
        ("您对食堂有什么建议？", ResponseFormat.OPEN),
        ("您的出生日期是？", ResponseFormat.DATE),
    ],
)
def test_chinese_wordings(text: str, expected: ResponseFormat) -> None:
    kind = recognise(text, "zh")
    assert kind is not None
    assert kind.format is expected


@pytest.mark.parametrize("text", ["I feel safe at work.", "How noisy is your street?"])
def test_wordings_that_leave_the_answer_open(text: str) -> None:
    assert recognise(text, "en") is None


@pytest.mark.parametrize(
    ("goal", "language", "first"),
    [
        ("Find the reasons for leaving early", "en", "reason"),
        ("Measure trust in the doctor", "en", "trust"),
        ("Rate the quality of the food", "en", "satisfied"),
        ("Rate satisfaction with staff, rooms and food", "en", "satisfied_each"),
        ("Find out how often people cook", "en", "days"),
        ("找出浪费的原因", "zh", "reason"),
        ("评价饭菜的质量", "zh", "satisfied"),
    ],
)
def test_a_goal_calls_for_the_kind_it_names(goal: str, language: str, first: str) -> None:
    assert plan(goal, language, Counter())[0].kind.name == first


def test_opening_hours_are_no_duration() -> None:
    names = [f.kind.name for f in plan("Rate the opening hours", "en", Counter())[:4]]
    assert "hours" not in names


def test_a_worn_out_kind_stands_back() -> None:
    goal = "Find the reasons for leaving"
    assert plan(goal, "en", Counter(reason=2))[0].kind.name != "reason"


def test_a_plan_holds_every_kind_once() -> None:
    names = [frame.kind.name for frame in plan("Anything", "en", Counter())]
    assert len(names) == len(set(names)) > 30


@pytest.mark.parametrize(
    ("goal", "topic", "language", "weekly"),
    [
        ("Find out how often people see a dentist", "Visits to the dentist", "en", False),
        ("Find out how often people cook", "Home cooking", "en", True),
        ("了解使用频率", "大学生体检情况", "zh", False),
        ("了解使用频率", "共享单车", "zh", True),
    ],
)
def test_a_week_is_too_short_for_what_is_seldom_done(goal, topic, language, weekly):
    planned = {frame.kind.name for frame in question_kinds.plan(goal, language, Counter(), topic)}
    assert ("days" in planned) == weekly
    assert "times" in planned
