"""A preview says in text what a file of any format holds."""

import pytest

from services.documents import Document
from services.formats import registry
from services.formats.base import Room
from services.formats.preview import LINES, preview
from services.hints.models import Hint, HintQuiz, TriviaQuestion
from services.questionnaire.example import example as questionnaire
from services.reading.example import example as passages

HINTS = HintQuiz(
    questions=(
        TriviaQuestion(
            question="Which planet is the largest?",
            answer="Jupiter",
            candidates=("Jupiter", "Saturn", "Mars"),
            hints=(Hint(text="It has a red spot."),),
        ),
    )
)
DOCUMENTS: dict[Room, Document] = {
    Room.QUESTIONNAIRES: questionnaire(),
    Room.HINTS: HINTS,
    Room.PASSAGES: passages(),
}
ARCHIVES = {"qti3", "qti21", "olx", "anki", "h5p"}
WRITTEN = [
    (room, format.name) for room in Room for format in registry.for_room(room) if format.can_write
]
TEXTS = {
    Room.QUESTIONNAIRES: "how many tools did you borrow",
    Room.HINTS: "Which planet is the largest",
    Room.PASSAGES: "Ada Brandt",
}


@pytest.mark.parametrize(("room", "name"), WRITTEN)
def test_every_file_can_be_looked_at_before_it_is_saved(room: Room, name: str) -> None:
    shown = preview(registry.export(DOCUMENTS[room], name))
    if name in ARCHIVES:
        assert "bytes)" in shown
    else:
        assert shown.strip()
    assert "\x00" not in shown


@pytest.mark.parametrize("name", ["docx", "xlsform", "markdown", "csv", "limesurvey"])
def test_the_questions_are_in_it(name: str) -> None:
    assert TEXTS[Room.QUESTIONNAIRES] in preview(registry.export(questionnaire(), name))


def test_a_long_file_is_cut_and_says_so() -> None:
    shown = preview(registry.export(questionnaire(), "json")).splitlines()
    assert len(shown) == LINES + 1
    assert shown[-1].startswith("… and")
