"""What somebody entered in a field, on top of what others may have done to it meanwhile.

A field is a function from its value to a change of the document, without a way to read it back.
Whether its stored value is still the one the author saw is found by writing that value once more:
if this changes no more than it would have changed in the document they saw, nobody was there.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from services.documents import Document

Change = Callable[[Any], Document]
# Where something stands in a document, and what it was and became.
Touched = set[tuple[tuple[str, ...], Any, Any]]


class Overtaken(Exception):
    """Control flow, not an error: the field holds something else by now, or is gone."""


@dataclass(frozen=True, slots=True)
class Entry:
    """`base` is the value that the field showed, `value` what was entered.

    `seen` gives the document that `base` stood in; it is only asked for when it is needed.
    """

    setter: Callable[[Any], Change]
    value: Any
    base: Any
    seen: Callable[[], Document]

    def onto(self, now: Document) -> Document:
        """The newest document with the value in it. Raises `Overtaken` rather than overwrite."""
        made, again = self.setter(self.value)(now), self.setter(self.base)(now)
        if again != now and not self._changes_only_what_it_did(now, again):
            if made == now:
                return now
            raise Overtaken
        if made == now and self._would_have_changed_something():
            raise Overtaken
        return made

    def _changes_only_what_it_did(self, now: Document, again: Document) -> bool:
        seen = self.seen()
        return _touched(now, again) <= _touched(seen, self.setter(self.base)(seen))

    def _would_have_changed_something(self) -> bool:
        seen = self.seen()
        return self.setter(self.value)(seen) != seen


def _touched(before: Document, after: Document) -> Touched:
    old, new = dict(_leaves(before.model_dump())), dict(_leaves(after.model_dump()))
    return {
        (path, old.get(path), new.get(path))
        for path in old.keys() | new.keys()
        if old.get(path) != new.get(path)
    }


def _leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every value with its place; what has an id is found by it, wherever it was moved to."""
    if isinstance(value, dict):
        for name, entry in value.items():
            yield from _leaves(entry, (*path, name))
    elif isinstance(value, (list, tuple)):
        for place, entry in enumerate(value):
            known = isinstance(entry, dict) and entry.get("id")
            yield from _leaves(entry, (*path, str(known or place)))
    else:
        yield path, value
