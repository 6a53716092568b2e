"""Text of authors, models and files, made safe to stand where Streamlit reads Markdown."""

import html
import re

_MARKS = re.compile(r"([!-/:-@\[-`{-~])")
# Control characters, and signs that turn the direction of whatever stands after them.
_UNSEEN = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def plain(text: str, *, limit: int | None = None) -> str:
    """`text` as literal characters on one line: no Markdown, HTML, LaTeX, icon or link in it.

    Every ASCII punctuation mark is escaped, which CommonMark allows for all of them; what could
    turn the writing direction of the words beside it is left out. `limit` cuts
    to that many characters with an ellipsis.
    """
    line = " ".join(_UNSEEN.sub("", text).split())
    if limit is not None and len(line) > limit:
        line = line[: limit - 1].rstrip() + "…"
    return _MARKS.sub(r"\\\1", line)


def chart_label(text: str, *, limit: int | None = None) -> str:
    """`text` for Plotly, which reads some HTML in labels and hovers: as it is, on one line."""
    line = " ".join(_UNSEEN.sub("", text).split())
    if limit is not None and len(line) > limit:
        line = line[: limit - 1].rstrip() + "…"
    return html.escape(line, quote=False)
