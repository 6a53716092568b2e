"""What `prepare` changes, it says."""

from importlib import import_module

import pytest
from hypothesis import given, settings

from services.formats.questionnaires.preparation import prepare
from services.questionnaire.models import Questionnaire
from tests.formats.questionnaires.generated import EXAMPLES, content, outline, questionnaires

WRITERS = (
    "ddi",
    "google_forms",
    "limesurvey",
    "qsf",
    "qsnail",
    "redcap",
    "qualtrics_txt",
    "table",
    "word",
    "markdown",
    "surveyjs",
    "xlsform",
)


@pytest.mark.parametrize("name", WRITERS)
@settings(max_examples=EXAMPLES, deadline=None)
@given(questionnaire=questionnaires())
def test_every_difference_is_listed_under_its_field(
    name: str, questionnaire: Questionnaire
) -> None:
    target = import_module(f"services.formats.questionnaires.{name}").TARGET
    prepared = prepare(questionnaire, target)
    listed = {(loss.item, loss.field) for loss in prepared.losses}
    pairs = zip(content(questionnaire), content(prepared.questionnaire), strict=True)
    for index, (before, after) in enumerate(pairs):
        for field in before:
            if before[field] == after[field] or (index, field) in listed:
                continue
            # Codes go with their options; a rule names labels, and changes with those.
            owner = {"codes": "options", "roles": "options", "row_codes": "rows"}.get(field)
            gone = owner is not None and not after[owner] and (index, owner) in listed
            assert gone or field == "shown_if", (index, field, before[field], after[field])
    heading = outline(prepared.questionnaire)
    for field, value in outline(questionnaire).items():
        if value != heading[field] and (None, field) not in listed:
            assert {"sections", "section_title"} & {name for _, name in listed}
