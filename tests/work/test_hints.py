"""Jobs of the hint room: saved as they go, never over the author's work, nothing done twice."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from services.documents import new_id
from services.hints import editing, question_type
from services.hints.batch import Stage, stage_of, unfinished
from services.hints.models import Hint, HintQuiz, QuestionType, TriviaQuestion
from services.jobs import JobQueue, JobState, JobView
from services.llm.deterministic import DeterministicEngine
from services.settings import Settings
from services.store.connection import open_store
from services.store.repository import Repository
from services.work import hint_tools, hints
from tests.hints.encoder import WordEncoder

ROOT = Path(__file__).parent.parent.parent
NAMES = ["Oban", "Mallaig", "Glencoe", "Nairn"]
QUESTION = TriviaQuestion(
    id="q",
    question="Which town is nearest to the highest mountain of Scotland?",
    answer="Fort William",
)
OTHER = TriviaQuestion(id="r", question="Which planet has the widest rings?", answer="Saturn")


class Classifier:
    def classify(self, texts: list[str]) -> list[QuestionType]:
        return [QuestionType(coarse="LOC", fine="LOC:city", confidence=0.9) for _ in texts]


class Shop:
    """A store, a test engine and a queue, and what the pages do with them."""

    def __init__(self, folder: Path, *questions: TriviaQuestion, delay: float = 0.0) -> None:
        self.engine = DeterministicEngine(delay=delay)
        self.embedder = WordEncoder()
        self.settings = Settings(data_dir=folder)
        self.repository = Repository(open_store(f"sqlite:///{folder / 'store.db'}"))
        self.queue = JobQueue(hints.handlers(self), self.repository, new_id)  # type: ignore[arg-type]
        quiz = HintQuiz(count=2, questions=questions or (QUESTION,))
        self.draft_id = self.repository.create(quiz, owner="o", author="o", what="new").id

    @property
    def quiz(self) -> HintQuiz:
        found = self.repository.get(self.draft_id).document
        assert isinstance(found, HintQuiz)
        return found

    def edit(self, change: Callable[[HintQuiz], HintQuiz]) -> None:
        self.repository.update(self.draft_id, change, author="o", what="edit")

    def submit(self, kind: str, **payload: object) -> JobView:
        return self.queue.submit(kind, payload, owner="o", draft_id=self.draft_id)

    def run(self, kind: str, **payload: object) -> JobView:
        return self.queue.wait(self.submit(kind, **payload).id, 60)

    def line_up(self, *requests: list[str]) -> None:
        """What the engine says: its own answer, candidates three times, then hints."""
        self.engine.enqueue("Fort William")
        for _ in range(3):
            self.engine.enqueue(json.dumps({"names": NAMES}))
        for texts in requests:
            self.engine.enqueue(json.dumps({"hints": texts}))

    def until(self, reached: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 30
        while not reached():
            assert time.monotonic() < deadline, "it did not get there in time"
            time.sleep(0.01)


@pytest.fixture(autouse=True)
def _light(monkeypatch: pytest.MonkeyPatch) -> None:
    """No trained coefficients and no spaCy: what is tested here is the saving."""
    monkeypatch.setattr(question_type, "load", Classifier)
    monkeypatch.setattr(hint_tools.popularity, "load", lambda: None)
    monkeypatch.setattr(
        "services.hints.familiarity.names_in", lambda texts, question: [[] for _ in texts]
    )


@pytest.fixture
def open_shop(tmp_path: Path) -> Iterator[Callable[..., Shop]]:
    opened: list[Shop] = []

    def make(*questions: TriviaQuestion, delay: float = 0.0) -> Shop:
        opened.append(Shop(tmp_path, *questions, delay=delay))
        return opened[-1]

    yield make
    for shop in opened:
        shop.queue.close()
        shop.repository.close()


Open = Callable[..., Shop]


def test_hints_are_written_graded_and_one_step_of_undo(open_shop: Open) -> None:
    shop = open_shop()
    shop.line_up(
        ["It lies on a loch.", "William built a fort here."],
        ["A train leaves here.", "The fort is old."],
    )
    assert shop.run("hints.generate", question_id="q").state == JobState.DONE
    question = shop.quiz.questions[0]
    assert {hint.text for hint in question.kept_hints} == {
        "It lies on a loch.",
        "A train leaves here.",
    }
    assert [hint.order for hint in question.kept_hints] == [1, 2]
    assert all(len(hint.verdicts) == 5 for hint in question.kept_hints)
    assert question.knows_answer
    assert question.question_type is not None
    assert stage_of(question) is Stage.DONE
    assert shop.repository.undo(shop.draft_id).document.questions == (QUESTION,)


def test_what_is_written_can_be_seen_and_cancelled_in_the_middle(open_shop: Open) -> None:
    shop = open_shop(delay=0.02)
    shop.line_up(["It lies on a loch.", "A steam train leaves from here."])
    job = shop.submit("hints.generate", question_id="q")
    shop.until(lambda: any(hint.verdicts for hint in shop.quiz.questions[0].hints))
    shop.queue.cancel(job.id)
    assert shop.queue.wait(job.id, 10).state == JobState.CANCELLED
    kept = shop.quiz.questions[0]
    assert len(kept.kept_hints) == 2
    assert stage_of(kept) is Stage.TO_GRADE
    # Nothing of it is lost when one goes on.
    assert shop.run("hints.judge", question_id="q").state == JobState.DONE
    after = shop.quiz.questions[0]
    assert [hint.id for hint in after.hints] == [hint.id for hint in kept.hints]
    assert stage_of(after) is Stage.DONE


def test_what_the_author_does_meanwhile_stays(open_shop: Open) -> None:
    shop = open_shop(delay=0.01)
    shop.line_up(["It lies on a loch.", "A steam train leaves from here."])
    job = shop.submit("hints.generate", question_id="q")
    shop.until(lambda: len(shop.quiz.questions[0].hints) == 2)
    first, second = shop.quiz.questions[0].hints
    shop.edit(lambda q: editing.set_hint_text(q, "q", first.id, "It lies on a deep loch.", None))
    shop.edit(lambda q: editing.remove_hint(q, "q", second.id, None))
    shop.edit(lambda q: editing.add_hint(q, "q", "Its shinty club is old.", None, "own"))
    assert shop.queue.wait(job.id, 60).state == JobState.DONE
    texts = {hint.id: hint.text for hint in shop.quiz.questions[0].hints}
    assert texts[first.id] == "It lies on a deep loch."
    assert second.id not in texts
    assert texts["own"] == "Its shinty club is old."


def test_an_undo_meanwhile_stops_the_work_and_a_redo_brings_it_back(open_shop: Open) -> None:
    shop = open_shop(delay=0.01)
    shop.line_up(["It lies on a loch.", "A steam train leaves from here."])
    job = shop.submit("hints.generate", question_id="q")
    shop.until(lambda: any(hint.verdicts for hint in shop.quiz.questions[0].hints))
    shop.repository.undo(shop.draft_id)
    assert shop.queue.wait(job.id, 60).state == JobState.CANCELLED
    assert shop.quiz.questions == (QUESTION,)
    shop.repository.redo(shop.draft_id)
    assert len(shop.quiz.questions[0].kept_hints) == 2


def test_a_question_rewritten_meanwhile_takes_nothing(open_shop: Open) -> None:
    shop = open_shop(delay=0.01)
    shop.line_up(["It lies on a loch.", "A steam train leaves from here."])
    job = shop.submit("hints.generate", question_id="q")
    shop.until(lambda: len(shop.quiz.questions[0].hints) == 2)
    shop.edit(lambda q: editing.set_question(q, "q", "Which town lies below Ben Nevis?", None))
    assert shop.queue.wait(job.id, 60).state == JobState.DONE
    assert not any(hint.verdicts for hint in shop.quiz.questions[0].hints)


def test_more_hints_leave_those_that_are_there(open_shop: Open) -> None:
    shop = open_shop()
    shop.line_up(["It lies on a loch.", "A steam train leaves from here."])
    shop.run("hints.generate", question_id="q")
    before = shop.quiz.questions[0].hints
    shop.engine.enqueue(json.dumps({"hints": ["Whisky is made here.", "Walkers start here."]}))
    assert shop.run("hints.more", question_id="q", count=2).state == JobState.DONE
    after = shop.quiz.questions[0]
    assert [hint.id for hint in after.hints[:2]] == [hint.id for hint in before]
    assert len(after.kept_hints) == 4


def test_changed_hints_are_judged_anew_and_only_they(open_shop: Open) -> None:
    shop = open_shop()
    shop.line_up(["It lies on a loch.", "A steam train leaves from here."])
    shop.run("hints.generate", question_id="q")
    first, second = shop.quiz.questions[0].hints
    shop.edit(lambda q: editing.set_hint_text(q, "q", first.id, "Whisky is made here.", None))
    assert shop.quiz.questions[0].hints[0].stale
    assert shop.run("hints.judge", question_id="q").state == JobState.DONE
    judged = shop.quiz.questions[0].hints
    assert not judged[0].stale
    assert judged[0].margins != first.margins
    assert judged[0].fit_margin is not None
    assert judged[1].margins == second.margins


def test_candidates_are_proposed_but_not_over_the_authors(open_shop: Open) -> None:
    shop = open_shop()
    shop.engine.enqueue(json.dumps({"names": NAMES}))
    shop.run("hints.candidates", question_id="q")
    assert set(NAMES) < set(shop.quiz.questions[0].candidates)
    assert "Fort William" in shop.quiz.questions[0].candidates


@pytest.mark.parametrize("kind", ["hints.generate", "hints.more", "hints.judge"])
def test_a_question_that_is_gone_or_blank_is_said(open_shop: Open, kind: str) -> None:
    shop = open_shop(TriviaQuestion(id="blank", question="Who?"))
    gone = shop.run(kind, question_id="gone")
    assert (gone.state, "gone" in gone.error) == (JobState.FAILED, True)
    blank = shop.run(kind, question_id="blank")
    assert (blank.state, "empty" in blank.error) == (JobState.FAILED, True)


def test_a_quiz_lists_failures_and_tries_them_alone(open_shop: Open) -> None:
    shop = open_shop(QUESTION, TriviaQuestion(id="blank", question="Who?"), OTHER)
    shop.line_up(*[["William built a fort.", "Fort by name."]] * 18)
    assert shop.run("hints.batch").state == JobState.DONE
    first, blank, last = shop.quiz.questions
    assert stage_of(first) is Stage.FAILED
    assert "None of the 36 hints" in first.error
    assert stage_of(blank) is Stage.BLANK
    assert stage_of(last) is Stage.DONE
    # Going on leaves the failed one alone; asked for by name it is tried again.
    assert unfinished(shop.quiz) == []
    shop.line_up(["It lies on a loch.", "A steam train leaves from here."])
    shop.run("hints.batch", question_ids=["q", "r"])
    assert stage_of(shop.quiz.questions[0]) is Stage.DONE
    assert shop.quiz.questions[2] == last


def test_a_pause_finishes_the_question_and_leaves_the_rest(open_shop: Open) -> None:
    shop = open_shop(QUESTION, OTHER, delay=0.005)
    job = shop.submit("hints.batch")
    shop.until(lambda: shop.queue.view(job.id).note != "")
    hints.pause(shop, shop.draft_id)  # type: ignore[arg-type]
    assert shop.queue.wait(job.id, 60).state == JobState.DONE
    assert [stage_of(q) for q in shop.quiz.questions] == [Stage.DONE, Stage.WAITING]
    done = shop.quiz.questions[0]
    assert shop.run("hints.batch").state == JobState.DONE
    assert shop.quiz.questions[0] == done
    assert stage_of(shop.quiz.questions[1]) is Stage.DONE
    # All that one job saved is one step of undo.
    assert shop.repository.undo(shop.draft_id).document.questions == (done, OTHER)


def test_hints_that_a_file_brought_are_graded_and_not_replaced(open_shop: Open) -> None:
    brought = QUESTION.model_copy(update={"hints": (Hint(id="h", text="It lies on a loch."),)})
    shop = open_shop(brought)
    shop.run("hints.batch")
    question = shop.quiz.questions[0]
    assert [hint.id for hint in question.hints] == ["h"]
    assert stage_of(question) is Stage.DONE


DRIVER = """
import sys
from pathlib import Path
from tests.work import test_hints
from services.hints import familiarity, question_type
from services.work import hint_tools

question_type.load = test_hints.Classifier
hint_tools.popularity.load = lambda: None
familiarity.names_in = lambda texts, question: [[] for _ in texts]
folder, draft_id = Path(sys.argv[1]), sys.argv[2]
shop = test_hints.Shop(folder)
shop.repository.interrupt_unfinished_jobs()
job = shop.queue.submit("hints.batch", {}, owner="o", draft_id=draft_id)
print(shop.queue.wait(job.id, 280).state, flush=True)
"""


def test_two_hundred_questions_survive_being_killed_in_the_middle(tmp_path: Path) -> None:
    """SIGKILL twice: what was finished stays as it was, the rest is done, nothing twice."""
    repository = Repository(open_store(f"sqlite:///{tmp_path / 'store.db'}"))
    questions = tuple(
        TriviaQuestion(id=f"q{n}", question=f"Which town is number {n} on the map?", answer=f"X{n}")
        for n in range(200)
    )
    quiz = HintQuiz(count=2, questions=questions)
    draft_id = repository.create(quiz, owner="o", author="o", what="new").id

    def finished() -> dict[str, TriviaQuestion]:
        found = repository.get(draft_id).document.questions
        return {q.id: q for q in found if stage_of(q) is Stage.DONE}

    kept: dict[str, TriviaQuestion] = {}
    for enough in (40, 120):
        process = _start(tmp_path, draft_id)
        deadline = time.monotonic() + 240
        while len(finished()) < enough:
            assert process.poll() is None, "it ended before it was killed"
            assert time.monotonic() < deadline
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
        process.wait()
        now = finished()
        assert now.items() >= kept.items()
        kept = now
    assert len(kept) < 200
    process = _start(tmp_path, draft_id)
    out, _ = process.communicate(timeout=280)
    assert out.decode().strip() == "done"
    assert len(finished()) == 200
    assert finished().items() >= kept.items()
    states = [job.state for job in repository.jobs_of_draft(draft_id, 10)]
    assert states == ["done", "interrupted", "interrupted"]
    repository.close()


def _start(folder: Path, draft_id: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-c", DRIVER, str(folder), draft_id],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
    )
