"""Surprisal that is kept comes back as it was, for its own text and model only."""

import pytest

from services.errors import Unavailable
from services.reading.kept_scores import KeptScores, key, to_json
from services.text.causal_lm import ScoredToken

TOKENS = [ScoredToken(0, 3, 7.25), ScoredToken(4, 9, 0.5)]


def test_tokens_come_back_as_they_were_kept() -> None:
    kept = KeptScores.from_json("small", "The river", to_json(TOKENS))
    assert kept.score("The river") == TOKENS
    assert kept.name == "small"


def test_another_text_has_no_scores() -> None:
    with pytest.raises(Unavailable, match="another text"):
        KeptScores.from_json("small", "The river", to_json(TOKENS)).score("The rivers")


def test_the_name_it_is_kept_under_depends_on_model_and_text_and_shows_neither() -> None:
    names = {key("a", "text"), key("b", "text"), key("a", "text."), key("a", "\ud800")}
    assert len(names) == 4
    assert not any("text" in name for name in names)
