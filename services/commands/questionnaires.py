"""Commands of questionnaires."""

import argparse
from typing import Any

from services.commands.questionnaire_checks import add_check
from services.commands.questionnaire_drafts import add_draft


def register(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add this module's commands."""
    add_draft(commands)
    add_check(commands)
