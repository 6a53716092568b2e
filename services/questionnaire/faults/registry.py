"""Rules by fault code. A rule is a generator of hits; a code may have several rules."""

from collections.abc import Callable, Iterator

from services.questionnaire.faults.finding import Hit
from services.questionnaire.faults.kinds import KINDS
from services.questionnaire.faults.subject import Subject, Whole

ItemRule = Callable[[Subject], Iterator[Hit]]
WholeRule = Callable[[Whole], Iterator[Hit]]

ITEM_RULES: list[tuple[str, ItemRule]] = []
WHOLE_RULES: list[tuple[str, WholeRule]] = []


def item_rule(code: str) -> Callable[[ItemRule], ItemRule]:
    """Register a rule that judges one item by itself."""

    def register(rule: ItemRule) -> ItemRule:
        assert not KINDS[code].whole
        ITEM_RULES.append((code, rule))
        return rule

    return register


def whole_rule(code: str) -> Callable[[WholeRule], WholeRule]:
    """Register a rule that judges the questionnaire as a whole."""

    def register(rule: WholeRule) -> WholeRule:
        assert KINDS[code].whole
        WHOLE_RULES.append((code, rule))
        return rule

    return register
