import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.errors import Unavailable
from services.reading import as_in_paper, surprisal
from services.reading.surprisal import by_sentence, mean_of_means
from services.text import sentences
from services.text.causal_lm import ScoredToken
from services.text.words import find


class Scorer:
    """Every token one bit for each of its characters; tokens are pieces of two characters."""

    name = "two characters"

    def score(self, text: str) -> list[ScoredToken]:
        return [
            ScoredToken(start, min(start + 2, end), float(min(start + 2, end) - start))
            for start, end in _runs(text)
            for start in range(start, end, 2)
        ]


class Missing:
    name = "missing"

    def score(self, text: str) -> list[ScoredToken]:
        raise Unavailable("The model is away.", "Fetch it.")


def _runs(text: str) -> list[tuple[int, int]]:
    return [(word.start, word.end) for word in find(text)]


def test_a_word_is_the_sum_of_its_tokens() -> None:
    text = "The cats sat. Go!"
    scored = by_sentence(text, sentences.split(text), Scorer())
    assert [[(word.text, word.bits) for word in words] for words in scored] == [
        [("The", 3.0), ("cats", 4.0), ("sat", 3.0)],
        [("Go", 2.0)],
    ]


def test_the_mean_is_of_sentence_means() -> None:
    # ((3 + 4 + 3) / 3 + 2) / 2, not the mean over all four words.
    assert mean_of_means([[3.0, 4.0, 3.0], [], [2.0]]) == pytest.approx((10 / 3 + 2) / 2)
    assert mean_of_means([]) is None


@given(st.text(max_size=200))
def test_no_bit_is_given_to_two_words(text: str) -> None:
    split = sentences.split(text)
    scored = by_sentence(text, split, Scorer())
    inside = {word.start for sentence in split for word in sentence.words}
    expected = sum(token.bits for token in Scorer().score(text) if token.start in inside)
    assert sum(word.bits for words in scored for word in words) >= expected


def test_shades_go_by_four_bits() -> None:
    assert [surprisal.shade(bits) for bits in (0.0, 3.9, 4.0, 15.0, 40.0)] == [0, 0, 1, 3, 4]


def test_the_paper_s_recipe_by_hand() -> None:
    # 5 words, 2 sentences; sonority syllables: the 1, dog 1, ran 1, a-way 2, sit 1.
    text = "The dog ran away. Sit!"
    found = as_in_paper.measure(text, sentences.split(text), Scorer())
    assert found.length == 5
    assert found.flesch_kincaid_grade == pytest.approx(0.39 * 2.5 + 11.8 * 1.2 - 15.59)
    assert found.lexical_surprisal == pytest.approx((13 / 4 + 3) / 2)
    assert found.missing == {}


def test_what_cannot_be_had_is_none_with_the_reason() -> None:
    split = sentences.split("The dog ran.")
    away = as_in_paper.measure("The dog ran.", split, Missing())
    assert away.lexical_surprisal is None
    assert "away" in away.missing["lexical_surprisal"]
    none = as_in_paper.measure("The dog ran.", split, None)
    assert "not fetched" in none.missing["lexical_surprisal"]
    assert as_in_paper.measure("", [], None).length is None


def test_each_measure_has_its_correlation_and_its_note() -> None:
    fields = set(as_in_paper.AsInPaper.__dataclass_fields__) - {"missing"}
    assert fields == set(as_in_paper.CORRELATION) == set(as_in_paper.NOTES)
