"""Files that other programs made, and the accepted files of the shared folder, read in right."""

import json
import os
from pathlib import Path

import pytest

from services.formats import registry
from services.formats.guarded_cells import write_rows
from services.formats.questionnaires import (
    limesurvey_reader,
    qsf_reader,
    qualtrics_txt,
    redcap_reader,
    surveyjs_reader,
)
from services.formats.sniffing import sniff
from services.questionnaire.models import Condition, OptionRole, Questionnaire, ResponseFormat

SHARED = os.environ.get("ASKWRIGHT_SHARED", "")
needs_shared = pytest.mark.skipif(not SHARED, reason="ASKWRIGHT_SHARED is not set")
# What each file can hold at all: Qualtrics text has no rules, limits or exclusive options.
COMPLETE = ("xlsform.xlsx", "limesurvey.txt", "qualtrics.qsf", "surveyjs.json", "redcap.csv")
OTHERS = ("qualtrics.txt", "questionnaire.docx", "questionnaire.md", "plain.csv")


def load(path: Path) -> Questionnaire:
    data = path.read_bytes()
    loaded = registry.load(data, sniff(data))
    assert loaded.unread == ()
    return loaded.document.questionnaire


@needs_shared
@pytest.mark.parametrize("name", [*COMPLETE, *OTHERS])
def test_shared_files_have_sections_questions_options_and_matrix(name: str) -> None:
    questionnaire = load(Path(SHARED) / "formats" / name)
    titles = [section.title for section in questionnaire.sections]
    assert titles == ["Your use of the library", "Your views", "About you"]
    assert [len(section.items) for section in questionnaire.sections] == [3, 2, 1]
    visited, visits, services, agree, change, age = questionnaire.items
    assert list(visited.labels) == ["Yes", "No"]
    assert services.format is ResponseFormat.MULTIPLE
    assert [option.role for option in services.options[3:]] == [
        OptionRole.OTHER,
        OptionRole.NONE,
        OptionRole.REFUSAL,
    ]
    assert agree.format is ResponseFormat.MATRIX
    assert (len(agree.rows), len(agree.options)) == (3, 5)
    assert change.format is ResponseFormat.OPEN
    assert len(age.options) == 8
    assert age.options[-1].role is OptionRole.REFUSAL
    assert visits.text.startswith("About how many times")


@needs_shared
@pytest.mark.parametrize("name", COMPLETE)
def test_shared_files_keep_filter_limits_and_names(name: str) -> None:
    questionnaire = load(Path(SHARED) / "formats" / name)
    visited, visits, services, *_ = questionnaire.items
    yes = visited.options[0].code
    assert visited.required
    assert visits.format is ResponseFormat.NUMBER
    assert (visits.minimum, visits.maximum) == (1, 365)
    for dependent in (visits, services):
        assert dependent.shown_if == Condition(item_id=visited.id, codes=(yes,))
    names = [item.variable for item in questionnaire.items]
    assert names == ["visited", "visits", "services", "agree", "change", "age"]


def test_limesurvey_types_with_answers_of_their_own() -> None:
    header = "class\ttype/scale\tname\trelevance\ttext\thelp\tlanguage\tmandatory\tother\n"
    rows = [
        "S\t\tlanguage\t\tde\t\t\t\t\n",
        "SL\t\tsurveyls_title\t\tUmfrage\t\tde\t\t\n",
        "SL\t\tsurveyls_title\t\tSurvey\t\ten\t\t\n",
        "G\t0\tErste\t1\t<p>Willkommen</p>\t\tde\t\t\n",
        "Q\tY\tgern\t1\t<p>Gern?</p>\t\tde\tY\tN\n",
        'Q\t5\tnote\t((gern.NAOK == "Y"))\tNote?\t\tde\tN\tN\n',
        "Q\tR\trang\t1\tOrdnen\t\tde\tN\tN\n",
        "Q\tS\tname\t((note.NAOK > 2))\tName?\t\tde\tN\tN\n",
    ]
    imported = limesurvey_reader.read((header + "".join(rows)).encode())
    questionnaire = imported.document
    assert (questionnaire.title, questionnaire.language) == ("Umfrage", "de")
    assert questionnaire.sections[0].introduction == "Willkommen"
    like, mark, name = questionnaire.items
    assert (like.text, like.format, like.required) == ("Gern?", ResponseFormat.YES_NO, True)
    assert (mark.format, len(mark.options)) == (ResponseFormat.SCALE, 5)
    assert mark.shown_if == Condition(item_id=like.id, codes=("Y",))
    assert name.shown_if is None
    assert [(u.line, u.text) for u in imported.unread] == [(8, "Ordnen"), (9, "((note.NAOK > 2))")]


def test_surveyjs_special_items_panels_and_expressions() -> None:
    survey = {
        "title": {"default": "Pets", "de": "Tiere"},
        "pages": [
            {
                "elements": [
                    {"type": "boolean", "name": "has", "title": "A pet?"},
                    {
                        "type": "panel",
                        "name": "p",
                        "elements": [
                            {
                                "type": "checkbox",
                                "name": "which",
                                "choices": ["Dog", {"value": 2, "text": "Cat"}],
                                "hasOther": True,
                                "showNoneItem": True,
                                "visibleIf": "{has} = true",
                            },
                            {
                                "type": "text",
                                "name": "age",
                                "inputType": "number",
                                "min": 0,
                                "visibleIf": "{which} anyof ['Dog', 2]",
                            },
                        ],
                    },
                    {"type": "rating", "name": "love", "rateMax": 3},
                    {"type": "file", "name": "photo", "title": "A photo"},
                    {"type": "comment", "name": "more", "visibleIf": "{age} > 3 and {love} = 1"},
                ]
            }
        ],
    }
    imported = surveyjs_reader.read(json.dumps(survey).encode())
    has, which, age, love, more = imported.document.items
    assert imported.document.title == "Pets"
    assert which.labels == ("Dog", "Cat", "Other (describe)", "None")
    assert [o.role.value for o in which.options] == ["ordinary", "ordinary", "other", "none"]
    assert which.shown_if == Condition(item_id=has.id, codes=("true",))
    assert age.shown_if == Condition(item_id=which.id, codes=("Dog", "2"))
    assert age.minimum == 0
    assert [o.code for o in love.options] == ["1", "2", "3"]
    assert more.shown_if is None
    assert [u.text for u in imported.unread] == ["A photo", "{age} > 3 and {love} = 1"]


def test_redcap_forms_yesno_and_calculations() -> None:
    header = [
        "Variable / Field Name,Form Name,Section Header,Field Type,Field Label,Choices,Field Note,"
        "Validation,Min,Max,Identifier?,Branching,Required,Alignment,Number,Matrix,Ranking,Annot"
    ]
    rows = [line.split(",") for line in header]
    empty = [""] * 10
    rows.append(["record_id", "base", "", "text", "ID", "", "", "", *empty])
    rows.append(["smoke", "base", "", "yesno", "Do you smoke?", "", "", "", *empty])
    bmi = ["bmi", "follow_up", "", "calc", "BMI", "[a]/2", "", "", *empty]
    rows.append(bmi)
    day = ["quit", "follow_up", "", "text", "When did you stop?", "", "", "date_dmy", *empty]
    day[11] = "[smoke] = '0'"
    rows.append(day)
    imported = redcap_reader.read(write_rows(rows))
    assert [s.title for s in imported.document.sections] == ["Base", "Follow up"]
    smoke, quit_day = imported.document.items
    assert [o.code for o in smoke.options] == ["1", "0"]
    assert quit_day.format is ResponseFormat.DATE
    assert quit_day.shown_if == Condition(item_id=smoke.id, codes=("0",))
    assert [u.text for u in imported.unread] == ["BMI"]


def test_qsf_with_lists_trash_and_two_groups_of_logic() -> None:
    def question(number: str, **payload: object) -> dict:
        payload = {"QuestionID": number, "DataExportTag": number.lower(), **payload}
        return {"Element": "SQ", "PrimaryAttribute": number, "Payload": payload}

    logic = {
        "0": {
            "0": {
                "LogicType": "Question",
                "LeftOperand": "q://QID1/SelectableChoice/1",
                "Operator": "Selected",
            }
        },
        "1": {"0": {"LeftOperand": "q://QID1/SelectableChoice/2", "Operator": "Selected"}},
    }
    blocks = {
        "1": {"Type": "Trash", "ID": "T", "BlockElements": [{"QuestionID": "QID3"}]},
        "2": {
            "Type": "Standard",
            "ID": "B",
            "Description": "Main",
            "BlockElements": [{"QuestionID": "QID1"}, {"QuestionID": "QID2"}],
        },
    }
    survey = {
        "SurveyEntry": {"SurveyName": "Real", "SurveyLanguage": "EN"},
        "SurveyElements": [
            {"Element": "BL", "Payload": blocks},
            question(
                "QID1",
                QuestionText="<b>Which</b>&nbsp;one?",
                QuestionType="MC",
                Selector="SAVR",
                Choices=[{"Display": "zero"}, {"Display": "one"}],
                ChoiceOrder=[1, 0],
            ),
            question(
                "QID2", QuestionText="Why?", QuestionType="TE", Selector="ML", DisplayLogic=logic
            ),
            question("QID3", QuestionText="Gone?", QuestionType="TE", Selector="ML"),
        ],
    }
    imported = qsf_reader.read(json.dumps(survey).encode())
    first, second = imported.document.items
    assert first.text == "Which\xa0one?"
    assert first.labels == ("one", "zero")
    assert second.shown_if is None
    assert len(imported.unread) == 1


def test_qualtrics_simple_choices_are_numbered() -> None:
    text = "[[AdvancedFormat]]\n[[Question:MC:SingleAnswer]]\nWhich?\n[[Choices]]\nred\nblue\n"
    (item,) = qualtrics_txt.read(text.encode()).document.items
    assert [(o.code, o.label) for o in item.options] == [("1", "red"), ("2", "blue")]
