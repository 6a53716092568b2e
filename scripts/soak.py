"""The long run: kills, hostile files and texts, and many windows on one server. Prints JSON.

    python -m scripts.soak --minutes 10 --windows 20 --kills 200 --cases 10000

Beside what the tests do shortly for every commit this gives the figures of the README. With
`--engine llama.cpp` the windows share the real model. Exits with 1 when a promise was broken.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
CASES_A_COMMIT = 500


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("--minutes", type=float, default=10.0, help="of windows on one server")
    parser.add_argument("--windows", type=int, default=20)
    parser.add_argument("--kills", type=int, default=200, help="of processes; a tenth of a server")
    parser.add_argument("--cases", type=int, default=10_000, help="hostile files and texts")
    parser.add_argument("--engine", default="deterministic", help="which model the windows share")
    arguments = parser.parse_args()
    found: dict[str, Any] = {}
    for name, part in _parts(arguments).items():
        started = time.monotonic()
        try:
            found[name] = part()
        except AssertionError as error:
            found[name] = {"broken": str(error)}
        found[name]["took"] = round(time.monotonic() - started)
        print(f"{name}: {found[name]}", file=sys.stderr, flush=True)
    print(json.dumps(found, indent=1))
    return int(any("broken" in entry for entry in found.values()))


def _parts(arguments: argparse.Namespace) -> dict[str, Callable[[], dict[str, Any]]]:
    from tests.faults import crowd, kills

    kinds = (
        *(kills.edits, kills.imports, kills.migrations, kills.batches),
        *(kills.queued_jobs, kills.restores),
    )
    servers = arguments.kills // 10
    each = (arguments.kills - servers) // len(kinds)
    parts: dict[str, Callable[[], dict[str, Any]]] = {}
    if arguments.kills:
        for kind in kinds:
            parts[f"kills of {kind.__name__}"] = _killing(kind, each)
        parts["kills of servers"] = _killing(crowd.server_kills, servers)
    if arguments.minutes:
        parts["windows"] = lambda: _windows(arguments)
    if arguments.cases:
        parts["hostile input"] = lambda: _fuzzing(arguments.cases)
    return parts


def _killing(kind: Callable[..., dict[str, int]], times: int) -> Callable[[], dict[str, Any]]:
    def run() -> dict[str, Any]:
        with tempfile.TemporaryDirectory() as folder:
            return dict(kind(Path(folder), max(1, times), random.Random()))

    return run


def _windows(arguments: argparse.Namespace) -> dict[str, Any]:
    from services.settings import load
    from tests.faults import crowd

    seconds = arguments.minutes * 60
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "ASKWRIGHT_ENGINE": arguments.engine,
            "ASKWRIGHT_DETERMINISTIC_DELAY": "0.01",
        }
        if arguments.engine != "deterministic":
            (Path(folder) / "models").symlink_to(load().models_dir)
        warm = min(180.0, seconds / 3)
        return crowd.soak(
            Path(folder), windows=arguments.windows, seconds=seconds, warm=warm, **environment
        )


def _fuzzing(cases: int) -> dict[str, Any]:
    """In a process of its own, whose memory is measured."""
    rounds = max(1, cases // CASES_A_COMMIT)
    command = [sys.executable, "-m", "pytest", "-q", "tests/faults/test_fuzzing.py"]
    ended = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"ASKWRIGHT_SOAK": str(rounds)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout[-3_000:]
    return {"cases": rounds * CASES_A_COMMIT}


if __name__ == "__main__":
    sys.exit(main())
