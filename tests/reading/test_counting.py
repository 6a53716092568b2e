import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.reading import counting
from services.reading.counting import Counts
from tests.paths import DATA

TEXTS = json.loads((DATA / "counted_texts.json").read_text("utf-8"))
WORDS = st.sampled_from(["dog", "river", "ran", "slowly", "glucose", "1995", "near", "U.S."])
SENTENCES = st.lists(WORDS, min_size=1, max_size=9).map(lambda words: f"The {' '.join(words)} sat.")


def names(counts: Counts) -> list[str]:
    return [word.word.text for word in counts.all_words if word.is_name]


@pytest.mark.parametrize("case", TEXTS, ids=[case["text"][:30] for case in TEXTS])
def test_counts_are_those_made_by_hand(case: dict[str, Any]) -> None:
    counts = counting.count(case["text"])
    assert {key: getattr(counts, key) for key in case if key != "text"} == {
        key: value for key, value in case.items() if key != "text"
    }


def test_names_are_capitals_that_no_sentence_start_explains() -> None:
    assert names(counting.count("The teacher met Zadie in Lagos.")) == ["Zadie", "Lagos"]
    assert names(counting.count("Lagos grew. We saw Lagos.")) == ["Lagos", "Lagos"]
    assert names(counting.count('Then I said, "Run home," and I’m sure.')) == []


def test_a_first_word_is_a_name_only_where_the_tagger_never_doubts_it() -> None:
    assert names(counting.count("Scotland returned the giants.")) == ["Scotland"]
    assert names(counting.count("Glucose feeds cells. Glucose feeds brains.")) == []


def test_capitals_of_a_heading_are_no_names() -> None:
    assert names(counting.count("The Quiet Glacier\n\nIce moves.")) == []


def test_hard_words_of_fog_leave_out_names_hyphens_and_verb_endings() -> None:
    counts = counting.count("Then Amsterdam created a well-regulated, complicated economy.")
    assert [w.word.text for w in counts.all_words if w.is_complex] == ["complicated", "economy"]


@settings(max_examples=40)
@given(st.lists(SENTENCES, min_size=1, max_size=6))
def test_splitting_paragraphs_changes_no_count(sentences: list[str]) -> None:
    one = counting.count(" ".join(sentences))
    several = counting.count("\n\n".join(sentences))
    for count in ("words", "sentences", "syllables", "letters", "polysyllables", "unfamiliar"):
        assert getattr(one, count) == getattr(several, count)


@settings(max_examples=40)
@given(st.lists(SENTENCES, min_size=1, max_size=4), st.integers(min_value=2, max_value=4))
def test_a_text_repeated_has_every_count_as_many_times(sentences: list[str], times: int) -> None:
    text = "\n\n".join(sentences)
    once, repeated = counting.count(text), counting.count("\n\n".join([text] * times))
    assert repeated.unfamiliar == times * once.unfamiliar
    assert repeated.syllables == times * once.syllables
    assert repeated.sentences == times * once.sentences
