"""Hands exported files to the tools that people use and says what they think of them.

`python -m scripts.check_formats [--only NAME]... [--json] [--keep FOLDER]`. The tools are installed
by scripts/install_consumers.sh. Exit code 1 if a tool refuses a file; a tool that is not installed
is reported as not run, never as passed.
"""

import argparse
import json
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from scripts.consumer_checks import CHECKS, Failed, NotInstalled


@dataclass(frozen=True)
class Outcome:
    """`result` is passed, failed or not run."""

    name: str
    tool: str
    result: str
    detail: str
    seconds: float


def run_check(name: str, folder: Path) -> Outcome:
    """One check, with its files in `folder`."""
    check = CHECKS[name]
    started = time.monotonic()
    try:
        result, detail = "passed", check.run(folder)
    except Failed as failure:
        result, detail = "failed", str(failure)
    except NotInstalled as missing:
        result, detail = "not run", str(missing)
    return Outcome(name, check.tool, result, detail, round(time.monotonic() - started, 1))


def main(argv: list[str] | None = None) -> int:
    """Run the checks; 1 if a tool refused a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", choices=sorted(CHECKS), help="run these")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--keep", type=Path, help="leave the checked files in this folder")
    arguments = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        outcomes = []
        for name in arguments.only or CHECKS:
            outcome = run_check(name, folder)
            outcomes.append(outcome)
            if not arguments.json:
                print(_line(outcome), flush=True)
    if arguments.json:
        print(json.dumps(_report(outcomes), ensure_ascii=False, indent=2))
    return int(any(outcome.result == "failed" for outcome in outcomes))


def _line(outcome: Outcome) -> str:
    return f"{outcome.result:8} {outcome.name:22} {outcome.tool:40} {outcome.detail}"


def _report(outcomes: list[Outcome]) -> dict[str, Any]:
    counts = {kind: sum(o.result == kind for o in outcomes) for kind in ("passed", "failed")}
    return {**counts, "n": len(outcomes), "checks": [asdict(outcome) for outcome in outcomes]}


if __name__ == "__main__":
    sys.exit(main())
