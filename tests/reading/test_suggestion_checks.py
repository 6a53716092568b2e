"""Which drafted questions and wrong answers are refused, and which sentence is asked about."""

import pytest

from services.reading.item_flaws.same_meaning import same_but_for_wording
from services.reading.models import ComprehensionType
from services.reading.suggestion_checks import (
    fits_beside,
    refused_question,
    stated,
    tells_apart,
)
from services.reading.suggestion_focus import choose

PROOF = "In 1911 Marie Curie won a second Nobel Prize because she had isolated radium."


@pytest.mark.parametrize(
    ("question", "answer", "kind"),
    [
        ("Did Marie Curie win a prize?", "Yes, she did", "factoid"),
        ("Which prize did Curie win?", "Yes", "factuality"),
        ("When did Marie Curie win?", "Since the 1980s", "spatial_temporal"),
        ("Who trained the astronauts?", "A retired pilot from Texas", "factoid"),
        ("Where do whales sleep?", "Near the surface", "logical"),
        ("Why did Curie win the Nobel Prize?", "Curie won the Nobel Prize", "non_factoid"),
        ("What shows that Curie was gifted?", "The passage states that she won", "logical"),
    ],
)
def test_questions_that_are_refused(question: str, answer: str, kind: str) -> None:
    assert refused_question(question, answer, PROOF, ComprehensionType(kind), ())


@pytest.mark.parametrize(
    ("question", "answer", "kind"),
    [
        ("Why did Marie Curie win the prize?", "She had isolated radium", "non_factoid"),
        ("When did Marie Curie win her second Nobel Prize?", "In 1911", "spatial_temporal"),
        ("How many years passed after Curie's first prize?", "Eight", "numeric"),
    ],
)
def test_questions_that_are_taken(question: str, answer: str, kind: str) -> None:
    assert refused_question(question, answer, PROOF, ComprehensionType(kind), ()) == ""


@pytest.mark.parametrize(
    ("left", "right", "apart"),
    [
        (
            "They thought that the river was too cold for the fish to live in",
            "The farmers believed that the river was too cold for the fish to live in",
            False,
        ),
        (
            "The farmers thought the river was too cold for any fish",
            "The farmers thought the river was too cold for all the fish",
            True,
        ),
        (
            "The river was too cold for the fish to live in",
            "The river was too warm for the fish to live in",
            True,
        ),
        (
            "The bridge was opened to traffic in the spring of 1934",
            "The bridge was opened to traffic in the spring of 1943",
            True,
        ),
        (
            "The keeper had locked the gate before the storm came",
            "The keeper had not locked the gate before the storm came",
            True,
        ),
        (
            "The train had left the station before the storm reached the town",
            "The train had left the station after the storm reached the town",
            True,
        ),
        (
            "They thought the museum was closed because of the long strike",
            "The visitors said that the museum was closed because of the long strike",
            False,
        ),
        (
            "The hunters had followed the wolves into the deep forest",
            "The wolves had followed the hunters into the deep forest",
            True,
        ),
        ("In the river", "In the lake", True),
    ],
)
def test_answers_that_differ_in_wording_only(left: str, right: str, apart: bool) -> None:
    assert tells_apart(left, [right]) is apart
    assert tells_apart(right, [left]) is apart


def test_a_wrong_statement_may_not_be_what_the_text_says() -> None:
    assert stated("Curie won a second prize in 1911", [PROOF])
    assert not stated("Curie won a third prize in 1911", [PROOF])
    assert not stated("Curie did not win a prize in 1911", [PROOF])


PASSAGE = """The old lighthouse stands on a rock near the village of Aldeby.

It was built in 1820 because many ships had been lost there. Ships still pass it every night.

In winter the keeper could not leave, so he grew potatoes in barrels of earth on the roof."""


def test_the_sentence_suits_the_type_and_is_not_asked_twice() -> None:
    where = choose(PASSAGE, ComprehensionType.FACTOID, (), 0)
    assert where is not None
    assert where.sentence.endswith("Aldeby.")
    why = choose(PASSAGE, ComprehensionType.NON_FACTOID, (), 0)
    assert why is not None
    assert "because" in why.sentence
    assert "Ships still pass" in why.text
    assert "potatoes" not in why.text
    other = choose(PASSAGE, ComprehensionType.NON_FACTOID, (why.sentence,), 0)
    assert other is not None
    assert other.sentence != why.sentence


@pytest.mark.parametrize("passage", ["", "Short.", "No end of a sentence here at all", "? ! ."])
def test_a_passage_without_a_sentence_to_ask_about_has_no_focus(passage: str) -> None:
    assert choose(passage, ComprehensionType.FACTOID, (), 3) is None


def test_an_answer_that_only_goes_on_and_one_that_runs_on_are_no_answers() -> None:
    short = "The larvae were found only in the open sea"
    longer = f"{short} and could not live in rivers or lakes"
    assert not tells_apart(longer, [short])
    assert tells_apart("The larvae were not found only in the open sea", [short])
    assert not tells_apart("and then it " * 8, [])
    assert "too long" in refused_question(
        "Why did Curie win?", "because " * 21, PROOF, ComprehensionType.NON_FACTOID, ()
    )


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (
            "The experts want to find out why bees die",
            "They want to find out why the bees die",
            True,
        ),
        ("The birds don't fly south before the snow", "The birds fly south before the snow", False),
        (
            "The birds can’t fly before their first snow",
            "The birds can fly before the first snow",
            False,
        ),
        (
            "Everyone wants to finish the long race now",
            "Nobody wants to finish a long race now",
            False,
        ),
    ],
)
def test_what_denies_or_speaks_of_others_is_not_the_same(one: str, other: str, same: bool) -> None:
    assert same_but_for_wording(one, other) is same


@pytest.mark.parametrize(
    ("wrong", "key", "fits"),
    [
        ("Two weeks", "More than five thousand kilometres", False),
        ("Less than 500 kilometres", "More than five thousand kilometres", True),
        ("In the sea", "In the depths of the Sargasso Sea", False),
        ("In the Baltic Sea", "In the Sargasso Sea", True),
        ("1943", "In 1934", True),
        ("In the north", "In 1934", False),
        ("Between five and six years", "Between one and three years", True),
        ("On the shore", "In the sea", True),
    ],
)
def test_a_wrong_answer_is_of_the_key_s_kind(wrong: str, key: str, fits: bool) -> None:
    assert fits_beside(wrong, key) is fits


def test_which_is_true_is_answered_by_a_statement() -> None:
    said = refused_question("Which is true?", "Radium", PROOF, ComprehensionType.FACTUALITY, ())
    assert "no statement" in said
