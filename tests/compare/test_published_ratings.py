"""Published ratings: the papers' figures, how they differ from one's own, where they stand."""

import os
import re
from pathlib import Path

import pytest

from services.compare.criteria import CRITERIA
from services.compare.models import KeyEntry
from services.compare.published import (
    PublishedTable,
    rating_warnings,
    ratings_for,
    table_for,
    tables,
)
from services.compare.rating import ended, rated, with_rater
from services.compare.report import html
from services.compare.sheet import answers_csv, study_csv
from services.compare.studies import Plan, study_of, with_key
from services.compare.study_models import Rater, Study, StudyKind
from services.compare.study_results import key_of
from services.formats.guarded_cells import read_rows
from tests.compare.parts import hints_of_two_arms, two_arms
from tests.compare.test_report import parsed

RATE = StudyKind.RATE_QUESTIONNAIRES
WHEN = "2026-11-30T12:00:00+00:00"
COMPARISON = two_arms({"a": (10.0, 20.0, 60.0), "b": (20.0, 40.0, 90.0)})


def of(kind: StudyKind) -> PublishedTable:
    table = ratings_for(kind)
    assert table is not None
    return table


def test_measures_and_ratings_are_tables_of_their_own() -> None:
    assert {table.study for table in tables()} == {
        *(None, RATE, StudyKind.RATE_HINTS, StudyKind.ANSWER)
    }
    assert all(table_for(table.subject).study is None for table in tables())
    assert ratings_for(StudyKind.RATE_ITEMS) is None


@pytest.mark.parametrize("kind", [RATE, StudyKind.RATE_HINTS])
def test_published_ratings_lie_on_the_scales_of_their_criteria(kind: StudyKind) -> None:
    table = of(kind)
    assert list(table.columns) == [criterion.name for criterion in CRITERIA[kind]]
    for row in table.rows:
        for criterion, value in zip(CRITERIA[kind], row.values, strict=True):
            assert min(criterion.values) <= value <= max(criterion.values)


@pytest.mark.parametrize(
    ("kind", "paper", "begins"),
    [
        (RATE, "qsnail.txt", "Model Method Relevance"),
        (StudyKind.RATE_HINTS, "triviahg.txt", "Method\tRelevance"),
    ],
)
def test_every_figure_is_the_papers(kind: StudyKind, paper: str, begins: str) -> None:
    shared = os.environ.get("ASKWRIGHT_SHARED")
    if not shared:
        pytest.skip("ASKWRIGHT_SHARED does not name the folder with the papers")
    text = (Path(shared) / "papers" / paper).read_text(encoding="utf-8")
    ours = [value for row in of(kind).rows for value in row.values]
    theirs = re.findall(r"(?<![-\w])\d\.\d+", text[text.index(begins) :])
    assert [float(number) for number in theirs[: len(ours)]] == ours


def test_warnings_name_raters_scale_language_and_length() -> None:
    study, _ = study_of(COMPARISON, Plan(RATE, "Blind"))
    said = rating_warnings(study, of(RATE), 2)
    assert "three graduate students" in said[0]
    assert "here by 2 people" in said[0]
    assert "brought to 1 to 5" in said[1]
    assert "Chinese texts, yours of English" in said[2]
    assert "Yours have 2.0 questions on average" in said[3]
    hints, _ = study_of(hints_of_two_arms(), Plan(StudyKind.RATE_HINTS, "Blind"))
    said = rating_warnings(hints, of(StudyKind.RATE_HINTS), 1)
    # The language is the same, and hints have no length to compare.
    assert len(said) == 2
    assert "here by one person" in said[0]


def judged() -> tuple[Study, dict[str, KeyEntry]]:
    """Ann gives everything of the first arm 2 and of the second 5."""
    study, entries = study_of(COMPARISON, Plan(RATE, "Blind <one>"))
    key = {entry.sample: entry for entry in entries}
    study = with_rater(study, Rater(id="ann", name="Ann"))
    for sample in study.samples:
        for criterion in CRITERIA[RATE]:
            value = 2 if key[sample.id].arm == "a" else 5
            given = int(value > 2) if criterion.yes_no else value
            study = rated(study, "ann", sample.id, criterion.name, given, when="1")
    return ended(study, "2026-01-02T03:04:05"), key


def test_the_sheet_has_every_value_and_then_the_published_means() -> None:
    study, key = judged()
    head, *rows = read_rows(study_csv(study, key, COMPARISON).decode("utf-8-sig"), "csv")
    place = {name: head.index(name) for name in ("arm", "published", "criterion", "value")}
    own = [row for row in rows if row[place["published"]] == "no"]
    assert len(own) == 6 * 6
    theirs = [row for row in rows if row[place["published"]] == "yes"]
    assert len(theirs) == 14 * 6
    people = {r[place["criterion"]]: r[place["value"]] for r in theirs if r[1] == "People"}
    assert people["rationality"] == "4.96"
    assert people["accept"] == "0.9"


def test_the_report_sets_what_people_said_beside_the_published_study() -> None:
    study, key = judged()
    keyed = with_key(COMPARISON, "s", list(key.values()))
    elements = parsed(html(keyed, when=WHEN, studies={"s": study}))
    text = elements.text
    assert "What people said: Blind <one>" in text
    assert "Qsnail, Table 4" in text
    assert "here by one person" in text
    assert "One person rated" in text
    # The second arm's mean lies three above the first's, on each input.
    assert "+3.0" in text
    assert "cannot be computed" in text
    assert "Ann" not in text
    assert "one" not in {name for name, _ in elements.found}
    # A study that is still going on, or of which the key is not there, tells nothing.
    going_on = study.model_copy(update={"ended": ""})
    assert "What people said" not in html(keyed, when=WHEN, studies={"s": going_on})
    assert "What people said" not in html(COMPARISON, when=WHEN, studies={"s": study})


def test_the_answering_study_stands_beside_the_published_one() -> None:
    comparison = hints_of_two_arms()
    study, entries = study_of(comparison, Plan(StudyKind.ANSWER, "Answer"))
    keyed = with_key(comparison, "s", entries)
    text = parsed(html(keyed, when=WHEN, studies={"s": ended(study, WHEN)})).text
    assert "Published: Copilot" in text
    assert "64%" in text
    assert "six people" in text
    key = key_of("s", keyed)
    assert key is not None
    rows = read_rows(answers_csv(study, key, keyed).decode("utf-8-sig"), "csv")
    assert rows[-1][1:3] == ["LLaMA 7b", "yes"]
