"""Questionnaires for the tests: generated ones of any kind, and one made by hand."""

import os
from typing import Any

from hypothesis import strategies as st

from services.questionnaire.models import (
    Condition,
    Item,
    Option,
    OptionRole,
    Questionnaire,
    ResponseFormat,
    Row,
    Section,
)

# More for a thorough run: ASKWRIGHT_EXAMPLES=1000.
EXAMPLES = int(os.environ.get("ASKWRIGHT_EXAMPLES", "25"))

NASTY = (
    "",
    " ",
    "a\nb",
    'He said "no"',
    'ends with \\"',
    "back\\",
    "=1+1",
    "@SUM(A1)",
    "-5",
    "'=x",
    "${visited} and {q1} and [q1]",
    "[[Block:x]]",
    "a | b, c",
    "<b>bold</b> & <5 &amp;",
    "1. A numbered text",
    "A) lettered",
    "é 你好 🙂",
    "tab\there",
    "line\r\nend",
    "\x07bell",
    "None of these",
    "Other (please specify)",
    "Yes",
    "No",
    "Select all that apply",
    "_x0041_",
    "  both sides  ",
    "]]>",
)
TEXTS = st.one_of(st.sampled_from(NASTY), st.text(max_size=20))
CODES = st.one_of(
    st.just(""),
    st.sampled_from(("1", "2", "a", "A", "yes", "too_long_a_code_for_some", "a b", "-oth-", "码")),
    st.text(max_size=6),
)
VARIABLES = st.one_of(
    st.just(""),
    st.sampled_from(("q1", "Q1", "1q", "my_q", "record_id", "meta", "age", "年龄", "x" * 40)),
    st.text(max_size=8),
)
LIMITS = st.one_of(
    st.none(),
    st.integers(-1000, 1000).map(float),
    st.floats(allow_nan=False, allow_infinity=True, width=32),
)


@st.composite
def options(draw: st.DrawFn) -> tuple[Option, ...]:
    entries = st.builds(Option, label=TEXTS, code=CODES, role=st.sampled_from(list(OptionRole)))
    return tuple(draw(st.lists(entries, max_size=6)))


@st.composite
def items(draw: st.DrawFn, earlier: list[Item]) -> Item:
    rows = st.lists(st.builds(Row, label=TEXTS, code=CODES), max_size=4).map(tuple)
    item = Item(
        text=draw(TEXTS),
        format=draw(st.sampled_from(list(ResponseFormat))),
        options=draw(options()),
        rows=draw(rows),
        minimum=draw(LIMITS),
        maximum=draw(LIMITS),
        decimals=draw(st.booleans()),
        unit=draw(st.one_of(st.just(""), TEXTS)),
        required=draw(st.booleans()),
        help=draw(st.one_of(st.just(""), TEXTS)),
        variable=draw(VARIABLES),
    )
    if earlier and draw(st.booleans()):
        item = item.model_copy(update={"shown_if": draw(conditions(earlier))})
    return item


@st.composite
def conditions(draw: st.DrawFn, earlier: list[Item]) -> Condition:
    source = draw(st.sampled_from(earlier))
    codes = [option.code for option in source.options] + ["1", "nowhere"]
    return Condition(
        item_id=draw(st.sampled_from((source.id, source.id, source.id, "unknown"))),
        codes=tuple(draw(st.lists(st.sampled_from(codes), max_size=3))),
        minimum=draw(LIMITS),
        maximum=draw(LIMITS),
    )


@st.composite
def questionnaires(draw: st.DrawFn) -> Questionnaire:
    """Any questionnaire: also such as no author would write."""
    earlier: list[Item] = []
    sections = []
    for _ in range(draw(st.integers(0, 3))):
        chosen = []
        for _ in range(draw(st.integers(0, 3))):
            chosen.append(draw(items(earlier)))
            earlier.append(chosen[-1])
        sections.append(
            Section(
                title=draw(TEXTS),
                introduction=draw(st.one_of(st.just(""), TEXTS)),
                items=tuple(chosen),
            )
        )
    return Questionnaire(
        title=draw(TEXTS),
        introduction=draw(st.one_of(st.just(""), TEXTS)),
        sections=tuple(sections),
        language=draw(st.sampled_from(("en", "de", "zh"))),
    )


def outline(questionnaire: Questionnaire) -> dict[str, Any]:
    """All that is not per item, for comparison."""
    return {
        "title": questionnaire.title,
        "introduction": questionnaire.introduction,
        "language": questionnaire.language,
        "sections": [(s.title, len(s.items)) for s in questionnaire.sections],
        "introductions": [s.introduction for s in questionnaire.sections],
    }


def content(questionnaire: Questionnaire) -> list[dict[str, Any]]:
    """Each item by the field names that losses use, without ids: rules by place, not by code."""
    places = {item.id: place for place, item in enumerate(questionnaire.items)}
    by_id = {item.id: item for item in questionnaire.items}
    return [
        {
            "text": item.text,
            "format": item.format,
            "options": [option.label for option in item.options],
            "codes": [option.code for option in item.options],
            "roles": [option.role for option in item.options],
            "rows": [row.label for row in item.rows],
            "row_codes": [row.code for row in item.rows],
            "minimum": item.minimum,
            "maximum": item.maximum,
            "decimals": item.decimals,
            "unit": item.unit,
            "required": item.required,
            "help": item.help,
            "variable": item.variable,
            "shown_if": _rule(item, places, by_id),
        }
        for item in questionnaire.items
    ]


def _rule(item: Item, places: dict[str, int], by_id: dict[str, Item]) -> Any:
    condition = item.shown_if
    if condition is None:
        return None
    source = by_id.get(condition.item_id)
    labels = [o.label for o in source.options if o.code in condition.codes] if source else []
    return (
        places.get(condition.item_id),
        sorted(labels) if labels else sorted(condition.codes),
        condition.minimum,
        condition.maximum,
    )
