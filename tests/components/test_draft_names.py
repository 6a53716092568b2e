"""Names of drafts in a choice."""

from datetime import UTC, datetime

from components.draft_names import draft_names
from services.store.repository import DraftSummary

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def summary(draft_id: str, title: str) -> DraftSummary:
    return DraftSummary(
        id=draft_id,
        owner="o",
        room="questionnaires",
        title=title,
        created=NOON,
        updated=NOON,
        archived=None,
        deleted=None,
    )


def test_no_two_drafts_are_called_the_same() -> None:
    names = draft_names([summary("a", "Parks"), summary("b", "Parks"), summary("c", "")])
    assert list(names) == ["a", "b", "c"]
    assert len(set(names.values())) == 3
    assert names["a"].startswith("Parks · ")
    assert names["b"] == f"{names['a']} (2)"
    assert names["c"].startswith("Untitled · ")
