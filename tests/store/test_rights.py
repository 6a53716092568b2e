"""Nobody reaches a draft that is not theirs and that no link opened for them."""

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from services.errors import Forbidden, InvalidInput, NotFound
from services.hints.models import HintQuiz, PlayRecord
from services.store.records import DraftRecord
from services.store.repository import Draft, Repository, Right, Search, Shelf

Act = Callable[[Repository, str], Any]


def rename(quiz: HintQuiz) -> HintQuiz:
    return quiz.model_copy(update={"name": "Taken over"})


def play(quiz: HintQuiz) -> HintQuiz:
    return quiz.model_copy(update={"plays": (*quiz.plays, PlayRecord(question_id="q"))})


# Every method that names a draft, with the least right that it takes.
NEEDS: dict[str, tuple[Right, Act]] = {
    "right": (Right.VIEW, lambda store, draft: store.right(draft)),
    "get": (Right.VIEW, lambda store, draft: store.get(draft)),
    "glance": (Right.VIEW, lambda store, draft: store.glance(draft)),
    "history": (Right.VIEW, lambda store, draft: store.history(draft)),
    "document_at": (Right.VIEW, lambda store, draft: store.document_at(draft, 1)),
    "duplicate": (Right.VIEW, lambda store, draft: store.duplicate(draft, owner=store.person)),
    "be_present": (Right.VIEW, lambda store, draft: store.be_present(draft, "w1")),
    "held": (Right.VIEW, lambda store, draft: store.held(draft)),
    "settle": (Right.VIEW, lambda store, draft: store.settle(draft, "name")),
    "update": (
        Right.EDIT,
        lambda store, draft: store.update(draft, rename, author="x", what="Name"),
    ),
    "undo": (Right.EDIT, lambda store, draft: store.undo(draft)),
    "redo": (Right.EDIT, lambda store, draft: store.redo(draft)),
    "bring_back": (Right.EDIT, lambda store, draft: store.bring_back(draft, 1, author="x")),
    "rename": (Right.EDIT, lambda store, draft: store.rename(draft, "Other", author="x")),
    "hold": (Right.EDIT, lambda store, draft: store.hold(draft, "name", "Name", "x")),
    "archive": (Right.OWN, lambda store, draft: store.archive(draft)),
    "unarchive": (Right.OWN, lambda store, draft: store.unarchive(draft)),
    "delete": (Right.OWN, lambda store, draft: store.delete(draft)),
    "restore": (Right.OWN, lambda store, draft: store.restore(draft)),
    "erase": (Right.OWN, lambda store, draft: store.erase(draft)),
    "share": (Right.OWN, lambda store, draft: store.share(draft, Right.EDIT)),
    "links": (Right.OWN, lambda store, draft: store.links(draft)),
    "revoke": (Right.OWN, lambda store, draft: store.revoke(draft, "no-such-link")),
    "whole": (Right.OWN, lambda store, draft: store.whole(draft)),
}
# These tell a stranger nothing and change nothing of others', as the tests below hold.
HARMLESS = {"go", "leave", "open_link", "owner_of"}
OF_THE_APP = {"jobs_of_draft"}


@pytest.fixture
def draft(repository: Repository) -> Draft:
    made = repository.create(HintQuiz(name="Ann's"), owner="ann", author="ann", what="New")
    return repository.update(
        made.id,
        lambda quiz: quiz.model_copy(update={"count": 7}),
        author="ann",
        what="Number of hints",
    )


def let_in(repository: Repository, draft: Draft, person: str, right: Right) -> Repository:
    secret = repository.seen_by("ann").share(draft.id, right)
    store = repository.seen_by(person)
    store.open_link(draft.id, secret)
    return store


def kept(repository: Repository, draft: Draft) -> DraftRecord:
    return repository.whole(draft.id).model_copy(update={"links": ()})


def test_every_method_that_names_a_draft_is_tried_below() -> None:
    found = {
        name
        for name, method in inspect.getmembers(Repository, inspect.isfunction)
        if not name.startswith("_") and "draft_id" in inspect.signature(method).parameters
    }
    assert found == NEEDS.keys() | HARMLESS | OF_THE_APP


@pytest.mark.parametrize("name", NEEDS)
def test_a_stranger_is_told_that_there_is_no_such_draft(
    name: str, repository: Repository, draft: Draft
) -> None:
    before = kept(repository, draft)
    with pytest.raises(NotFound, match="no draft"):
        NEEDS[name][1](repository.seen_by("eve"), draft.id)
    assert kept(repository, draft) == before


@pytest.mark.parametrize("right", [Right.VIEW, Right.EDIT])
@pytest.mark.parametrize("name", [n for n, (needed, _) in NEEDS.items() if needed > Right.VIEW])
def test_a_link_allows_what_it_says_and_no_more(
    name: str, right: Right, repository: Repository, draft: Draft
) -> None:
    needed, act = NEEDS[name]
    guest = let_in(repository, draft, "ben", right)
    before = kept(repository, draft)
    if needed <= right:
        act(guest, draft.id)
        return
    with pytest.raises(Forbidden):
        act(guest, draft.id)
    assert kept(repository, draft) == before


def test_whoever_may_read_may_play_but_neither_unplay_nor_change(
    repository: Repository, draft: Draft
) -> None:
    guest = let_in(repository, draft, "ben", Right.VIEW)
    guest.update(draft.id, play, author="ben", what="Played")
    assert len(repository.get(draft.id).document.plays) == 1

    def unplay(quiz: HintQuiz) -> HintQuiz:
        return quiz.model_copy(update={"plays": ()})

    for change in (unplay, lambda quiz: rename(play(quiz))):
        with pytest.raises(Forbidden, match="read this draft but not change"):
            guest.update(draft.id, change, author="ben", what="Changed")


def test_lists_hold_ones_own_and_what_was_shared(repository: Repository, draft: Draft) -> None:
    guest, stranger = let_in(repository, draft, "ben", Right.VIEW), repository.seen_by("eve")
    own = guest.create(HintQuiz(name="Ben's"), owner="ben", author="ben", what="New")
    assert {found.id for found in guest.recent("ben")} == {draft.id, own.id}
    # Whatever name is given: a person is only ever shown their own lists.
    assert stranger.recent("ann") == []
    assert stranger.find(Search("Ann's"), "ann").total == 0
    assert guest.find(Search("Ann's"), "ann").total == 1
    assert guest.find(Search(shelf=Shelf.DELETED), "ann").total == 0
    assert guest.all_ids() == [own.id]


def test_an_ended_link_lets_nobody_in_and_puts_everybody_out(
    repository: Repository, draft: Draft
) -> None:
    owner = repository.seen_by("ann")
    secret = owner.share(draft.id, Right.EDIT)
    guest = repository.seen_by("ben")
    assert guest.open_link(draft.id, secret).right is Right.EDIT
    (link,) = owner.links(draft.id)
    assert link.opened_by == ("ben",)
    owner.revoke(draft.id, link.id)
    with pytest.raises(NotFound):
        guest.get(draft.id)
    with pytest.raises(NotFound, match="does not open anything"):
        guest.open_link(draft.id, secret)
    assert owner.links(draft.id) == []


def test_a_secret_opens_its_own_draft_only_and_is_not_kept(
    repository: Repository, draft: Draft
) -> None:
    owner = repository.seen_by("ann")
    other = owner.create(HintQuiz(name="Diary"), owner="ann", author="ann", what="New")
    secret = owner.share(draft.id, Right.VIEW)
    guest = repository.seen_by("ben")
    for wanted, said in ((other.id, secret), (draft.id, secret[:-1]), (draft.id, "")):
        with pytest.raises(NotFound, match="does not open anything"):
            guest.open_link(wanted, said)
    assert secret not in repr(repository.whole(draft.id))


def test_a_guest_can_leave_and_come_again(repository: Repository, draft: Draft) -> None:
    secret = repository.seen_by("ann").share(draft.id, Right.VIEW)
    guest = repository.seen_by("ben")
    guest.open_link(draft.id, secret)
    guest.leave(draft.id)
    assert guest.recent("ben") == []
    guest.open_link(draft.id, secret)
    assert guest.right(draft.id) is Right.VIEW


def test_leaving_and_going_touch_nobody_else(repository: Repository, draft: Draft) -> None:
    guest, stranger = let_in(repository, draft, "ben", Right.EDIT), repository.seen_by("eve")
    guest.be_present(draft.id, "w1")
    stranger.leave(draft.id)
    stranger.go(draft.id, "w1")
    assert stranger.owner_of(draft.id) == ""
    assert guest.right(draft.id) is Right.EDIT
    present = repository.seen_by("ann").be_present(draft.id, "w2")
    assert [(each.person, each.window) for each in present] == [("ben", "w1")]


def test_nobody_makes_a_draft_in_anothers_name(repository: Repository) -> None:
    with pytest.raises(Forbidden, match="own name"):
        repository.seen_by("eve").create(HintQuiz(), owner="ann", author="ann", what="New")


def test_one_person_cannot_become_another(repository: Repository) -> None:
    with pytest.raises(Forbidden):
        repository.seen_by("eve").seen_by("ann")


def test_job_records_and_what_is_everybodys_are_the_apps(
    repository: Repository, draft: Draft
) -> None:
    eve = repository.seen_by("eve")
    for act in (
        lambda: eve.jobs_of_draft(draft.id, 5),
        lambda: eve.load_job("job"),
        eve.interrupt_unfinished_jobs,
        eve.workspace,
        lambda: eve.put_workspace((), ()),
        lambda: eve.people_with_email("ann@example.org"),
    ):
        with pytest.raises(Forbidden):
            act()


def test_what_a_person_holds_back_only_they_see(repository: Repository, draft: Draft) -> None:
    ben = let_in(repository, draft, "ben", Right.EDIT)
    cyd = let_in(repository, draft, "cyd", Right.EDIT)
    ben.hold(draft.id, "name", "Name", "Ben's wording")
    assert [held.value for held in ben.held(draft.id)] == ["Ben's wording"]
    assert cyd.held(draft.id) == []
    cyd.settle(draft.id, "name")
    assert len(ben.held(draft.id)) == 1
    # Nor is it in a backup of the draft's owner; it is in one of everything.
    assert repository.seen_by("ann").whole(draft.id).held == ()
    assert len(repository.whole(draft.id).held) == 1


def test_undo_does_not_take_back_what_somebody_else_did_unseen(
    repository: Repository, draft: Draft
) -> None:
    ben = let_in(repository, draft, "ben", Right.EDIT)
    ben.update(draft.id, rename, author="ben", what="Name")
    ann = repository.seen_by("ann")
    assert ann.undo(draft.id, seen=draft.revision).title == "Taken over"
    assert ann.undo(draft.id, seen=draft.revision + 1).title == "Ann's"


def test_sharing_takes_one_of_two_rights(repository: Repository, draft: Draft) -> None:
    with pytest.raises(InvalidInput, match="reading or editing"):
        repository.seen_by("ann").share(draft.id, Right.OWN)
