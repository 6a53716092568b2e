"""The documents that tools are given: a usual one and one made of awkward texts, by room."""

from pathlib import Path

from services.documents import Document
from services.formats import registry
from services.questionnaire.models import QuestionnaireDraft
from tests.formats.hints.generated import QUIZ, awkward_quiz
from tests.formats.passages.generated import SET, awkward_set
from tests.formats.questionnaires.example import GARDEN, awkward
from tests.formats.questionnaires.generated import NASTY


def samples(room: str) -> dict[str, Document]:
    """A usual document and one made of awkward texts."""
    if room == "questionnaires":
        return {
            "usual": QuestionnaireDraft(questionnaire=GARDEN),
            "awkward": QuestionnaireDraft(questionnaire=awkward(NASTY)),
        }
    if room == "hints":
        return {"usual": QUIZ, "awkward": awkward_quiz(NASTY)}
    return {"usual": SET, "awkward": awkward_set(NASTY)}


def write_samples(folder: Path, room: str, name: str) -> dict[str, Path]:
    """The samples of a room in one format, by kind of sample."""
    paths = {}
    for kind, document in samples(room).items():
        exported = registry.export(document, name)
        path = folder / f"{room}-{name}-{kind}{exported.format.extension}"
        path.write_bytes(exported.data)
        paths[kind] = path
    return paths
