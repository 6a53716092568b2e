"""Background questions: from the catalogue, to suit the audience, within the number asked for."""

import pytest

from services.questionnaire import background
from services.questionnaire.models import Brief, OptionRole


def _variables(audience: str, total: int = 12, leave_out: str = "") -> list[str]:
    brief = Brief(topic="x", audience=audience, leave_out=leave_out)
    return [item.variable for item in background.proposed(brief, total)]


@pytest.mark.parametrize(("total", "count"), [(1, 0), (3, 0), (4, 1), (9, 1), (10, 2), (20, 3)])
def test_how_many_a_draft_gets(total: int, count: int) -> None:
    assert len(_variables("", total)) == count


@pytest.mark.parametrize(
    ("audience", "variables"),
    [
        ("University students", ["age", "year_of_study"]),
        ("Employees of a hospital", ["age", "tenure"]),
        ("Parents of pupils", ["age", "children"]),
        ("", ["age", "gender"]),
        ("Residents and shop owners of the old town", ["role", "age"]),
    ],
)
def test_they_suit_the_audience(audience: str, variables: list[str]) -> None:
    assert _variables(audience) == variables


def test_income_never_comes_first() -> None:
    assert "household_income" not in _variables("Consumers", 12)


@pytest.mark.parametrize("text", ["age", "Age and gender questions", "ages"])
def test_one_can_be_left_out(text: str) -> None:
    assert "age" not in _variables("", leave_out=text)


@pytest.mark.parametrize("text", ["demographics", "no background questions", "personal data"])
def test_all_can_be_left_out(text: str) -> None:
    assert _variables("", leave_out=text) == []


def test_two_groups_are_told_apart() -> None:
    item = background.role_item(Brief(audience="Residents and shop owners of the old town"))
    assert item is not None
    assert item.labels == ("Resident", "Shop owner", "Both", "Neither of these")
    assert item.options[-1].role is OptionRole.NONE
    assert background.matching(item.text, Brief(audience="Patients and nurses")) is not None


@pytest.mark.parametrize(
    "audience",
    ["Bed and breakfast guests", "Research and development staff", "Nurses in two hospitals", ""],
)
def test_one_group_is_not_taken_for_two(audience: str) -> None:
    assert background.role_item(Brief(audience=audience)) is None


def test_two_groups_in_chinese() -> None:
    item = background.role_item(Brief(audience="居民和店主", language="zh"))
    assert item is not None
    assert item.labels[:2] == ("居民", "店主")


@pytest.mark.parametrize(
    ("text", "variable"),
    [
        ("How old are you?", "age"),
        ("What is your age?", "age"),
        ("What is your gender?", "gender"),
        ("How old is your car?", None),
        ("How satisfied are you with the bus?", None),
    ],
)
def test_background_questions_are_known_by_their_wording(text: str, variable: str | None) -> None:
    found = background.matching(text, Brief())
    assert (found.variable if found else None) == variable


@pytest.mark.parametrize(
    ("audience", "language", "labels"),
    [
        (
            "apprentices aged 16 to 20",
            "en",
            ["Under 16", "16", "17", "18", "19", "20", "21 or older", "Prefer not to say"],
        ),
        ("12-14 year olds", "en", ["Under 12", "12", "13", "14", "15 or older"]),
        ("15至17岁的学生", "zh", ["不满15岁", "15", "16", "17", "18岁及以上"]),
    ],
)
def test_an_audience_of_few_ages_is_asked_by_year(
    audience: str, language: str, labels: list[str]
) -> None:
    brief = Brief(topic="x", audience=audience, language=language)
    (age,) = (item for item in background.proposed(brief, 12) if item.variable == "age")
    assert list(age.labels)[: len(labels)] == labels
    assert [option.code for option in age.options] == [str(n + 1) for n in range(len(age.options))]


def test_an_audience_of_many_ages_is_asked_in_bands() -> None:
    brief = Brief(topic="x", audience="adults aged 18 to 80")
    (age,) = (item for item in background.proposed(brief, 12) if item.variable == "age")
    assert "25-34" in age.labels
