"""The image and what is started with it, as far as that can be told without building it."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement

from services.settings import PREFIX, Settings

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "deploy" / "requirements.lock"


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    return dict(yaml.safe_load(text("compose.yaml"))["services"])


def locked() -> dict[str, str]:
    """Versions by name."""
    pins = re.findall(r"^([A-Za-z0-9_.-]+)==(\S+)", LOCK.read_text(encoding="utf-8"), re.M)
    return {_plain(name): version for name, version in pins}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_the_image_has_every_requirement_in_a_version_that_was_asked_for() -> None:
    versions = locked()
    for line in text("requirements.txt").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        wanted = Requirement(line.split(" #")[0])
        version = versions[_plain(wanted.name)].split("+")[0]
        assert wanted.specifier.contains(version, prereleases=True), line


def test_every_package_of_the_image_is_locked_by_hash() -> None:
    entries = re.split(r"^(?=[A-Za-z0-9])", LOCK.read_text(encoding="utf-8"), flags=re.M)[1:]
    assert len(entries) == len(locked()) > 100
    assert all("--hash=sha256:" in entry for entry in entries)
    assert "--require-hashes" in text("Dockerfile")


def test_the_image_copies_what_the_app_is_made_of_and_nothing_else() -> None:
    copied = set(re.findall(r"^COPY (?!--from)(.+) \S+$", text("Dockerfile"), re.M))
    sources = {name for line in copied for name in line.split()}
    allowed = {line[1:] for line in text(".dockerignore").splitlines() if line.startswith("!")}
    assert sources == allowed
    assert all((ROOT / name).exists() for name in sources)


def test_the_image_runs_as_nobody_in_particular_and_tells_its_health() -> None:
    lines = text("Dockerfile").splitlines()
    assert "USER 10001" in lines
    assert lines.index("USER 10001") < next(
        place for place, line in enumerate(lines) if line.startswith("CMD")
    )
    assert "/_stcore/health" in text("Dockerfile")
    assert "STOPSIGNAL SIGTERM" in lines


def test_the_dockerfile_passes_its_linter() -> None:
    linter = Path(sys.executable).with_name("hadolint")
    found = subprocess.run([linter, "Dockerfile"], cwd=ROOT, capture_output=True, text=True)
    assert found.stdout == ""
    assert found.returncode == 0


def test_the_app_is_reached_from_this_machine_only_and_by_those_who_signed_in(
    services: dict[str, Any],
) -> None:
    assert all(port.startswith("127.0.0.1:") for port in services["app"]["ports"])
    assert [name for name, service in services.items() if "ports" in service] == ["app"]
    assert services["app"]["environment"]["ASKWRIGHT_REQUIRE_LOGIN"] == "1"
    assert services["app"]["read_only"]
    assert services["app"]["cap_drop"] == ["ALL"]


def test_the_app_waits_for_its_database_and_knows_its_settings(services: dict[str, Any]) -> None:
    app = services["app"]
    assert app["depends_on"] == {"database": {"condition": "service_healthy"}}
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    set_here = {name for name in app["environment"] if name.startswith(PREFIX)}
    assert set_here <= known
    assert "@database/" in app["environment"]["ASKWRIGHT_DATABASE_URL"]
    assert "vllm" in app["environment"]["ASKWRIGHT_SERVER_URL"]
    assert services["vllm"]["profiles"] == ["gpu"]


def test_no_password_is_written_down(services: dict[str, Any]) -> None:
    assert services["database"]["environment"]["POSTGRES_PASSWORD"].startswith("${")
    assert "${POSTGRES_PASSWORD:?" in services["app"]["environment"]["ASKWRIGHT_DATABASE_URL"]
    example = tomllib.loads(text("deploy/sign_in.example.toml"))["auth"]
    assert [example[name] for name in ("cookie_secret", "client_id", "client_secret")] == [""] * 3
    ignored = text(".gitignore").splitlines()
    assert {"/deploy/sign_in.toml", "/.env", ".streamlit/secrets.toml"} <= set(ignored)


def test_every_volume_and_secret_that_is_used_is_declared(services: dict[str, Any]) -> None:
    whole = yaml.safe_load(text("compose.yaml"))
    used = {volume.split(":")[0] for service in services.values() for volume in service["volumes"]}
    assert used == set(whole["volumes"])
    (secret,) = services["app"]["secrets"]
    assert [secret["source"]] == list(whole["secrets"])
    # Streamlit reads only files that are called so.
    assert secret["target"].endswith(".toml")
    assert services["app"]["environment"]["STREAMLIT_SECRETS_FILES"] == secret["target"]
