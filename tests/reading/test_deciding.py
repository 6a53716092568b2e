"""Proposals and results: taken, left, and refused when they no longer fit."""

from services.reading import deciding, editing
from services.reading.models import (
    Attempt,
    ComprehensionItem,
    Passage,
    PassageSet,
    SentenceRewrite,
    SolverResult,
)

TEXT = "It rained. Nobody came. It rained."
ITEM = ComprehensionItem(id="i", question="Who?", options=("Ann", "Bo"), gold=0)
ANSWER = SolverResult(solver="a", passage=(0.7, 0.3))


def a_set(**more: object) -> PassageSet:
    return PassageSet(
        passages=(Passage.model_validate({"id": "p", "text": TEXT, "items": (ITEM,)} | more),)
    )


def rewrite(original: str = "It rained.", start: int = 0, to: str = "Wet.") -> SentenceRewrite:
    return SentenceRewrite(
        id="r", original=original, start=start, rewritten=to, grade_before=1, grade_after=0
    )


def test_an_accepted_sentence_takes_the_place_it_was_made_for() -> None:
    first = deciding.add_rewrite(a_set(), "p", rewrite(start=0))
    last = deciding.add_rewrite(a_set(), "p", rewrite(start=24))
    assert deciding.accept_rewrite(first, "p", "r").passages[0].text == (
        "Wet. Nobody came. It rained."
    )
    assert (
        deciding.accept_rewrite(last, "p", "r").passages[0].text == "It rained. Nobody came. Wet."
    )


def test_a_sentence_is_found_again_after_text_was_put_before_it() -> None:
    proposed = deciding.add_rewrite(a_set(), "p", rewrite("Nobody came.", 11, "No one came."))
    moved = editing.set_text(proposed, "p", "First of all: " + TEXT)
    assert "No one came." in deciding.accept_rewrite(moved, "p", "r").passages[0].text


def test_a_version_whose_sentence_is_gone_changes_nothing_and_can_be_put_away() -> None:
    proposed = deciding.add_rewrite(a_set(), "p", rewrite())
    gone = editing.set_text(proposed, "p", "The sun shone.")
    assert deciding.accept_rewrite(gone, "p", "r") == gone
    assert deciding.drop_rewrite(gone, "p", "r").passages[0].rewrites == ()
    assert deciding.add_rewrite(a_set(text="Dry."), "p", rewrite()) == a_set(text="Dry.")


def test_a_newer_version_of_a_sentence_takes_the_older_ones_place() -> None:
    twice = deciding.add_rewrite(a_set(), "p", rewrite(to="Wet."))
    twice = deciding.add_rewrite(twice, "p", rewrite(to="Rain fell."))
    assert [r.rewritten for r in twice.passages[0].rewrites] == ["Rain fell."]


def test_accepting_a_sentence_takes_the_solvers_answers_away() -> None:
    answered = deciding.keep_answer(a_set(), ITEM, TEXT, ANSWER)
    proposed = deciding.add_rewrite(answered, "p", rewrite())
    assert editing.all_items(deciding.accept_rewrite(proposed, "p", "r"))[0].solver is None


def test_a_suggested_item_is_taken_once_or_put_away() -> None:
    new = ITEM.model_copy(update={"id": "n"})
    proposed = deciding.add_proposal(a_set(), "p", new)
    taken = deciding.accept_proposal(proposed, "p", "n")
    assert [i.id for i in taken.passages[0].items] == ["i", "n"]
    assert taken.passages[0].proposals == ()
    assert deciding.accept_proposal(taken, "p", "n") == taken
    assert deciding.drop_proposal(proposed, "p", "n") == a_set()


def test_an_order_is_taken_where_the_options_are_still_the_same() -> None:
    swapped = ITEM.model_copy(update={"options": ("Bo", "Ann"), "gold": 1})
    after = editing.all_items(deciding.take_order(a_set(), [swapped]))[0]
    assert (after.options, after.gold) == (("Bo", "Ann"), 1)
    changed = editing.set_option(a_set(), "i", 1, "Cy")
    assert deciding.take_order(changed, [swapped]) == changed
    other_key = editing.set_key(a_set(), "i", 1)
    assert deciding.take_order(other_key, [swapped]) == other_key
    unkeyed = editing.set_key(a_set(), "i", None)
    assert deciding.take_order(unkeyed, [swapped]) == unkeyed


def test_an_answer_is_kept_only_with_the_wording_it_is_an_answer_to() -> None:
    kept = deciding.keep_answer(a_set(), ITEM, TEXT, ANSWER)
    assert editing.all_items(kept)[0].solver == ANSWER
    for changed in (
        editing.set_question(a_set(), "i", "Which?"),
        editing.set_option(a_set(), "i", 0, "Di"),
        editing.set_text(a_set(), "p", "Another text."),
        editing.remove_item(a_set(), "i"),
    ):
        assert deciding.keep_answer(changed, ITEM, TEXT, ANSWER) == changed


def test_a_try_is_kept_once_whatever_else_the_author_changed() -> None:
    tried = Attempt(question="Who?", options=("Ann", "Bo"), gold=0, answer=1, probability=0.6)
    changed = editing.set_question(a_set(), "i", "Which?")
    once = deciding.keep_attempt(changed, ITEM, tried)
    assert editing.all_items(once)[0].attempts == (tried,)
    assert deciding.keep_attempt(once, ITEM, tried) == once
