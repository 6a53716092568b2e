"""A file that is written and read again holds what its losses say it holds."""

from importlib import import_module

import pytest
from hypothesis import given, settings

from services.formats.questionnaires.preparation import prepare
from services.questionnaire.models import (
    Item,
    Option,
    Questionnaire,
    QuestionnaireDraft,
    ResponseFormat,
    Section,
)
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

# Their files do not say the language: it is read off the texts, which here are in none.
WITHOUT_LANGUAGE = {"table", "qsnail", "qualtrics_txt", "redcap", "word"}


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
    if name in WITHOUT_LANGUAGE:
        document = document.model_copy(update={"language": kept.language})
    assert content(document) == content(kept)
    assert outline(document) == outline(kept)


@pytest.mark.parametrize("name", PAIRS)
def test_three_hundred_options_and_an_empty_label(name: str) -> None:
    writer = import_module(f"services.formats.questionnaires.{name}")
    reader = import_module(f"services.formats.questionnaires.{PAIRS[name]}")
    labels = ["", *(f"Town {number}" for number in range(299))]
    item = Item(
        text="Where do you live?",
        format=ResponseFormat.MULTIPLE,
        options=tuple(Option(label=label) for label in labels),
    )
    made = Questionnaire(sections=(Section(title="One", items=(item,)),))
    kept = prepare(made, writer.TARGET).questionnaire
    document = reader.read(writer.write(made)).document
    document = getattr(document, "questionnaire", document)
    assert content(document) == content(kept)
    assert len(document.items[0].options) == 300
