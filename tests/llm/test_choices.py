import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.errors import InvalidInput
from services.llm.base import ChoiceScores
from services.llm.choices import ChoiceTokens, StopWords, scores_from_texts

FIRST = {"Yes": 1, " Yes": 2, "No": 3, " No": 4, "A": 5, " A": 9, "B": 6, " B": 9, "Not": 3}


def test_a_choice_counts_with_and_without_a_space_before_it():
    tokens = ChoiceTokens.of(("Yes", "No"), FIRST.get)
    assert tokens.tokens == ((1, 2), (3, 4))
    probabilities = {1: 0.3, 2: 0.1, 3: 0.2, 4: 0.0001, 7: 0.3}
    scores = tokens.scores(lambda token: math.log(probabilities[token]))
    assert scores.probabilities == pytest.approx((0.4 / 0.6001, 0.2001 / 0.6001))
    assert scores.margin == pytest.approx(math.log(0.4 / 0.2001))
    assert scores.best == "Yes"


def test_a_token_that_all_choices_begin_with_tells_nothing():
    # " A" and " B" both begin with the bare space, 9.
    assert ChoiceTokens.of(("A", "B"), FIRST.get).tokens == ((5,), (6,))


@pytest.mark.parametrize("choices", [("Yes",), (), ("Yes", "Yes"), ("No", "Not"), ("Yes", "Zzz")])
def test_choices_that_one_token_cannot_tell_apart_are_refused(choices):
    with pytest.raises(InvalidInput, match="cannot be told apart"):
        ChoiceTokens.of(choices, FIRST.get)


def test_scores_from_texts_sum_what_stands_for_a_choice():
    top = [("Yes", math.log(0.5)), (" Yes", math.log(0.1)), ("No", math.log(0.2)), ("x", -9.0)]
    assert scores_from_texts(("Yes", "No"), top).probabilities == pytest.approx((0.75, 0.25))


def test_a_token_that_begins_one_choice_alone_counts_for_it():
    top = [("Rot", math.log(0.6)), ("The", math.log(0.2)), ("R", math.log(0.2))]
    scores = scores_from_texts(("Rotterdam", "The Hague", "Rome"), top)
    assert scores.best == "Rotterdam"  # "R" begins two choices and counts for none
    assert scores.logprobs[0] - scores.logprobs[1] == pytest.approx(math.log(3))


def test_if_no_choice_was_reported_all_are_equal_and_undecided():
    scores = scores_from_texts(("Yes", "No"), [("Maybe", -0.1)])
    assert scores.margin == 0
    assert scores.undecided(0.0)


def test_undecided_is_about_the_best_two():
    scores = ChoiceScores(("A", "B", "C"), (-1.0, -1.05, -3.0))
    assert scores.undecided(0.1)
    assert not scores.undecided(0.01)
    assert ChoiceScores(("Yes", "No"), (-2.0, -0.2)).undecided(0.5) is False


@given(
    text=st.text(alphabet="abc ", max_size=40),
    stop=st.lists(st.text(alphabet="abc", min_size=1, max_size=4), max_size=3),
    cuts=st.lists(st.integers(0, 40), max_size=6),
)
def test_stop_words_cut_at_the_first_wherever_the_pieces_are_cut(text, stop, cuts):
    edges = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    pieces = [text[a:b] for a, b in pairwise(edges)]
    expected = min((text.split(word, 1)[0] for word in stop), key=len, default=text)
    assert "".join(StopWords(stop).cut(pieces)) == expected


def test_a_longer_stop_word_that_began_earlier_is_waited_for():
    assert "".join(StopWords(["a", "baa"]).cut(["ba", "a"])) == ""
    assert "".join(StopWords(["a", "baa"]).cut(["ba", "b"])) == "b"


def test_without_stop_words_pieces_pass_as_they_are():
    assert list(StopWords(()).cut(["a", "b"])) == ["a", "b"]
