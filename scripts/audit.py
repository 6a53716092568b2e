"""A static look at our own code (bandit), and known weaknesses of what it stands on (pip-audit).

    python -m scripts.audit

Exits with 1 on any finding that is not explained here. Where the service that knows the
weaknesses cannot be asked, it says how many packages were left unaudited and goes on.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "deploy" / "requirements.lock"
OURS = ("services", "components", "pages", "scripts", "training", "streamlit_app.py")
# Kinds of finding that are none here, and why.
PASSED_OVER = {
    "B101": "assert narrows types and is never a check of input: that raises InvalidInput",
    "B311": "random numbers choose seeds and examples; ids and links come from `secrets`",
    "B404": "child processes are started in two modules of the app, from fixed lists of words",
    "B603": "as B404: no shell, and nothing that was typed or written by a model in the list",
    "B607": "as B404: nvidia-smi is found as the system finds it",
    "B615": "models are loaded from folders fetched at a pinned revision, or by a name that the "
    "administrator sets",
}
# Known weaknesses that do not reach this app: id -> why.
ACCEPTED: dict[str, str] = {}


def main() -> int:
    bad = [*_bandit(), *_weaknesses()]
    for line in bad:
        print(line)
    print(f"{len(bad)} unexplained findings")
    return int(bool(bad))


def _bandit() -> list[str]:
    found = _json("bandit", "-q", "-r", *OURS, "-s", ",".join(PASSED_OVER), "-f", "json")
    if found["errors"]:
        return [f"bandit could not read {entry['filename']}" for entry in found["errors"]]
    return [
        f"{entry['filename']}:{entry['line_number']} {entry['test_id']} {entry['issue_text']}"
        for entry in found["results"]
    ]


def _weaknesses() -> list[str]:
    options = ("-r", str(LOCK), "--no-deps", "--disable-pip", "--progress-spinner", "off")
    try:
        packages = _json("pip_audit", *options, "-f", "json")["dependencies"]
    except ValueError:
        print("No package was audited: the service that knows the weaknesses cannot be asked.")
        return []
    left_out = sum("skip_reason" in package for package in packages)
    print(f"{len(packages) - left_out} of {len(packages)} packages audited")
    return [
        f"{package['name']} {package['version']}: {weakness['id']}"
        for package in packages
        for weakness in package.get("vulns", ())
        if not {weakness["id"], *weakness.get("aliases", ())} & set(ACCEPTED)
    ]


def _json(module: str, *options: str) -> Any:
    """What a tool prints. Raises `ValueError` when that is no JSON."""
    command = [sys.executable, "-m", module, *options]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return json.loads(ended.stdout)


if __name__ == "__main__":
    sys.exit(main())
