import pytest

from services.reading import cautions, counting
from services.reading.report import read, readability

VERSE = (
    "The wind is cold across the hill,\nThe lamps are lit along the shore\nAnd all the boats are "
    "lying still;\nThe sea will sing to us no more."
)
LONG = "The old dog sat by the warm stove and slept. " * 12


def said(text: str) -> str:
    return " ".join(readability(text).cautions)


def test_nothing_is_said_of_ordinary_prose() -> None:
    assert said(LONG) == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no text"),
        ("The dog ran.", "under 100"),
        ("Le chat est assis sur le tapis et il regarde la rue.", "(fr)"),
        ("Der Hund lief durch den Wald und sah einen Hasen.", "(de)"),
        ("我今天去学校，天气很好。", "(zh)"),
        ("我今天去学校，天气很好。", "Words are not counted"),
        ("Dog", "has one word"),
        (VERSE, "verse"),
        ("Bring:\n- a hat\n- a cup\n- two forks", "list lines"),
        ("THE DOG RAN HOME. THE CAT HID.", "capitals"),
        ("and the dog ran " * 30, "full stops"),
        ("Th1s text w4s sc4nned and b4dly re4d by a m4chine.", "broken"),
    ],
)
def test_what_the_formulas_cannot_know_is_said(text: str, words: str) -> None:
    assert words in said(text)


def test_scores_of_another_language_are_withheld() -> None:
    found = readability("La casa es muy grande y bonita, pero no tiene jardín ni garaje.")
    assert found.language == "es"
    assert set(found.scores.values()) == {None}
    assert found.counts.words == 13


def test_words_are_not_counted_where_none_are_set_apart() -> None:
    found = read("a", "我今天去学校，天气很好。你呢？").as_json()
    assert (found["words"], found["syllables"], found["longest_sentence_words"]) == (None,) * 3
    assert found["sentences"] == 2


@pytest.mark.parametrize(
    "text", ["Go. Run. Sit. Hop.", "A Franco-German deal.", "The faeries relived it.", "Yes."]
)
def test_a_few_english_words_are_not_taken_for_another_language(text: str) -> None:
    assert cautions.language(text, counting.count(text)) == "en"
