"""What a target would act on in a text, written otherwise; each change is named as a loss."""

import re
from dataclasses import dataclass

from services.formats.base import Loss


@dataclass(frozen=True)
class Rewrite:
    """A sequence of characters that a target would act on, and what is written for it."""

    pattern: re.Pattern[str]
    replacement: str
    why: str


def rewrite(pattern: str, replacement: str, why: str) -> Rewrite:
    """A rewrite by the text of its pattern."""
    return Rewrite(re.compile(pattern), replacement, why)


# What XML 1.0 cannot hold; a lone carriage return would come back as a line feed.
NOT_XML = rewrite(
    "[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]",
    "",
    "control characters cannot be stored",
)
# HTML besides reads a reference to a C1 control as something else.
NOT_HTML = rewrite(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]",
    "",
    "control characters cannot be stored",
)
LINE_ENDS = rewrite("\r\n?", "\n", "line ends are stored as line feeds")
ONE_LINE = rewrite(r"\s*[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]\s*", " ", "it must stay on one line")
TRIMMED = rewrite(r"\A\s+|\s+\Z", "", "blanks around it are not kept")


def apply_rewrites(
    index: int | None,
    text: str,
    rules: tuple[Rewrite, ...],
    lost: list[Loss],
    field: str,
    blank: str = "",
) -> str:
    """`text` after all `rules`; each that changes it is named in `lost`."""
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
