"""What a check found, and what it would put in its place."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from services.questionnaire.faults.kinds import KINDS, FaultKind, Severity
from services.questionnaire.models import Item, Option

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class OptionsFix:
    """Other options for the item."""

    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class TextFix:
    """Another wording of the item."""

    text: str


@dataclass(frozen=True, slots=True)
class SplitFix:
    """Several items in place of the one: the same options, one issue each."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AddItemsFix:
    """Items to add at the end of the questionnaire."""

    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class RemoveFix:
    """Take the item out: it is asked elsewhere."""


@dataclass(frozen=True, slots=True)
class OrderFix:
    """Another order: `order[k]` is the present index of the item that should stand k-th."""

    order: tuple[int, ...]


Fix = OptionsFix | TextFix | SplitFix | AddItemsFix | RemoveFix | OrderFix


@dataclass(frozen=True, slots=True)
class Hit:
    """What a rule reports: the finding without the item's place and the fault's catalogue data."""

    message: str
    span: Span | None = None
    options: tuple[int, ...] = ()
    fix: Fix | None = None
    severity: Severity | None = None
    item: int | None = None
    related: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault at its place.

    `item` is the 0-based index over all sections, None for the questionnaire as a whole; `span`
    are character offsets in the item's text; `options` are indices of its options; `related` are
    indices of other items involved.
    """

    code: str
    message: str
    severity: Severity
    item: int | None = None
    item_id: str | None = None
    span: Span | None = None
    options: tuple[int, ...] = ()
    fix: Fix | None = None
    related: tuple[int, ...] = field(default=())

    @property
    def kind(self) -> FaultKind:
        """The field's term, the definition and the reference."""
        return KINDS[self.code]

    def as_json(self) -> dict[str, Any]:
        """One of the `findings` of the command line's JSON (design/contracts)."""
        return {
            "item": self.item,
            "code": self.code,
            "severity": self.severity.value,
            "message": self.message,
            "options": list(self.options),
            "fix": _fix_as_json(self.fix),
        }


def _fix_as_json(fix: Fix | None) -> list[str] | str | None:
    """Replacement options as a list, a replacement text (of a split: a line each) as a text.

    What replaces neither options nor text (order, removal, added items) has no form there.
    """
    if isinstance(fix, OptionsFix):
        return [option.label for option in fix.options]
    if isinstance(fix, TextFix):
        return fix.text
    if isinstance(fix, SplitFix):
        return "\n".join(fix.texts)
    return None


def quoted(words: Sequence[str]) -> str:
    """'a' and 'b' for a message."""
    marked = [f"“{word}”" for word in words]
    return " and ".join(marked) if len(marked) < 3 else ", ".join(marked)
