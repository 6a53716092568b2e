"""Sharing by link: whoever has signed in and opens it may read, or edit, one draft."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import delete, select

from services.documents import new_id
from services.errors import InvalidInput, NotFound
from services.store.library import Library
from services.store.rights import Right
from services.store.rows import Draft
from services.store.tables import AccessRow, DraftRow, ShareRow
from services.store.transactions import put


@dataclass(frozen=True, slots=True)
class Link:
    """A link that somebody can use: what it allows, and the ids of those who have opened it."""

    id: str
    right: Right
    created: datetime
    opened_by: tuple[str, ...]


class Sharing(Library):
    def share(self, draft_id: str, right: Right) -> str:
        """The secret of a new link. It is given once: only its hash is kept."""
        if right not in (Right.VIEW, Right.EDIT):
            raise InvalidInput("A link allows reading or editing.", "Choose one of the two.")
        secret = secrets.token_urlsafe(24)
        with self._writing() as session:
            row = self._row(session, draft_id, Right.OWN)
            session.add(
                ShareRow(
                    id=new_id(),
                    draft_id=row.id,
                    right=int(right),
                    secret_hash=_hash(secret),
                    created=datetime.now(UTC),
                )
            )
        return secret

    def links(self, draft_id: str) -> list[Link]:
        """Links that still work, oldest first."""
        with self._reading() as session:
            self._row(session, draft_id, Right.OWN)
            rows = session.scalars(
                select(ShareRow)
                .where(ShareRow.draft_id == draft_id, ShareRow.revoked.is_(None))
                .order_by(ShareRow.created)
            ).all()
            opened = session.execute(
                select(AccessRow.share_id, AccessRow.person)
                .where(AccessRow.share_id.in_([row.id for row in rows]))
                .order_by(AccessRow.since)
            ).all()
        return [
            Link(
                row.id,
                Right(row.right),
                row.created,
                tuple(person for share_id, person in opened if share_id == row.id),
            )
            for row in rows
        ]

    def revoke(self, draft_id: str, link_id: str) -> None:
        """End a link: it opens nothing any more, not for those either who came by it."""
        with self._writing() as session:
            self._row(session, draft_id, Right.OWN, lock=True)
            row = session.get(ShareRow, link_id)
            if row is None or row.draft_id != draft_id:
                raise NotFound("That link is gone.")
            row.revoked = row.revoked or datetime.now(UTC)

    def open_link(self, draft_id: str, secret: str) -> Draft:
        """Let the person in by a link. Raises `NotFound` for one that is wrong or revoked."""
        with self._writing() as session:
            link = session.scalar(
                select(ShareRow)
                .join(DraftRow, DraftRow.id == ShareRow.draft_id)
                .where(
                    ShareRow.secret_hash == _hash(secret),
                    ShareRow.draft_id == draft_id,
                    ShareRow.revoked.is_(None),
                    DraftRow.deleted.is_(None),
                )
            )
            if link is None or self._person is None:
                raise NotFound(
                    "This link does not open anything (any more).",
                    "Ask whoever sent it for a new one.",
                )
            put(
                session,
                AccessRow,
                share_id=link.id,
                person=self._person,
                since=datetime.now(UTC),
            )
        return self.get(draft_id)

    def leave(self, draft_id: str) -> None:
        """Take a draft of somebody else out of one's own library."""
        with self._writing() as session:
            of_draft = select(ShareRow.id).where(ShareRow.draft_id == draft_id)
            session.execute(
                delete(AccessRow).where(
                    AccessRow.person == self._person, AccessRow.share_id.in_(of_draft)
                )
            )


def _hash(secret: str) -> str:
    """Secrets have 192 random bits, so a plain hash cannot be searched backwards."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
