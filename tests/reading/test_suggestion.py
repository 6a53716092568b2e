"""Suggested questions: drafted in two steps, checked, and dropped with the reason if need be."""

import json

import pytest

from services.llm.deterministic import DeterministicEngine
from services.reading.models import ComprehensionItem, ComprehensionType
from services.reading.suggestion import Dropped, Suggestion, suggest
from services.text.embeddings import CachedEmbedder

PASSAGE = "The red boat sank near the island. Ann swam to the shore and called the coast guard."
GOOD = {
    "question": "What did Ann do after the boat sank?",
    "answer": "She swam to the shore",
    "evidence": "Ann swam to the shore and called the coast guard",
}
WRONG = {"wrong_answers": ["She waited for help", "She built a raft", "She repaired the boat"]}
KIND = ComprehensionType.SPATIAL_TEMPORAL


def run(minilm: CachedEmbedder, *answers: dict, existing: tuple = ()) -> Suggestion | Dropped:
    engine = DeterministicEngine()
    for answer in answers:
        engine.enqueue(json.dumps(answer))
    return suggest(PASSAGE, [KIND], engine, minilm, existing=existing)[0]


def test_a_good_draft_becomes_a_reviewed_proposal(minilm: CachedEmbedder) -> None:
    found = run(minilm, GOOD, WRONG)
    assert isinstance(found, Suggestion)
    assert found.item.question == GOOD["question"]
    assert found.item.options[found.item.gold or 0] == GOOD["answer"]
    assert sorted(found.item.options) == sorted([GOOD["answer"], *WRONG["wrong_answers"]])
    assert found.item.origin == "model"
    assert found.evidence == "Ann swam to the shore and called the coast guard."
    assert found.item.solver == found.review.solved
    assert found.review.solved is not None


def test_the_place_of_the_key_goes_round(minilm: CachedEmbedder) -> None:
    existing = (ComprehensionItem(question="Who?"), ComprehensionItem(question="Why?"))
    found = run(minilm, GOOD, WRONG, existing=existing)
    assert isinstance(found, Suggestion)
    assert found.item.gold == 2


def test_the_second_try_counts(minilm: CachedEmbedder) -> None:
    invented = GOOD | {"evidence": "A whale swallowed the captain at midnight"}
    found = run(minilm, invented, GOOD, WRONG)
    assert isinstance(found, Suggestion)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"evidence": "A whale swallowed the captain at midnight"}, "not in the passage"),
        ({"question": "What is it that she swam to the shore for?"}, "gives its own answer"),
        ({"question": "who swam?  "}, "there already"),
    ],
)
def test_what_is_refused_is_dropped_with_the_reason(
    change: dict, reason: str, minilm: CachedEmbedder
) -> None:
    existing = (ComprehensionItem(question="Who swam?"),)
    found = run(minilm, *[GOOD | change] * 3, existing=existing)
    assert isinstance(found, Dropped)
    assert reason in found.reason
    assert found.kind == KIND


def test_wrong_answers_equal_to_the_key_or_to_each_other_do_not_count(
    minilm: CachedEmbedder,
) -> None:
    poor = {"wrong_answers": ["She swam to the shore.", "She waited", "she waited"]}
    found = run(minilm, *[GOOD, poor, poor] * 3)
    assert isinstance(found, Dropped)
    assert "1 usable" in found.reason
