"""What changed between two revisions, in words, worked out by hand."""

from hypothesis import given
from hypothesis import strategies as st

from services.contents.comparison import Change, Fate, Piece, compare, word_pieces
from services.contents.parts import Line, Part
from services.contents.rooms import parts_of
from services.hints.example import example as quiz
from services.questionnaire import editing
from services.questionnaire.example import example as questionnaire
from services.reading.example import example as passages


def part(key: str, text: str = "", name: str = "") -> Part:
    return Part(key, name or key, (Line("Wording", text),) if text else ())


def told(before: list[Part], after: list[Part]) -> list[tuple[Change, str]]:
    return [(change.change, change.name) for change in compare(before, after)]


def marked(before: str, after: str) -> str:
    """Gone words in [], new ones in {}."""
    marks = {Fate.SAME: "{}", Fate.GONE: "[{}]", Fate.NEW: "{{{}}}"}
    return "".join(marks[piece.fate].format(piece.text) for piece in word_pieces(before, after))


def test_parts_come_and_go_by_their_key() -> None:
    before, after = [part("a", "x"), part("b", "y")], [part("b", "y"), part("c", "z")]
    assert told(before, after) == [(Change.REMOVED, "a"), (Change.ADDED, "c")]
    assert told(before, before) == []


def test_of_a_new_order_only_what_left_its_place_has_moved() -> None:
    before = [part(key) for key in "abcde"]
    assert told(before, [part(key) for key in "eabcd"]) == [(Change.MOVED, "e")]
    assert told(before, [part(key) for key in "acbde"]) == [(Change.MOVED, "c")]
    assert len(told(before, [part(key) for key in "edcba"])) == 4


def test_a_part_that_was_renumbered_only_has_not_changed() -> None:
    before = [part("a", "x", "Question 1"), part("b", "y", "Question 2")]
    after = [part("b", "y", "Question 1")]
    assert told(before, after) == [(Change.REMOVED, "Question 1")]


def test_words_are_marked_in_reading_order() -> None:
    assert marked("How often do you cycle?", "How often did you cycle?") == (
        "How often [do]{did} you cycle?"
    )
    assert marked("", "new") == "{new}"
    assert marked("old words", "") == "[old words]"
    assert marked("a b c d", "a x y d") == "a [b c]{x y} d"
    assert marked("你多久骑车？", "你常常骑车？") == "你[多久]{常常}骑车？"


@given(st.text(alphabet="ab \n雨", max_size=30), st.text(alphabet="ab \n雨", max_size=30))
def test_pieces_hold_both_texts_and_nothing_else(before: str, after: str) -> None:
    pieces = word_pieces(before, after)
    assert "".join(piece.text for piece in pieces if piece.fate is not Fate.NEW) == before
    assert "".join(piece.text for piece in pieces if piece.fate is not Fate.GONE) == after
    assert all(piece.text for piece in pieces)


def test_very_long_texts_are_shown_one_after_the_other() -> None:
    before, after = "a " * 4_000, "b " * 4_000
    assert word_pieces(before, after) == (Piece(before, Fate.GONE), Piece(after, Fate.NEW))


def test_every_room_is_told_in_words_with_keys_of_its_own() -> None:
    for document in (questionnaire(), quiz(), passages()):
        parts = parts_of(document)
        assert len({part.key for part in parts}) == len(parts) > 3
        assert all(line.text.strip() for part in parts for line in part.lines)
        assert compare(parts, parts) == []


def test_an_edit_of_a_question_is_told_at_that_question() -> None:
    before = questionnaire()
    after = editing.set_required(editing.set_text(before, "which", "Which tools?"), "which", True)
    (change,) = compare(parts_of(before), parts_of(after))
    assert (change.change, change.name) == (Change.CHANGED, "Question 3")
    assert [line.label for line in change.lines] == ["Wording", "Must be answered"]
