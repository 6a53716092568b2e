"""Texts that would be markup are drawn as text, wherever a page draws them.

Every free text of a document is hostile here; every string that a page hands to Streamlit where
Markdown is read is then looked at.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from google.protobuf.message import Message
from streamlit.testing.v1 import AppTest

from components.plain import plain
from components.workbench import workshop
from services.documents import Document
from services.hints.example import example as hints_example
from services.questionnaire.example import example as questionnaire_example
from services.reading.example import example as passages_example
from tests.hints.encoder import WordEncoder
from tests.pages.conftest import app  # noqa: F401 - a fixture

HOSTILE = (
    "<img src=x onerror=alert(1)> <script>alert(2)</script> [zz](javascript:alert(3)) "
    "![zz](http://127.0.0.1/zz) **zz** $zz$ :red[zz] :material/bolt: `zz` \u202ezz\x1b"
)
# Any of these left as it is would be an element, a link, a colour or turned text. (In the JSON of
# a chart "<" may be written by its number.)
RAW = re.compile(
    r"(?<!\\)(?:<|\\u003c)(?:img|script)|(?<!\\)\[zz|(?<!\\)\*\*zz|(?<!\\)\$zz|(?<!\\):red\[|"
    r"(?<!\\):material/bolt|(?<!\\)`zz|\u202e|\x1b"
)
FREE = (
    *("title", "text", "label", "topic", "audience", "question", "answer", "name", "feedback"),
    *("help", "note", "description", "unit", "instructions", "introduction", "closing", "aliases"),
    *("candidates", "error", "options", "leave_out", "before", "after", "why", "reason"),
)
# What these draw is literal text for Streamlit, or is what the user is typing.
LITERAL_ELEMENTS = ("text", "code", "json", "arrow_data_frame", "vega_lite_chart")
LITERAL_FIELDS = (
    *("value", "default", "options", "string_value", "set_value", "raw_value", "placeholder"),
    *("id", "key", "alt", "element_id", "file_name", "url", "page_script_hash", "query_params"),
)
DOCUMENTS: dict[str, Document] = {
    "questionnaires": questionnaire_example(),
    "hints": hints_example(),
    "passages": passages_example(),
}
VIEWS = {
    "questionnaires": ("Brief", "Outline", "Questions", "Checks", "Preview", "Export"),
    "hints": ("Hints", "Candidates", "Order", "Quiz", "Export"),
    "passages": ("The text", "The questions", "The whole set"),
}
CONTROL = {"questionnaires": "view:0", "hints": "hints:view", "passages": "part"}


def hostile(value: Any, name: str = "") -> Any:
    """`value` with every free text in it hostile, each a little different."""
    if isinstance(value, dict):
        return {key: hostile(entry, key) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [hostile(entry, name) for entry in value]
    if isinstance(value, str) and name in FREE and value:
        return f"{value[:12]} {HOSTILE}"
    return value


def drawn(message: Message) -> Iterator[str]:
    """Every string in what a page sends, fields that are literal anyhow left out."""
    for field, content in message.ListFields():
        if field.name in LITERAL_FIELDS:
            continue
        entries = content if field.is_repeated else (content,)
        for entry in entries:
            if isinstance(entry, str):
                yield entry
            elif isinstance(entry, Message):
                yield from drawn(entry)


def strings_of(page: AppTest) -> Iterator[tuple[str, str]]:
    """(element, string) of everything on the page where Markdown may be read."""
    pending: list[Any] = list(page._tree.children.values())
    while pending:
        node = pending.pop()
        pending += list(getattr(node, "children", {}).values())
        proto = getattr(node, "proto", None)
        kind = getattr(node, "type", "")
        if proto is not None and kind not in LITERAL_ELEMENTS:
            yield from ((kind, text) for text in drawn(proto))


@pytest.mark.parametrize("room", DOCUMENTS)
def test_no_text_of_a_draft_is_drawn_as_markup(
    room: str,
    app: Callable[..., AppTest],  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("services.workshop.open_embedder", lambda name: WordEncoder())
    document = type(DOCUMENTS[room]).model_validate(hostile(DOCUMENTS[room].model_dump()))
    app(room)
    found = workshop().repository.create(document, owner="local", author="local", what=HOSTILE)
    page = app(room, draft=found.id)
    seen = 0
    for view in VIEWS[room]:
        page.session_state[CONTROL[room]] = view
        page.run()
        assert not page.exception, (view, page.exception[0].value)
        texts = list(strings_of(page))
        seen += sum("onerror" in text for _, text in texts)
        entered = (*page.text_area, *page.text_input)
        seen += sum("onerror" in (each.value or "") for each in entered)
        raw = [(kind, text) for kind, text in texts if RAW.search(text)]
        assert not raw, (view, raw[:3])
    assert seen > 3, "the hostile texts were not drawn at all"


@pytest.mark.parametrize("page_name", ["start", "library"])
def test_no_title_is_drawn_as_markup_in_a_list(
    page_name: str,
    app: Callable[..., AppTest],  # noqa: F811
) -> None:
    app("start")
    for document in DOCUMENTS.values():
        made = type(document).model_validate(hostile(document.model_dump()))
        workshop().repository.create(made, owner="local", author="local", what=HOSTILE)
    page = app(page_name)
    assert not page.exception
    texts = list(strings_of(page))
    assert any("onerror" in text for _, text in texts)
    assert not [(kind, text) for kind, text in texts if RAW.search(text)]


def test_what_is_looked_for_is_found_where_it_is_left_as_it_is() -> None:
    assert len(set(RAW.findall(HOSTILE))) == 10
    assert not RAW.search(plain(HOSTILE))
