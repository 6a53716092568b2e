"""Drafts and their revisions: every edit is kept, and none is lost to another."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.documents import Document, new_id
from services.errors import Forbidden, InvalidInput
from services.store.rights import Right, right_of
from services.store.rows import (
    Draft,
    Glance,
    Revision,
    document_of,
    draft_of,
    is_end,
    newest_child_of,
    parent_of,
    revision_row,
    rewrite,
    title_of,
    with_lasting_of,
)
from services.store.tables import DraftRow, RevisionRow
from services.store.transactions import Transactions


class Drafts(Transactions):
    """All methods may be called from any thread; `Unavailable` when the database is.

    Methods that name a draft raise `NotFound` when there is none (any more, or none that the
    person may see) and `Forbidden` when they may see it but not do that.
    """

    def create(self, document: Document, *, owner: str, author: str, what: str) -> Draft:
        """Store a new draft with its first revision. Raises `Forbidden` for another's name."""
        if self._person is not None and owner != self._person:
            raise Forbidden("A draft can only be made in one's own name.")
        now = datetime.now(UTC)
        with self._writing() as session:
            row = DraftRow(
                id=new_id(),
                owner=owner,
                room=document.room,
                title=title_of(document),
                current=1,
                created=now,
                updated=now,
            )
            session.add(row)
            session.flush()
            session.add(revision_row(row.id, 1, None, author, what, document, now))
            session.flush()
            session.refresh(row)
            return draft_of(session, row)

    def right(self, draft_id: str) -> Right:
        """What the person may do with a draft; at least `VIEW`, or `NotFound` is raised."""
        with self._reading() as session:
            row = self._row(session, draft_id, Right.VIEW)
            return right_of(session, row, self._person)

    def get(self, draft_id: str) -> Draft:
        with self._reading() as session:
            row = self._row(session, draft_id, Right.VIEW)
            return self._seen(session, row)

    def glance(self, draft_id: str) -> Glance:
        """What is shown now, without reading the document: also where that cannot be read."""
        with self._reading() as session:
            row = self._row(session, draft_id, Right.VIEW)
            author, what = session.execute(
                select(RevisionRow.author, RevisionRow.what).where(
                    RevisionRow.draft_id == row.id, RevisionRow.number == row.current
                )
            ).one()
            right = right_of(session, row, self._person)
            return Glance(
                row.id, row.room, row.title, right, row.current, author, what, row.updated
            )

    def update(
        self,
        draft_id: str,
        change: Callable[[Any], Document],
        *,
        author: str,
        what: str,
        onto: int | None = None,
    ) -> Draft:
        """Apply `change` to the newest document and commit the result as a revision.

        Read and write are one transaction, so two writers never lose each other's edits: each
        `change` sees what the other committed. A change that changes nothing makes no revision,
        and one of `lasting` fields alone is written into the revision that is shown. Work that is
        saved piece by piece names its own last revision as `onto`: while that is still the newest,
        it is written over, so that one undo takes back the whole.

        Who may only read a draft may add to its lasting fields (play a quiz), and nothing else.
        """
        now = datetime.now(UTC)
        with self._writing() as session:
            row = self._row(session, draft_id, Right.VIEW, lock=True)
            before = document_of(session, row)
            after = change(before)
            if after == before:
                return self._seen(session, row)
            lasting = with_lasting_of(after, before) == before
            if not (lasting and _only_adds(before, after)):
                self._row(session, draft_id, Right.EDIT)
            if lasting or is_end(session, row, onto):
                rewrite(session, row, after)
                row.title, row.updated = title_of(after), now
            else:
                self._append(session, row, after, author, what, now)
            session.flush()
            return self._seen(session, row)

    def undo(self, draft_id: str, *, seen: int | None = None) -> Draft:
        """Show the revision before this one; at the first it stays where it is.

        With `seen`, the revision that the person looked at: what somebody else made since then is
        not taken back unseen, and the draft stays as it is.
        """
        return self._move(draft_id, parent_of, seen)

    def redo(self, draft_id: str, *, seen: int | None = None) -> Draft:
        """Show the revision that was last made on this one; at the newest it stays."""
        return self._move(draft_id, newest_child_of, seen)

    def history(self, draft_id: str, limit: int = 200, before: int | None = None) -> list[Revision]:
        """Newest first; only revisions with a smaller number than `before`, if given."""
        with self._reading() as session:
            row = self._row(session, draft_id, Right.VIEW)
            query = select(
                RevisionRow.number,
                RevisionRow.parent,
                RevisionRow.author,
                RevisionRow.what,
                RevisionRow.created,
            ).where(RevisionRow.draft_id == draft_id)
            if before is not None:
                query = query.where(RevisionRow.number < before)
            rows = session.execute(query.order_by(RevisionRow.number.desc()).limit(limit))
            return [Revision(*found, found.number == row.current) for found in rows]

    def document_at(self, draft_id: str, number: int) -> Document:
        """The document as it was at a revision. Raises `NotFound` for one there is not."""
        with self._reading() as session:
            row = self._row(session, draft_id, Right.VIEW)
            return document_of(session, row, number)

    def bring_back(self, draft_id: str, number: int, *, author: str) -> Draft:
        """Make the document of an earlier revision the newest one, as a revision of its own.

        Lasting fields stay as they are now, unless what is shown now cannot be read.
        """
        with self._writing() as session:
            row = self._row(session, draft_id, Right.EDIT, lock=True)
            wanted = document_of(session, row, number)
            before = _readable(session, row)
            after = wanted if before is None else with_lasting_of(wanted, before)
            if after != before:
                what = f"Revision {number} brought back"
                self._append(session, row, after, author, what, datetime.now(UTC))
                session.flush()
            return self._seen(session, row)

    def _seen(self, session: Session, row: DraftRow) -> Draft:
        return draft_of(session, row, right_of(session, row, self._person))

    def _append(
        self,
        session: Session,
        row: DraftRow,
        document: Document,
        author: str,
        what: str,
        now: datetime,
    ) -> None:
        newest = session.scalar(
            select(func.max(RevisionRow.number)).where(RevisionRow.draft_id == row.id)
        )
        number = int(newest or 0) + 1
        session.add(revision_row(row.id, number, row.current, author, what, document, now))
        row.current, row.title, row.updated = number, title_of(document), now

    def _move(
        self, draft_id: str, target: Callable[[Session, DraftRow], int | None], seen: int | None
    ) -> Draft:
        with self._writing() as session:
            row = self._row(session, draft_id, Right.EDIT, lock=True)
            number = target(session, row)
            if number is not None and not self._is_news(session, row, seen):
                left = document_of(session, row)
                row.current, row.updated = number, datetime.now(UTC)
                shown = document_of(session, row)
                if (kept := with_lasting_of(shown, left)) != shown:
                    rewrite(session, row, kept)
                row.title = title_of(kept)
                session.flush()
            return self._seen(session, row)

    def _is_news(self, session: Session, row: DraftRow, seen: int | None) -> bool:
        """Whether the revision that is shown is one that another person made after `seen`."""
        if self._person is None or seen is None or seen == row.current:
            return False
        author = session.scalar(
            select(RevisionRow.author).where(
                RevisionRow.draft_id == row.id, RevisionRow.number == row.current
            )
        )
        return author not in (self._person, "model")


def _only_adds(before: Document, after: Document) -> bool:
    """Whether the lasting fields of `after` begin with all that those of `before` hold."""
    return all(
        getattr(after, name)[: len(getattr(before, name))] == getattr(before, name)
        for name in before.lasting
    )


def _readable(session: Session, row: DraftRow) -> Document | None:
    """The document that is shown, or None where it cannot be read."""
    try:
        return document_of(session, row)
    except InvalidInput:
        return None
