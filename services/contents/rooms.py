"""The kinds of documents by their room: how each is read, brought up to date, named and told."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from services.compare import models as comparisons
from services.compare import study_models as studies
from services.contents import comparisons as comparison_words
from services.contents import hints as hint_words
from services.contents import passages as passage_words
from services.contents import questionnaires as questionnaire_words
from services.contents import studies as study_words
from services.contents.parts import Part
from services.documents import Document
from services.hints import models as hints
from services.questionnaire import models as questionnaire
from services.reading import models as reading


@dataclass(frozen=True, slots=True)
class Room:
    """`upgrade` brings stored JSON to the present version; the others take a document."""

    name: str
    document: type[Document]
    upgrade: Callable[[dict[str, Any]], dict[str, Any]]
    renamed: Callable[[Any, str], Document]
    parts: Callable[[Any], tuple[Part, ...]]

    def read(self, stored: dict[str, Any]) -> Document:
        """Raises pydantic's `ValidationError` for what is no document of this room."""
        return self.document.model_validate(self.upgrade(stored))


ROOMS: Mapping[str, Room] = MappingProxyType(
    {
        room.name: room
        for room in (
            Room(
                "questionnaires",
                questionnaire.QuestionnaireDraft,
                questionnaire.upgrade,
                questionnaire_words.renamed,
                questionnaire_words.parts,
            ),
            Room("hints", hints.HintQuiz, hints.upgrade, hint_words.renamed, hint_words.parts),
            Room(
                "passages",
                reading.PassageSet,
                reading.upgrade,
                passage_words.renamed,
                passage_words.parts,
            ),
            Room(
                "comparisons",
                comparisons.Comparison,
                comparisons.upgrade,
                comparison_words.renamed,
                comparison_words.parts,
            ),
            Room("studies", studies.Study, studies.upgrade, study_words.renamed, study_words.parts),
        )
    }
)


def parts_of(document: Document) -> tuple[Part, ...]:
    return ROOMS[document.room].parts(document)


def renamed(document: Document, title: str) -> Document:
    """The document under another name. Control characters have no place in one."""
    name = " ".join("".join(c if c.isprintable() else " " for c in title).split())
    return ROOMS[document.room].renamed(document, name[:300])
