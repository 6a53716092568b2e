import pytest

from services.reading.dale_chall import is_familiar


@pytest.mark.parametrize(
    "word",
    [
        *("dog", "dogs", "dog's", "boxes", "babies", "giants"),
        *("carried", "carries", "jumped", "hopping", "making", "loved", "grown"),
        *("stronger", "biggest", "happier", "happiest", "slowly"),
        *("don't", "you’ll", "1947", "3,000", "21st", "1990s", "p.m."),
        *("old-fashioned", "red-hot", "THE", "Mrs"),
    ],
)
def test_listed_words_and_their_regular_endings_are_familiar(word: str) -> None:
    assert is_familiar(word)


@pytest.mark.parametrize(
    "word",
    [
        *("photosynthesis", "burner", "sharpen", "oxen", "reluctant", "unhappily"),
        *("h2o", "red-tinted", "farmerhood", "mortgaged"),
    ],
)
def test_other_words_are_not(word: str) -> None:
    assert not is_familiar(word)
