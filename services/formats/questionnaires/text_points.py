"""Points of a scale as people type them on one line, and lists on one line."""

import re

_EQUALS = re.compile(
    r"(?P<number>\d{1,2})\s*[=＝]\s*(?P<label>.+?)\s*(?=[,;，；、]?\s*(?:\d{1,2}\s*[=＝]|$))"
)
_NUMBERED = re.compile(r"^\s*(?P<number>\d{1,2})(?:\s*[-–—=:]\s+|\s+)(?P<label>\S.*?)\s*$")
_DOTS = r"\s*(?:\.{2,}|…+|—|–|\bto\b|\bbis\b|至|到|->|→)\s*"
_POINT = (
    r"(?P<{0}>\d{{1,2}})\s*"
    r"(?:[=:–-]\s*(?P<{0}_label>[^().…→]+?)|[(（](?P<{0}_aside>[^()（）]+)[)）])?"
)
_ENDS = re.compile(_POINT.format("low") + _DOTS + _POINT.format("high") + r"\s*\.?")
_COUNTED = re.compile(
    r"(?P<low>\D*?)[\s:(\[]*(?P<numbers>\d{1,2}(?:(?:\s*[|/,–—-]\s*|\s+)\d{1,2}){2,})"
    r"[\s)\]]*(?P<high>\D*)"
)
# What a word for the end of a scale may not be: the rest of a sentence.
_MAX_END = 40


def split_list(text: str) -> tuple[str, ...]:
    """The parts of a list on one line, by slashes, lines, semicolons or else commas."""
    text = text.strip().strip("()（）[]【】").strip()
    for separator in (r"\s*\|\s*", r"\s+/\s+", r"\s*[;；]\s*", r"\s*/\s*", r"\s*[,，、]\s*"):
        parts = [part for part in re.split(separator, text) if part]
        if len(parts) > 1:
            return tuple(part.strip() for part in parts)
    return (text,) if text else ()


def numbered_labels(text: str) -> tuple[str, ...]:
    """The labels in `1 = Poor, 2 = Fair` or in lines like `1 Poor`; none unless they count on."""
    found = list(_EQUALS.finditer(" ".join(text.split())))
    if len(found) < 2:
        lines = text.splitlines()
        found = [match for line in lines if (match := _NUMBERED.match(line))]
        if len(found) != len(lines):
            return ()
    numbers = [int(match["number"]) for match in found]
    if len(numbers) < 2 or numbers[0] not in (0, 1):
        return ()
    counted = numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    return tuple(match["label"].strip(" ,;，；、") for match in found) if counted else ()


def read_points(text: str) -> tuple[str, ...]:
    """The options of a scale given by its points or by its ends; none if it is no such scale.

    `0 (Not likely) ... 10 (Likely)` gives "0 (Not likely)", "1" ... "10 (Likely)".
    """
    text = " ".join(text.split())
    if labels := numbered_labels(text):
        return labels
    ends = _two_ends(text)
    if match := _ENDS.fullmatch(text):
        ends = (
            int(match["low"]),
            (match["low_label"] or match["low_aside"] or "").strip(" ,"),
            int(match["high"]),
            (match["high_label"] or match["high_aside"] or "").strip(" ,"),
        )
    if ends is None and (match := _COUNTED.fullmatch(text)):
        numbers = [int(number) for number in re.findall(r"\d+", match["numbers"])]
        if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            return ()
        ends = (numbers[0], match["low"].strip(" -–—"), numbers[-1], match["high"].strip(" -–—"))
    return _between(*ends) if ends else ()


def _two_ends(text: str) -> tuple[int, str, int, str] | None:
    """`1 = Strongly disagree, 5 = Strongly agree`: only the ends are labelled."""
    found = list(_EQUALS.finditer(text))
    if len(found) != 2 or found[0].start() > 0:
        return None
    first, last = found
    label = last["label"].strip(" ,;，；.")
    return int(first["number"]), first["label"].strip(" ,;，；"), int(last["number"]), label


def _between(low: int, low_label: str, high: int, high_label: str) -> tuple[str, ...]:
    """Every point from `low` to `high`; the ends carry their words behind the number."""
    if low not in (0, 1) or not 2 <= high - low <= 10:
        return ()
    if max(len(low_label), len(high_label)) > _MAX_END:
        return ()
    words = {low: low_label, high: high_label}
    return tuple(
        f"{point} ({words[point]})" if words.get(point) else str(point)
        for point in range(low, high + 1)
    )


def points_in(text: str) -> tuple[str, tuple[str, ...]] | None:
    """A question and the scale that stands behind its question mark, if one does."""
    place = max(text.rfind("?"), text.rfind("？"))
    labels = read_points(text[place + 1 :]) if place > 0 else ()
    return (text[: place + 1], labels) if labels else None
