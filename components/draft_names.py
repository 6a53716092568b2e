"""What drafts are called where one of them is chosen.

Streamlit's choices go by what is shown: two that read the same would be one.
"""

from collections import Counter
from collections.abc import Sequence

from components.moments import local
from services.store.repository import DraftSummary


def draft_names(drafts: Sequence[DraftSummary]) -> dict[str, str]:
    """Title and time of the last change by id, numbered where they are the same."""
    names: dict[str, str] = {}
    seen: Counter[str] = Counter()
    for draft in drafts:
        name = f"{draft.title or 'Untitled'} · {local(draft.updated):%d %b %H:%M}"
        seen[name] += 1
        names[draft.id] = name if seen[name] == 1 else f"{name} ({seen[name]})"
    return names
