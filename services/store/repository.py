"""Everything that is stored, behind one object: the only code that touches the tables."""

from services.errors import Forbidden
from services.store.cache import Cache
from services.store.held_edits import HeldEdit, HeldEdits
from services.store.job_records import JobRecords
from services.store.library import Found, Order, Search, Shelf
from services.store.people import People
from services.store.presence import Presence, Present
from services.store.rights import Right
from services.store.rows import Draft, DraftSummary, Glance, Revision
from services.store.sharing import Link, Sharing
from services.store.whole_drafts import WholeDrafts

__all__ = [
    "Draft",
    "DraftSummary",
    "Found",
    "Glance",
    "HeldEdit",
    "Link",
    "Order",
    "Present",
    "Repository",
    "Revision",
    "Right",
    "Search",
    "Shelf",
]


class Repository(Sharing, WholeDrafts, Presence, HeldEdits, People, JobRecords, Cache):
    """All methods may be called from any thread. Errors of the database become `Unavailable`.

    As it is opened it speaks for the app itself, which may do everything. `seen_by` gives the
    same store to one person: theirs to use are their own drafts and those shared with them.
    """

    def seen_by(self, person: str) -> "Repository":
        if self._person not in (None, person):
            raise Forbidden("One person cannot look at the store for another.")
        return Repository(self._engine, person)
