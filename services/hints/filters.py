"""Which hints should not be shown, and why (TriviaHG paper section 3.2.2).

Three filters, in this order: the hint gives the answer away, it only repeats the question, it
says what an earlier hint says. A reason is a sentence for the author, whose word goes before it
(`Hint.override`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from services.hints.leaks import Leak, find_leak
from services.hints.names import name_key
from services.hints.words import content_words, is_name
from services.text.embeddings import Embedder, cosines

# The paper's 0.72 belongs to all-mpnet-base-v2. training/near_copy.py fits the one for another
# encoder: 0.82 catches 90% of restatements of a question and loses 1.1% of good hints.
NEAR_COPY_COSINE = {"all-MiniLM-L6-v2": 0.82}
DUPLICATE_COSINE = {"all-MiniLM-L6-v2": 0.92}
# By words: this share of a hint's content words stands in the question, the rest names nothing.
NEAR_COPY_SHARE = 0.8
# A hint of fewer content words is too little to be told from what others say.
FEWEST_WORDS = 3
_DENIAL = re.compile(r"\b(?:not|no|never|neither|nor|without)\b|n['’]t\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Inspection:
    """What the filters found in one hint. `reason` is empty for a hint that may be shown;
    `question_similarity` is the cosine of hint and question, None without an encoder."""

    leak: Leak | None
    question_similarity: float | None
    reason: str


def inspect(
    question: str,
    answer: str,
    aliases: Sequence[str],
    hints: Sequence[str],
    embedder: Embedder | None,
) -> list[Inspection]:
    """Run the filters over all hints of one question; one `Inspection` a hint, in order."""
    similarities, between = _similarities(question, hints, embedder)
    encoder = embedder.info.name if embedder is not None else ""
    found: list[Inspection] = []
    for place, hint in enumerate(hints):
        leak = find_leak(answer, aliases, hint)
        similarity = similarities[place]
        reason = f"Gives the answer away: it {leak.why}." if leak else ""
        reason = reason or _near_copy(question, hint, similarity, encoder)
        if not reason:
            shown = [before for before in range(place) if not found[before].reason]
            reason = _duplicate(place, shown, hints, between, encoder)
        found.append(Inspection(leak, similarity, reason))
    return found


def _similarities(
    question: str, hints: Sequence[str], embedder: Embedder | None
) -> tuple[list[float | None], list[list[float]] | None]:
    """Cosines of each hint with the question, and of the hints with each other."""
    if embedder is None or not hints:
        return [None] * len(hints), None
    rows = embedder.encode([question, *hints])
    return (
        [float(value) for value in cosines(rows[:1], rows[1:])[0]],
        cosines(rows[1:], rows[1:]).tolist(),
    )


def _near_copy(question: str, hint: str, similarity: float | None, encoder: str) -> str:
    limit = NEAR_COPY_COSINE.get(encoder)
    if similarity is not None and limit is not None and similarity >= limit:
        return f"Nearly repeats the question (similarity {similarity:.2f}, limit {limit:.2f})."
    asked = {form for word in content_words(question) for form in word.forms}
    said = content_words(hint)
    added = [word for word in said if not word.forms & asked]
    repeated = len(said) - len(added)
    if said and repeated / len(said) >= NEAR_COPY_SHARE and not any(map(is_name, added)):
        return f"Nearly repeats the question: {repeated} of its {len(said)} words are in it."
    return ""


def _duplicate(
    place: int,
    shown: Sequence[int],
    hints: Sequence[str],
    between: list[list[float]] | None,
    encoder: str,
) -> str:
    limit = DUPLICATE_COSINE.get(encoder)
    for before in shown:
        same = name_key(hints[before]) == name_key(hints[place])
        close = between is not None and limit is not None and between[place][before] >= limit
        if same or (close and _same_details(hints[before], hints[place])):
            return f"Says the same as hint {before + 1}."
        if _adds_nothing(hints[place], hints[before]):
            return f"Says nothing that hint {before + 1} does not say."
    return ""


def _adds_nothing(hint: str, earlier: str) -> bool:
    """Whether each content word of a hint stands in an earlier one, and neither denies more."""
    known = {form for word in content_words(earlier) for form in word.forms}
    said = content_words(hint)
    denials = [len(_DENIAL.findall(text)) for text in (hint, earlier)]
    return (
        len(said) >= FEWEST_WORDS
        and all(word.forms & known for word in said)
        and denials[0] == denials[1]
    )


def _same_details(first: str, second: str) -> bool:
    """Whether two hints name the same numbers and names: an encoder hardly sees "1564" turn into
    "1616"."""
    return _details(first) == _details(second)


def _details(hint: str) -> set[str]:
    return {min(word.forms, key=len) for word in content_words(hint) if is_name(word)}
