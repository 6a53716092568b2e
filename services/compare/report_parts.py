"""Tables and lists of a report as HTML, every text in them escaped."""

from collections.abc import Iterable, Sequence
from html import escape

LONG = 40


def grid(
    head: Sequence[str], rows: Sequence[Sequence[str]], more: Sequence[Sequence[str]] = ()
) -> str:
    """A table that scrolls where it is wider than the page; `more` are published rows."""

    def line(cells: Sequence[str], tag: str, style: str = "") -> str:
        inside = "".join(f"<{tag}{_width(cell)}>{escape(str(cell))}</{tag}>" for cell in cells)
        return f"<tr{style}>{inside}</tr>"

    top = f"<thead>{line(head, 'th')}</thead>" if any(head) else ""
    body = "".join(line(row, "td") for row in rows)
    body += "".join(line(row, "td", ' class="published"') for row in more)
    return f'<div class="wide"><table>{top}<tbody>{body}</tbody></table></div>'


def _width(cell: str) -> str:
    """A sentence wants room where a number does not."""
    return ' class="long"' if len(cell) > LONG else ""


def bullets(sentences: Sequence[str]) -> str:
    if not sentences:
        return ""
    return "<ul>" + "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences) + "</ul>"


def figure(title: str, drawing: str) -> str:
    """A drawing (SVG) under its title, kept together on paper."""
    return f"<figure><h3>{escape(title)}</h3>{drawing}</figure>"


def side_by_side(figures: Iterable[str]) -> str:
    """Drawings, as many in a row as the page is wide enough for."""
    return f'<div class="charts">{"".join(figures)}</div>'


def paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"
