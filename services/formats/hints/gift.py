"""Hint quizzes in GIFT: questions and answers only; the format has no place for hints."""

from services.formats import gift
from services.formats.base import Imported, Unread
from services.formats.guarded_text import decode
from services.formats.hints.preparation import Part, Target, losses_for, prepare
from services.formats.moodle_xml import CATEGORY_EDGES, category_path
from services.formats.rewriting import LINE_ENDS, NOT_HTML, ONE_LINE, TRIMMED, rewrite
from services.hints.models import HintQuiz, TriviaQuestion

NOTICE = "GIFT has no hints: only questions and answers are written."
TARGET = Target(
    label="GIFT",
    carries=frozenset({Part.NAME, Part.ALIASES}),
    texts=(
        NOT_HTML,
        LINE_ENDS,
        TRIMMED,
        rewrite(r"\A(?=//|\$CATEGORY|\[(html|moodle|plain|markdown)\])", "- ", "GIFT acts on it"),
    ),
    lines=(ONE_LINE, TRIMMED),
    # A percentage before an answer is its weight, an arrow makes it a pair to match.
    answers=(
        rewrite(r"\A(?=%-?\d)", "- ", "a percentage would be read as a weight"),
        rewrite(r"->", "→", "an arrow would make it a matching question"),
    ),
    names=(CATEGORY_EDGES,),
    blank="(empty)",
)
losses = losses_for(TARGET)


def write(quiz: HintQuiz) -> bytes:
    """UTF-8 text: short-answer questions, each with all accepted answers."""
    kept = prepare(quiz, TARGET).quiz
    blocks = []
    if kept.name:
        blocks.append(f"$CATEGORY: {category_path(kept.name)}")
    for number, question in enumerate(kept.questions, start=1):
        answers = "".join(f" ={gift.escape(a)}" for a in (question.answer, *question.aliases))
        blocks.append(f"::Q{number}:: {gift.escape(question.question)} {{{answers} }}")
    return ("\n\n".join(blocks) + "\n").encode()


def read(data: bytes) -> Imported[HintQuiz]:
    """Short answers and choices; of choices, the wrong answers become candidates."""
    text = decode(data)
    questions, unread = [], []
    for line, block in gift.split(text):
        found = gift.parse(line, block)
        right = [a.text for a in found.answers or () if a.right and a.text]
        if not right or found.kind == "matching":
            why = "it has no single right answer, so it has no place in a hint quiz."
            unread.append(Unread(line, block, why))
            continue
        choice = found.kind == "choice"
        wrong = [a.text for a in found.answers or () if not a.right]
        questions.append(
            TriviaQuestion(
                question=found.text,
                answer=right[0],
                aliases=tuple(right[1:]),
                candidates=(right[0], *wrong) if choice else (),
            )
        )
    quiz = HintQuiz(name=gift.category(text), questions=tuple(questions))
    return Imported(quiz, tuple(unread))
