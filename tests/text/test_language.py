"""The language of a text, and when it is better not to name one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.text.language import CANDIDATES, UNKNOWN, detect


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("How old are you?", "en"),
        ("Which is your favourite sport?", "en"),
        ("您的年龄是？", "zh"),
        ("您对校园app的看法", "zh"),
        ("お名前は何ですか", "ja"),
        ("당신의 나이는 몇 살입니까?", "ko"),
        ("¿Cuántos años tiene?", "es"),
        ("Quel âge avez-vous ?", "fr"),
        ("Berlin ist eine schöne Stadt.", "de"),
        ("Сколько вам полных лет и где вы живёте?", "ru"),
    ],
)
def test_a_sentence_is_recognised(text, language):
    assert detect(text) == language


@pytest.mark.parametrize(
    "text", ["", "   ", "42", "OK", "Hotel", "Coffee", "Netflix Spotify", "?!"]
)
def test_too_little_text_is_unknown_and_not_guessed(text):
    assert detect(text) == UNKNOWN


def test_a_few_chinese_characters_in_english_do_not_make_it_chinese():
    assert detect("The word 书 means book in Chinese, and it is easy to write.") == "en"


@given(st.text(max_size=200))
def test_any_text_gets_a_code_or_unknown(text):
    assert detect(text) in {*CANDIDATES, "zh", "ja", "ko", UNKNOWN}
