"""Hint quizzes as Moodle short-answer questions with hints in their order.

The hints show under Moodle's interactive behaviours: one after each wrong try.
"""

import re

from services.formats import moodle_xml
from services.formats.base import Imported, Unread
from services.formats.hints.preparation import Part, Target, losses_for, prepare
from services.formats.html_text import to_html
from services.formats.rewriting import LINE_ENDS, NOT_HTML, ONE_LINE, TRIMMED
from services.hints.models import Hint, HintQuiz, TriviaQuestion

TARGET = Target(
    label="Moodle",
    carries=frozenset({Part.NAME, Part.ALIASES, Part.HINTS}),
    texts=(NOT_HTML, LINE_ENDS),
    lines=(ONE_LINE, TRIMMED),
    names=(moodle_xml.CATEGORY_EDGES,),
    blank="(empty)",
)
losses = losses_for(TARGET)
_KINDS = ("shortanswer", "multichoice", "truefalse", "numerical")


def write(quiz: HintQuiz) -> bytes:
    """UTF-8 XML; the penalty is such that the try after the last hint still earns a mark."""
    kept = prepare(quiz, TARGET).quiz
    root = moodle_xml.start()
    if kept.name:
        moodle_xml.add_category(root, [kept.name])
    for question in kept.questions:
        hints = len(question.hints)
        element = moodle_xml.add_question(
            root,
            "shortanswer",
            question.question,
            to_html(question.question),
            hints=hints,
            feedback="",
        )
        moodle_xml.add_flag(element, "usecase", "0")
        for answer in (question.answer, *question.aliases):
            # An asterisk stands for any text in Moodle's short answers.
            moodle_xml.add_answer(element, answer.replace("*", "\\*"), "100", html=False)
        for hint in question.hints:
            moodle_xml.add_hint(element, hint.text)
    return moodle_xml.finish(root)


def read(data: bytes) -> Imported[HintQuiz]:
    """Short answers, and of choice questions the right answer with the others as candidates."""
    questions, unread = [], []
    read_in, name = moodle_xml.read_questions(data)
    for found in read_in:
        right = [answer.text for answer in found.answers if answer.fraction >= 100]
        if found.kind not in _KINDS or not right:
            why = f"a question of type {found.kind or '(none)'} has no place in a hint quiz."
            why = why if found.kind not in _KINDS else "it has no answer that is wholly right."
            unread.append(Unread(found.number, found.text or found.name, why))
            continue
        if found.kind == "shortanswer":
            right = [re.sub(r"\\\*", "*", answer) for answer in right]
        others = [answer.text for answer in found.answers if answer.fraction < 100]
        choice = found.kind == "multichoice"
        questions.append(
            TriviaQuestion(
                question=found.text,
                answer=right[0],
                aliases=tuple(right[1:]),
                candidates=(right[0], *others) if choice else (),
                hints=tuple(
                    Hint(text=text, order=place) for place, text in enumerate(found.hints, start=1)
                ),
            )
        )
    return Imported(HintQuiz(name=name, questions=tuple(questions)), tuple(unread))
