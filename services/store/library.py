"""The library: finding drafts, and what is done with a draft as a whole."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from sqlalchemy import ColumnElement, Select, delete, func, or_, select
from sqlalchemy.orm import Session

from services.contents import rooms
from services.errors import InvalidInput
from services.store.drafts import Drafts
from services.store.rights import Right, shared_with
from services.store.rows import Draft, DraftSummary, document_of, summary_of
from services.store.tables import DraftRow, JobRow, WordsRow
from services.store.transactions import put

PAGE = 20
ESCAPE = "\\"


class Shelf(StrEnum):
    """Where a draft stands."""

    IN_USE = "in use"
    ARCHIVED = "archived"
    DELETED = "deleted"


class Order(StrEnum):
    EDITED = "edited"
    CREATED = "created"
    TITLE = "title"


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for: every word of `text` must be in the title or the text of a draft."""

    text: str = ""
    room: str | None = None
    shelf: Shelf = Shelf.IN_USE
    order: Order = Order.EDITED


@dataclass(frozen=True, slots=True)
class Found:
    drafts: tuple[DraftSummary, ...]
    total: int


class Library(Drafts):
    """Lists hold a person's own drafts and those that were shared with them.

    The app itself names the owner whose drafts it wants.
    """

    def recent(self, owner: str, room: str | None = None, limit: int = 20) -> list[DraftSummary]:
        """Drafts that are neither archived nor deleted, last edited first."""
        search = Search(room=room)
        with self._reading() as session:
            query = select(DraftRow).where(*self._wanted(search, owner))
            rows = session.scalars(query.order_by(DraftRow.updated.desc()).limit(limit))
            return [summary_of(row) for row in rows]

    def find(self, search: Search, owner: str, *, page: int = 1, size: int = PAGE) -> Found:
        """One page of what is found, and how many there are in all."""
        terms = folded(search.text).split()
        if terms:
            self._read_edited(self._wanted(search, owner))
        with self._reading() as session:
            query = select(DraftRow).where(*self._wanted(search, owner))
            if terms:
                query = query.join(WordsRow, WordsRow.draft_id == DraftRow.id)
                query = query.where(*(_has(term) for term in terms))
            total = session.scalar(select(func.count()).select_from(query.subquery())) or 0
            rows = session.scalars(
                _ordered(query, search.order).limit(size).offset(size * (max(1, page) - 1))
            )
            return Found(tuple(summary_of(row) for row in rows), total)

    def rename(self, draft_id: str, title: str, *, author: str) -> Draft:
        """Raises `InvalidInput` for a name without a visible character."""
        if not title.strip():
            raise InvalidInput("The name is empty.", "Type one.")
        return self.update(
            draft_id, lambda now: rooms.renamed(now, title), author=author, what="Renamed"
        )

    def duplicate(self, draft_id: str, *, owner: str) -> Draft:
        """A draft of one's own that begins with the document as it is now."""
        draft = self.get(draft_id)
        copy = rooms.renamed(draft.document, f"Copy of {draft.title or 'an untitled draft'}")
        what = f"Copied from “{draft.title[:80]}”"
        return self.create(copy, owner=owner, author=owner, what=what)

    def archive(self, draft_id: str) -> None:
        """Take a draft out of the lists of what is in use; it can be opened and edited still."""
        with self._writing() as session:
            self._row(session, draft_id, Right.OWN, lock=True).archived = datetime.now(UTC)

    def unarchive(self, draft_id: str) -> None:
        with self._writing() as session:
            self._row(session, draft_id, Right.OWN, lock=True).archived = None

    def delete(self, draft_id: str) -> None:
        """Hide a draft; `restore` brings it back."""
        with self._writing() as session:
            self._row(session, draft_id, Right.OWN, lock=True).deleted = datetime.now(UTC)

    def restore(self, draft_id: str) -> None:
        with self._writing() as session:
            self._row(session, draft_id, Right.OWN, lock=True, deleted=True).deleted = None

    def erase(self, draft_id: str) -> None:
        """Remove a deleted draft with its history and its jobs' records; nothing brings it back."""
        with self._writing() as session:
            row = self._row(session, draft_id, Right.OWN, lock=True, deleted=True)
            if row.deleted is None:
                raise InvalidInput("That draft is still in use.", "Delete it first.")
            session.execute(delete(JobRow).where(JobRow.draft_id == draft_id))
            session.delete(row)

    def _wanted(self, search: Search, owner: str) -> list[ColumnElement[bool]]:
        person = owner if self._person is None else self._person
        mine = DraftRow.owner == person
        wanted: list[ColumnElement[bool]] = []
        if search.room is not None:
            wanted.append(DraftRow.room == search.room)
        if search.shelf is Shelf.DELETED:
            return [*wanted, mine, DraftRow.deleted.is_not(None)]
        wanted.append(DraftRow.deleted.is_(None))
        archived = DraftRow.archived.is_not(None)
        # What its owner has archived stays in use for those it is shared with.
        if search.shelf is Shelf.ARCHIVED:
            return [*wanted, mine, archived]
        return [*wanted, or_(mine & DraftRow.archived.is_(None), ~mine & shared_with(person))]

    def _read_edited(self, wanted: Iterable[ColumnElement[bool]]) -> None:
        """Bring the searched words of drafts that were edited since up to date.

        Done when somebody searches and not with every edit, which would slow typing down.
        """
        stale = (
            select(DraftRow)
            .outerjoin(WordsRow, WordsRow.draft_id == DraftRow.id)
            .where(*wanted, or_(WordsRow.updated.is_(None), WordsRow.updated != DraftRow.updated))
        )
        with self._reading() as session:
            texts = [(row.id, row.updated, _words(session, row)) for row in session.scalars(stale)]
        if not texts:
            return
        with self._writing() as session:
            there = set(session.scalars(select(DraftRow.id)))
            for draft_id, updated, words in texts:
                if draft_id in there:
                    put(session, WordsRow, draft_id=draft_id, words=words, updated=updated)


def folded(text: str) -> str:
    """Text as it is searched: without differences of case, width or accents' encoding."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _words(session: Session, row: DraftRow) -> str:
    try:
        parts = rooms.parts_of(document_of(session, row))
    except InvalidInput:
        # A draft that cannot be read is still found by its title.
        return folded(row.title)
    lines = [row.title, *(line.text for part in parts for line in part.lines)]
    return folded("\n".join(lines))


def _has(term: str) -> ColumnElement[bool]:
    for mark in (ESCAPE, "%", "_"):
        term = term.replace(mark, ESCAPE + mark)
    return WordsRow.words.like(f"%{term}%", escape=ESCAPE)


def _ordered(query: Select[DraftRow], order: Order) -> Select[DraftRow]:
    if order is Order.TITLE:
        return query.order_by(func.lower(DraftRow.title), DraftRow.id)
    column = DraftRow.created if order is Order.CREATED else DraftRow.updated
    return query.order_by(column.desc(), DraftRow.id)
