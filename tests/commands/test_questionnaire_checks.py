"""The command `check`, from file to JSON."""

import json

import pytest

from services.__main__ import main
from services.questionnaire import qsnail
from services.questionnaire.models import Brief, Intent, QuestionnaireDraft

QSNAIL = {
    "title": "Canteen",
    "intents": ["Measure satisfaction with the food"],
    "qa": [
        {"question": "1. How old are you?", "options": ["18-25", "25-35", "35 or older"]},
        {"question": "2. Do you often eat here?", "options": ["Yes", "No"]},
    ],
}


@pytest.fixture
def write(tmp_path):
    def write_to(name, document):
        path = tmp_path / name
        path.write_text(json.dumps(document), "utf-8")
        return str(path)

    return write_to


def run(capsys, *arguments):
    code = main(["check", *arguments, "--json"])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_qsnail_file_gives_metrics_findings_and_coverage(write, capsys):
    code, out, _ = run(capsys, write("a.json", QSNAIL))
    document = json.loads(out)
    assert code == 0
    assert set(document) == {"metrics", "findings", "coverage"}
    assert {(f["item"], f["code"]) for f in document["findings"]} >= {
        (0, "overlapping_ranges"), (1, "vague_quantifier"),
    }  # fmt: skip
    repaired = next(f for f in document["findings"] if f["code"] == "overlapping_ranges")
    assert repaired["fix"] == ["18-24", "25-34", "35 or older"]
    assert document["coverage"]["intents"][0]["intent"] == QSNAIL["intents"][0]
    assert document["metrics"]["questions"] == 2
    assert document["metrics"]["bleu_1"] is None


def test_several_files_give_a_list_in_their_order_and_flags_win(write, capsys):
    one = write("one.json", QSNAIL)
    two = write("two.json", {"title": "Other", "qa": QSNAIL["qa"][:1]})
    code, out, _ = run(capsys, one, two, "--topic", "Lunch", "--intent", "Ages", "--reference", one)
    first, second = json.loads(out)
    assert code == 0
    assert first["metrics"]["bleu_4"] == pytest.approx(100)
    assert second["metrics"]["questions"] == 1
    assert second["metrics"]["rep_2"] is None
    assert [row["intent"] for row in first["coverage"]["intents"]] == ["Ages"]


def test_the_apps_own_drafts_and_questionnaires_are_read(write, capsys):
    questionnaire = qsnail.parse(QSNAIL).questionnaire
    draft = QuestionnaireDraft(
        brief=Brief(topic="Canteen", intents=(Intent(text="Ages"),)), questionnaire=questionnaire
    )
    plain = questionnaire.model_dump(mode="json")
    files = [
        write("draft.json", draft.model_dump(mode="json")),
        write("plain.json", plain),
        write("command.json", {"questionnaire": plain, "seconds": 1.5}),
    ]
    code, out, _ = run(capsys, *files)
    assert code == 0
    found = [[f["code"] for f in document["findings"]] for document in json.loads(out)]
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize(
    ("document", "complaint"),
    [
        ([1, 2], "no questionnaire"),
        ({"qa": [{"options": []}]}, "question 1"),
        ({"room": "questionnaires", "version": 1, "nonsense": 1}, "nonsense"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(write, capsys, document, complaint):
    name = write("bad.json", document)
    code, out, err = run(capsys, name)
    assert (code, out) == (2, "")
    assert complaint in err
    assert err.count("\n") == 1
    assert "bad.json" in err
