"""What the passage page takes in: texts, questions, both, and nothing unread in silence."""

import pytest

from services.errors import InvalidInput
from services.formats.passages import moodle
from services.formats.passages.intake import items_in, passages_in
from tests.formats.passages.generated import SET


def test_a_text_is_taken_whole() -> None:
    found = passages_in("bees.txt", b"Bees\n\nBees make honey.\n")
    (passage,) = found.passages
    assert (passage.title, passage.text) == ("bees", "Bees\n\nBees make honey.\n")
    assert found.items == ()


def test_questions_under_a_text_come_along() -> None:
    said = b"Bees make honey in summer.\n\n1. When?\na) summer\nb) winter\nANSWER: A\n"
    (passage,) = passages_in("bees.txt", said).passages
    assert passage.text == "Bees make honey in summer."
    assert [(i.question, i.gold) for i in passage.items] == [("When?", 0)]


def test_a_table_of_texts_gives_a_passage_a_row() -> None:
    found = passages_in("two.csv", b"title,text\nBees,Bees make honey.\nAnts,Ants do not.\n")
    assert [(p.title, p.text) for p in found.passages] == [
        ("two: Bees", "Bees make honey."),
        ("two: Ants", "Ants do not."),
    ]


def test_a_table_of_questions_is_read_as_such() -> None:
    found = passages_in("q.csv", b"passage,question,option A,option B,answer\nT.,Who?,x,y,B\n")
    assert [(i.question, i.gold) for i in found.items] == [("Who?", 1)]


def test_a_question_file_is_read_with_its_passages() -> None:
    found = passages_in("quiz.xml", moodle.write(SET))
    assert [i.question for i in found.items] == [i.question for i in SET.passages[0].items]


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 broken", b"<html></html>"])
def test_a_file_that_cannot_be_read_is_named(data: bytes) -> None:
    with pytest.raises(InvalidInput, match="odd"):
        passages_in("odd.docx", data)


def test_a_text_that_is_too_long_to_work_with_is_refused_with_the_name_of_its_file() -> None:
    with pytest.raises(InvalidInput, match=r"long\.csv cannot be read"):
        passages_in("long.csv", b"text\n" + b"word " * 30_000)


def test_pasted_questions_in_the_usual_style_and_the_lines_left_over() -> None:
    found = items_in("Chapter 3\n\n1. Who came?\na) Ann\n*b) Bo\n\n2. Why?\n- rain\n- wind\n")
    assert [(i.question, i.options, i.gold) for i in found.items] == [
        ("Who came?", ("Ann", "Bo"), 1),
        ("Why?", ("rain", "wind"), None),
    ]
    assert [(line.line, line.text) for line in found.unread] == [(1, "Chapter 3")]


@pytest.mark.parametrize(
    "pasted",
    [
        "Who came?\nA. Ann\nB. Bo\nANSWER: B",
        "::q:: Who came? {~Ann =Bo}",
        "question,option A,option B,answer\nWho came?,Ann,Bo,B",
    ],
    ids=["aiken", "gift", "csv"],
)
def test_pasted_questions_in_a_format(pasted: str) -> None:
    (item,) = items_in(pasted).items
    assert (item.question, item.options, item.gold) == ("Who came?", ("Ann", "Bo"), 1)


def test_pasted_prose_holds_no_question() -> None:
    found = items_in("It rained all day. Nobody came.")
    assert found.items == ()
    assert [line.line for line in found.unread] == [1]
