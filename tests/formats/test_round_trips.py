"""A file that is written and read again holds what its losses say it holds."""

import pytest
from hypothesis import given, settings

from services.formats import (
    qsnail,
    questionnaire_csv,
    surveyjs,
    surveyjs_reader,
    xlsform,
    xlsform_reader,
)
from services.formats.preparation import prepare
from services.questionnaire.models import Questionnaire, QuestionnaireDraft
from tests.formats.questionnaires import content, outline, questionnaires

PAIRS = [
    (questionnaire_csv, questionnaire_csv),
    (qsnail, qsnail),
    (xlsform, xlsform_reader),
    (surveyjs, surveyjs_reader),
]


@pytest.mark.parametrize(
    ("writer", "reader"), PAIRS, ids=[writer.__name__.split(".")[-1] for writer, _ in PAIRS]
)
@settings(max_examples=100, deadline=None)
@given(questionnaire=questionnaires())
def test_what_was_written_is_read_back(writer, reader, questionnaire: Questionnaire) -> None:
    kept = prepare(questionnaire, writer.TARGET).questionnaire
    imported = reader.read(writer.write(questionnaire))
    assert imported.unread == ()
    document = imported.document
    if isinstance(document, QuestionnaireDraft):
        document = document.questionnaire
    assert content(document) == content(kept)
    assert outline(document) == outline(kept)
