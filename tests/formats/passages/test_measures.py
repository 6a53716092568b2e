"""Measures of passages as CSV and JSON."""

import csv
import io
import json

from services.formats.passages import measures
from services.reading.report import read

TEXT = "The cat sat on the mat. It was a warm day and nobody came to see the cat at all."


def test_a_row_a_passage_with_empty_cells_for_what_is_withheld() -> None:
    reports = [read("=cats", TEXT), read("none", "")]
    rows = list(csv.DictReader(io.StringIO(measures.as_csv(reports).decode("utf-8-sig"))))
    assert [row["name"] for row in rows] == ["'=cats", "none"]
    assert rows[0]["words"] == "20"
    assert rows[0]["smog"] == rows[1]["flesch_kincaid_grade"] == ""
    # 0.39 * 20 / 2 + 11.8 * 22 / 20 - 15.59, with "nobody" as three syllables.
    assert float(rows[0]["flesch_kincaid_grade"]) == 1.29


def test_json_is_what_the_command_prints() -> None:
    report = read("cats", TEXT)
    assert json.loads(measures.as_json([report])) == json.loads(json.dumps([report.as_json()]))


def test_no_passage_gives_an_empty_table() -> None:
    assert measures.as_csv([]).decode("utf-8-sig").strip() == ""
