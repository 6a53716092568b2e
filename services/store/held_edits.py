"""Edits that are held back: the field had been changed under whoever was writing in it."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, select

from services.store.rights import Right
from services.store.tables import HeldEditRow
from services.store.transactions import Transactions, put


@dataclass(frozen=True, slots=True)
class HeldEdit:
    """What a person entered in a field that had been changed under them; `value` is JSON data."""

    field: str
    label: str
    value: Any
    created: datetime


class HeldEdits(Transactions):
    def hold(self, draft_id: str, field: str, label: str, value: Any) -> None:
        """Keep what was entered in a field whose stored value is another one by now.

        One a field and person: what they enter next takes its place.
        """
        with self._writing() as session:
            row = self._row(session, draft_id, Right.EDIT)
            put(
                session,
                HeldEditRow,
                draft_id=row.id,
                person=self._person or row.owner,
                field=field,
                label=label,
                value=json.dumps(value),
                created=datetime.now(UTC),
            )

    def held(self, draft_id: str) -> list[HeldEdit]:
        """The person's own edits that wait for a choice, oldest first."""
        with self._reading() as session:
            row = self._row(session, draft_id, Right.VIEW)
            rows = session.scalars(
                select(HeldEditRow)
                .where(
                    HeldEditRow.draft_id == row.id,
                    HeldEditRow.person == (self._person or row.owner),
                )
                .order_by(HeldEditRow.created)
            )
            return [HeldEdit(r.field, r.label, json.loads(r.value), r.created) for r in rows]

    def settle(self, draft_id: str, field: str) -> None:
        """The person has chosen: nothing waits in that field any more."""
        with self._writing() as session:
            row = self._row(session, draft_id, Right.VIEW)
            session.execute(
                delete(HeldEditRow).where(
                    HeldEditRow.draft_id == row.id,
                    HeldEditRow.person == (self._person or row.owner),
                    HeldEditRow.field == field,
                )
            )
