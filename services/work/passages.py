"""Jobs of the passage room."""

from typing import TYPE_CHECKING

from services.jobs import Work

if TYPE_CHECKING:
    from services.workshop import Workshop


def handlers(workshop: "Workshop") -> dict[str, Work]:
    """Kind -> work."""
    return {}
