"""Places of findings are marked, and an author's text stays text."""

import re

from hypothesis import given
from hypothesis import strategies as st

from components.questionnaire_text import marked, marked_options
from services.questionnaire.faults.finding import Finding
from services.questionnaire.faults.kinds import Severity
from services.questionnaire.models import Item, Option

TEXT = "Do you always agree?"
spans = st.lists(st.tuples(st.integers(-3, 30), st.integers(-3, 30)), max_size=4)


def test_the_place_is_marked_and_the_rest_is_not() -> None:
    assert marked(TEXT, [(7, 13)]) == r"Do you :orange-background[always] agree\?"


def test_overlapping_places_are_one() -> None:
    assert marked("abcdef", [(1, 3), (2, 5)]) == "a:orange-background[bcde]f"


def test_marks_of_markdown_in_the_text_are_harmless() -> None:
    shown = marked("Is *this* :red[x] fine?", [(3, 9)])
    assert shown == r"Is :orange-background[\*this\*] \:red\[x\] fine\?"


@given(st.text(alphabet="ab []*:\n", max_size=25), spans)
def test_no_word_is_lost_or_added(text: str, places: list[tuple[int, int]]) -> None:
    shown = re.sub(r":orange-background\[((?:\\.|[^\]\\])*)\]", r"\1", marked(text, places))
    literal = re.sub(r"\\(.)", r"\1", shown)
    assert "".join(literal.split()) == "".join(text.split())


def options(count: int) -> Item:
    return Item(text="?", options=tuple(Option(label=f"o{n}", code=str(n)) for n in range(count)))


def test_options_that_a_finding_names_are_marked() -> None:
    finding = Finding("overlapping_ranges", "", Severity.ERROR, item=0, options=(1,))
    assert marked_options(options(3), [finding]) == "o0 · :orange-background[o1] · o2"


def test_a_long_list_is_cut_unless_a_finding_is_about_its_end() -> None:
    assert marked_options(options(20), []).endswith("and 11 more")
    late = Finding("unsorted_options", "", Severity.ERROR, item=0, options=(19,))
    assert marked_options(options(20), [late]).endswith(":orange-background[o19]")
