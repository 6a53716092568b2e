"""Questions taken over from another draft or from the catalogue."""

from collections.abc import Sequence

from services.documents import new_id
from services.questionnaire import arranging
from services.questionnaire.models import Condition, Item, QuestionnaireDraft


def add_reused(
    draft: QuestionnaireDraft, section_id: str, items: Sequence[Item]
) -> QuestionnaireDraft:
    """Put copies of `items` at the end of a section.

    What belongs to the draft they come from stays there: intents, dismissed findings, marks. A
    copy keeps its variable name unless that is taken, and its skip rule if the question it rests
    on is copied with it.
    """
    names = {item.variable for item in draft.questionnaire.items if item.variable}
    copies: dict[str, str] = {}
    for item in items:
        variable = "" if item.variable in names else item.variable
        names.add(variable)
        copy = item.model_copy(
            update={
                "id": new_id(),
                "intents": (),
                "dismissed": (),
                "marks": (),
                "variable": variable,
                "shown_if": _moved(item.shown_if, copies),
            }
        )
        copies[item.id] = copy.id
        draft = arranging.add_item(draft, section_id, copy)
    return draft


def _moved(rule: Condition | None, copies: dict[str, str]) -> Condition | None:
    if rule is None or rule.item_id not in copies:
        return None
    return rule.model_copy(update={"item_id": copies[rule.item_id]})
