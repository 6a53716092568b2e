"""Texts with what a target would act on written otherwise, each change named as a loss."""

from services.formats.base import Loss
from services.formats.questionnaires.target import Target
from services.formats.rewriting import apply_rewrites


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
