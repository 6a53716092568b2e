"""The library: shelves, search, order, names, copies; and who has a draft open."""

from datetime import timedelta

import pytest

from services.errors import InvalidInput, NotFound
from services.hints.models import HintQuiz, TriviaQuestion
from services.jobs import JobState, JobView
from services.questionnaire.models import Brief, QuestionnaireDraft
from services.store import presence
from services.store.repository import Order, Repository, Search, Shelf


def quiz(repository: Repository, name: str, question: str = "") -> str:
    document = HintQuiz(name=name, questions=(TriviaQuestion(question=question),))
    return repository.create(document, owner="ann", author="ann", what="New").id


def titles(repository: Repository, search: Search) -> list[str]:
    return [draft.title for draft in repository.find(search, "ann").drafts]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ["Seen", "Straße", "100% cotton"]),
        ("cairo", ["Seen"]),
        ("CAIRO which", ["Seen"]),
        ("cairo paris", []),
        ("STRASSE", ["Straße"]),
        ("100%", ["100% cotton"]),
        ("1__%", []),
        ("Ｃａｉｒｏ", ["Seen"]),
        ("'; drop table draft; --", []),
    ],
)
def test_every_word_must_be_there_whatever_its_case_or_width(
    repository: Repository, text: str, found: list[str]
) -> None:
    quiz(repository, "100% cotton")
    quiz(repository, "Straße")
    quiz(repository, "Seen", "Which river is at Cairo?")
    assert titles(repository, Search(text)) == found


def test_search_sees_the_draft_as_it_is_now(repository: Repository) -> None:
    draft = quiz(repository, "Rivers", "Which river is at Cairo?")
    assert titles(repository, Search("cairo")) == ["Rivers"]
    repository.update(
        draft,
        lambda now: now.model_copy(update={"questions": ()}),
        author="ann",
        what="Question removed",
    )
    assert titles(repository, Search("cairo")) == []
    repository.undo(draft)
    assert titles(repository, Search("cairo")) == ["Rivers"]


def test_order_room_and_pages(repository: Repository) -> None:
    for name in ("b", "C", "a"):
        quiz(repository, name)
    repository.create(
        QuestionnaireDraft(brief=Brief(topic="Cycling")), owner="ann", author="ann", what="New"
    )
    repository.rename(repository.find(Search("b"), "ann").drafts[-1].id, "bb", author="ann")
    assert titles(repository, Search(room="hints")) == ["bb", "a", "C"]
    assert titles(repository, Search(room="hints", order=Order.CREATED)) == ["a", "C", "bb"]
    assert titles(repository, Search(room="hints", order=Order.TITLE)) == ["a", "bb", "C"]
    second = repository.find(Search(order=Order.TITLE), "ann", page=2, size=3)
    assert ([draft.title for draft in second.drafts], second.total) == (["Cycling"], 4)


def test_a_draft_stands_on_one_shelf_at_a_time(repository: Repository) -> None:
    draft = quiz(repository, "Rivers")

    def where() -> list[Shelf]:
        return [shelf for shelf in Shelf if titles(repository, Search(shelf=shelf))]

    assert where() == [Shelf.IN_USE]
    repository.archive(draft)
    assert where() == [Shelf.ARCHIVED]
    assert repository.get(draft).title == "Rivers"
    repository.delete(draft)
    assert where() == [Shelf.DELETED]
    repository.restore(draft)
    assert where() == [Shelf.ARCHIVED]
    repository.unarchive(draft)
    assert where() == [Shelf.IN_USE]


def test_erasing_takes_a_deleted_draft_and_what_hangs_on_it(repository: Repository) -> None:
    draft = quiz(repository, "Rivers")
    repository.save_job(JobView("job", "kind", "ann", draft, {}, state=JobState.DONE))
    repository.hold(draft, "name", "Name", "x")
    with pytest.raises(InvalidInput, match="still in use"):
        repository.erase(draft)
    repository.delete(draft)
    repository.erase(draft)
    with pytest.raises(NotFound):
        repository.restore(draft)
    assert repository.load_job("job") is None


def test_names_are_one_visible_line(repository: Repository) -> None:
    draft = quiz(repository, "Rivers")
    assert repository.rename(draft, " a\n\tb\x00\u202ec ", author="ann").title == "a b c"
    with pytest.raises(InvalidInput, match="empty"):
        repository.rename(draft, " \n", author="ann")


def test_a_copy_begins_a_history_of_its_own(repository: Repository) -> None:
    draft = quiz(repository, "Rivers", "Which?")
    repository.rename(draft, "Lakes", author="ann")
    copy = repository.duplicate(draft, owner="ben")
    assert (copy.title, copy.owner, copy.revision) == ("Copy of Lakes", "ben", 1)
    assert copy.document.questions == repository.get(draft).document.questions
    assert repository.history(copy.id)[0].what == "Copied from “Lakes”"


def test_an_earlier_revision_comes_back_as_a_new_one(repository: Repository) -> None:
    draft = quiz(repository, "a")
    for name in ("b", "c"):
        repository.rename(draft, name, author="ann")
    back = repository.bring_back(draft, 1, author="ben")
    assert (back.title, back.revision) == ("a", 4)
    newest = repository.history(draft)[0]
    assert (newest.author, newest.what, newest.parent) == ("ben", "Revision 1 brought back", 3)
    assert repository.bring_back(draft, 1, author="ben").revision == 4
    assert repository.undo(draft).title == "c"
    with pytest.raises(NotFound, match="no revision 9"):
        repository.bring_back(draft, 9, author="ben")


def test_history_is_read_in_pieces(repository: Repository) -> None:
    draft = quiz(repository, "a")
    for number in range(6):
        repository.rename(draft, f"n{number}", author="ann")
    numbers = [revision.number for revision in repository.history(draft, 3)]
    assert numbers == [7, 6, 5]
    assert [r.number for r in repository.history(draft, 3, before=5)] == [4, 3, 2]


def test_windows_see_each_other_until_they_go(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = quiz(repository, "Rivers")
    ann = repository.seen_by("ann")
    assert ann.be_present(draft, "one") == []
    assert [other.window for other in ann.be_present(draft, "two")] == ["one"]
    ann.go(draft, "one")
    assert ann.be_present(draft, "two") == []
    ann.be_present(draft, "one")
    monkeypatch.setattr(presence, "AWAY_AFTER", timedelta(seconds=-1))
    assert ann.be_present(draft, "two") == []
