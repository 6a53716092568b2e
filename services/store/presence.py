"""Who has a draft open: every window says so again and again."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, select

from services.store.rights import Right
from services.store.tables import PresenceRow
from services.store.transactions import Transactions, put

AWAY_AFTER = timedelta(seconds=35)
FORGOTTEN_AFTER = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Present:
    """Another window that has the draft open."""

    person: str
    window: str


class Presence(Transactions):
    def be_present(self, draft_id: str, window: str) -> list[Present]:
        """Say that this window has the draft open; who else has, the longest there first."""
        now = datetime.now(UTC)
        with self._writing() as session:
            row = self._row(session, draft_id, Right.VIEW)
            person = self._person or row.owner
            put(session, PresenceRow, draft_id=row.id, window=window, person=person, seen=now)
            session.execute(
                delete(PresenceRow).where(
                    PresenceRow.draft_id == row.id, PresenceRow.seen < now - FORGOTTEN_AFTER
                )
            )
            others = session.scalars(
                select(PresenceRow)
                .where(
                    PresenceRow.draft_id == row.id,
                    PresenceRow.window != window,
                    # What was said before a clock was put back is from the future, and old.
                    PresenceRow.seen.between(now - AWAY_AFTER, now + AWAY_AFTER),
                )
                .order_by(PresenceRow.window)
            )
            return [Present(other.person, other.window) for other in others]

    def go(self, draft_id: str, window: str) -> None:
        """This window has closed the draft."""
        with self._writing() as session:
            session.execute(
                delete(PresenceRow).where(
                    PresenceRow.draft_id == draft_id,
                    PresenceRow.window == window,
                    PresenceRow.person == self._person,
                )
            )
