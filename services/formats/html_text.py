"""Plain text as HTML and back, for targets whose texts are HTML (LimeSurvey, Qualtrics, Moodle)."""

import html
import re
from html.parser import HTMLParser

_BLOCKS = {"p", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre"}


def to_html(text: str, *, braces: bool = False) -> str:
    """`text` so that a browser shows it as it is; line feeds become `<br />`.

    With `braces`, { and } are written as character references too, for targets that would run
    what stands between them.
    """
    escaped = html.escape(text, quote=True)
    if braces:
        escaped = escaped.replace("{", "&#123;").replace("}", "&#125;")
    # A reference keeps blanks at the ends and in runs, tabs and the like from being collapsed.
    escaped = re.sub(r"^ | $|(?<= ) |[^\S \n]", _reference, escaped, flags=re.MULTILINE)
    return escaped.replace("\n", "<br />")


def _reference(match: re.Match[str]) -> str:
    return f"&#{ord(match.group())};"


def from_html(text: str) -> str:
    """The text a browser would show: tags removed, blocks and breaks as line feeds.

    Text without any tag or reference comes back unchanged.
    """
    if "<" not in text and "&" not in text:
        return text
    collector = _Collector()
    collector.feed(text)
    collector.close()
    return "".join(collector.parts)


class _Collector(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in ("script", "style")
        if tag == "br" or (tag in _BLOCKS and self.parts and not self.parts[-1].endswith("\n")):
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in ("script", "style") and self._hidden > 0

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(data)
