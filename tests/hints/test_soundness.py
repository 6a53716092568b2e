"""Which hints a model should have better ones for."""

import pytest

from services.hints.models import Hint
from services.hints.soundness import is_sound, restates

PLAY = "Who wrote the play Romeo and Juliet?"
KEYS = "Which instrument has 88 black and white keys?"


@pytest.mark.parametrize(
    ("question", "hint"),
    [
        (PLAY, "This person wrote the play Romeo and Juliet, which is a tragedy."),
        (PLAY, "He is a playwright who wrote much, Romeo and Juliet included."),
        (KEYS, "This instrument has 88 black and white keys, with a rich sound."),
    ],
)
def test_a_tail_does_not_make_the_question_a_hint(question: str, hint: str) -> None:
    assert restates(question, hint)


@pytest.mark.parametrize(
    ("question", "hint"),
    [
        (PLAY, "He was born in Stratford-upon-Avon in 1564."),
        (PLAY, "Juliet was played by a boy in his day."),
        (KEYS, "The strings of this instrument are struck by hammers."),
        # Too little is asked to tell.
        ("Who wrote Emma?", "She wrote Emma in 1815."),
    ],
)
def test_something_new_is_no_restatement(question: str, hint: str) -> None:
    assert not restates(question, hint)


@pytest.mark.parametrize(
    ("margin", "sound"), [(None, True), (0.4, True), (0.0, False), (-2, False)]
)
def test_a_doubted_hint_is_not_sound(margin: float | None, sound: bool) -> None:
    assert is_sound(PLAY, Hint(text="He owned a theatre.", fit_margin=margin)) is sound
