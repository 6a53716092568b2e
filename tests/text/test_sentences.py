from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.text import sentences, words
from tests.paths import DATA

BOUNDARY = "‖"


def cases() -> list[str]:
    lines = (DATA / "sentence_boundaries.txt").read_text("utf-8").splitlines()
    kept = (line for line in lines[2:] if line and not line.startswith("## "))
    return [line.replace("\\n", "\n").replace("\\r", "\r") for line in kept]


@pytest.mark.parametrize("case", cases())
def test_sentences_end_where_a_reader_ends_them(case: str) -> None:
    expected = [" ".join(piece.split()) for piece in case.split(BOUNDARY)]
    found = [" ".join(s.text.split()) for s in sentences.split(case.replace(BOUNDARY, ""))]
    assert len(found) == len(expected)
    # List and heading marks are no part of a sentence.
    assert all(want.endswith(got) for want, got in zip(expected, found, strict=True))


def counted() -> list[tuple[str, int]]:
    lines = (DATA / "sentence_counts.txt").read_text("utf-8").splitlines()[1:]
    pairs = (line.rsplit("|", 1) for line in lines)
    return [(text.replace("\\t", "\t"), int(count)) for text, count in pairs]


@pytest.mark.parametrize(("text", "count"), counted())
def test_as_many_sentences_as_a_reader_counts(text: str, count: int) -> None:
    assert len(sentences.split(text)) == count


def test_no_text_has_no_sentence() -> None:
    for text in ("", " \n ", "...", "***", "?!", "—"):
        assert sentences.split(text) == []


def test_a_list_mark_is_no_word() -> None:
    found = sentences.split("1. Wash the rice.\n2. Boil it.")
    assert [len(sentence.words) for sentence in found] == [3, 2]


def test_a_shouted_sentence_is_told_from_one_with_an_initialism() -> None:
    loud, quiet = sentences.split("GIVE IT TO US NOW! The FBI came.")
    assert loud.is_shouted
    assert not quiet.is_shouted


@settings(deadline=None)
@given(st.text(max_size=300))
def test_every_word_outside_list_marks_is_in_exactly_one_sentence(text: str) -> None:
    found = sentences.split(text)
    inside = [word for sentence in found for word in sentence.words]
    assert all(a.end <= b.start for a, b in pairwise(inside))
    assert all(s.text and text[s.start : s.end] == s.text for s in found)
    assert len(inside) <= len(list(words.find(text)))


WORDS = st.sampled_from(["dog", "river", "ran", "slowly", "blue", "stone", "near", "seven"])
SENTENCES = st.lists(WORDS, min_size=2, max_size=9).map(lambda w: " ".join(w).capitalize() + ".")


@settings(deadline=None, max_examples=50)
@given(st.lists(SENTENCES, min_size=1, max_size=8))
def test_paragraph_breaks_between_sentences_change_nothing(pieces: list[str]) -> None:
    joined = [s.text for s in sentences.split(" ".join(pieces))]
    apart = [s.text for s in sentences.split("\n\n".join(pieces))]
    wrapped = [" ".join(s.text.split()) for s in sentences.split("\n".join(pieces))]
    assert joined == apart == wrapped == pieces
