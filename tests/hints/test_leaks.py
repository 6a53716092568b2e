"""What gives an answer away, with the misses of the public code as cases."""

import pytest

from services.hints.leaks import find_leak, near_leak

LEAKS = [
    # Misses of the public code: the answer was lemmatised before it was lower-cased.
    ("Cheviots", "The highest point in this range is The Cheviot."),
    ("Hands", "It is based on the height of a human hand."),
    ("Amphibians", "An amphibian lives on land and in water."),
    ("Cities", "Rome is such a city."),
    ("Angelina Jolie", "Runs the Jolie-Pitt Foundation."),
    ("Brad Pitt", "Runs the Jolie–Pitt Foundation."),
    # Forms of a word.
    ("Carrots", "Orange, like a carrot's root."),
    ("Mouse", "Three blind mice ran."),
    ("Swimming", "She swims every day."),
    ("The Beatles", "A Beatle’s widow sued."),
    ("O'Brien", "OBrien's pub."),
    ("Beyoncé", "Beyonce sang it."),
    ("Dvorak", "Dvořák wrote it."),
    ("HEAVY WATER", "The water is poisonous."),
    # Compounds, together and apart.
    ("Basketball", "You throw a basket ball."),
    ("Ice cream", "An icecream parlour."),
    ("Spider-Man", "Spiderman swings."),
    ("Spiderman", "Spider-Man swings."),
    # Numbers.
    ("7", "Snow White met seven dwarfs."),
    ("Seven", "There are 7 of them."),
    ("Seven", "The seventh was the last."),
    ("twenty-one", "It takes 21 points to win."),
    ("1,000", "A thousand ships sailed."),
    ("5 million", "About 5,000,000 live there."),
    ("1984", "Orwell called it nineteen eighty-four."),
    ("5th century BCE", "Not the fourth but the fifth."),
    # Initials.
    ("United Nations", "The U.N. has its seat there."),
    ("United States of America", "It won the USA a medal."),
    ("NASA", "The National Aeronautics and Space Administration."),
    ("Knot (kn)", "Its symbol is kn."),
    # Names of function words, and of one letter.
    ("The Who", "The Who smashed their guitars."),
    ("It", "King called the novel It."),
    ("It", 'Its title is "it".'),
    ("US", "The U.S. Senate sits there."),
    ("Q", "The letter after P is Q."),
    ("東京", "東京タワー"),
]
PASSES = [
    ("St John's", "It's the oldest city on the island, near St. Lawrence."),
    ("Cheviots", "The range lies on the border."),
    ("The Who", "Who are they? They sang Tommy."),
    ("The Who", "A man who smashed his guitar."),
    ("It", "It is a novel, and it is long."),
    ("US", "Tell us more."),
    ("IT", "It stores data."),
    ("7", "17 or 70, not seventeen."),
    ("20", "Twenty-one guns."),
    ("One", "Twenty-one guns."),
    ("AOL", "America Online was its name."),
    ("Basketball", "You need a basket and a ball."),
    ("ATMOSPHERE (unit of measurement)", "It is a unit of pressure."),
    ("McDonald", "Donald Trump ate there."),
    ("The Beatles", "Beetles eat leaves."),
    ("C", "A letter of the alphabet."),
    ("Paris", "Its people are called Parisian."),
    ("Ant", "It is important and elegant."),
    ("Iran", "It ran along the coast."),
    ("Them!", "Giant ants attack them."),
    ("No", "There is no doubt about it."),
    ("Rome", "Romeo loved Juliet."),
]


@pytest.mark.parametrize(("answer", "hint"), LEAKS)
def test_leaks(answer: str, hint: str) -> None:
    leak = find_leak(answer, (), hint)
    assert leak is not None
    assert leak.lemma
    assert leak.why


@pytest.mark.parametrize(("answer", "hint"), PASSES)
def test_passes(answer: str, hint: str) -> None:
    assert find_leak(answer, (), hint) is None


def test_the_shared_lemma_is_named() -> None:
    leak = find_leak("Hands", (), "The height of a human hand.")
    assert leak is not None
    assert leak.lemma == "hand"


def test_an_alias_leaks_like_the_answer() -> None:
    assert find_leak("Jakarta", ("Batavia",), "Batavia was its name.") is not None


@pytest.mark.parametrize(
    ("answer", "hint", "word"),
    [
        ("Paris", "Its people are Parisians or Parisian.", "Parisian"),
        ("Italy", "Italian is spoken.", "Italian"),
        ("Rome", "Romeo loved Juliet.", None),
    ],
)
def test_relatives_of_the_answer_are_pointed_out(answer: str, hint: str, word: str | None) -> None:
    assert near_leak(answer, (), hint) == word
