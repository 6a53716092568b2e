"""Who may do what with a draft. Asked in the same transaction as the work itself."""

from enum import IntEnum

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from services.errors import Forbidden
from services.store.tables import AccessRow, DraftRow, ShareRow


class Right(IntEnum):
    """Each includes those below it. Only an owner may share, archive or delete."""

    NONE = 0
    VIEW = 1
    EDIT = 2
    OWN = 3


REFUSALS = {
    Right.VIEW: "You may not see this draft.",
    Right.EDIT: "You may read this draft but not change it.",
    Right.OWN: "Only the owner of this draft may do that.",
}


def right_of(session: Session, row: DraftRow, person: str | None) -> Right:
    """What `person` may do; None is the app itself, which may do everything."""
    if person is None or row.owner == person:
        return Right.OWN
    granted = session.scalar(
        select(func.max(ShareRow.right))
        .join(AccessRow, AccessRow.share_id == ShareRow.id)
        .where(ShareRow.draft_id == row.id, ShareRow.revoked.is_(None), AccessRow.person == person)
    )
    return Right(granted or Right.NONE)


def require(right: Right, wanted: Right) -> None:
    """Raises `Forbidden`. Who may not even see a draft is told elsewhere that there is none."""
    if right < wanted:
        raise Forbidden(REFUSALS[wanted], "Ask its owner for a link that allows it, or copy it.")


def shared_with(person: str) -> ColumnElement[bool]:
    """Drafts of others that links opened for `person`, as a condition on `DraftRow`."""
    opened = (
        select(ShareRow.draft_id)
        .join(AccessRow, AccessRow.share_id == ShareRow.id)
        .where(AccessRow.person == person, ShareRow.revoked.is_(None))
    )
    return DraftRow.id.in_(opened)
