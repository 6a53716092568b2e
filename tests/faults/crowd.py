"""Authors who type in many windows at once, and in one whose server is killed."""

import random
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import mean, median
from typing import Any

from websockets.exceptions import ConnectionClosed

from services.hints.models import HintQuiz, TriviaQuestion
from services.store.connection import open_store
from services.store.repository import Repository
from tests.faults.kills import require_sound
from tests.faults.windows import Server, Window, serving, together

QUESTION, WRITE = "Question", "Write 10 hints"


def new_drafts(data_dir: Path, count: int) -> list[str]:
    """Quizzes with one question each; their names."""
    question = TriviaQuestion(question="Which town lies on the river?", answer="Oban")
    with closing(Repository(open_store(f"sqlite:///{data_dir / 'askwright.db'}"))) as repository:
        return [
            repository.create(
                HintQuiz(name=f"Quiz {n}", questions=(question,)),
                owner="local",
                author="local",
                what="Made",
            ).id
            for n in range(count)
        ]


def stored_question(data_dir: Path, draft_id: str) -> str:
    with closing(Repository(open_store(f"sqlite:///{data_dir / 'askwright.db'}"))) as repository:
        found: str = repository.get(draft_id).document.questions[0].question
        return found


def open_draft(server: Server, draft_id: str) -> Window:
    """A window with the draft drawn in it."""
    window = Window(server, "hints", f"draft={draft_id}")
    while QUESTION not in window.widgets:
        window.run(seconds=120)
        assert not window.exceptions, window.exceptions[0]
    return window


@dataclass
class Typed:
    """`waits` are seconds from each entry to the page's answer; `last` counts entries answered."""

    waits: list[float] = field(default_factory=list)
    last: int = 0


def type_until(
    window: Window, stop: Callable[[], bool], think: float, *, write_every: int
) -> Typed:
    """Enter one text after the other, as an author does, asking the model now and then."""
    typed = Typed()
    while not stop():
        text = f"Which town number {typed.last + 1} lies on the river?"
        window.enter(QUESTION, text)
        typed.waits.append(window.run())
        typed.last += 1
        if write_every and typed.last % write_every == 0 and WRITE in window.widgets:
            typed.waits.append(window.run(press=WRITE))
        assert not window.exceptions, window.exceptions[0]
        time.sleep(think)
    return typed


def server_kills(
    data_dir: Path, times: int, luck: random.Random, **environment: str
) -> dict[str, int]:
    """Kill the server while somebody types; what the page had answered must be in the store."""
    [draft_id] = new_drafts(data_dir, 1)
    entries = 0
    for _ in range(times):
        server = Server(data_dir, **environment)
        window = open_draft(server, draft_id)
        timer = threading.Timer(luck.uniform(0.2, 3.0), server.kill)
        timer.start()
        answered, number = "", 0
        try:
            while True:
                number += 1
                text = f"{luck.random()} of {number}"
                window.enter(QUESTION, text)
                window.run(seconds=30)
                answered, entries = text, entries + 1
        except ConnectionClosed:
            timer.join()
        kept = stored_question(data_dir, draft_id)
        assert kept in (answered, text) or not answered, f"{answered!r} was saved, {kept!r} is kept"
        require_sound(data_dir / "askwright.db")
    return {"kills": times, "entries": entries}


def soak(
    data_dir: Path, *, windows: int, seconds: float, warm: float, **environment: str
) -> dict[str, Any]:
    """Let `windows` authors type for `seconds`; how long they wait and how the memory grows after
    `warm` seconds. Raises `AssertionError` when an entry is lost or a job fails."""
    drafts = new_drafts(data_dir, windows)
    memory: list[tuple[float, float]] = []
    typed: list[Typed] = [Typed()] * windows
    with serving(data_dir, **environment) as server:
        opened = [open_draft(server, draft) for draft in drafts]
        began = time.monotonic()

        def author(place: int) -> None:
            time.sleep(place * 0.1)
            typed[place] = type_until(
                opened[place], lambda: time.monotonic() - began > seconds, 1.0, write_every=10
            )

        def watch() -> None:
            while (now := time.monotonic() - began) < seconds:
                memory.append((now, server.megabytes))
                time.sleep(1)

        together([watch, *(partial(author, place) for place in range(windows))])
        for window in opened:
            window.close()
    lost = [
        draft
        for draft, each in zip(drafts, typed, strict=True)
        if f"number {each.last} " not in stored_question(data_dir, draft)
    ]
    assert not lost, f"{len(lost)} of {windows} windows lost their last entry"
    jobs = jobs_by_state(data_dir)
    assert "failed" not in jobs, jobs
    waits = sorted(wait for each in typed for wait in each.waits)
    return {"windows": windows, **_figures(waits, memory, warm), "jobs": jobs}


def _figures(waits: list[float], memory: list[tuple[float, float]], warm: float) -> dict[str, Any]:
    """Of `waits`, ascending, in seconds, and of (seconds since the start, megabytes)."""
    end = memory[-1][0]
    early = [size for at, size in memory if warm <= at < warm + 20] or [memory[-1][1]]
    late = [size for at, size in memory if at >= end - 20]
    return {
        "seconds": round(end),
        "entries": len(waits),
        "wait_median": round(median(waits), 3),
        "wait_95": round(waits[int(0.95 * len(waits))], 3),
        "memory_mb": round(mean(late)),
        "memory_growth": round(mean(late) / mean(early) - 1, 4),
        "memory_by_minute": [
            round(mean(size for at, size in memory if int(at // 60) == minute))
            for minute in sorted({int(at // 60) for at, _ in memory})
        ],
    }


def jobs_by_state(data_dir: Path) -> dict[str, int]:
    with closing(sqlite3.connect(data_dir / "askwright.db")) as connection:
        return dict(connection.execute("SELECT state, count(*) FROM job GROUP BY state"))
