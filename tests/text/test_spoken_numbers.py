import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.text.spoken_numbers import cardinal, read_aloud


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("0", "zero"),
        ("205", "two hundred five"),
        ("1995", "nineteen ninety five"),
        ("1066", "ten sixty six"),
        ("1905", "nineteen oh five"),
        ("2005", "two thousand five"),
        ("1000", "one thousand"),
        ("1,995", "one thousand nine hundred ninety five"),
        ("11.5", "eleven point five"),
        (".5", "point five"),
        ("$4.2", "four point two dollars"),
        ("$3.75", "three dollars and seventy five cents"),
        ("$1", "one dollar"),
        ("€20", "twenty euros"),
        ("12%", "twelve percent"),
        ("98°F", "ninety eight degrees fahrenheit"),
        ("−5", "minus five"),
        ("3rd", "third"),
        ("12th", "twelfth"),
        ("90th", "ninetieth"),
        ("1990s", "nineteen nineties"),
        ("20s", "twenties"),
        ("3:05", "three oh five"),
        ("3:00", "three o'clock"),
        ("3/4", "three quarters"),
        ("9/11", "nine eleven"),
        ("2½", "two and one half"),
        ("007", "zero zero seven"),
        ("3.2.1", "three point two point one"),
        ("٣٤", "thirty four"),
    ],
)
def test_numbers_are_read_aloud(written: str, spoken: str) -> None:
    assert " ".join(read_aloud(written) or []) == spoken


@pytest.mark.parametrize("token", ["abc", "$", "H2O", "19-year-old", "", "5'6"])
def test_what_is_no_number_is_left_alone(token: str) -> None:
    assert read_aloud(token) is None


@given(st.integers(min_value=0, max_value=10**18 - 1))
def test_cardinals_of_any_size_are_words(value: int) -> None:
    assert all(word.isalpha() for word in cardinal(value))


@given(st.text(alphabet="0123456789.,:/⁄$£%½¼²٣-+st°CF ", max_size=30))
def test_no_string_of_figures_is_a_crash(token: str) -> None:
    spoken = read_aloud(token)
    assert spoken is None or all(isinstance(word, str) for word in spoken)


@pytest.mark.parametrize(
    "token", ["9" * 5000, "1:" + "9" * 5000, "9" * 5000 + ".5", "0:/0", "1/" * 9, "$.00"]
)
def test_figures_without_end_are_read_one_by_one(token: str) -> None:
    assert read_aloud(token)
