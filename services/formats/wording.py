"""How printed questionnaires word a display rule and the limits of a number."""

from services.formats.conditions import number_text
from services.questionnaire.models import Condition, Item, ResponseFormat


def rule_text(
    condition: Condition, source: Item, number: int, opening: str = "“", closing: str = "”"
) -> str:
    """The instruction for interviewers; `text_rules.worded_rule` understands it again."""
    if source.format is ResponseFormat.NUMBER:
        return f"Ask only if question {number} is {_bounds(condition)}."
    labels = [option.label for option in source.options if option.code in condition.codes]
    quoted = " or ".join(f"{opening}{label}{closing}" for label in labels)
    return f"Ask only if question {number} = {quoted}."


def _bounds(condition: Condition) -> str:
    low, high = condition.minimum, condition.maximum
    if low is not None and high is not None:
        return f"{number_text(low)} to {number_text(high)}"
    if low is not None:
        return f"at least {number_text(low)}"
    return f"at most {number_text(high or 0.0)}"


def limits_text(item: Item) -> tuple[str, str]:
    """The unit, and in words what an answer must be; "" where there is nothing to say."""
    if item.format is ResponseFormat.DATE:
        return item.unit, "(date)"
    if item.format is not ResponseFormat.NUMBER:
        return item.unit, ""
    low, high = item.minimum, item.maximum
    if low is not None and high is not None:
        return item.unit, f"(number from {number_text(low)} to {number_text(high)})"
    if low is not None:
        return item.unit, f"(number, at least {number_text(low)})"
    if high is not None:
        return item.unit, f"(number, at most {number_text(high)})"
    return item.unit, "(number)"
