"""All checks of a questionnaire at once, and again after every edit.

`check` computes everything. `LiveChecks` keeps what does not depend on the edit: parses, findings
of untouched items, and (in the embedder) vectors, all by content, so that an undo is cheap too.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from services.questionnaire import faults, metrics
from services.questionnaire.coverage import Coverage, cover
from services.questionnaire.encoders import usable
from services.questionnaire.faults.finding import Finding
from services.questionnaire.faults.grouping import topics
from services.questionnaire.faults.subject import Parser, Subject
from services.questionnaire.item_kind import Kind
from services.questionnaire.metrics import Metrics
from services.questionnaire.models import Brief, Item, Questionnaire
from services.text import spacy_english
from services.text.embeddings import Embedder

REMEMBERED_ITEMS = 2_000
# What an item's own findings depend on, beside the item itself: its language and the audience.
Key = tuple[Item, str, str]


@dataclass(frozen=True, slots=True)
class Checks:
    """What the author sees beside the questionnaire."""

    metrics: Metrics
    findings: tuple[Finding, ...]
    coverage: Coverage

    def as_json(self) -> dict[str, Any]:
        """The document of the `check` command (design/contracts)."""
        return {
            "metrics": self.metrics.as_json(),
            "findings": [finding.as_json() for finding in self.findings],
            "coverage": self.coverage.as_json(),
        }


def check(
    questionnaire: Questionnaire,
    brief: Brief,
    embedder: Embedder | None,
    *,
    reference: Questionnaire | None = None,
    parse: Parser = spacy_english.parse,
) -> Checks:
    """Metrics, faults and coverage, computed from nothing."""
    return LiveChecks(embedder, parse=parse).check(questionnaire, brief, reference=reference)


class LiveChecks:
    """Checks that are repeated after each edit. Not for several threads at once."""

    def __init__(self, embedder: Embedder | None, *, parse: Parser = spacy_english.parse) -> None:
        self._embedder = embedder
        self._parse = parse
        self._known: OrderedDict[Key, tuple[Subject, tuple[Finding, ...]]] = OrderedDict()

    def check(
        self,
        questionnaire: Questionnaire,
        brief: Brief,
        *,
        reference: Questionnaire | None = None,
    ) -> Checks:
        """Metrics, faults and coverage; only what changed since is parsed and embedded."""
        subjects, of_items = self._items(questionnaire, brief)
        self._embed(questionnaire, subjects)
        return Checks(
            metrics=metrics.measure(
                questionnaire,
                topic=brief.topic,
                intents=[intent.text for intent in brief.intents],
                embedder=self._embedder,
                reference=reference,
            ),
            findings=tuple(
                faults.find_in_whole(questionnaire, subjects, brief, self._embedder, of_items)
            ),
            coverage=cover(questionnaire, brief.intents, self._embedder),
        )

    def _items(
        self, questionnaire: Questionnaire, brief: Brief
    ) -> tuple[tuple[Subject, ...], list[Finding]]:
        """Subjects in order and their findings at their present places."""
        keys = [(item, questionnaire.language, brief.audience) for item in questionnaire.items]
        self._learn([key for key in dict.fromkeys(keys) if key not in self._known], brief)
        known = [self._known[key] for key in keys]
        for key in keys:
            self._known.move_to_end(key)
        while len(self._known) > max(REMEMBERED_ITEMS, len(keys)):
            self._known.popitem(last=False)
        findings = [
            replace(finding, item=index)
            for index, (_, of_item) in enumerate(known)
            for finding in of_item
        ]
        return tuple(subject for subject, _ in known), findings

    def _embed(self, questionnaire: Questionnaire, subjects: Sequence[Subject]) -> None:
        """Have all vectors made in one batch; the measures then find them in the embedder."""
        if self._embedder is None or not usable(self._embedder, questionnaire.language):
            return
        stems = [metrics.stem(item) for item in questionnaire.items]
        labels = [label for item in questionnaire.items for label in item.labels]
        content = [subject for subject in subjects if subject.kind is not Kind.BACKGROUND]
        self._embedder.encode([*stems, *labels, *topics(content)])

    def _learn(self, keys: Sequence[Key], brief: Brief) -> None:
        """Parse and judge items not seen before, all in one go."""
        if not keys:
            return
        items, language = [key[0] for key in keys], keys[0][1]
        subjects = faults.subjects_of_items(items, language, brief, self._parse)
        for key, subject in zip(keys, subjects, strict=True):
            self._known[key] = (subject, tuple(faults.find_in_item(subject, 0)))
