"""Familiarity (HIFAS, TriviaHG paper section 4.2): how well known what a hint names is.

Page views a month, normalised by 57837: the largest of 49,892 entities' views that is no outlier
(Q3 + 1.5 IQR). A hint that names nothing known has no HIFAS; the paper's files give it 1.0, but
people find such hints less familiar, not more.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Protocol

from services.errors import InvalidInput, Unavailable
from services.hints.models import Entity, ViewSource
from services.hints.names import name_key
from services.text.embeddings import Embedder

MOST_VIEWS = 57837
LABELS = frozenset(
    {
        *("PERSON", "NORP", "FAC", "ORG", "GPE", "LOC", "PRODUCT", "EVENT"),
        *("WORK_OF_ART", "LAW", "LANGUAGE"),
    }
)
# A page that was not there may have been written since.
MISSING_IS_KEPT = timedelta(days=30)
# What did not answer is left alone for a while: each try may take minutes, and a quiz has hundreds.
REST = timedelta(minutes=3)


def normalized(views: float) -> float:
    """clip(views / 57837, 0, 1), 3 decimals; `views` a month."""
    return round(min(max(views / MOST_VIEWS, 0.0), 1.0), 3)


@dataclass(frozen=True, slots=True)
class Hifas:
    """Mean, least and greatest normalised views of what a hint names, 3 decimals, 0 to 1."""

    mean: float
    low: float
    high: float


def hifas(entities: Iterable[Entity]) -> Hifas | None:
    """HIFAS over the entities whose views are known; None if there is none."""
    known = [entity.normalized for entity in entities if entity.normalized is not None]
    if not known:
        return None
    return Hifas(round(sum(known) / len(known), 3), min(known), max(known))


def difficulty(popularity: float) -> str:
    """The paper's thirds of popularity (section 5.1.2): "easy", "medium" or "hard"."""
    if popularity > 0.66:
        return "easy"
    return "medium" if popularity >= 0.33 else "hard"


def names_in(texts: Sequence[str], question: str) -> list[list[str]]:
    """The named things in each text that the question does not name already, in order.

    Found by spaCy (labels as in the paper, case left as it is). Raises `Unavailable` without it.
    """
    from services.text.spacy_english import parse

    asked_doc, *docs = parse([question, *texts])
    asked = {name_key(_bare(span.text)) for span in asked_doc.ents}
    asked_words = f" {' '.join(token.lower_ for token in asked_doc if token.is_alpha)} "
    found = []
    for doc in docs:
        names: dict[str, str] = {}
        for span in doc.ents:
            name = _bare(span.text)
            known = name_key(name) in asked or f" {name.lower()} " in asked_words
            if span.label_ in LABELS and name and not known:
                names.setdefault(name_key(name), name)
        found.append(list(names.values()))
    return found


def _bare(name: str) -> str:
    """ "the Amazon's" -> "Amazon": titles have no article and no possessive."""
    words = name.strip(" \"'“”‘’.,;:").split()
    if len(words) > 1 and words[0].lower() in {"the", "a", "an"}:
        words = words[1:]
    return " ".join(words).removesuffix("'s").removesuffix("’s")


def title_key(title: str) -> str:
    """Titles differ neither by underscores nor by the case of their first letter."""
    spaced = " ".join(title.replace("_", " ").split())
    return spaced[:1].upper() + spaced[1:]


def read_snapshot(content: object) -> dict[str, float]:
    """Views by title from parsed JSON of the form {title: mean monthly views}.

    Raises `InvalidInput` naming the first entry that is not of that form.
    """
    if not isinstance(content, Mapping):
        raise InvalidInput(
            "The page views are no JSON object.", 'Give {"Page title": mean monthly views, …}.'
        )
    snapshot: dict[str, float] = {}
    for title, views in content.items():
        if isinstance(views, bool) or not isinstance(views, (int, float)) or not views >= 0:
            raise InvalidInput(
                f"The page views of {str(title)[:60]!r} are not a number of 0 or more.",
                "Correct or remove that entry.",
            )
        snapshot[title_key(str(title))] = float(views)
    return snapshot


_RESTS = ("wikipedia.rests", "")


class Cache(Protocol):
    """Where answers from outside are kept (services.store.repository.Repository)."""

    def cached(self, namespace: str, key: str) -> tuple[str, datetime] | None: ...
    def keep(self, namespace: str, key: str, value: str) -> None: ...


class Pages(Protocol):
    """The network (services.hints.wikipedia.Wikipedia)."""

    def titles(
        self, names: Sequence[str], context: str, embedder: Embedder | None = None
    ) -> dict[str, str | None]: ...
    def monthly_views(self, titles: Sequence[str]) -> dict[str, float | None]: ...
    def lead(self, title: str) -> str: ...


class Estimator(Protocol):
    """Views a month guessed from names alone (services.hints.popularity)."""

    def monthly_views(self, names: Sequence[str], embedder: Embedder) -> list[float | None]: ...


@dataclass
class ViewFinder:
    """Finds page and views of a name: Wikipedia (or what it said before), a snapshot, an estimate.

    Each source is optional; `problems` collects, in words, what could not be reached.
    """

    pages: Pages | None = None
    cache: Cache | None = None
    snapshot: Mapping[str, float] = field(default_factory=dict)
    estimator: Estimator | None = None
    embedder: Embedder | None = None
    problems: list[str] = field(default_factory=list)

    def entities(self, names: Sequence[str], context: str) -> list[Entity]:
        """One `Entity` a distinct page, in order; `views` is None where no source knows any.

        `context` (question and hint) tells pages of one name apart.
        """
        titles = self._titles(names, context)
        measured = self._measured([title for title in titles.values() if title is not None])
        by_title: dict[str, Entity] = {}
        for name in names:
            title = titles.get(name) or self._snapshot_title(name)
            if title_key(title) not in by_title:
                entity = self._entity(name, title, measured.get(title))
                by_title[title_key(title)] = entity
        return self._estimated(list(by_title.values()))

    def _entity(self, name: str, title: str, measured: float | None) -> Entity:
        if measured is not None:
            return known(name, title, measured, ViewSource.MEASURED)
        views = self.snapshot.get(title_key(title))
        if views is not None:
            return known(name, title, views, ViewSource.SNAPSHOT)
        return Entity(name=name, title=title)

    def _titles(self, names: Sequence[str], context: str) -> dict[str, str | None]:
        """Page titles from the cache or Wikipedia; empty when neither is there."""
        found: dict[str, str | None] = {}
        for name in names:
            kept = self._kept("wikipedia.title", _context_key(name, context))
            if kept is not None:
                found[name] = json.loads(kept)
        missing = [name for name in names if name not in found]
        if not missing or (pages := self.awake()) is None:
            return found
        try:
            asked = pages.titles(missing, context, self.embedder)
        except Unavailable as error:
            self.let_rest(error)
            return found
        for name, title in asked.items():
            self._keep("wikipedia.title", _context_key(name, context), json.dumps(title))
        return {**found, **asked}

    def _measured(self, titles: Sequence[str]) -> dict[str, float | None]:
        found: dict[str, float | None] = {}
        for title in titles:
            kept = self._kept("wikipedia.views", title)
            if kept is not None:
                found[title] = json.loads(kept)
        missing = [title for title in dict.fromkeys(titles) if title not in found]
        if not missing or (pages := self.awake()) is None:
            return found
        try:
            asked = pages.monthly_views(missing)
        except Unavailable as error:
            self.let_rest(error)
            return found
        for title, views in asked.items():
            self._keep("wikipedia.views", title, json.dumps(views))
        return {**found, **asked}

    def _snapshot_title(self, name: str) -> str:
        """The snapshot's title for a name, or the name itself."""
        plain = title_key(name)
        spellings = [plain, title_key(name.replace("’", "'")), title_key(f"The {name}")]
        return next((spelling for spelling in spellings if spelling in self.snapshot), name)

    def _estimated(self, entities: list[Entity]) -> list[Entity]:
        if self.estimator is None or self.embedder is None:
            return entities
        unknown = [entity for entity in entities if entity.views is None]
        guesses = self.estimator.monthly_views([e.title for e in unknown], self.embedder)
        by_title = {e.title: guess for e, guess in zip(unknown, guesses, strict=True)}
        return [
            known(e.name, e.title, guess, ViewSource.ESTIMATED)
            if (guess := by_title.get(e.title)) is not None
            else e
            for e in entities
        ]

    def _kept(self, namespace: str, key: str) -> str | None:
        entry = self.cache.cached(namespace, key) if self.cache is not None else None
        if entry is None:
            return None
        value, when = entry
        return None if value == "null" and datetime.now(UTC) - when > MISSING_IS_KEPT else value

    def _keep(self, namespace: str, key: str, value: str) -> None:
        if self.cache is not None:
            self.cache.keep(namespace, key, value)

    def note(self, problem: Unavailable) -> None:
        self._say(str(problem))

    def _say(self, problem: str) -> None:
        if problem not in self.problems:
            self.problems.append(problem)

    def awake(self) -> Pages | None:
        """The network, unless it failed a moment ago: then what it failed by is said again."""
        if self.pages is None or self.cache is None:
            return self.pages
        entry = self.cache.cached(*_RESTS)
        if entry is not None and timedelta() <= datetime.now(UTC) - entry[1] < REST:
            self._say(entry[0])
            return None
        return self.pages

    def let_rest(self, problem: Unavailable) -> None:
        """Note that the network failed, and do not ask it again for a while."""
        self.note(problem)
        # For this question also where nothing is kept.
        self.pages = None
        self._keep(*_RESTS, str(problem))


def known(name: str, title: str, views: float, source: ViewSource) -> Entity:
    """An entity whose monthly views are known, or estimated, from `source`."""
    return Entity(name=name, title=title, views=views, normalized=normalized(views), source=source)


def _context_key(name: str, context: str) -> str:
    """Two meanings of one name are told apart by what is asked."""
    from hashlib import sha256

    return f"{name[:300]}|{sha256(context.encode()).hexdigest()[:16]}"
