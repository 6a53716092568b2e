"""The job of comparisons: each cell saved when finished, resumed after cancel and kill, models."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from services.compare.editing import set_arm, started
from services.compare.models import (
    Arm,
    BriefInput,
    Comparison,
    QuestionInput,
    Subject,
    finished,
    pending,
)
from services.documents import new_id
from services.errors import InvalidInput, NotFound, Unavailable
from services.hints import question_type
from services.jobs import JobQueue, JobState, JobView
from services.llm.base import Engine
from services.llm.deterministic import DeterministicEngine
from services.questionnaire.models import Brief, Intent
from services.settings import EngineName, Settings
from services.store.connection import open_store
from services.store.repository import Repository
from services.work import compare, hint_tools
from services.workshop import Workshop
from tests.compare.parts import locks
from tests.hints.encoder import WordEncoder
from tests.work.test_hints import Classifier

ROOT = Path(__file__).parent.parent.parent


class Named(DeterministicEngine):
    def __init__(self, name: str, delay: float) -> None:
        super().__init__(delay=delay)
        self._info = replace(self._info, model=name)


class Shop:
    """A store, a queue and two test engines that go by different names."""

    def __init__(self, folder: Path, *, delay: float = 0.0) -> None:
        self.engine = Named("own", delay)
        self.other = Named("other", delay)
        self.embedder = WordEncoder()
        self.settings = Settings(data_dir=folder)
        self.loaded: list[str] = []
        self.repository = Repository(open_store(f"sqlite:///{folder / 'store.db'}"))
        self.queue = JobQueue(compare.handlers(self), self.repository, new_id)  # type: ignore[arg-type]
        self.draft_id = ""

    def embedder_for(self, language: str) -> WordEncoder:
        return self.embedder

    @contextmanager
    def borrowed(self, model: str = "", adapter: Path | None = None) -> Iterator[Engine]:
        self.loaded.append(model)
        if model == "gone":
            raise Unavailable("The model is not there.", "Fetch it.")
        yield self.other if model else self.engine

    def open(self, comparison: Comparison) -> None:
        made = self.repository.create(comparison, owner="o", author="o", what="new")
        self.draft_id = made.id

    @property
    def comparison(self) -> Comparison:
        found = self.repository.get(self.draft_id).document
        assert isinstance(found, Comparison)
        return found

    def edit(self, change: Callable[[Comparison], Comparison]) -> None:
        self.repository.update(self.draft_id, change, author="o", what="edit")

    def submit(self) -> JobView:
        return self.queue.submit(compare.RUN, {}, owner="o", draft_id=self.draft_id)

    def run(self) -> JobView:
        return self.queue.wait(self.submit().id, 60)


@pytest.fixture
def open_shop(tmp_path: Path) -> Iterator[Callable[..., Shop]]:
    opened: list[Shop] = []

    def make(comparison: Comparison, *, delay: float = 0.0) -> Shop:
        opened.append(Shop(tmp_path, delay=delay))
        opened[-1].open(comparison)
        return opened[-1]

    yield make
    for shop in opened:
        shop.queue.close()
        shop.repository.close()


Open = Callable[..., Shop]


def items(count: int, *arms: Arm) -> Comparison:
    chosen = arms or (Arm(id="a"), Arm(id="b", seed=1))
    return Comparison(subject=Subject.ITEMS, arms=chosen, inputs=locks(count))


def wait_until(reached: Callable[[], bool], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not reached():
        assert time.monotonic() < deadline, "it did not get there in time"
        time.sleep(0.02)


def test_every_arm_meets_every_input_and_a_second_run_does_nothing_twice(open_shop: Open) -> None:
    shop = open_shop(items(3))
    assert shop.run().state == JobState.DONE
    done = finished(shop.comparison)
    assert {arm: len(cells) for arm, cells in done.items()} == {"a": 3, "b": 3}
    cell = done["a"]["i0"]
    measured = {"with_passage", "without_passage", "key_probability", "predicted", "chance"}
    assert set(cell.measures) == measured
    # A passage this short allows no estimate of how readers would fare.
    assert cell.measures["predicted"] is None
    assert cell.made.model["name"] == "own"
    # Two views of three options, each under every letter.
    assert cell.made.prompt_count == 6
    assert len(cell.made.prompts_sha256) == 64
    before = shop.comparison
    assert shop.run().state == JobState.DONE
    assert shop.comparison == before
    assert shop.repository.get(shop.draft_id).revision == 1


def test_an_arm_that_was_changed_is_run_anew_and_undo_finds_its_old_cells(open_shop: Open) -> None:
    shop = open_shop(items(2))
    shop.run()
    shop.edit(lambda now: set_arm(now, "b", seed=9))
    assert [arm.id for arm, _ in pending(shop.comparison)] == ["b", "b"]
    shop.edit(lambda now: set_arm(now, "b", name="Another name"))
    shop.run()
    assert pending(shop.comparison) == []
    shop.repository.undo(shop.draft_id)
    shop.repository.undo(shop.draft_id)
    assert pending(shop.comparison) == []


def test_a_cancelled_run_keeps_what_is_finished_and_goes_on_with_the_rest(open_shop: Open) -> None:
    shop = open_shop(items(12), delay=0.01)
    job = shop.submit()
    wait_until(lambda: len(shop.comparison.cells) >= 3)
    shop.queue.cancel(job.id)
    assert shop.queue.wait(job.id, 30).state == JobState.CANCELLED
    kept = shop.comparison.cells
    assert 3 <= len(kept) < 24
    shop.run()
    assert len(shop.comparison.cells) == 24
    assert shop.comparison.cells[: len(kept)] == kept


def test_an_arm_named_or_changed_during_the_run_is_made_as_it_is_then(open_shop: Open) -> None:
    shop = open_shop(items(6), delay=0.01)
    job = shop.submit()
    wait_until(lambda: len(shop.comparison.cells) >= 2)
    shop.edit(lambda now: set_arm(now, "b", name="Late name", seed=7))
    assert shop.queue.wait(job.id, 60).state == JobState.DONE
    assert pending(shop.comparison) == []


def test_a_model_is_loaded_once_for_its_arms_and_a_missing_one_ends_the_run(
    open_shop: Open,
) -> None:
    arms = (Arm(id="a", model="x"), Arm(id="b"), Arm(id="c", model="x", seed=3))
    shop = open_shop(items(2, *arms))
    shop.run()
    assert shop.loaded == ["", "x"]
    done = finished(shop.comparison)
    assert {done[arm]["i0"].made.model["name"] for arm in "ac"} == {"other"}
    shop.edit(lambda now: set_arm(now, "b", model="gone"))
    job = shop.run()
    assert (job.state, job.error) == (JobState.FAILED, "The model is not there. Fetch it.")


def test_questionnaires_are_drafted_and_measured_by_each_method(open_shop: Open) -> None:
    brief = Brief(
        topic="The neighbourhood tool library",
        intents=(Intent(text="Find out which tools people borrow"),),
        questions=4,
    )
    comparison = started(Subject.QUESTIONNAIRES)
    shop = open_shop(comparison.model_copy(update={"inputs": (BriefInput(id="i", brief=brief),)}))
    assert shop.run().state == JobState.DONE
    for arm in shop.comparison.arms:
        cell = finished(shop.comparison)[arm.id]["i"]
        assert cell.questionnaire is not None
        assert cell.measures["questions"] == len(cell.questionnaire.items) == 4
        assert cell.measures["rep_2"] is not None
        assert cell.measures["bleu_1"] is None
        assert cell.completion_tokens > 0
        assert cell.made.prompts
    first, second = (cell.made.prompts_sha256 for cell in shop.comparison.cells)
    assert first != second


def test_hints_of_two_models_are_judged_by_one_on_the_same_candidates(
    open_shop: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(question_type, "load", Classifier)
    monkeypatch.setattr(hint_tools.popularity, "load", lambda: None)
    monkeypatch.setattr("services.hints.familiarity.names_in", lambda texts, _: [[]] * len(texts))
    comparison = Comparison(
        subject=Subject.HINTS,
        arms=(Arm(id="a"), Arm(id="b", model="x")),
        inputs=(QuestionInput(id="i", question="Which town is it?", answer="Fort William"),),
        hint_count=2,
        candidate_count=4,
    )
    shop = open_shop(comparison)
    assert shop.run().state == JobState.DONE
    done = finished(shop.comparison)
    one, two = done["a"]["i"], done["b"]["i"]
    assert one.question is not None
    assert two.question is not None
    assert one.question.candidates == two.question.candidates
    assert two.made.model["name"] == "other"
    assert one.made.judge == two.made.judge == "own"
    assert "judge=own" in two.made.signature
    assert two.measures["hicos"] is not None


def test_what_cannot_be_made_is_said_in_its_cell_and_tried_again_by_the_next_run(
    open_shop: Open,
) -> None:
    comparison = items(2)
    wrong = comparison.inputs[0].model_copy(update={"options": ("Green", "Green")})
    shop = open_shop(comparison.model_copy(update={"inputs": (wrong, comparison.inputs[1])}))
    assert shop.run().state == JobState.DONE
    failed = [cell for cell in shop.comparison.cells if cell.error]
    assert len(failed) == 2
    assert "2 to 10 different options" in failed[0].error
    assert len(pending(shop.comparison)) == 2


def test_a_borrowed_model_is_given_back_and_never_taken_from_other_jobs(tmp_path: Path) -> None:
    own = Settings(data_dir=tmp_path, engine=EngineName.DETERMINISTIC)
    shop = Workshop(own)
    with shop.borrowed() as engine:
        assert engine is shop.engine
    with pytest.raises(NotFound), shop.borrowed("no such model"):
        pass
    with pytest.raises(InvalidInput, match="no adapter"), shop.borrowed("", tmp_path / "a.gguf"):
        pass
    assert shop.engine.info.engine == "deterministic"
    shop.close()
    crowded = Workshop(own.model_copy(update={"workers": 2}))
    with pytest.raises(InvalidInput, match="several jobs"), crowded.borrowed("qwen3-4b"):
        pass
    crowded.close()


DRIVER = """
import sys
from pathlib import Path
from tests.work import test_compare

shop = test_compare.Shop(Path(sys.argv[1]), delay=0.02)
shop.draft_id = sys.argv[2]
shop.repository.interrupt_unfinished_jobs()
print(shop.run().state, flush=True)
"""


def test_a_killed_run_is_taken_up_where_it_was(open_shop: Open, tmp_path: Path) -> None:
    shop = open_shop(items(8))

    def start() -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "-c", DRIVER, str(tmp_path), shop.draft_id],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
        )

    process = start()
    wait_until(lambda: len(shop.comparison.cells) >= 4)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = shop.comparison.cells
    assert len(kept) < 16
    out, _ = start().communicate(timeout=60)
    assert out.decode().strip() == "done"
    assert len(shop.comparison.cells) == 16
    assert shop.comparison.cells[: len(kept)] == kept
    states = [job.state for job in shop.repository.jobs_of_draft(shop.draft_id, 10)]
    assert states == ["done", "interrupted"]
