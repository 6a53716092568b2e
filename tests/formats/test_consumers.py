"""The tools that people use take the files (where scripts/install_consumers.sh installed them)."""

from pathlib import Path

import pytest

from scripts.check_formats import run_check
from scripts.consumer_checks import CHECKS, MOODLE_SCHEMA
from scripts.consumer_tools import CONSUMERS

needs_consumers = pytest.mark.skipif(
    not (CONSUMERS / "venv").exists(), reason="run scripts/install_consumers.sh first"
)


@needs_consumers
@pytest.mark.parametrize("name", CHECKS)
def test_the_tool_takes_the_files(name: str, tmp_path: Path) -> None:
    outcome = run_check(name, tmp_path)
    if outcome.result == "not run":
        pytest.skip(outcome.detail)
    assert outcome.result == "passed", outcome.detail


def test_moodle_files_fit_the_schema_of_the_importers_facts(tmp_path: Path) -> None:
    outcome = run_check("moodle", tmp_path)
    assert outcome.result == "passed", outcome.detail


@pytest.mark.parametrize(
    "hint",
    ["<hint>bare text</hint>", '<hint format="html"><text/></hint>', "<hint><text>x</text></hint>"],
)
def test_the_schema_sees_a_hint_that_moodle_would_lose(hint: str) -> None:
    from lxml import etree

    text = "<text>x</text>"
    question = (
        f'<quiz><question type="shortanswer"><name>{text}</name>'
        f'<questiontext format="html">{text}</questiontext>'
        f'<generalfeedback format="html">{text}</generalfeedback>'
        "<defaultgrade>1</defaultgrade><penalty>0.5</penalty><hidden>0</hidden>"
        f'<usecase>0</usecase><answer fraction="100" format="moodle_auto_format">{text}'
        f'<feedback format="html"><text/></feedback></answer>{{}}</question></quiz>'
    )
    schema = etree.RelaxNG(etree.parse(str(MOODLE_SCHEMA)))
    good = f'<hint format="html">{text}</hint>'
    assert schema.validate(etree.fromstring(question.format(good)))
    assert not schema.validate(etree.fromstring(question.format(hint)))
