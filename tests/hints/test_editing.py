"""Edits by id: what they change at once, what they mark as out of date, and what they leave."""

from typing import Any

import pytest

from services.hints import arranging, editing
from services.hints.cautions import CHECK
from services.hints.example import example
from services.hints.models import ClueKind, Hint, HintQuiz, TriviaQuestion
from services.hints.rechecking import is_pending, rechecked
from tests.hints.encoder import WordEncoder

ENCODER = WordEncoder()
TOWNS = ("Oban", "Mallaig", "Fort William", "Glencoe")


def hint(id: str, text: str, verdicts: tuple[int, ...], **more: Any) -> Hint:
    margins = tuple(2.0 if verdict else -2.0 for verdict in verdicts)
    return Hint(id=id, text=text, verdicts=verdicts, margins=margins, **more)


def quiz(**more: Any) -> HintQuiz:
    question = TriviaQuestion(
        id="q",
        question="Which town is nearest to the highest mountain of Scotland?",
        answer="Fort William",
        candidates=TOWNS,
        knows_answer=True,
        signature="s",
        hints=(
            hint("a", "It lies on a loch.", (1, 1, 1, 0), kind=ClueKind.PLACE, warnings=(CHECK,)),
            hint("b", "A steam train leaves from here.", (0, 1, 1, 0), kind=ClueKind.PROPERTY),
            hint("c", "Walkers on the long way north end here.", (0, 0, 1, 0)),
        ),
        **more,
    )
    return HintQuiz(questions=(rechecked(question, ENCODER),))


def only(document: HintQuiz) -> TriviaQuestion:
    return document.questions[0]


def one(document: HintQuiz, hint_id: str) -> Hint:
    found = editing.hint_of(only(document), hint_id)
    assert found is not None
    return found


def order(document: HintQuiz) -> list[str]:
    return [each.id for each in only(document).kept_hints]


def test_what_needs_no_model_is_there_at_once() -> None:
    found = only(quiz())
    assert [each.hicos for each in found.hints] == [0.5, 0.75, 1.0]
    assert [each.remaining for each in found.kept_hints][-1] == 1
    assert not any(is_pending(found, each) for each in found.hints)


def test_a_changed_hint_is_filtered_at_once_and_its_grades_marked() -> None:
    changed = editing.set_hint_text(quiz(), "q", "b", "William built a fort here.", ENCODER)
    assert one(changed, "b").dropped.startswith("Gives the answer away")
    assert one(changed, "b").stale
    assert one(changed, "b").hicos == 0.75
    assert order(changed) == ["a", "c"]
    mended = editing.set_hint_text(changed, "q", "b", "A steam engine starts here.", ENCODER)
    assert one(mended, "b").dropped == ""
    assert is_pending(only(mended), one(mended, "b"))


def test_what_is_to_be_checked_stays_so_after_an_edit_until_the_author_looked() -> None:
    changed = editing.set_hint_text(quiz(), "q", "a", "It lies at a deep loch.", ENCODER)
    assert one(changed, "a").warnings == (CHECK,)
    looked = editing.mark_checked(changed, "q", "a")
    assert one(looked, "a").warnings == ()


def test_an_emptied_hint_is_not_shown() -> None:
    changed = editing.set_hint_text(quiz(), "q", "a", "  ", ENCODER)
    assert order(changed) == ["b", "c"]
    assert not is_pending(only(changed), one(changed, "a"))


def test_the_authors_word_goes_before_the_filters_and_back() -> None:
    leaking = editing.set_hint_text(quiz(), "q", "a", "William stood here.", ENCODER)
    kept = editing.set_override(leaking, "q", "a", True, ENCODER)
    assert "a" in order(kept)
    assert one(kept, "a").dropped
    again = editing.set_override(kept, "q", "a", None, ENCODER)
    assert "a" not in order(again)
    aside = editing.set_override(quiz(), "q", "c", False, ENCODER)
    assert order(aside) == ["a", "b"]
    assert one(aside, "c").order is None


def test_an_own_hint_waits_for_the_judge() -> None:
    added = editing.add_hint(quiz(), "q", "  Its shinty\nclub is old. ", ENCODER, "own")
    assert one(added, "own").text == "Its shinty club is old."
    assert one(added, "own").kind is ClueKind.AUTHOR
    assert one(added, "own").warnings == ()
    assert is_pending(only(added), one(added, "own"))
    # A double click is one hint.
    assert editing.add_hint(added, "q", "again", ENCODER, "own") == added
    removed = editing.remove_hint(added, "q", "own", ENCODER)
    assert order(removed) == order(quiz())


def test_hints_that_disagree_are_marked_while_one_types() -> None:
    first = editing.add_hint(quiz(), "q", "It was founded in 1654.", ENCODER, "x")
    second = editing.add_hint(first, "q", "It was founded in 1690.", ENCODER, "y")
    assert "Disagrees" in one(second, "x").warnings[0]
    agreed = editing.set_hint_text(second, "q", "y", "It was founded in 1654 too.", ENCODER)
    assert one(agreed, "x").warnings == ()


def test_candidates_that_stay_keep_their_verdicts() -> None:
    changed = editing.set_candidates(quiz(), "q", ["Oban", "Fort William", "Nairn"], ENCODER)
    assert only(changed).candidates == ("Oban", "Fort William", "Nairn")
    assert one(changed, "b").verdicts == (0, 1, None)
    assert one(changed, "b").margins == (-2.0, 2.0, None)
    assert one(changed, "b").hicos is None
    fewer = editing.set_candidates(quiz(), "q", ["Oban", "Fort William"], ENCODER)
    assert [each.hicos for each in only(fewer).hints] == [0.5, 1.0, 1.0]


def test_the_answer_cannot_be_taken_from_the_candidates_nor_a_name_stand_twice() -> None:
    changed = editing.set_candidates(quiz(), "q", ["Oban", "OBAN", "Nairn"], ENCODER)
    assert only(changed).candidates == ("Oban", "Nairn", "Fort William")
    assert one(changed, "a").verdicts == (1, None, 1)
    many = editing.set_candidates(quiz(), "q", [f"Town {n}" for n in range(30)], ENCODER)
    assert len(only(many).candidates) == 20
    assert "Fort William" in only(many).candidates


def test_without_candidates_nothing_is_judged() -> None:
    bare = editing.set_candidates(quiz(), "q", [], ENCODER)
    assert only(bare).candidates == ()
    assert {each.verdicts for each in only(bare).hints} == {()}
    assert all(each.hicos is None and each.remaining is None for each in only(bare).hints)


def test_an_answer_retyped_letter_by_letter_keeps_the_candidates() -> None:
    now = quiz()
    for typed in ("", "I", "Inverlochy"):
        now = editing.set_answer(now, "q", typed, ENCODER)
    assert only(now).candidates == ("Oban", "Mallaig", "Inverlochy", "Glencoe")
    assert one(now, "a").verdicts == (1, 1, None, 0)
    assert only(now).knows_answer is None
    assert all(is_pending(only(now), each) for each in only(now).hints)


def test_a_new_answer_is_looked_for_in_the_hints() -> None:
    changed = editing.set_answer(quiz(), "q", "Loch Linnhe", ENCODER)
    assert one(changed, "a").dropped.startswith("Gives the answer away")
    with_alias = editing.set_aliases(quiz(), "q", ["steam town", " ", "Steam town"], ENCODER)
    assert only(with_alias).aliases == ("steam town",)
    assert one(with_alias, "b").dropped.startswith("Gives the answer away")


def test_a_new_wording_forgets_what_was_found_about_the_old_one() -> None:
    changed = editing.set_question(quiz(notes=("n",)), "q", "Which town lies at Ben Nevis?", None)
    assert only(changed).knows_answer is None
    assert only(changed).notes == ()
    assert [each.hicos for each in only(changed).hints] == [0.5, 0.75, 1.0]


def test_the_order_is_the_authors_once_a_hint_was_moved_and_can_go_back() -> None:
    automatic = order(quiz())
    moved = arranging.move_hint(quiz(), "q", automatic[2], -2)
    assert order(moved) == [automatic[2], *automatic[:2]]
    assert [each.remaining for each in only(moved).kept_hints] == [1, 1, 1]
    later = editing.add_hint(moved, "q", "Its shinty club is old.", ENCODER, "own")
    assert order(later) == [*order(moved), "own"]
    placed = arranging.place_hint(later, "q", "own", 2)
    assert order(placed)[1] == "own"
    assert order(arranging.place_hint(placed, "q", "own", 99))[-1] == "own"
    assert order(arranging.automatic_order(moved, "q", ENCODER)) == automatic


def test_a_selection_sets_the_other_hints_aside() -> None:
    chosen = arranging.show_only(quiz(), "q", ["c", "a", "gone"], ENCODER)
    assert order(chosen) == ["c", "a"]
    assert one(chosen, "b").override is False
    assert arranging.show_only(quiz(), "q", ["gone"], ENCODER) == quiz()


@pytest.mark.parametrize(
    "edit",
    [
        lambda q: editing.set_question(q, "gone", "x", None),
        lambda q: editing.set_answer(q, "gone", "x", None),
        lambda q: editing.set_aliases(q, "gone", ["x"], None),
        lambda q: editing.set_candidates(q, "gone", ["x"], None),
        lambda q: editing.set_hint_text(q, "q", "gone", "x", ENCODER),
        lambda q: editing.add_hint(q, "gone", "x", None),
        lambda q: editing.remove_hint(q, "q", "gone", ENCODER),
        lambda q: editing.set_override(q, "q", "gone", True, ENCODER),
        lambda q: editing.mark_checked(q, "q", "gone"),
        lambda q: editing.move_question(q, "gone", 1),
        lambda q: editing.remove_question(q, "gone"),
        lambda q: arranging.move_hint(q, "q", "gone", 1),
        lambda q: arranging.place_hint(q, "gone", "a", 1),
        lambda q: arranging.automatic_order(q, "gone", None),
    ],
)
def test_an_id_that_is_gone_changes_nothing(edit: Any) -> None:
    assert edit(quiz()) == quiz()


def test_questions_come_go_and_move() -> None:
    more = [TriviaQuestion(id="q", question="same id"), TriviaQuestion(id="r", question="r")]
    now = editing.add_questions(quiz(), more)
    ids = [each.id for each in now.questions]
    assert ids[0] == "q"
    assert ids[2] == "r"
    assert len(set(ids)) == 3
    assert editing.move_question(now, "r", -5).questions[0].id == "r"
    assert len(editing.remove_question(now, "r").questions) == 2
    full = editing.add_questions(now, [TriviaQuestion() for _ in range(2_000)])
    assert len(full.questions) == editing.MOST_QUESTIONS


def test_imported_candidates_without_the_answer_get_it() -> None:
    question = TriviaQuestion(
        question="Where?",
        answer="Papua New Guinea",
        candidates=("Fiji", "BATAVIA", "Batavia"),
        hints=(Hint(text="An island.", verdicts=(1, 0, 1)),),
    )
    found = rechecked(question, ENCODER)
    assert found.candidates == ("Fiji", "BATAVIA", "Papua New Guinea")
    assert found.hints[0].verdicts == (1, 1, None)
    assert found.hints[0].hicos is None


def test_the_example_stands_on_its_persons_verdicts() -> None:
    rings = example().questions[0]
    assert [each.hicos for each in rings.kept_hints] == [0.38, 0.5, 0.62, 1.0, 1.0, 1.0]
    assert [each.remaining for each in rings.kept_hints] == [6, 3, 2, 1, 1, 1]
    assert [each.text for each in rings.hints if not each.kept] == [
        "Saturn's bands of ice are hundreds of thousands of kilometres across."
    ]
