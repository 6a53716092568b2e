"""Strength: its features by hand, and which evidence it rests on."""

import math

import pytest

from services.hints import strength
from services.hints.models import Hint, TriviaQuestion
from tests.hints.encoder import WordEncoder

NAMES = ("Oban", "Mallaig", "Fort William", "Glencoe")


def question(*hints: Hint, candidates: tuple[str, ...] = NAMES) -> TriviaQuestion:
    return TriviaQuestion(
        question="Which town is nearest to Ben Nevis?",
        answer="Fort William",
        candidates=candidates,
        hints=hints,
    )


def test_verdicts_by_hand() -> None:
    hint = Hint(text="x", verdicts=(1, 0, 1, None), hicos=0.5)
    # Of three others one fits and one is undecided: two still stand.
    assert strength.verdict_features(hint, 2) == {"fits": 1.0, "standing": 2 / 3, "hicos": 0.5}
    unsure = Hint(text="x", verdicts=(0, 0, None, 0))
    assert strength.verdict_features(unsure, 2) == {"fits": 0.5, "standing": 0.0, "hicos": 0.0}


def test_margins_by_hand() -> None:
    hint = Hint(text="x", margins=(0.0, -200.0, 200.0, None))
    found = strength.margin_features(hint, 2)
    assert found["others_margin"] == pytest.approx((0 - 1 + 0) / 3)
    # The answer's 2 of 2 + 1 + 0 + 1.
    assert found["yes_share"] == pytest.approx(2 / 4)
    one = strength.margin_features(Hint(text="x", margins=(2.0, 2.0)), 0)
    assert one == pytest.approx({"others_margin": math.tanh(1), "yes_share": 0.5})


def test_words_by_hand() -> None:
    """The encoder of tests gives cosine 1 to a text of the same words, 0 to one of others."""
    same, other = strength.text_features(
        question(Hint(text="Oban"), Hint(text="Seen in 1746 and 1890")), 0, WordEncoder()
    )
    assert same["answer_share"] == pytest.approx(math.e**10 / (math.e**10 + 3), abs=1e-3)
    assert (same["numbers"], other["numbers"]) == (0.0, 2.0)
    assert other["answer_share"] == pytest.approx(1 / 4, abs=1e-3)


def test_without_candidates_the_share_is_what_one_of_eleven_has() -> None:
    (found,) = strength.text_features(
        question(Hint(text="Oban"), candidates=()), None, WordEncoder()
    )
    assert found["answer_share"] == pytest.approx(1 / 11)


def test_the_most_evidence_there_is_counts() -> None:
    judged = Hint(text="a", verdicts=(1, 0, 1, 0), margins=(1.0, -1.0, 1.0, -1.0))
    given = judged.model_copy(update={"margins": (None,) * 4})
    half = judged.model_copy(update={"verdicts": (1, 0, None, None)})
    about = question()
    assert strength.basis(judged, about, 2) == "margins"
    assert strength.basis(given, about, 2) == "verdicts"
    assert strength.basis(half, about, 2) == "text"
    assert strength.basis(judged, about, None) == "text"


def test_a_hint_that_rules_out_more_is_stronger_by_published_verdicts() -> None:
    hints = [
        Hint(text="It lies on a loch.", verdicts=row, hicos=score)
        for row, score in (((1, 1, 1, 1), 0.25), ((1, 0, 1, 0), 0.75), ((0, 0, 1, 0), 1.0))
    ]
    scores = strength.strengths(question(*hints), 2, WordEncoder())
    assert scores == sorted(scores)
    assert len(set(scores)) == 3


@pytest.mark.parametrize("name", ["text", "verdicts", "margins"])
def test_thirds_part_the_scale_in_three(name: str) -> None:
    low, high = strength.load()[name].thirds
    assert 0 < low < high < 1
    assert [strength.level(score, name) for score in (0, low, high)] == [
        "faint",
        "middling",
        "strong",
    ]


def test_the_record_says_on_how_many_hints_it_rests() -> None:
    record = strength.record()
    for entry in record.values():
        assert 0.5 < entry["pairs"] < 1
        assert entry["n"] >= entry["questions"] > 10
