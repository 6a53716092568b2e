"""How the tools that check exported files are called."""

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
CONSUMERS = Path(os.environ.get("ASKWRIGHT_CONSUMERS", ROOT / ".cache" / "consumers")).resolve()
SCRIPTS = Path(__file__).parent / "consumers"
TIMEOUT = 180


class Failed(Exception):
    """A tool refused a file, or made something else of it."""


class NotInstalled(Exception):
    """The tool is not here; scripts/install_consumers.sh installs it."""


def command(arguments: Sequence[object], **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a program to its end; its exit code is for the caller to judge."""
    return subprocess.run(
        [str(each) for each in arguments],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
        **options,
    )


def system_tool(name: str) -> str:
    """Where the program is. Raises `NotInstalled`."""
    found = shutil.which(name)
    if found is None:
        raise NotInstalled(f"{name} is not installed")
    return found


def python_tool(tool: str, path: Path) -> dict[str, Any]:
    """The answer of `consumers/python_tools.py` in the consumers' own environment."""
    interpreter = CONSUMERS / "venv" / "bin" / "python"
    if not interpreter.exists():
        raise NotInstalled(f"{CONSUMERS.name}/venv is not there")
    if tool == "xlsform":
        system_tool("java")
    return _answer(command([interpreter, SCRIPTS / "python_tools.py", tool, path]))


def node(script: str, *paths: Path) -> dict[str, Any]:
    """The answer of one of our Node scripts, which finds the tools in .cache/consumers."""
    modules = CONSUMERS / "node_modules"
    if not modules.exists():
        raise NotInstalled(f"{CONSUMERS.name}/node_modules is not there")
    environment = {**os.environ, "NODE_PATH": str(modules)}
    return _answer(command([system_tool("node"), SCRIPTS / script, *paths], env=environment))


def _answer(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    lines = done.stdout.strip().splitlines()
    if done.returncode or not lines:
        raise Failed(f"the tool itself failed: {(done.stderr or done.stdout)[-400:]}")
    answer: dict[str, Any] = json.loads(lines[-1])
    return answer


def odk_lint(path: Path) -> dict[str, int]:
    """The counts of xlsform-lint."""
    linter = CONSUMERS / "venv" / "bin" / "xlsform-lint"
    if not linter.exists():
        raise NotInstalled("xlsform-lint is not installed")
    done = command([linter, path, "--format", "json"])
    summary: dict[str, int] = json.loads(done.stdout)["summary"]
    return summary


def office_to_text(path: Path, folder: Path) -> tuple[str, int]:
    """The text that LibreOffice prints of a document, and the number of pages."""
    office, reader = system_tool("soffice"), system_tool("pdftotext")
    profile = f"-env:UserInstallation=file://{folder / 'office-profile'}"
    done = command([office, profile, "--headless", "--convert-to", "pdf", "--outdir", folder, path])
    printed = folder / f"{path.stem}.pdf"
    if not printed.exists():
        raise Failed(f"LibreOffice made no PDF: {done.stderr[-300:]}")
    text = command([reader, printed, "-"]).stdout
    return text, text.count("\f")
