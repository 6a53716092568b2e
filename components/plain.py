"""Text of authors, models and files, made safe to stand where Streamlit reads Markdown."""

import re

_MARKS = re.compile(r"([!-/:-@\[-`{-~])")


def plain(text: str, *, limit: int | None = None) -> str:
    """`text` as literal characters on one line: no Markdown, HTML, LaTeX, icon or link in it.

    Every ASCII punctuation mark is escaped, which CommonMark allows for all of them. `limit` cuts
    to that many characters with an ellipsis.
    """
    line = " ".join(text.split())
    if limit is not None and len(line) > limit:
        line = line[: limit - 1].rstrip() + "…"
    return _MARKS.sub(r"\\\1", line)
