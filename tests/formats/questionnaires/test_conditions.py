"""Display rules in the languages of the targets, written and read."""

import pytest

from services.formats.questionnaires import limesurvey, redcap, surveyjs, xlsform
from services.formats.questionnaires.conditions import Rule, number_text, parse, render
from services.questionnaire.models import Item, ResponseFormat

ONE = Item(text="", format=ResponseFormat.SINGLE)
SEVERAL = Item(text="", format=ResponseFormat.MULTIPLE)
NUMBER = Item(text="", format=ResponseFormat.NUMBER)
DIALECTS = {m.TARGET.label: m.DIALECT for m in (limesurvey, redcap, surveyjs, xlsform)}
RULES = [
    (Rule("q1", ("1",)), ONE),
    (Rule("q1", ("1", "2", "a")), ONE),
    (Rule("q1", ("1",)), SEVERAL),
    (Rule("q1", ("1", "b")), SEVERAL),
    (Rule("q1", (), 1, 5), NUMBER),
    (Rule("q1", (), 0.5, None), NUMBER),
    (Rule("q1", (), None, -3), NUMBER),
]


@pytest.mark.parametrize("label", DIALECTS)
@pytest.mark.parametrize(("rule", "source"), RULES)
def test_rules_come_back(label: str, rule: Rule, source: Item) -> None:
    assert parse(render(rule, source, DIALECTS[label]), DIALECTS[label]) == rule


@pytest.mark.parametrize(
    ("label", "expression"),
    [
        ("XLSForm", "${a} = '1' or selected(${a}, '2')"),
        ("LimeSurvey", '(((a.NAOK == "1") or (a.NAOK == "2")))'),
        ("SurveyJS", "({a} = '1') || {a} == 2"),
        ("REDCap", "([a] = '1' OR [a] = \"2\")"),
    ],
)
def test_other_ways_to_say_it(label: str, expression: str) -> None:
    assert parse(expression, DIALECTS[label]) == Rule("a", ("1", "2"))


@pytest.mark.parametrize(
    "expression",
    [
        "${a} = '1' and ${b} = '2'",
        "${a} = '1' and ${a} = '2'",
        "not(${a} = '1')",
        "${a} = '1' or ${a} = '2' and ${a} = '3'",
        "${a} > 3",
        "count-selected(${a}) > 1",
        "",
        "((",
    ],
)
def test_what_says_more_than_a_rule_is_none(expression: str) -> None:
    assert parse(expression, xlsform.DIALECT) is None


def test_numbers_are_written_without_exponents() -> None:
    assert [number_text(n) for n in (3.0, 0.5, 1e-7, -2.0)] == ["3", "0.5", "0.0000001", "-2"]
