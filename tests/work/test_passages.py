"""Jobs of the passage room: results are saved, and never over what the author changed."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from services.documents import new_id
from services.jobs import JobQueue, JobState, JobView
from services.llm.deterministic import DeterministicEngine
from services.reading import editing, kept_scores
from services.reading.example import KITE, RIVER
from services.reading.models import ComprehensionItem, Passage, PassageSet
from services.store.connection import open_store
from services.store.repository import Repository
from services.text.causal_lm import ScoredToken
from services.work import passages
from tests.reading.conftest import WordEmbedder

SENTENCE = "In 1921 the town council had the Wend covered with brick arches, because its water"
ITEM = ComprehensionItem(
    id="i",
    question="Who brought the kite down?",
    options=("Mina", "Tom", "The miller", "A goat"),
    gold=3,
)


class Scorer:
    name = "small"

    def score(self, text: str) -> list[ScoredToken]:
        return [ScoredToken(0, len(text), 4.0)]


class Shop:
    """A store, a test engine and a queue, and what the pages do with them."""

    def __init__(self, folder: Path) -> None:
        self.engine = DeterministicEngine()
        self.embedder = WordEmbedder()
        self.surprisal_scorer: Scorer | None = Scorer()
        self.repository = Repository(open_store(f"sqlite:///{folder / 'store.db'}"))
        self.queue = JobQueue(passages.handlers(self), self.repository, new_id)  # type: ignore[arg-type]
        self.draft_id = self.repository.create(
            PassageSet(
                passages=(
                    Passage(id="river", text=RIVER),
                    Passage(id="kite", text=KITE, items=(ITEM,)),
                )
            ),
            owner="o",
            author="o",
            what="new",
        ).id

    @property
    def document(self) -> PassageSet:
        found = self.repository.get(self.draft_id).document
        assert isinstance(found, PassageSet)
        return found

    def edit(self, change: Callable[[PassageSet], PassageSet]) -> None:
        self.repository.update(self.draft_id, change, author="o", what="edit")

    def run(self, kind: str, **payload: object) -> JobView:
        view = self.queue.submit(kind, payload, owner="o", draft_id=self.draft_id)
        return self.queue.wait(view.id, 60)


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Shop]:
    opened = Shop(tmp_path)
    yield opened
    opened.queue.close()
    opened.repository.close()


def answered(shop: Shop) -> ComprehensionItem:
    found = editing.item_of(shop.document, "i")
    assert found is not None
    return found


def test_the_solver_answers_under_all_four_views(shop: Shop) -> None:
    job = shop.run("passages.solve", item_ids=["i", "gone"])
    assert job.state == JobState.DONE, job.error
    solver = answered(shop).solver
    assert solver is not None
    for view in ("passage", "without_passage", "without_question", "options_only"):
        assert sum(getattr(solver, view)) == pytest.approx(1)


@pytest.mark.parametrize(
    "change",
    [
        lambda s: editing.set_question(s, "i", "Who laughed?"),
        lambda s: editing.set_text(s, "kite", "Another text."),
        lambda s: editing.remove_item(s, "i"),
    ],
)
def test_an_answer_to_an_older_wording_is_not_kept(
    shop: Shop, monkeypatch: pytest.MonkeyPatch, change
) -> None:
    """The author edits while the model reads."""
    score = shop.engine.score

    def slow(*arguments, **options):  # type: ignore[no-untyped-def]
        shop.edit(change)
        return score(*arguments, **options)

    monkeypatch.setattr(shop.engine, "score", slow)
    assert shop.run("passages.solve", item_ids=["i"]).state == JobState.DONE
    after = editing.item_of(shop.document, "i")
    assert after is None or after.solver is None


def test_every_try_is_kept_until_the_game_is_over(shop: Shop) -> None:
    for _ in range(4):
        job = shop.run("passages.attempt", item_id="i")
    attempts = answered(shop).attempts
    assert 1 <= len(attempts) <= 3
    assert job.state == JobState.FAILED
    assert "are over" in job.error
    fooled = [attempt.answer != attempt.gold for attempt in attempts]
    assert not any(fooled[:-1])
    assert all(attempt.when for attempt in attempts)


def test_a_try_without_a_key_is_refused_in_one_sentence(shop: Shop) -> None:
    shop.edit(lambda s: editing.set_key(s, "i", None))
    job = shop.run("passages.attempt", item_id="i")
    assert job.state == JobState.FAILED
    assert "key" in job.error
    assert answered(shop).attempts == ()


def test_surprisal_is_kept_by_text_and_is_no_edit_of_the_draft(shop: Shop) -> None:
    before = shop.repository.get(shop.draft_id).revision
    assert shop.run("passages.surprisal", passage_id="kite").state == JobState.DONE
    kept = shop.repository.cached(kept_scores.NAMESPACE, kept_scores.key("small", KITE))
    assert kept is not None
    scores = kept_scores.KeptScores.from_json("small", KITE, kept[0])
    assert scores.score(KITE) == [ScoredToken(0, len(KITE), 4.0)]
    assert shop.repository.get(shop.draft_id).revision == before


def test_surprisal_without_its_model_says_so(shop: Shop) -> None:
    shop.surprisal_scorer = None
    job = shop.run("passages.surprisal", passage_id="kite")
    assert job.state == JobState.FAILED
    assert "not fetched" in job.error


def sentence(shop: Shop) -> dict[str, object]:
    start = RIVER.index(SENTENCE)
    end = RIVER.index("summer.") + len("summer.")
    return {"passage_id": "river", "sentence": RIVER[start:end], "start": start}


EASIER = (
    "In 1921 the town council had the Wend covered with brick arches. Its water carried the "
    "waste of three dye works. The smell was very bad in summer."
)


def test_an_easier_version_is_put_beside_its_sentence(shop: Shop) -> None:
    shop.engine.enqueue(json.dumps({"sentences": [EASIER]}))
    job = shop.run("passages.rewrite", **sentence(shop))
    assert job.state == JobState.DONE, job.error
    river = shop.document.passages[0]
    assert river.text == RIVER
    (rewrite,) = river.rewrites
    assert rewrite.rewritten == EASIER
    assert rewrite.grade_after < rewrite.grade_before


def test_a_version_of_a_sentence_that_was_changed_meanwhile_is_not_kept(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = shop.engine.stream
    shop.engine.enqueue(json.dumps({"sentences": [EASIER]}))

    def slow(*arguments, **options):  # type: ignore[no-untyped-def]
        shop.edit(lambda s: editing.set_text(s, "river", RIVER.replace("unbearable", "bad")))
        return stream(*arguments, **options)

    monkeypatch.setattr(shop.engine, "stream", slow)
    assert shop.run("passages.rewrite", **sentence(shop)).state == JobState.DONE
    assert shop.document.passages[0].rewrites == ()


def test_a_sentence_that_is_gone_is_said(shop: Shop) -> None:
    job = shop.run("passages.rewrite", passage_id="river", sentence="Not there.", start=0)
    assert job.state == JobState.FAILED
    assert "changed meanwhile" in job.error


def test_a_suggestion_is_a_proposal_and_a_refused_draft_is_said(shop: Shop) -> None:
    asked = {
        "question": "What did the goat take in her teeth?",
        "answer": "The tail of the kite",
        "evidence": "She took the tail in her teeth and brought the kite down.",
    }
    shop.engine.enqueue(json.dumps(asked))
    shop.engine.enqueue(json.dumps({"wrong_answers": ["A ladder", "A bow", "The string"]}))
    job = shop.run("passages.suggest", passage_id="kite", types=["factoid", "numeric"])
    assert job.state == JobState.DONE, job.error
    kite = shop.document.passages[1]
    assert kite.items == (ITEM,)
    first = kite.proposals[0]
    assert (first.question, first.options[first.gold or 0]) == (asked["question"], asked["answer"])
    assert "She took the tail" in first.feedback
    assert first.solver is not None
    said = job.text.splitlines()
    assert said[0] == "Factoid: written and checked."
    assert said[1].startswith("Numeric: ")
    assert len(said) == 2


def test_cancelling_keeps_what_was_written_before(shop: Shop) -> None:
    shop.engine = DeterministicEngine(delay=0.02)
    view = shop.queue.submit(
        "passages.suggest",
        {"passage_id": "kite", "types": ["factoid"]},
        owner="o",
        draft_id=shop.draft_id,
    )
    time.sleep(0.2)
    shop.queue.cancel(view.id)
    assert shop.queue.wait(view.id, 5).state == JobState.CANCELLED
    assert shop.document.passages[1].items == (ITEM,)


def test_a_passage_without_text_or_that_is_gone_is_said(shop: Shop) -> None:
    assert "gone" in shop.run("passages.suggest", passage_id="x", types=["factoid"]).error
    shop.edit(lambda s: editing.set_text(s, "kite", " "))
    assert "no text" in shop.run("passages.suggest", passage_id="kite", types=["factoid"]).error
