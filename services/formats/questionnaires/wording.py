"""How printed questionnaires word a display rule and the limits of a number."""

from services.formats.questionnaires.conditions import number_text
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


def limits_message(item: Item, language: str) -> str:
    """What is said when a number is out of its limits, or ""."""
    low, high = item.minimum, item.maximum
    if low is None and high is None:
        return ""
    texts = [None if limit is None else number_text(limit) for limit in (low, high)]
    if language.startswith("zh"):
        if None not in texts:
            return f"请输入 {texts[0]} 到 {texts[1]} 之间的数字。"
        return (
            f"请输入不小于 {texts[0]} 的数字。" if texts[0] else f"请输入不大于 {texts[1]} 的数字。"
        )
    if None not in texts:
        return f"Enter a number from {texts[0]} to {texts[1]}."
    return f"Enter at least {texts[0]}." if texts[0] else f"Enter at most {texts[1]}."


def exclusive_message(labels: list[str], language: str) -> str:
    """What is said when an option that stands alone is chosen with others."""
    if language.startswith("zh"):
        return "“" + "”“".join(labels) + "”不能与其他选项同时选择。"
    return 'Choose "' + '" or "'.join(labels) + '" alone.'
