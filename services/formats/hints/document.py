"""Hint quizzes to print: Markdown and Word, the questions with their hints, then the answers."""

import io
import re

from services.formats.hints.preparation import Part, Target, losses_for, prepare
from services.formats.rewriting import LINE_ENDS, NOT_XML, ONE_LINE
from services.hints.models import HintQuiz, TriviaQuestion

TARGET = Target(
    label="A printed quiz",
    carries=frozenset({Part.NAME, Part.ALIASES, Part.HINTS}),
    texts=(NOT_XML, LINE_ENDS),
    lines=(ONE_LINE,),
    needs_answer=False,
)
losses = losses_for(TARGET)
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")
_DEFAULT_NAME = "Hint quiz"


def write_markdown(quiz: HintQuiz) -> bytes:
    """UTF-8 Markdown; what Markdown would act on in a text is escaped."""
    kept = prepare(quiz, TARGET).quiz
    blocks = [f"# {_escaped(kept.name or _DEFAULT_NAME)}"]
    for number, question in enumerate(kept.questions, start=1):
        blocks.append(f"## {number}. {_escaped(question.question)}")
        hints = enumerate(question.hints, start=1)
        blocks.append("\n".join(f"{place}. {_escaped(hint.text)}" for place, hint in hints))
    blocks.append("## Answers")
    answers = enumerate(kept.questions, start=1)
    blocks.append("\n".join(f"{number}. {_escaped(_answer(q))}" for number, q in answers))
    return ("\n\n".join(block for block in blocks if block) + "\n").encode()


def _answer(question: TriviaQuestion) -> str:
    also = f" (also: {'; '.join(question.aliases)})" if question.aliases else ""
    return question.answer + also


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def write_word(quiz: HintQuiz) -> bytes:
    """A .docx: each question with its hints to uncover line by line; answers on a last page."""
    import docx
    from docx.enum.text import WD_BREAK

    kept = prepare(quiz, TARGET).quiz
    document = docx.Document()
    document.core_properties.title = (kept.name or _DEFAULT_NAME)[:250]
    document.core_properties.author = "Askwright"
    document.core_properties.comments = ""
    document.add_paragraph(kept.name or _DEFAULT_NAME, "Title")
    for number, question in enumerate(kept.questions, start=1):
        heading = document.add_paragraph(f"{number}. {question.question}", "Heading 2")
        heading.paragraph_format.keep_with_next = True
        for place, hint in enumerate(question.hints, start=1):
            line = document.add_paragraph(style="List Paragraph")
            line.add_run(f"Hint {place}  ").bold = True
            line.add_run(hint.text)
    document.add_paragraph().add_run().add_break(WD_BREAK.PAGE)
    document.add_paragraph("Answers", "Heading 1")
    for number, question in enumerate(kept.questions, start=1):
        document.add_paragraph(f"{number}. {_answer(question)}")
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()
