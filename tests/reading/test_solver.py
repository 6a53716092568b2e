"""The solver: letters cancel out, order does not matter, long passages are cut and it is said."""

import math
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

from services.errors import InvalidInput
from services.llm.base import ChoiceQuery, ChoiceScores
from services.llm.deterministic import DeterministicEngine
from services.reading.solver import MAX_PASSAGE_WORDS, View, combined, solve

OPTIONS = ("a scarf", "a coat", "a book", "a letter")


class Reader(DeterministicEngine):
    """Answers by what it is told each option is worth, plus a bias for letters."""

    def __init__(self, worth: dict[str, float], bias: Sequence[float] = (0, 0, 0, 0)) -> None:
        super().__init__()
        self.worth, self.bias = worth, bias
        self.asked: list[str] = []

    def score(self, queries: Sequence[ChoiceQuery], **_: Any) -> list[ChoiceScores]:
        self.asked += [query.messages[-1].content for query in queries]
        return [self._one(query) for query in queries]

    def _one(self, query: ChoiceQuery) -> ChoiceScores:
        lines = query.messages[-1].content.splitlines()
        shown = [line[3:] for line in lines if line[1:3] == ". "]
        raw = [self.worth[text] + self.bias[place] for place, text in enumerate(shown)]
        total = math.log(sum(map(math.exp, raw)))
        return ChoiceScores(query.choices, tuple(value - total for value in raw))


def test_a_bias_for_letters_cancels_exactly() -> None:
    reader = Reader(dict.fromkeys(OPTIONS, 0.0), bias=(5, 1, -2, -4))
    assert solve("Text.", "What?", OPTIONS, reader).passage == pytest.approx((0.25,) * 4)


def test_the_answer_is_the_softmax_of_the_mean_log_probability() -> None:
    worth = {"a scarf": math.log(6), "a coat": math.log(2), "a book": 0.0, "a letter": 0.0}
    reader = Reader(worth, bias=(3, 0, 0, -3))
    assert solve("Text.", "What?", OPTIONS, reader).passage == pytest.approx((0.6, 0.2, 0.1, 0.1))


def test_permuting_the_options_permutes_the_answer() -> None:
    engine = DeterministicEngine()
    expected = dict(
        zip(OPTIONS, solve("Text.", "What?", OPTIONS, engine).passage or (), strict=True)
    )
    for order in permutations(OPTIONS):
        answer = solve("Text.", "What?", order, engine, views=(View.PASSAGE,)).passage or ()
        assert answer == pytest.approx([expected[option] for option in order])


def test_views_hide_what_they_say_they_hide() -> None:
    reader = Reader(dict.fromkeys(OPTIONS, 0.0))
    solve("The passage text.", "Which gift?", OPTIONS, reader)
    shown = [("The passage text." in text, "Which gift?" in text) for text in reader.asked]
    assert (
        shown
        == [(True, True)] * 4 + [(True, False)] * 4 + [(False, True)] * 4 + [(False, False)] * 4
    )


def test_queries_that_show_the_passage_share_it_as_prefix() -> None:
    reader = Reader(dict.fromkeys(OPTIONS, 0.0))
    solve("The passage text.", "Which gift?", OPTIONS, reader)
    assert all(text.startswith("Passage:\nThe passage text.\n") for text in reader.asked[:8])


def test_views_not_asked_for_are_none() -> None:
    result = solve("Text.", "What?", OPTIONS, DeterministicEngine(), views=(View.OPTIONS_ONLY,))
    assert (result.passage, result.without_passage, result.without_question) == (None, None, None)
    assert sum(result.options_only or ()) == pytest.approx(1)


def test_the_same_text_twice_shares_its_probability() -> None:
    reader = Reader({"a": math.log(3), "b": 0.0})
    assert solve("Text.", "What?", ("a", "b", "a "), reader).passage == pytest.approx(
        (0.375, 0.25, 0.375)
    )


@pytest.mark.parametrize("options", [("one",), ("same", "same"), tuple("abcdefghijk")])
def test_too_few_or_too_many_options(options: tuple[str, ...]) -> None:
    with pytest.raises(InvalidInput):
        solve("Text.", "What?", options, DeterministicEngine())


def test_a_long_passage_is_cut_to_what_bears_on_the_question_and_says_so() -> None:
    filler = [f"The clerk filed paper number {n} in the grey cabinet." for n in range(120)]
    passage = " ".join([*filler[:60], "The otter ate a red crab at dawn.", *filler[60:]])
    reader = Reader(dict.fromkeys(OPTIONS, 0.0))
    result = solve(passage, "What did the otter eat at dawn?", OPTIONS, reader)
    read = reader.asked[0].split("\n\n")[0]
    assert "The otter ate a red crab" in read
    assert len(read.split()) <= MAX_PASSAGE_WORDS + 1
    assert "121 sentences" in result.note


def test_a_short_passage_has_no_note() -> None:
    assert solve("Text.", "What?", OPTIONS, DeterministicEngine()).note == ""


def test_combined_by_hand() -> None:
    """Two orders of two options: mean logs (ln .8 + ln .4)/2 and (ln .2 + ln .6)/2."""
    scores = [
        ChoiceScores(("A", "B"), (math.log(0.8), math.log(0.2))),
        ChoiceScores(("A", "B"), (math.log(0.6), math.log(0.4))),
    ]
    x, y = math.sqrt(0.8 * 0.4), math.sqrt(0.2 * 0.6)
    shares = combined((("x", "y"), ("y", "x")), scores)
    assert shares == pytest.approx({"x": x / (x + y), "y": y / (x + y)})
