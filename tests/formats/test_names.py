"""Names and codes: legal, distinct, the same every time, and never touched without need."""

from hypothesis import given
from hypothesis import strategies as st

from services.formats.names import NameRule, legal_names

SHORT = NameRule("A-Za-z", "A-Za-z0-9", longest=5, filler="a", reserved=frozenset({"other"}))
SNAKE = NameRule("a-z", "a-z0-9_", longest=10, lower=True, filler="q")
DIGITS = NameRule("1-9", "0-9", longest=6, numeric=True)


def test_legal_names_stay_whatever_stands_before_them() -> None:
    assert legal_names(["a b", "ab", "ab"], SHORT) == ("ab2", "ab", "ab3")


def test_names_that_differ_in_case_clash() -> None:
    assert legal_names(["a", "A"], SHORT) == ("a", "A2")


def test_long_and_reserved_names_are_changed() -> None:
    assert legal_names(["toolong", "Other"], SHORT) == ("toolo", "Othe2")


def test_accents_come_off_and_signs_become_underscores() -> None:
    assert legal_names(["Âge (ans)", "1st", "年龄"], SNAKE) == ("age_ans", "q1st", "q1")


def test_numeric_codes_are_counted_afresh() -> None:
    assert legal_names(["2", "yes", "no", "07"], DIGITS) == ("2", "1", "3", "4")


def test_derived_names_are_kept_apart() -> None:
    families = [lambda name: [f"{name}_a"], lambda name: []]
    assert legal_names(["q", "q_a"], SNAKE, families) == ("q", "q_a2")


@given(st.lists(st.text(max_size=12), max_size=30), st.sampled_from([SHORT, SNAKE, DIGITS]))
def test_any_names_become_legal_and_distinct(names: list[str], rule: NameRule) -> None:
    made = legal_names(names, rule)
    assert len(made) == len(names)
    assert all(rule.accepts(name) for name in made)
    assert len({rule.key(name) for name in made}) == len(made)
    assert made == legal_names(names, rule)
    assert legal_names(made, rule) == made
