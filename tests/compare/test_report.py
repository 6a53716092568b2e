"""The report: opens without a network, escapes every text, can be run again; the CSV is guarded."""

import re
from html.parser import HTMLParser

import pytest

from services.compare.editing import to_run_again
from services.compare.report import html, settings_in
from services.compare.sheet import csv
from services.errors import InvalidInput
from services.formats.guarded_cells import read_rows
from tests.compare.parts import two_arms

COMPARISON = two_arms({"a": (10.0, 20.0, 60.0), "b": (20.0, 40.0, 90.0)})
REPORT = html(COMPARISON, when="2026-01-02T03:04:05+00:00")


class Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def parsed(report: str = REPORT) -> Elements:
    reader = Elements()
    reader.feed(report)
    return reader


def test_the_report_can_fetch_nothing_and_runs_nothing() -> None:
    elements = parsed()
    names = {name for name, _ in elements.found}
    assert not names & {"script", "link", "img", "iframe", "object", "embed", "base", "form"}
    attributes = [name for _, attributes in elements.found for name in attributes]
    assert not [name for name in attributes if name.startswith("on") or name in ("src", "href")]
    policy = next(a["content"] for n, a in elements.found if "http-equiv" in a)
    assert policy is not None
    assert policy.startswith("default-src 'none'")
    style = REPORT.split("<style>")[1].split("</style>")[0]
    assert "url(" not in style
    assert "@import" not in style


def test_texts_of_authors_and_models_stand_in_it_as_text() -> None:
    elements = parsed()
    assert "Alpha <method>" in elements.text
    assert "Beta & co" in elements.text
    assert "method" not in {name for name, _ in elements.found}
    assert "b" not in {name for name, _ in elements.found}
    assert "Ask <b>now</b>" in elements.text


def test_it_says_how_it_was_made() -> None:
    text = parsed().text
    for fact in ("A model", "ab" * 32, "encoder:all-MiniLM-L6-v2", "cd" * 8, "seed 0"):
        assert fact in text
    assert "Qsnail, Table 3" in text
    assert "probably a copying error" in text
    # 30.0 and 50.0 are the means worked out by hand; both arms have a bar.
    assert "30.0 (" in text
    assert "50.0 (" in text
    assert REPORT.count('class="own"') >= 2


def test_the_same_comparison_can_be_started_from_its_report() -> None:
    again = settings_in(REPORT.encode())
    assert again == COMPARISON.model_copy(update={"cells": ()})
    assert to_run_again(COMPARISON).arms == COMPARISON.arms
    assert to_run_again(COMPARISON).cells == ()


@pytest.mark.parametrize(
    "file", [b"", b"<html></html>", b'<pre id="settings">{"room": 3}</pre>', b"\xff\xfe" * 9]
)
def test_another_file_is_refused_with_what_to_do(file: bytes) -> None:
    with pytest.raises(InvalidInput, match="no report of a comparison"):
        settings_in(file)


def test_the_csv_has_a_row_a_cell_and_the_published_rows() -> None:
    rows = read_rows(csv(COMPARISON).decode("utf-8-sig"), "csv")
    head = rows[0]
    own = [row for row in rows[1:] if row[1] == "no"]
    assert len(own) == 6
    assert len(rows) == 1 + 6 + 14
    assert own[0][head.index("rep_2")] == "10"
    assert own[0][head.index("bleu_1")] == ""
    assert own[0][head.index("model_sha256")] == "ab" * 32


def test_a_name_that_looks_like_a_formula_starts_none() -> None:
    arms = (COMPARISON.arms[0].model_copy(update={"name": "=1+2"}), *COMPARISON.arms[1:])
    data = csv(COMPARISON.model_copy(update={"arms": arms})).decode("utf-8-sig")
    assert re.search(r"^'=1\+2,", data, re.MULTILINE)
