"""Jobs of the questionnaire room: results are saved, the author's changes are never lost."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from services.documents import new_id
from services.jobs import JobQueue, JobState, JobView
from services.llm.deterministic import DeterministicEngine
from services.questionnaire import editing, outline, outline_editing
from services.questionnaire.models import (
    Brief,
    Intent,
    Item,
    Method,
    Option,
    Questionnaire,
    QuestionnaireDraft,
    ResponseFormat,
    Section,
)
from services.store.connection import open_store
from services.store.repository import Repository
from services.work import questionnaires

BRIEF = Brief(
    topic="Use of the public library",
    intents=(Intent(id="i", text="Measure the use"), Intent(id="j", text="Rate the staff")),
    questions=6,
)


class Bench:
    """A store, a test engine and a queue, and what the pages do with them."""

    def __init__(self, folder: Path) -> None:
        self.engine = DeterministicEngine()
        self.embedder = None
        self.repository = Repository(open_store(f"sqlite:///{folder / 'store.db'}"))
        self.queue = JobQueue(questionnaires.handlers(self), self.repository, new_id)  # type: ignore[arg-type]

    def draft(self, document: QuestionnaireDraft | None = None) -> str:
        document = document or QuestionnaireDraft(brief=BRIEF)
        return self.repository.create(document, owner="o", author="o", what="new").id

    def document(self, draft_id: str) -> QuestionnaireDraft:
        found = self.repository.get(draft_id).document
        assert isinstance(found, QuestionnaireDraft)
        return found

    def edit(self, draft_id: str, change: Callable[[QuestionnaireDraft], object]) -> None:
        self.repository.update(draft_id, change, author="o", what="edit")  # type: ignore[arg-type]

    def run(self, kind: str, draft_id: str | None, **payload: object) -> JobView:
        view = self.queue.submit(kind, payload, owner="o", draft_id=draft_id)
        return self.queue.wait(view.id, 60)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path)
    yield made
    made.queue.close()
    made.repository.close()


def _accepted(bench: Bench) -> str:
    draft_id = bench.draft()
    bench.run("questionnaires.outline", draft_id)
    bench.edit(draft_id, outline_editing.accept)
    return draft_id


def test_an_outline_is_saved_and_shown_while_it_is_written(bench: Bench) -> None:
    draft_id = bench.draft()
    view = bench.run("questionnaires.outline", draft_id)
    assert view.state is JobState.DONE
    assert len(outline.partial(view.text)) >= 2
    saved = bench.document(draft_id)
    assert sum(len(section.questions) for section in saved.outline) == 6
    assert bench.repository.history(draft_id)[0].author == "model"


def test_an_outline_edited_meanwhile_is_kept(bench: Bench) -> None:
    draft_id = bench.draft()

    class Meddling(DeterministicEngine):
        def stream(self, *args, **kwargs):  # type: ignore[no-untyped-def]
            bench.edit(draft_id, lambda d: outline_editing.add_outline_section(d, "Mine"))
            return super().stream(*args, **kwargs)

    bench.engine = Meddling()
    bench.run("questionnaires.outline", draft_id)
    assert {section.title for section in bench.document(draft_id).outline} == {"Mine"}


def test_every_item_gets_its_options_and_is_saved_at_once(bench: Bench) -> None:
    draft_id = _accepted(bench)
    before = len(bench.repository.history(draft_id))
    view = bench.run("questionnaires.options", draft_id)
    assert (view.state, view.done, view.total) == (JobState.DONE, 6, 6)
    items = bench.document(draft_id).questionnaire.items
    assert [item.id for item in items] == [
        q.id for section in bench.document(draft_id).outline for q in section.questions
    ]
    closed = [item for item in items if item.options]
    assert len(closed) >= 3
    assert len(bench.repository.history(draft_id)) - before >= len(closed)


def test_options_the_author_gave_meanwhile_are_kept(bench: Bench) -> None:
    draft_id = _accepted(bench)
    first = bench.document(draft_id).questionnaire.items[0]
    own = (Option(label="Mine", code="1"), Option(label="Also mine", code="2"))
    reached: list[bool] = []

    class Slow(DeterministicEngine):
        def stream(self, *args, **kwargs):  # type: ignore[no-untyped-def]
            if not reached:
                reached.append(True)
                bench.edit(
                    draft_id,
                    lambda d: editing.change_item(
                        d, first.id, lambda item: item.model_copy(update={"options": own})
                    ),
                )
            return super().stream(*args, **kwargs)

    bench.edit(draft_id, lambda d: editing.set_text(d, first.id, "Where do you most often read?"))
    bench.engine = Slow()
    bench.run("questionnaires.options", draft_id)
    assert reached
    kept = editing.item_of(bench.document(draft_id), first.id)
    assert kept is not None
    assert kept.options == own


def test_an_item_removed_meanwhile_stays_away(bench: Bench) -> None:
    from services.questionnaire import arranging

    draft_id = _accepted(bench)
    last = bench.document(draft_id).questionnaire.items[-1]

    class Removing(DeterministicEngine):
        def stream(self, *args, **kwargs):  # type: ignore[no-untyped-def]
            bench.edit(draft_id, lambda d: arranging.remove_item(d, last.id))
            return super().stream(*args, **kwargs)

    bench.engine = Removing()
    assert bench.run("questionnaires.options", draft_id).state is JobState.DONE
    assert editing.item_of(bench.document(draft_id), last.id) is None


def test_only_the_named_items_are_filled(bench: Bench) -> None:
    draft_id = _accepted(bench)
    first, second, *_ = bench.document(draft_id).questionnaire.items
    bench.edit(draft_id, lambda d: editing.set_text(d, first.id, "Do you read?"))
    bench.edit(draft_id, lambda d: editing.set_text(d, second.id, "Do you write?"))
    bench.run("questionnaires.options", draft_id, item_ids=[second.id])
    items = bench.document(draft_id).questionnaire.items
    assert [bool(item.options) for item in items[:2]] == [False, True]


def test_what_was_made_before_a_cancel_is_kept(bench: Bench) -> None:
    draft_id = _accepted(bench)
    ids = [item.id for item in bench.document(draft_id).questionnaire.items]

    def ask_where(draft: QuestionnaireDraft) -> QuestionnaireDraft:
        for item_id in ids:
            draft = editing.set_text(draft, item_id, f"Where do you {item_id}?")
        return draft

    bench.edit(draft_id, ask_where)
    bench.engine = DeterministicEngine(delay=0.03)
    view = bench.queue.submit("questionnaires.options", {}, owner="o", draft_id=draft_id)
    deadline = time.monotonic() + 30
    while bench.queue.view(view.id).done < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    bench.queue.cancel(view.id)
    assert bench.queue.wait(view.id, 30).state is JobState.CANCELLED
    filled = [item for item in bench.document(draft_id).questionnaire.items if item.options]
    assert 2 <= len(filled) < 6


@pytest.mark.parametrize("method", list(Method))
def test_a_whole_draft_by_every_method(bench: Bench, method: Method) -> None:
    draft_id = bench.draft(QuestionnaireDraft(brief=BRIEF.model_copy(update={"method": method})))
    view = bench.run("questionnaires.draft", draft_id)
    assert view.state is JobState.DONE
    saved = bench.document(draft_id)
    assert len(saved.questionnaire.items) == 6
    assert bool(saved.outline) == (method is Method.OUTLINE)


def test_a_proposal_stands_beside_its_item(bench: Bench) -> None:
    draft_id = _accepted(bench)
    item = bench.document(draft_id).questionnaire.items[0]
    view = bench.run("questionnaires.propose", draft_id, request="regenerate", item_id=item.id)
    assert view.state is JobState.DONE
    saved = bench.document(draft_id)
    assert editing.item_of(saved, item.id) == item
    [proposal] = saved.proposals
    assert (proposal.item_id, proposal.request) == (item.id, "regenerate")


def test_filters_are_proposed_after_the_options(bench: Bench) -> None:
    draft_id = _accepted(bench)
    first = bench.document(draft_id).questionnaire.items[0]
    walk = Item(
        id=first.id,
        text="How many times a day do you walk your dog?",
        format=ResponseFormat.SINGLE,
        options=(Option(label="1", code="1"), Option(label="2 or more", code="2")),
    )
    bench.edit(draft_id, lambda d: editing.change_item(d, first.id, lambda _: walk))
    bench.engine.enqueue(json.dumps({"title": "x", "Do you have": "a dog?"}))
    bench.engine.enqueue(json.dumps({"title": "x", "Do you have": "a dog?"}))
    assert bench.run("questionnaires.filters", draft_id).state is JobState.DONE
    assert [p.request for p in bench.document(draft_id).proposals] == ["filter"]


@pytest.mark.parametrize(
    ("kind", "payload", "message"),
    [
        ("questionnaires.propose", {}, "names no question"),
        ("questionnaires.propose", {"request": "sing", "item_id": "x"}, "'sing'"),
        ("questionnaires.propose", {"request": "neutral", "item_id": "x"}, "no longer there"),
    ],
)
def test_requests_that_cannot_be_met_say_why(
    bench: Bench, kind: str, payload: dict[str, str], message: str
) -> None:
    view = bench.run(kind, bench.draft(), **payload)
    assert view.state is JobState.FAILED
    assert message in view.error


def test_a_job_without_a_draft_says_so(bench: Bench) -> None:
    view = bench.run("questionnaires.outline", None)
    assert view.state is JobState.FAILED
    assert "belongs to no draft" in view.error


def test_a_second_opinion_is_told_and_changes_nothing(bench: Bench) -> None:
    item = Item(text="Don't you agree that it is good?", format=ResponseFormat.OPEN)
    questionnaire = Questionnaire(sections=(Section(items=(item,)),))
    draft_id = bench.draft(QuestionnaireDraft(questionnaire=questionnaire))
    before = bench.repository.get(draft_id).revision
    asked = {"item_id": item.id, "code": "leading"}
    view = bench.run("questionnaires.opinion", draft_id, **asked)
    assert view.state is JobState.DONE
    # The engine of tests is deterministic: the same question, the same answer.
    again = bench.run("questionnaires.opinion", draft_id, **asked)
    assert float(view.note) == float(again.note) != 0.0
    assert bench.repository.get(draft_id).revision == before


def test_a_second_opinion_is_for_faults_of_one_question(bench: Bench) -> None:
    item = Item(text="How old are you?")
    draft_id = bench.draft(
        QuestionnaireDraft(questionnaire=Questionnaire(sections=(Section(items=(item,)),)))
    )
    for asked in (
        {"item_id": item.id, "code": "duplicate"},
        {"item_id": item.id, "code": "no such fault"},
        {"item_id": "gone", "code": "leading"},
    ):
        assert bench.run("questionnaires.opinion", draft_id, **asked).state is JobState.FAILED
