"""Codes and variables for items that have none."""

from services.formats.questionnaires.coding import coded, coded_options
from services.questionnaire.models import Item, Option, OptionRole, Questionnaire, Section


def options(*labels: str) -> tuple[Option, ...]:
    return tuple(Option(label=label) for label in labels)


def codes(given: tuple[Option, ...]) -> list[str]:
    return [option.code for option in coded_options(given)]


def test_options_count_from_one_and_roles_have_codes_of_their_own() -> None:
    given = (
        *options("Bus", "Car"),
        Option(label="Other", role=OptionRole.OTHER),
        Option(label="None", role=OptionRole.NONE),
        Option(label="Don't know", role=OptionRole.DONT_KNOW),
        Option(label="No answer", role=OptionRole.REFUSAL),
    )
    assert codes(given) == ["1", "2", "96", "97", "98", "99"]


def test_a_mended_typo_changes_no_code() -> None:
    assert codes(options("Buss", "Car")) == codes(options("Bus", "Car"))


def test_the_authors_codes_are_kept_and_not_given_twice() -> None:
    given = (Option(label="a", code="2"), Option(label="b"), Option(label="c", code="x"))
    assert codes(given) == ["2", "3", "x"]


def test_three_hundred_options_have_distinct_codes() -> None:
    given = (*options(*map(str, range(300))), Option(label="Other", role=OptionRole.OTHER))
    found = codes(given)
    assert len(set(found)) == 301
    assert found[-1] == "996"


def test_variables_count_over_sections_and_avoid_those_given() -> None:
    first = Section(items=(Item(text="a", variable="q2"), Item(text="b")))
    second = Section(items=(Item(text="c"),))
    made = coded(Questionnaire(sections=(first, second)))
    assert [item.variable for item in made.items] == ["q2", "q2_2", "q3"]
