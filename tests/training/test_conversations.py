import json

import pytest

from services.errors import InvalidInput
from services.formats import own_json
from services.hints.models import Hint, HintQuiz, TriviaQuestion
from services.questionnaire.models import (
    Brief,
    Intent,
    Item,
    Option,
    Questionnaire,
    QuestionnaireDraft,
    Section,
)
from services.reading.models import PassageSet
from training.fine_tuning import conversations

BIKES = {
    "title": "Cycling to work",
    "intents": ["Measure how often people cycle"],
    "qa": [
        {"question": f"{n}. On how many days did you take route {n}?", "options": ["A. 0", "B. 1"]}
        for n in range(1, 9)
    ],
}


def write(path, value):
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return path


def test_a_questionnaire_becomes_the_apps_own_requests_six_questions_each(tmp_path):
    (document,) = conversations.read(write(tmp_path / "q.json", BIKES))
    assert len(document) == 2
    first, second = document
    assert first.messages[0].role == "system"
    asked = first.messages[-1].content
    assert asked.startswith("Topic: Cycling to work\n")
    assert "- Measure how often people cycle" in asked
    assert asked.endswith("Questions: 6")
    answer = json.loads(first.answer)["questions"]
    assert answer[0] == {
        "question": "On how many days did you take route 1?",
        "options": ["0", "1"],
    }
    assert len(answer) == 6
    assert "On how many days did you take route 6?" in second.messages[-1].content
    assert second.messages[-1].content.endswith("Questions: 2")
    assert ": " not in second.answer.replace("route", "")  # as compact as the schema makes it


def test_a_list_and_a_file_of_lines_hold_several(tmp_path):
    listed = conversations.read(write(tmp_path / "q.json", [BIKES, BIKES, {"title": "", "qa": []}]))
    assert len(listed) == 2  # the empty one has nothing to teach
    lines = tmp_path / "q.jsonl"
    lines.write_text("\n".join(json.dumps(BIKES) for _ in range(3)) + "\n")
    assert len(conversations.read(lines)) == 3


def test_an_exported_draft_keeps_its_brief_and_leaves_out_what_no_request_may_bring(tmp_path):
    items = (
        Item(
            text="How do you get to work?", options=(Option(label="Bus"), Option(label="Bicycle"))
        ),
        Item(text="Why? " * 60),
        Item(text="Which?", options=tuple(Option(label=str(n)) for n in range(11))),
    )
    draft = QuestionnaireDraft(
        brief=Brief(topic="Ways to work", audience="Nurses", intents=(Intent(text="Count buses"),)),
        questionnaire=Questionnaire(sections=(Section(items=items),)),
    )
    path = tmp_path / "draft.json"
    path.write_bytes(own_json.write(draft))
    ((talk,),) = conversations.read(path)
    asked = talk.messages[-1].content
    for words in ("Ways to work", "Nurses", "Count buses", "Questions: 1"):
        assert words in asked
    assert [row["question"] for row in json.loads(talk.answer)["questions"]] == [items[0].text]


def test_only_kept_hints_are_learnt_and_never_one_that_gives_the_answer_away(tmp_path):
    question = TriviaQuestion(
        question="Which city is the capital of France?",
        answer="Paris",
        candidates=("Paris", "Lyon", "Nice"),
        hints=(
            Hint(text="It lies on the river Seine and had a fair in 1889."),
            Hint(text="A tower of iron was built there for a fair."),
            Hint(text="It is called Paris."),
            Hint(text="People there fly to the moon.", override=False),
            Hint(text="Its underground railway opened in 1900."),
        ),
    )
    path = tmp_path / "quiz.json"
    path.write_bytes(own_json.write(HintQuiz(questions=(question,))))
    ((talk,),) = conversations.read(path)  # three good hints: one pair, the odd one is left
    assert "Answer, which must not be named: Paris" in talk.messages[-1].content
    hints = json.loads(talk.answer)["hints"]
    assert hints == [question.hints[0].text, question.hints[1].text]


def test_triviahg_data_is_read(tmp_path):
    data = [
        {
            "Question": "Who wrote Hamlet?",
            "ExactAnswer": ["William Shakespeare"],
            "Hints": ["He was born in Stratford in 1564.", "He owned a share of a theatre."],
        }
    ]
    ((talk,),) = conversations.read(write(tmp_path / "hints.json", data))
    assert json.loads(talk.answer)["hints"] == data[0]["Hints"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{not json", "cannot be read as JSON"),
        ('{"anything": 1}', "holds neither questionnaires nor hints"),
        ("[1, 2]", "holds neither"),
        (PassageSet().model_dump_json(), "set of passages"),
    ],
)
def test_other_files_are_refused_by_name(tmp_path, content, reason):
    (tmp_path / "other.json").write_text(content)
    with pytest.raises(InvalidInput, match=reason) as caught:
        conversations.read(tmp_path / "other.json")
    assert "other.json" in str(caught.value)
