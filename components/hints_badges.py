"""The grades of a hint as badges: an icon, a word and a number, never a colour alone."""

import re
from collections.abc import Sequence

from components.hints_terms import SOURCES, on_five, plural, signed
from components.plain import plain
from services.hints import strength
from services.hints.cautions import CHECK
from services.hints.familiarity import difficulty
from services.hints.judging import open_cells
from services.hints.models import Entity, Hint, TriviaQuestion
from services.hints.rechecking import answer_index_of

HIGH, MIDDLE = 0.66, 0.33
# In the signature of grades (services/hints/grading.py).
JUDGE = re.compile(r"judge=([^,|]*)")


def grades(hint: Hint, question: TriviaQuestion) -> str:
    """What is known of a hint: how it narrows down, how strong it is, what it names."""
    badges = [narrowing(hint, question), force(hint, question), familiarity(hint, question)]
    return " ".join(badge for badge in badges if badge)


def narrowing(hint: Hint, question: TriviaQuestion) -> str:
    """HICOS in words."""
    if hint.stale:
        was = "" if hint.hicos is None else f": {hint.hicos:.2f}"
        return f":gray-badge[:material/history: Judged before your edit{was}]"
    own = answer_index_of(question)
    if own is None or open_cells(question, hint):
        if hint.hicos is not None and not question.candidates:
            return _narrows(hint.hicos)
        return ":gray-badge[:material/pending: Not judged yet]"
    if hint.verdicts[own] is None:
        return ":orange-badge[:material/question_mark: Judge undecided whether it fits the answer]"
    if hint.verdicts[own] == 0:
        return ":red-badge[:material/block: Does not fit the answer, says the judge: 0]"
    return _narrows(hint.hicos or 0.0)


def _narrows(score: float) -> str:
    colour, word = (
        ("green", "Narrows down well")
        if score >= HIGH
        else ("blue", "Narrows down somewhat")
        if score >= MIDDLE
        else ("gray", "Narrows down little")
    )
    return f":{colour}-badge[:material/filter_alt: {word} {score:.2f} ({on_five(score)})]"


def force(hint: Hint, question: TriviaQuestion) -> str:
    """Strength in words; nothing while it has not been found."""
    score = hint.strength
    if score is None or hint.stale:
        return ""
    known = strength.basis(hint, question, answer_index_of(question))
    word = strength.level(score, known).capitalize()
    told = ", from its words alone" if known == "text" else ""
    return f":violet-badge[:material/bolt: {word} {score:.2f} ({on_five(score)}){told}]"


def familiarity(hint: Hint, question: TriviaQuestion) -> str:
    """HIFAS in words, with where the page views come from."""
    if hint.stale or (not hint.verdicts and hint.hifas is None):
        return ""
    if hint.hifas is not None:
        word = {"easy": "Well known", "medium": "Fairly known", "hard": "Little known"}
        level = word[difficulty(hint.hifas)]
        return (
            f":blue-badge[:material/public: {level} {hint.hifas:.2f} ({on_five(hint.hifas)})"
            f"{source_of(hint.entities)}]"
        )
    if hint.entities:
        return ":gray-badge[:material/public_off: How well known is not available]"
    if question.signature:
        return ":gray-badge[:material/public_off: Names nothing known]"
    return ":gray-badge[:material/public_off: Fame not measured yet]"


def source_of(entities: Sequence[Entity]) -> str:
    """ ", estimated", or from where the views of named things come; empty if that is not told."""
    found = {entity.source for entity in entities if entity.views is not None or entity.source}
    words = [SOURCES[source] for source in SOURCES if source in found]
    return f", {' and '.join(words)}" if words else ""


def judge(question: TriviaQuestion) -> str:
    """Whose verdicts the grades rest on: a model's, or those that came with the question."""
    judged = [hint for hint in question.kept_hints if hint.verdicts and not hint.stale]
    given = [hint for hint in judged if all(margin is None for margin in hint.margins)]
    named = JUDGE.search(question.signature)
    if not judged or named is None:
        return ""
    if len(given) == len(judged):
        return ":gray-badge[:material/gavel: Verdicts came with the question]"
    some = f", {plural(len(given), 'hint')} came with verdicts" if given else ""
    return f":gray-badge[:material/gavel: Judged by {plain(named[1], limit=60)}{some}]"


def standing(hint: Hint, question: TriviaQuestion) -> str:
    """How many candidates are left once the hint and those before it are shown."""
    if hint.remaining is None:
        return ""
    total = len(question.candidates)
    if hint.remaining == 1:
        return f":green-badge[:material/target: Only the answer of {total} is left]"
    return f":gray-badge[:material/group: {hint.remaining} of {total} are left]"


def unchecked(hint: Hint) -> str:
    """That nobody has looked yet whether the hint is true, and no source says so."""
    if CHECK not in hint.warnings:
        return ""
    return ":orange-badge[:material/fact_check: Check this: ungrounded]"


def truth(hint: Hint) -> str:
    """What the model says when it is asked back whether the hint is true of the answer."""
    margin = hint.fit_margin
    if margin is None:
        return ""
    if margin < 0:
        return f":orange-badge[:material/thumb_down: The model doubts it {signed(margin)}]"
    return f":gray-badge[:material/thumb_up: The model believes it {signed(margin)}]"
