"""The corpus that ships, the search over it, and the user's own files beside it."""

import json
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from services.errors import InvalidInput
from services.questionnaire import faults, retrieval
from services.questionnaire.models import CLOSED, Brief
from services.questionnaire.wording import normal

ENTRIES = retrieval.open_corpus().entries
IDS = [entry.topic for entry in ENTRIES]


def _raw() -> list[dict]:
    source = files("services.questionnaire").joinpath("corpus/questionnaires.jsonl")
    return [json.loads(line) for line in source.read_text("utf-8").splitlines()]


def test_the_corpus_holds_at_least_40_questionnaires_over_11_domains() -> None:
    domains = Counter(entry["domain"] for entry in _raw())
    assert domains.total() >= 40
    assert len(domains) == 11
    assert min(domains.values()) >= 3
    assert {entry["language"] for entry in _raw()} == {"en", "zh"}


def test_languages_are_read_as_they_were_written() -> None:
    assert [e.questionnaire.language for e in ENTRIES] == [row["language"] for row in _raw()]


@pytest.mark.parametrize("entry", ENTRIES, ids=IDS)
def test_entries_are_whole(entry) -> None:  # type: ignore[no-untyped-def]
    items = entry.questionnaire.items
    assert 8 <= len(items) <= 15
    assert 2 <= len(entry.intents) <= 5
    assert len({normal(item.text) for item in items}) == len(items)
    for item in items:
        assert item.format not in CLOSED or len(set(item.labels)) >= 2


def test_entries_pass_the_rules_that_drafts_are_held_to() -> None:
    found = [
        (entry.topic, finding.code, finding.message)
        for entry in ENTRIES
        for finding in faults.find(entry.questionnaire, Brief(topic=entry.topic))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("topic", "intents", "language", "title"),
    [
        ("Riding a bicycle to the office", ["Why staff do not cycle"], "en", "Cycling to work"),
        ("Household waste", ["Sorting of food waste"], "en", "Sorting waste at home"),
        ("地铁服务", ["评价车站卫生"], "zh", "地铁乘客满意度"),
    ],
)
def test_the_nearest_questionnaire_comes_first(
    topic: str, intents: list[str], language: str, title: str
) -> None:
    found = retrieval.open_corpus().search(topic, intents, language)
    assert found[0].questionnaire.title == title
    assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)


def test_nothing_shares_a_word() -> None:
    assert retrieval.open_corpus().search("Zyzzyva", [], "en") == []
    assert retrieval.open_corpus().search("", [], "en") == []
    assert retrieval.open_corpus().search("Cycling", [], "fi") == []


def _own(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "own.jsonl"
    path.write_text(text, encoding="utf-8")
    return path


OWN = {
    "title": "Keeping bees in the city",
    "intents": ["Find out why people keep bees"],
    "qa": [{"question": "1. How many hives do you have?", "options": ["A. 1-2", "B. 3 or more"]}],
}


@pytest.mark.parametrize(
    "text", [json.dumps(OWN), json.dumps([OWN, OWN]), f"\n{json.dumps(OWN)}\n"]
)
def test_own_files_stand_beside_the_corpus(tmp_path: Path, text: str) -> None:
    found = retrieval.open_corpus([_own(tmp_path, text)]).search("Beekeeping hives", [], "en")
    assert found[0].questionnaire.title == "Keeping bees in the city"
    assert found[0].questionnaire.items[0].text == "How many hives do you have?"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("{", "line 1"),
        (json.dumps(OWN) + "\n{}", "line 2"),
        ('{"qa": [{"question": ""}]}', "line 1"),
        ("[" * 100_000, "own.jsonl"),
    ],
)
def test_own_files_that_cannot_be_read_are_named(tmp_path: Path, text: str, place: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        retrieval.open_corpus([_own(tmp_path, text)])
    assert "own.jsonl" in str(caught.value)
    assert place in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"none\.jsonl"):
        retrieval.open_corpus([tmp_path / "none.jsonl"])
