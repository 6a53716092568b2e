"""Hint quizzes come back as the losses say, and files of others are understood."""

import json
from importlib import import_module

import pytest
from hypothesis import given, settings

from services.errors import InvalidInput
from services.formats.hints import aiken, gift, moodle, table, triviahg
from services.formats.hints.preparation import prepare
from services.hints.models import HintQuiz
from tests.formats.hints.generated import PLAY, QUIZ, QUIZZES
from tests.formats.questionnaires.generated import EXAMPLES


def content(quiz: HintQuiz) -> list[tuple]:
    return [
        (q.question, q.answer, q.aliases, tuple(hint.text for hint in q.kept_hints))
        for q in quiz.questions
    ]


@pytest.mark.parametrize("name", ["moodle", "gift", "table", "triviahg"])
@settings(max_examples=2 * EXAMPLES, deadline=None)
@given(quiz=QUIZZES)
def test_what_was_written_is_read_back(name: str, quiz: HintQuiz) -> None:
    module = import_module(f"services.formats.hints.{name}")
    kept = prepare(quiz, module.TARGET).quiz
    imported = module.read(module.write(quiz))
    assert content(imported.document) == content(kept)
    assert imported.document.name == kept.name
    assert imported.unread == ()


@settings(max_examples=2 * EXAMPLES, deadline=None)
@given(quiz=QUIZZES)
def test_aiken_holds_what_can_be_asked_as_a_choice(quiz: HintQuiz) -> None:
    imported = aiken.read(aiken.write(quiz))
    left_out = sum("left out" in loss.what for loss in aiken.losses(quiz))
    assert len(imported.document.questions) == len(quiz.questions) - left_out
    assert imported.unread == ()
    for question in imported.document.questions:
        assert question.answer in question.candidates


@pytest.mark.parametrize("name", ["moodle", "gift", "table", "triviahg", "qti", "olx", "anki"])
@settings(max_examples=EXAMPLES, deadline=None)
@given(quiz=QUIZZES)
def test_every_difference_is_listed(name: str, quiz: HintQuiz) -> None:
    target = import_module(f"services.formats.hints.{name}").TARGET
    prepared = prepare(quiz, target)
    listed = {(loss.item, loss.field) for loss in prepared.losses}
    kept = {question.id: question for question in prepared.quiz.questions}
    for index, question in enumerate(quiz.questions):
        if question.id not in kept:
            assert (index, "questions") in listed
            continue
        after = kept[question.id]
        for field in ("question", "answer", "aliases"):
            same = getattr(question, field) == getattr(after, field)
            assert same or (index, field) in listed
        shown = [hint.text for hint in question.hints if hint.kept]
        same = sorted(shown) == sorted(hint.text for hint in after.hints)
        assert (same and len(shown) == len(question.hints)) or (index, "hints") in listed


def test_moodle_penalty_leaves_the_last_try_a_mark() -> None:
    written = moodle.write(QUIZ).decode()
    # Two hints make three tries; the third costs two penalties.
    assert "<penalty>0.3333333</penalty>" in written
    assert 1 - 2 * 0.3333333 > 0
    assert written.index("Queen Elizabeth") < written.index("Stratford")
    assert "leaks" not in written
    assert '<hint format="html">\n      <text>' in written


def test_triviahg_has_the_sixteen_attributes() -> None:
    record = json.loads(triviahg.write(QUIZ))[0]
    assert len(record) == 16
    assert record["ExactAnswer"] == ["William Shakespeare", "Shakespeare"]
    assert record["MajorType"] == "HUM:HUMAN"
    assert record["MinorType"] == "ind:Individual"
    assert record["Convergence"] == [0.33, 0.67]


def test_triviahg_as_published_is_read() -> None:
    published = [
        {
            "Q_ID": "Q_1",
            "Question": "Which country lies north of Mexico?",
            "Hints": ["It has fifty states[^1^].", "Its flag has stars."],
            "Hints_Sources": ['[1]: https://example.org/usa ""'],
            "Snippet": "It is the USA.",
            "ExactAnswer": "USA",
            "MajorType": "LOC:LOCATION",
            "MinorType": "country:Country",
            "Exact_Answer_Popularity": {"Normalized": 0.5, "Category": "Medium"},
            "H_Popularity": [{"Flag": 0.2}, {}],
            "Familarity": [{"Min": 0.2, "Avg": 0.2, "Max": 0.2}, {"Min": 1, "Avg": 1, "Max": 1}],
            "Candidates_Answers": ["USA", "Canada"],
            "Scores": [{"USA": 1, "Canada": 0}, {"USA": 1, "Canada": 0}],
            "Convergence": [1.0, 1.0],
        }
    ]
    imported = triviahg.read(json.dumps(published).encode())
    question = imported.document.questions[0]
    assert (question.id, question.answer) == ("Q_1", "USA")
    first, second = question.hints
    assert (first.text, first.source) == ("It has fifty states.", 'https://example.org/usa ""')
    assert (second.text, second.source) == ("Its flag has stars.", "")
    assert (first.hicos, first.hifas, first.verdicts) == (1.0, 0.2, (1, 0))
    assert question.question_type is not None
    assert question.question_type.fine == "LOC:country"
    assert [u.text for u in imported.unread] == ["Snippet"]


def test_gift_of_others() -> None:
    text = """// a comment
$CATEGORY: $course$/top/Rivers

::One:: Which river? {
  =Danube # right!
  ~Rhine
  ~%50%Inn
}

Two {=a =b}

Is it long? {TRUE}

Match {=a -> 1 =b -> 2}

A description only.
"""
    imported = gift.read(text.encode())
    assert imported.document.name == "Rivers"
    assert [(q.question, q.answer) for q in imported.document.questions] == [
        ("Which river?", "Danube"),
        ("Two", "a"),
        ("Is it long?", "True"),
    ]
    assert imported.document.questions[0].candidates == ("Danube", "Rhine", "Inn")
    assert imported.document.questions[1].aliases == ("b",)
    assert [u.line for u in imported.unread] == [14, 16]


def test_aiken_of_others() -> None:
    text = "Capital of Austria?\nA. Graz\nB. Vienna\nANSWER: B\n\nNo answer?\nA) x\nB) y\n\nLast?"
    imported = aiken.read(text.encode())
    (question,) = imported.document.questions
    assert (question.question, question.answer) == ("Capital of Austria?", "Vienna")
    assert [u.line for u in imported.unread] == [6, 10]


def test_moodle_choices_of_others_become_candidates() -> None:
    xml = b"""<?xml version="1.0"?><quiz><question type="multichoice"><name><text>n</text></name>
<questiontext format="html"><text><![CDATA[<p>Which <b>river</b>?</p>]]></text></questiontext>
<answer fraction="100"><text>Danube</text></answer><answer fraction="0"><text>Rhine</text></answer>
<hint format="html"><text>It is long.</text></hint></question>
<question type="essay"><questiontext><text>Why?</text></questiontext></question></quiz>"""
    imported = moodle.read(xml)
    (question,) = imported.document.questions
    assert (question.question, question.answer) == ("Which river?", "Danube")
    assert question.candidates == ("Danube", "Rhine")
    assert [hint.text for hint in question.hints] == ["It is long."]
    assert len(imported.unread) == 1


def test_moodle_refuses_entities() -> None:
    bomb = b'<!DOCTYPE quiz [<!ENTITY a "b">]><quiz><question type="x">&a;</question></quiz>'
    with pytest.raises(InvalidInput, match="DTD"):
        moodle.read(bomb)


def test_csv_guards_formulas_and_takes_them_back() -> None:
    quiz = HintQuiz(questions=(PLAY.model_copy(update={"answer": "=HYPERLINK(1)"}),))
    written = table.write(quiz).decode("utf-8-sig")
    assert "'=HYPERLINK(1)" in written
    assert table.read(written.encode()).document.questions[0].answer == "=HYPERLINK(1)"
