"""Long passages are cut to the sentences that bear on the question, in their order."""

from hypothesis import given, settings
from hypothesis import strategies as st

from services.reading.excerpt import most_relevant

FILLER = [f"The clerk filed paper {n} in the cabinet." for n in range(40)]


def test_what_fits_stays_as_it_is() -> None:
    assert most_relevant("One. Two.", "two?", 10).text == "One. Two."


def test_the_best_sentences_are_kept_in_their_order() -> None:
    passage = " ".join(["An otter ate a crab.", *FILLER, "The otter slept at dawn."])
    found = most_relevant(passage, "What did the otter do?", 12)
    assert found.text == "An otter ate a crab. The otter slept at dawn."
    assert (found.kept, found.total) == (2, 42)


def test_with_nothing_in_common_the_beginning_is_kept() -> None:
    assert most_relevant(" ".join(FILLER), "Zebra?", 20).text == " ".join(FILLER[:2])


def test_a_sentence_without_end_is_cut() -> None:
    found = most_relevant("word " * 500, "word", 30)
    assert len(found.text.split()) == 30


@settings(max_examples=30)
@given(st.text(alphabet="ab .?\n", max_size=300), st.text(alphabet="ab ?", max_size=20))
def test_any_text_is_within_the_limit(passage: str, query: str) -> None:
    assert len(most_relevant(passage, query, 12).text.split()) <= 12
