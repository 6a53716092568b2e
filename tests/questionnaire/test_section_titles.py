"""What a section is called."""

import pytest

from services.questionnaire.section_titles import LONGEST, section_title, without_aim

TOPIC = "Food waste in student housing"


@pytest.mark.parametrize(
    ("goal", "named"),
    [
        ("Learn the main reasons food goes to waste", "Main reasons food goes to waste"),
        ("Find out how often people cycle", "How often people cycle"),
        ("Rate satisfaction with staff and collection", "Satisfaction with staff and collection"),
        (
            "Identify which support (a fridge, recipes) helps students",
            "Which support helps students",
        ),
        ("了解使用频率和用途", "使用频率和用途"),
        ("Barriers", "Barriers"),
        ("Learn", "Learn"),
        ("", ""),
    ],
)
def test_a_goal_names_its_section_without_what_the_author_does(goal: str, named: str) -> None:
    expected = (
        named if named is not None else "Satisfaction with opening hours, staff and collection"
    )
    assert without_aim(goal) == expected


def test_a_title_that_says_the_goal_is_kept() -> None:
    goal = "Learn the main reasons food goes to waste"
    assert section_title("Reasons for waste", goal, TOPIC, "en") == "Reasons for waste"
    assert section_title("对车辆的评价", "评价停车和车辆状况", "共享单车", "zh") == "对车辆的评价"


def test_a_title_of_the_topics_words_gives_way_to_the_goal() -> None:
    goal = "Identify which support (shared fridge, smaller packs, recipes) students would use"
    written = "Support for food waste in student housing"
    assert section_title(written, goal, TOPIC, "en") == "Which support students would use"
    assert section_title("", goal, TOPIC, "en") == "Which support students would use"


def test_a_goal_too_long_for_a_title_is_none() -> None:
    goal = "Find out " + "very " * LONGEST + "much"
    assert section_title("Food waste in housing", goal, TOPIC, "en") == "Food waste in housing"
