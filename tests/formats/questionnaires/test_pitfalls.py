"""What targets drop, swallow or run without a word is caught here, and said."""

import io
import json
import zipfile
from importlib import import_module

import pytest

from services.formats import registry
from services.formats.base import Room
from services.formats.questionnaires import (
    google_forms,
    limesurvey,
    limesurvey_lss,
    qsf,
    qualtrics_txt,
    redcap,
    surveyjs,
    table,
    xlsform,
)
from services.questionnaire.models import (
    Condition,
    Item,
    Option,
    OptionRole,
    Questionnaire,
    QuestionnaireDraft,
    ResponseFormat,
    Section,
)


def survey(*items: Item, title: str = "T") -> Questionnaire:
    return Questionnaire(title=title, sections=(Section(title="S", items=items),))


def choice(*options: tuple[str, str], text: str = "Which?", **more: object) -> Item:
    return Item(
        text=text,
        format=ResponseFormat.SINGLE,
        options=tuple(Option(code=code, label=label) for code, label in options),
        **more,
    )


def told(module: object, questionnaire: Questionnaire) -> str:
    return "\n".join(loss.what for loss in module.losses(questionnaire))  # type: ignore[attr-defined]


def codes_in(written: str) -> list[str]:
    return [row.split("\t")[2] for row in written.split("\n") if row.startswith("A\t")]


def test_limesurvey_duplicate_and_case_codes_stay_apart() -> None:
    made = survey(choice(("a", "One"), ("A", "Two"), ("a", "Three")))
    assert codes_in(limesurvey.write(made).decode()) == ["a", "A2", "a1"]
    assert "A → A2 (Two)" in told(limesurvey, made)


def test_limesurvey_long_codes_are_cut_and_rules_follow() -> None:
    source = choice(("toolong", "Yes"), ("n_o", "No"), variable="my_q")
    asked = Item(text="Why?", shown_if=Condition(item_id=source.id, codes=("toolong",)))
    written = limesurvey.write(survey(source, asked)).decode()
    assert codes_in(written) == ["toolo", "no"]
    assert '(myq.NAOK == ""toolo"")' in written
    assert "my_q is written as myq" in told(limesurvey, survey(source, asked))


def test_limesurvey_fields_hold_no_quote_that_could_swallow_rows() -> None:
    item = choice(("1", 'x\\"'), ("2", '"all in quotes"'), text='He said \\"no\\" {TOKEN}')
    written = limesurvey.write(survey(item, title='A \\"title\\" {now}')).decode()
    rows = [row for row in written.split("\n") if not row.startswith("Q\t") or "relevance" in row]
    assert all('"' not in row for row in rows)
    assert "{TOKEN}" not in written
    assert "&#123;TOKEN&#125;" in written
    assert "{now}" not in written
    assert written.count("\nA\t") == 2


def test_limesurvey_cells_start_no_formula() -> None:
    written = limesurvey.write(survey(choice(("1", "=1+1"), text="@SUM(A1)"), title="=x")).decode()
    cells = [cell for row in written.split("\n") for cell in row.split("\t")]
    assert not [cell for cell in cells if cell.startswith(("=", "@", "+"))]


def test_lss_holds_the_same_codes() -> None:
    made = survey(choice(("toolong", "Yes"), ("b", "No")))
    assert b"<code>toolo</code>" in limesurvey_lss.write(made)


def test_xlsform_references_in_labels_are_broken_up() -> None:
    item = Item(text="Cost ${amount}?", variable="1st")
    sheet = _sheet(xlsform.write(survey(item)))
    assert "${amount}" not in sheet
    assert "$ {amount}" in sheet
    assert "${ would be read" in told(xlsform, survey(item))


def test_xlsform_cells_are_text_and_never_formulas() -> None:
    data = xlsform.write(survey(choice(("1", "=HYPERLINK(1)"), text="=1+1")))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        sheets = [archive.read(n) for n in archive.namelist() if n.startswith("xl/worksheets/")]
        styles = archive.read("xl/styles.xml")
    assert not any(b"<f>" in sheet or b"<f " in sheet for sheet in sheets)
    assert b'quotePrefix="1"' in styles


def _sheet(data: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read("xl/worksheets/sheet1.xml").decode()


def test_surveyjs_names_and_values_are_told_apart_without_case() -> None:
    made = survey(choice(("a", "x"), ("A", "y")), Item(text="{q1} again?", variable="q1"))
    page = json.loads(surveyjs.write(made))["pages"][0]
    assert [each["value"] for each in page["elements"][0]["choices"]] == ["a", "A2"]
    assert page["elements"][1]["title"] == "(q1) again?"
    assert len({element["name"].lower() for element in page["elements"]}) == 2


def test_redcap_bars_piping_and_formulas() -> None:
    item = choice(("1", "a | b"), ("2", "=x"), text="See [q1] and <5", variable="Long Name!")
    written = redcap.write(survey(item)).decode("utf-8-sig")
    assert "1, a / b | 2, =x" in written
    assert "[q1]" not in written
    assert "<5" in written
    assert "long_name" in written
    alone = Item(text="=cmd", variable="a")
    assert ",'=cmd," in redcap.write(survey(alone)).decode("utf-8-sig")


def test_redcap_keeps_a_row_a_form_and_unique_short_names() -> None:
    items = [Item(text="x", variable="a_very_long_variable_name_" + end) for end in "abc"]
    rows = redcap.write(survey(*items)).decode("utf-8-sig").split("\r\n")[1:-1]
    names = [row.split(",")[0] for row in rows]
    assert all(len(name) <= 26 for name in names)
    assert len(set(names)) == 4
    assert {row.split(",")[1] for row in rows} == {"t"}


def test_qualtrics_text_cannot_begin_a_command() -> None:
    item = choice(("1", "[[Block:x]]"), text="[[Question:MC]]\n\nWhy ${e://x}?")
    written = qualtrics_txt.write(survey(item)).decode()
    commands = [line for line in written.split("\n") if line.startswith("[[")]
    assert len([line for line in commands if line.startswith("[[Question")]) == 1
    assert len([line for line in commands if line.startswith("[[Block")]) == 1
    assert "${" not in written


def test_qualtrics_text_tells_what_is_to_be_set_by_hand() -> None:
    source = choice(("1", "Yes"), ("2", "No"))
    asked = Item(text="Why?", shown_if=Condition(item_id=source.id, codes=("1",)), required=True)
    written = qualtrics_txt.write(survey(source, asked)).decode()
    assert "Question 2: Ask only if question 1 = “Yes”." in written
    assert "Question 2: an answer is required." in written


def test_qsf_codes_are_numbers_and_nothing_is_piped() -> None:
    item = choice(("yes", "Yes"), ("2", "${q://x}"), text="<b>x</b>")
    survey_file = json.loads(qsf.write(survey(item)))
    payload = survey_file["SurveyElements"][-1]["Payload"]
    assert payload["RecodeValues"] == {"1": "1", "2": "2"}
    assert payload["QuestionText"] == "&lt;b&gt;x&lt;/b&gt;"
    assert "${" not in json.dumps(survey_file)


def test_google_forms_labels_are_distinct_and_strings_are_safe() -> None:
    item = choice(("1", "Same"), ("2", "Same"), text='"); drop(); //\u2028')
    written = google_forms.write(survey(item)).decode()
    assert '["Same", "Same (2)"]' in written
    assert "\u2028" not in written
    assert r'"\"); drop(); //' in written
    assert "stands twice" in told(google_forms, survey(item))


def test_google_forms_branches_only_where_it_can() -> None:
    first = choice(("1", "Yes"), ("2", "No"), required=True)
    second = choice(("1", "Yes"), ("2", "No"))
    rule = Condition(item_id=first.id, codes=("1",))
    asked = Item(text="Why?", shown_if=rule)
    made = survey(first, asked, second)
    assert 'item1.createChoice("Yes", page1)' in google_forms.write(made).decode()
    assert "display rule is lost" not in told(google_forms, made)
    late = survey(first, Item(text="x"), Item(text="y", shown_if=rule), second, asked)
    assert "display rule is lost" in told(google_forms, late)


def test_csv_formulas_are_guarded() -> None:
    written = table.write(survey(choice(("1", "x"), text="=1+1"))).decode("utf-8-sig")
    assert "'=1+1" in written


@pytest.mark.parametrize("name", ["limesurvey", "xlsform", "surveyjs", "qsf", "redcap"])
def test_a_rule_that_cannot_be_kept_is_said(name: str) -> None:
    module = import_module(f"services.formats.questionnaires.{name}")
    matrix = Item(text="Rate", format=ResponseFormat.MATRIX)
    later = Item(text="B?", shown_if=Condition(item_id="later", codes=("1",)))
    said = told(module, survey(matrix, later))
    assert "display rule is not stored: it looks at no earlier question" in said


def test_an_exclusive_option_that_a_target_does_not_hold_is_said() -> None:
    item = Item(
        text="Which?",
        format=ResponseFormat.MULTIPLE,
        options=(Option(label="A"), Option(label="None of these", role=OptionRole.NONE)),
    )
    assert "lets 'None of these' be chosen with other answers" in told(google_forms, survey(item))


@pytest.mark.parametrize("name", ["xlsform", "limesurvey", "qsf", "redcap", "surveyjs", "csv"])
@pytest.mark.parametrize("decimals", [True, False])
def test_decimals_are_kept_also_between_whole_limits(name: str, decimals: bool) -> None:
    hours = Item(
        text="How many hours did you sleep?",
        format=ResponseFormat.NUMBER,
        minimum=0,
        maximum=24,
        decimals=decimals,
        variable="hours",
    )
    format = registry.get(Room.QUESTIONNAIRES, name)
    exported = registry.export(QuestionnaireDraft(questionnaire=survey(hours)), name)
    assert "decimals" not in [loss.field for loss in exported.losses]
    (read,) = registry.load(exported.data, format).document.questionnaire.items
    assert (read.decimals, read.minimum, read.maximum) == (decimals, 0, 24)


def test_limits_that_are_not_whole_ask_for_decimals_and_say_so() -> None:
    weight = Item(text="Weight?", format=ResponseFormat.NUMBER, minimum=0.5, variable="weight")
    assert [loss.field for loss in xlsform.losses(survey(weight))] == ["decimals"]
