"""A file that is written and read again holds what its losses say it holds."""

from importlib import import_module

import pytest
from hypothesis import given, settings

from services.formats.questionnaires.preparation import prepare
from services.questionnaire.models import Questionnaire, QuestionnaireDraft
from tests.formats.questionnaires.generated import EXAMPLES, content, outline, questionnaires

PAIRS = {
    "table": "table",
    "qsnail": "qsnail",
    "xlsform": "xlsform_reader",
    "surveyjs": "surveyjs_reader",
    "limesurvey": "limesurvey_reader",
    "qualtrics_txt": "qualtrics_txt",
    "qsf": "qsf_reader",
    "redcap": "redcap_reader",
    "word": "word_reader",
}


@pytest.mark.parametrize("name", PAIRS)
@settings(max_examples=EXAMPLES, deadline=None)
@given(questionnaire=questionnaires())
def test_what_was_written_is_read_back(name: str, questionnaire: Questionnaire) -> None:
    writer = import_module(f"services.formats.questionnaires.{name}")
    reader = import_module(f"services.formats.questionnaires.{PAIRS[name]}")
    kept = prepare(questionnaire, writer.TARGET).questionnaire
    imported = reader.read(writer.write(questionnaire))
    assert all("by hand" in unread.why for unread in imported.unread)
    document = imported.document
    if isinstance(document, QuestionnaireDraft):
        document = document.questionnaire
    assert content(document) == content(kept)
    assert outline(document) == outline(kept)
