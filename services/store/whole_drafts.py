"""Whole drafts, with their history, out of the store and into it: for backups."""

from collections.abc import Iterator, Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.errors import Forbidden
from services.store.records import (
    CacheRecord,
    DraftRecord,
    HeldRecord,
    LinkRecord,
    PersonRecord,
    RevisionRecord,
)
from services.store.rights import Right
from services.store.tables import (
    AccessRow,
    CacheRow,
    DraftRow,
    HeldEditRow,
    PersonRow,
    RevisionRow,
    ShareRow,
)
from services.store.transactions import Transactions, put

# Any number that no other program using the same PostgreSQL server is likely to lock.
RESTORING_LOCK = 0x41736B78


class WholeDrafts(Transactions):
    """The app itself sees all drafts; a person their own, wherever they stand."""

    def all_ids(self) -> list[str]:
        """Of every draft in use, archived or deleted, oldest first."""
        query = select(DraftRow.id).order_by(DraftRow.created, DraftRow.id)
        if self._person is not None:
            query = query.where(DraftRow.owner == self._person)
        with self._reading() as session:
            return list(session.scalars(query))

    def whole(self, draft_id: str) -> DraftRecord:
        """As it is at one moment. Raises `NotFound` when it was erased."""
        with self._reading() as session:
            row = self._row(session, draft_id, Right.OWN, deleted=True)
            revisions = session.scalars(
                select(RevisionRow)
                .where(RevisionRow.draft_id == row.id)
                .order_by(RevisionRow.number)
            )
            return DraftRecord(
                id=row.id,
                owner=row.owner,
                room=row.room,
                title=row.title,
                current=row.current,
                created=row.created,
                updated=row.updated,
                archived=row.archived,
                deleted=row.deleted,
                origin=row.origin,
                held=tuple(_held(session, row.id, self._person)),
                links=tuple(_links(session, row.id)),
                revisions=tuple(
                    RevisionRecord(
                        number=each.number,
                        parent=each.parent,
                        author=each.author,
                        what=each.what,
                        created=each.created,
                        document=each.document,
                    )
                    for each in revisions
                ),
            )

    def owner_of(self, draft_id: str) -> str | None:
        """Whose the draft of that id is, in use or not; None when there is none.

        A person is told "" for one that is not theirs, whoever's it is.
        """
        with self._reading() as session:
            owner = session.scalar(select(DraftRow.owner).where(DraftRow.id == draft_id))
        return "" if owner and self._person not in (None, owner) else owner

    def restored_from(self, origin: str, owner: str) -> list[str]:
        """The drafts of `owner` that were made from the one with this fingerprint in a backup."""
        whose = owner if self._person is None else self._person
        with self._reading() as session:
            return _made_from(session, origin, whose)

    def put_whole(self, draft: DraftRecord, *, beside: Sequence[str] = ()) -> bool:
        """Add a draft with everything that belongs to it, in one transaction.

        False, and nothing is added, where its id is taken by now or others than those `beside` it
        were made from the same one. Raises `Forbidden` for one in another's name. Links are the
        app's to restore.
        """
        if self._person is not None and draft.owner != self._person:
            raise Forbidden("A draft can only be made in one's own name.")
        with self._writing() as session:
            if session.get_bind().dialect.name == "postgresql":
                # SQLite has one writer at a time; here those who restore wait for one another.
                session.execute(select(func.pg_advisory_xact_lock(RESTORING_LOCK)))
            if session.get(DraftRow, draft.id) is not None:
                return False
            if draft.origin and _made_from(session, draft.origin, draft.owner) != list(beside):
                return False
            fields = draft.model_dump(exclude={"held", "links", "revisions"})
            session.add(DraftRow(**fields))
            session.flush()
            session.add_all(
                RevisionRow(draft_id=draft.id, **each.model_dump()) for each in draft.revisions
            )
            for each in draft.held:
                put(session, HeldEditRow, draft_id=draft.id, **each.model_dump())
            if self._person is None:
                _put_links(session, draft.id, draft.links)
            return True

    def workspace(self) -> tuple[list[PersonRecord], list[CacheRecord]]:
        """What belongs to no draft. Only the app itself may ask."""
        self._require_no_person()
        with self._reading() as session:
            people = [
                PersonRecord(id=row.id, name=row.name, email=row.email, seen=row.seen)
                for row in session.scalars(select(PersonRow).order_by(PersonRow.id))
            ]
            cache = [
                CacheRecord(
                    namespace=row.namespace, key=row.key, value=row.value, created=row.created
                )
                for row in session.scalars(
                    select(CacheRow).order_by(CacheRow.namespace, CacheRow.key)
                )
            ]
        return people, cache

    def put_workspace(self, people: Sequence[PersonRecord], cache: Sequence[CacheRecord]) -> None:
        """Add what is not there; what is there is newer and stays."""
        self._require_no_person()
        with self._writing() as session:
            for person in people:
                if session.get(PersonRow, person.id) is None:
                    put(session, PersonRow, **person.model_dump())
            for entry in cache:
                if session.get(CacheRow, (entry.namespace, entry.key)) is None:
                    put(session, CacheRow, **entry.model_dump())

    def people_with_email(self, email: str) -> list[str]:
        """Ids of those whose provider told this address: several, where there are providers."""
        self._require_no_person()
        with self._reading() as session:
            rows = session.scalars(select(PersonRow).where(PersonRow.email != ""))
            return [row.id for row in rows if row.email.casefold() == email.casefold()]

    def _require_no_person(self) -> None:
        if self._person is not None:
            raise Forbidden("What belongs to the whole workspace is not open to persons.")


def _made_from(session: Session, origin: str, owner: str) -> list[str]:
    query = select(DraftRow.id).where(DraftRow.origin == origin, DraftRow.owner == owner)
    return list(session.scalars(query.order_by(DraftRow.created, DraftRow.id)))


def _held(session: Session, draft_id: str, person: str | None) -> Iterator[HeldRecord]:
    """What waits for a choice; a person is given only what they wrote themselves."""
    query = select(HeldEditRow).where(HeldEditRow.draft_id == draft_id)
    if person is not None:
        query = query.where(HeldEditRow.person == person)
    for row in session.scalars(query.order_by(HeldEditRow.created, HeldEditRow.field)):
        yield HeldRecord(
            person=row.person,
            field=row.field,
            label=row.label,
            value=row.value,
            created=row.created,
        )


def _links(session: Session, draft_id: str) -> Iterator[LinkRecord]:
    query = select(ShareRow).where(ShareRow.draft_id == draft_id).order_by(ShareRow.created)
    for row in session.scalars(query).all():
        opened = session.scalars(
            select(AccessRow).where(AccessRow.share_id == row.id).order_by(AccessRow.since)
        )
        yield LinkRecord(
            id=row.id,
            right=row.right,
            secret_hash=row.secret_hash,
            created=row.created,
            revoked=row.revoked,
            opened=tuple((each.person, each.since) for each in opened),
        )


def _put_links(session: Session, draft_id: str, links: Sequence[LinkRecord]) -> None:
    """A link that is there already, on whatever draft, stays what it is: it may be ended by now."""
    for link in links:
        known = ShareRow.secret_hash == link.secret_hash
        if session.scalar(select(ShareRow.id).where((ShareRow.id == link.id) | known)):
            continue
        session.add(
            ShareRow(draft_id=draft_id, **link.model_dump(exclude={"opened"})),
        )
        session.flush()
        for person, since in link.opened:
            put(session, AccessRow, share_id=link.id, person=person, since=since)
