"""Texts with what a target would act on written otherwise, each change named as a loss."""

from services.formats.base import Loss
from services.formats.questionnaires.target import Rewrite, Target


def rewritten(
    index: int | None,
    text: str,
    target: Target,
    lost: list[Loss],
    field: str,
    *,
    line: bool = False,
    blank: bool = True,
) -> str:
    """`text` with what the target would act on written otherwise; each change is a loss."""
    rules = target.texts + (target.lines if line else ())
    return apply_rewrites(index, text, rules, lost, field, target.blank if blank else "")


def rewritten_title(text: str, target: Target, lost: list[Loss], field: str) -> str:
    """The same for a title of the questionnaire or of a section."""
    rules = target.titles or target.texts
    return apply_rewrites(None, text, rules, lost, field, target.blank_title)


def apply_rewrites(
    index: int | None,
    text: str,
    rules: tuple[Rewrite, ...],
    lost: list[Loss],
    field: str,
    blank: str = "",
) -> str:
    result = text
    for rule in rules:
        changed = rule.pattern.sub(rule.replacement, result)
        if changed != result:
            lost.append(Loss(index, f"In {_quoted(text)}: {rule.why}.", field))
            result = changed
    if not result and blank:
        lost.append(Loss(index, f"An empty text is written as {blank!r}.", field))
        result = blank
    return result


def _quoted(text: str) -> str:
    shown = " ".join(text.split())
    return repr(shown if len(shown) <= 40 else shown[:39] + "…")
