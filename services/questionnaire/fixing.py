"""Accepting the fix of a finding in a draft, unless what it is about has changed meanwhile."""

from services.questionnaire import arranging
from services.questionnaire.editing import item_of, with_questionnaire
from services.questionnaire.faults.apply import apply
from services.questionnaire.faults.finding import Finding, OrderFix, RemoveFix
from services.questionnaire.models import Questionnaire, QuestionnaireDraft


def accept_fix(
    draft: QuestionnaireDraft, finding: Finding, judged: Questionnaire
) -> QuestionnaireDraft:
    """`draft` with the fix in place; `judged` is what the finding was found in.

    Nothing changes if the item, or for another order the order, is not as it was judged.
    """
    if not _is_as_judged(draft.questionnaire, finding, judged):
        return draft
    if isinstance(finding.fix, RemoveFix) and finding.item_id is not None:
        return arranging.remove_item(draft, finding.item_id)
    return with_questionnaire(draft, apply(draft.questionnaire, finding))


def _is_as_judged(now: Questionnaire, finding: Finding, judged: Questionnaire) -> bool:
    if isinstance(finding.fix, OrderFix):
        return [item.id for item in now.items] == [item.id for item in judged.items]
    if finding.item_id is None:
        return True
    then = QuestionnaireDraft(questionnaire=judged)
    found = item_of(QuestionnaireDraft(questionnaire=now), finding.item_id)
    return found is not None and found == item_of(then, finding.item_id)
