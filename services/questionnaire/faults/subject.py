"""What a rule is shown: one item with its parse, or the questionnaire as a whole."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from services.questionnaire import anchors, ranges, rates, response_format
from services.questionnaire.anchors import Anchor
from services.questionnaire.escape import effective_role
from services.questionnaire.faults import content_words
from services.questionnaire.item_kind import Kind, kind_of
from services.questionnaire.models import Item, OptionRole, Questionnaire, ResponseFormat
from services.text.embeddings import Embedder

if TYPE_CHECKING:
    from spacy.tokens import Doc

Parser = Callable[[Sequence[str]], "list[Doc]"]

# Same-length replacements, so that spans in the plain text are spans in the author's text.
_PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " "})
_INSTRUCTION = re.compile(
    r"(?:please )?(?:choose|select|tick|check|mark|pick|answer|rate)\b.{0,60}$", re.IGNORECASE
)
_HELPING = (
    r"(?:do|does|did|is|are|was|were|have|has|had|will|would|can|could|should|may|might)(?:n't)?"
)
# "How often do you", "Who cooks", "Have you"; not "When I am ill", "What I like is".
_ASKS = re.compile(
    rf"(?:[^,]{{0,60}}, )?(?:(?:to|in|on|at|with|for|from|by) )?(?:{_HELPING} [a-z]|who [a-z]|"
    rf"(?:how|what|which|who|whom|whose|when|where|why) (?!(?:i|we|my|it|you|he|she|they)\b)"
    rf"(?:[\w'-]+ ){{0,6}}?{_HELPING}\b)",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'(])|(?<=[。！？])")


@dataclass(frozen=True)
class Subject:
    """One item. `doc` is spaCy's parse of the plain text, for English only."""

    item: Item
    language: str
    doc: "Doc | None" = None
    audience: str = ""

    @cached_property
    def text(self) -> str:
        """The stem with straight quotes and plain dashes, as long as the author's."""
        return self.item.text.translate(_PLAIN)

    @cached_property
    def english(self) -> bool:
        return self.language.split("-")[0] == "en"

    @cached_property
    def chinese(self) -> bool:
        return self.language.split("-")[0] == "zh"

    @cached_property
    def sentences(self) -> tuple[tuple[int, str], ...]:
        """Offset and text of each sentence of the stem."""
        found, start = [], 0
        for end in [*(match.start() for match in _SENTENCE_END.finditer(self.text)), None]:
            piece = self.text[start:end]
            if piece.strip():
                found.append((start + len(piece) - len(piece.lstrip()), piece.strip()))
            start = end if end is not None else len(self.text)
        return tuple(found)

    @cached_property
    def question(self) -> str:
        """The sentence that asks: the last with a question mark, else the last that is no
        instruction ("Please choose one.")."""
        texts = [text for _, text in self.sentences]
        asking = [text for text in texts if text.endswith(("?", "？"))]
        telling = [text for text in texts if not _INSTRUCTION.match(text)]
        return (asking or telling or texts or [""])[-1]

    @cached_property
    def is_statement(self) -> bool:
        """A statement to agree with, rather than a question or an instruction.

        A question may lack its mark: then an English one is told by how it begins.
        """
        if self.question.endswith(("?", "？", ":", "：")):
            return False
        return self.chinese or _ASKS.match(self.question) is None

    @cached_property
    def substantive(self) -> tuple[tuple[int, str], ...]:
        """Index and label of each option that is no escape."""
        return tuple(anchors.substantive(self.item.options))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        return tuple(label for _, label in self.substantive)

    @cached_property
    def roles(self) -> frozenset[OptionRole]:
        return frozenset(effective_role(option) for option in self.item.options)

    @cached_property
    def anchors(self) -> tuple[Anchor, ...] | None:
        return anchors.read_all(self.labels)

    @cached_property
    def bands(self) -> ranges.Bands | None:
        return ranges.read(self.labels)

    @cached_property
    def rates(self) -> tuple[float, ...] | None:
        return rates.read(self.labels)

    @cached_property
    def is_yes_no(self) -> bool:
        return response_format.is_yes_no(self.labels)

    @cached_property
    def is_multiple(self) -> bool:
        several = self.item.format is ResponseFormat.MULTIPLE
        return several or response_format.asks_for_several(self.text)

    @cached_property
    def meaning(self) -> tuple[str, ...]:
        """The words that carry the question's meaning, in order, synonyms as one."""
        return content_words.meaning(self.text, self.language.split("-")[0], self.doc)

    @cached_property
    def meaning_words(self) -> frozenset[str]:
        return frozenset(self.meaning)

    @cached_property
    def topic_words(self) -> tuple[str, ...]:
        """What the question is about, without how it asks or is answered."""
        return content_words.topic_words(self.text, self.language.split("-")[0], self.doc)

    @cached_property
    def kind(self) -> Kind:
        return kind_of(self.item)

    def part(self, span: tuple[int, int]) -> "Subject":
        """A stretch of the stem as a subject of its own, with its words' lemmas."""
        start, end = span
        doc = None
        if self.doc is not None:
            found = self.doc.char_span(start, end, alignment_mode="expand")
            doc = found.as_doc() if found is not None else None
        return Subject(
            self.item.model_copy(update={"text": self.text[start:end]}), self.language, doc
        )

    def find(self, pattern: re.Pattern[str], text: str | None = None) -> re.Match[str] | None:
        return pattern.search(self.text if text is None else text)


@dataclass(frozen=True)
class Whole:
    """The questionnaire: its items as subjects, and an encoder that knows its language or None."""

    questionnaire: Questionnaire
    subjects: tuple[Subject, ...]
    topic: str = ""
    embedder: Embedder | None = None

    @cached_property
    def content(self) -> tuple[int, ...]:
        """Indices of the items that are no background items."""
        return tuple(i for i, s in enumerate(self.subjects) if s.kind is not Kind.BACKGROUND)
