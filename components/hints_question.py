"""The question: its wording, the answer, and what is known about both."""

import streamlit as st

from components.fields import text_field
from components.hints_cards import changed
from components.hints_live import encoder, hints_desk
from components.hints_terms import FINE, QUESTION, SOURCES, percent
from components.messages import show_error
from components.plain import plain
from components.workbench import Bench, workshop
from services.hints import editing, intake
from services.hints.editing import question_of
from services.hints.familiarity import difficulty
from services.hints.models import QuestionType, TriviaQuestion, ViewSource

EASE = {"easy": "easy", "medium": "of middling difficulty", "hard": "hard"}
FAME = {"easy": "well known", "medium": "fairly known", "hard": "little known"}


def question_panel(bench: Bench, question_id: str) -> None:
    """Fields at the left, what is known at the right; a fragment of its own."""
    st.fragment(key=QUESTION)(_draw)(bench, question_id)


def _draw(bench: Bench, question_id: str) -> None:
    question = question_of(bench.document, question_id)
    if question is None:
        return
    left, right = st.columns([3, 2], gap="large")
    with left:
        _fields(bench, question)
    with right:
        _known(question)


def _fields(bench: Bench, question: TriviaQuestion) -> None:
    key = f"question:{question.id}"
    text_field(
        bench,
        "Question",
        question.question,
        lambda text: lambda now: editing.set_question(now, question.id, text, encoder()),
        key=f"{key}:text",
        what="Question",
        repaint=lambda: changed(bench),
        placeholder="Who wrote the play Romeo and Juliet?",
    )
    text_field(
        bench,
        "Answer",
        question.answer,
        lambda text: lambda now: editing.set_answer(now, question.id, text, encoder()),
        key=f"{key}:answer",
        what="Answer",
        repaint=lambda: changed(bench),
        placeholder="William Shakespeare",
    )
    text_field(
        bench,
        "Other accepted answers, parted by semicolons",
        "; ".join(question.aliases),
        lambda text: lambda now: editing.set_aliases(now, question.id, text.split(";"), encoder()),
        key=f"{key}:aliases",
        what="Other accepted answers",
        repaint=lambda: changed(bench),
        placeholder="For example: UK; Britain",
    )


def _known(question: TriviaQuestion) -> None:
    st.markdown("**What is known about it**")
    if not question.question.strip() or not question.answer.strip():
        st.markdown("Type a question and its answer, and what speaks for and against it is here.")
        return
    desk = hints_desk()
    if desk.problem is not None:
        show_error(desk.problem)
    kind = question.question_type or desk.class_of(question.question)
    lines = [_class_badge(kind, loaded=desk.loaded), _knowledge(question), *_fame(question)]
    st.markdown("  \n".join(line for line in lines if line))
    advice = intake.advice(
        question.question, question.answer, kind, answer_has_page=_has_page(question)
    )
    if advice:
        said = "\n".join(f"- {plain(sentence)}" for sentence in advice)
        st.markdown(f":orange-badge[:material/info: Advice] You can go on all the same.\n\n{said}")
    else:
        st.markdown(":green-badge[:material/check: A question that hints go well with]")
    notes = [note for note in question.notes if note not in advice and "model answers" not in note]
    if notes:
        st.markdown("\n".join(f"- {plain(note)}" for note in notes))


def _class_badge(kind: QuestionType | None, *, loaded: bool) -> str:
    if kind is None:
        waiting = "is not available" if loaded else "is being told"
        return f":gray-badge[:material/category: What it asks for {waiting}]"
    sure = percent(kind.confidence)
    if kind.confidence < intake.SURE:
        return f":gray-badge[:material/category: May ask for {FINE[kind.fine]}, {sure} sure]"
    return f":blue-badge[:material/category: Asks for {FINE[kind.fine]}, {sure} sure]"


def _knowledge(question: TriviaQuestion) -> str:
    if question.knows_answer is None:
        return ":gray-badge[:material/psychology: The model has not been asked yet]"
    if question.knows_answer:
        return ":green-badge[:material/psychology: The model knows the answer]"
    said = plain(question.model_answer, limit=60)
    return (
        f":orange-badge[:material/psychology: The model does not know the answer] It says "
        f"“{said}”, so its verdicts on hints deserve less trust."
    )


def _fame(question: TriviaQuestion) -> list[str]:
    found = []
    if question.answer_popularity is not None:
        source = SOURCES[question.answer_source] if question.answer_source else "from a file"
        word = FAME[difficulty(question.answer_popularity)]
        found.append(
            f":blue-badge[:material/public: Answer {word} {question.answer_popularity:.2f}, "
            f"{source}]"
        )
    if question.question_difficulty is not None:
        ease = EASE[difficulty(1 - question.question_difficulty)]
        found.append(
            f":blue-badge[:material/stairs: Question {ease} {question.question_difficulty:.2f}] "
            "by how well known what it names is"
        )
    return found


def _has_page(question: TriviaQuestion) -> bool | None:
    """Whether the answer has an article; None while nobody has looked."""
    if question.answer_source in (ViewSource.MEASURED, ViewSource.SNAPSHOT):
        return True
    looked = workshop().settings.wikipedia and bool(question.signature)
    return False if looked else None
