"""Numbers before questions and letters before options, as people and form platforms write them."""

import re
from collections.abc import Sequence

_NUMBER = re.compile(
    r"^\s*(?:"
    r"(?:第|问题)\s*\d{1,3}\s*(?:题)?\s*[.、．:：)）]?|"
    r"[Qq](?:uestion)?\s*\d{1,3}(?:\.\d{1,2})?\s*[.、．:：)）]?(?=\s|$)|"
    r"[（(]\s*\d{1,3}\s*[)）]|"
    r"\d{1,3}\.\d{1,2}(?:[.、．:：)）]|(?=\s+[^\Wa-z\d_]))|"
    r"\d{1,3}\s*[.．](?=\s|[^\W\d])|"
    r"\d{1,3}\s*[、)）:：]"
    r")\s*"
)
_LETTER = re.compile(r"^\s*[（(]?([A-Za-zＡ-Ｚ])(?:\s*[.、．:：)）]\s*|\s+)")


def strip_number(text: str) -> str:
    """The question without its number ("3. ", "Q3:", "（3）", "第3题、", "5.1 ")."""
    stripped = _NUMBER.sub("", text, count=1).strip()
    return stripped or text.strip()


def strip_letters(labels: Sequence[str]) -> tuple[str, ...]:
    """The options without their letters, if they are lettered A, B, C, … in order.

    One lettered option alone proves nothing ("A car"), so all but one must bear its letter.
    """
    matches = [_LETTER.match(label) for label in labels]
    letters = [match and match[1].upper() for match in matches]
    lettered = [letter for letter in letters if letter]
    expected = [chr(first + i) for first in (ord("A"), ord("Ａ")) for i in range(len(lettered))]
    in_order = lettered in (expected[: len(lettered)], expected[len(lettered) :])
    if len(lettered) < 2 or len(labels) - len(lettered) > 1 or not in_order:
        return tuple(label.strip() for label in labels)
    return tuple(
        label[match.end() :].strip() if match else label.strip()
        for label, match in zip(labels, matches, strict=True)
    )
