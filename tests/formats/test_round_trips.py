"""A file that is written and read again holds what its losses say it holds."""

import pytest
from hypothesis import given, settings

from services.formats import qsnail, questionnaire_csv
from services.formats.preparation import prepare
from services.questionnaire.models import Questionnaire, QuestionnaireDraft
from tests.formats.questionnaires import content, outline, questionnaires

MODULES = [questionnaire_csv, qsnail]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.split(".")[-1])
@settings(max_examples=100, deadline=None)
@given(questionnaire=questionnaires())
def test_what_was_written_is_read_back(module, questionnaire: Questionnaire) -> None:
    kept = prepare(questionnaire, module.TARGET).questionnaire
    imported = module.read(module.write(questionnaire))
    assert imported.unread == ()
    document = imported.document
    if isinstance(document, QuestionnaireDraft):
        document = document.questionnaire
    assert content(document) == content(kept)
    assert outline(document) == outline(kept)
