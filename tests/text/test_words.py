import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.text import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don't stop the twenty-year-old clock.", "Don't stop the twenty-year-old clock"),
        ("It cost $3,250.75 — 12% more.", "It cost $3,250.75 12% more"),
        ("Wait ... what?", "Wait what"),
        ("Long...pauses count twice.", "Long pauses count twice"),
        ("The dog—the big one--ran – fast.", "The dog the big one ran fast"),
        ("«Bonjour», she said.", "Bonjour she said"),
        ("We live in the U.S. now.", "We live in the U.S. now"),
        ("Salt & pepper at the B&B, and/or AT&T", "Salt & pepper at the B&B and or AT&T"),
        ("*very* _old_ 'tis", "very old tis"),
        ("Mail me@school.org.", "Mail me@school.org"),
        ("See www.example.org/a-b, too", "See www.example.org/a-b too"),
        ("Jacques O’Neill’s résumé", "Jacques O’Neill’s résumé"),
        ("Room 12 – 14, 3:30 pm, 1/2 cup", "Room 12 14 3:30 pm 1/2 cup"),
        ("She has a Ph.D. from M.I.T.", "She has a Ph.D. from M.I.T."),
        ("!!! ... -- « » …", ""),
        ("", ""),
    ],
)  # fmt: skip
def test_words_of_a_text(text: str, expected: str) -> None:
    assert [word.text for word in words.find(text)] == expected.split()


def test_letters_are_letters_and_digits_only() -> None:
    assert words.letters("don't") == 4
    assert words.letters("$4.2") == 2
    assert words.letters("naïve") == words.letters("nai\u0308ve") == 5


@given(st.text(max_size=200))
def test_words_lie_where_they_say_and_never_overlap(text: str) -> None:
    end = 0
    for word in words.find(text):
        assert text[word.start : word.end] == word.text
        assert word.start >= end
        end = word.end


def test_a_number_is_figures_with_a_sign_or_an_ending() -> None:
    for number in ("7", "$4.2", "1,250", "21st", "1990s", "10%", "-5", "½", "2½", "3:30", "30°C"):
        assert words.Word(number, 0).is_number, number
    for word in ("H2O", "COVID-19", "MP3", "dog", "B2B", "3D-printed"):
        assert not words.Word(word, 0).is_number, word
