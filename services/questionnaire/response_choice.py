"""How a question is answered whose wording leaves it open: rules first, then the model's choice."""

import re
from threading import Event

from services.llm.base import ChoiceQuery, Engine, Message, chat
from services.questionnaire import scales
from services.questionnaire.likeness import Likeness
from services.questionnaire.models import Brief, ResponseFormat
from services.questionnaire.question_kinds import Make, QuestionKind, Stage, kind_named
from services.text.embeddings import Embedder

# "How noisy is your room?" takes a scale made of its own adjective.
_ADJECTIVE = re.compile(
    r"^(?:.*, )?how (?P<word>[a-z-]+) (?:is|are|was|were|do|does|did|would|have|has|can)\b",
    re.IGNORECASE,
)
_NO_ADJECTIVE = frozenset(("many", "much", "often", "long", "far", "old", "come", "about", "else"))
_ADJECTIVE_ZH = re.compile(r"有多(?P<word>[\u4e00-\u9fff]{1,4})？?$")
_GRADES = {
    "en": ("Not at all {}", "Slightly {}", "Moderately {}", "Very {}", "Extremely {}"),
    "zh": ("完全不{}", "略微{}", "比较{}", "很{}", "极其{}"),
}
# The letters the model chooses from, and the kind each stands for.
_CHOICES = {
    "A": ("yes or no", "yes_no"),
    "B": ("one answer from a list", "choice"),
    "C": ("several answers from a list", "kinds"),
    "D": ("a rating from low to high", ""),
    "E": ("a number", "times"),
    "F": ("the respondent's own words", "improve"),
}
_EXAMPLES = (
    ("Do you own a bicycle?", "A"),
    ("Which bus line takes you to work?", "B"),
    ("Which of these have you tried?", "C"),
    ("How well does your team work together?", "D"),
    ("How many rooms does your home have?", "E"),
    ("Please tell us what you remember.", "F"),
)


def choose(
    text: str,
    brief: Brief,
    engine: Engine,
    embedder: Embedder | None = None,
    cancel: Event | None = None,
) -> QuestionKind:
    """The kind of answer for a question that `question_kinds.recognise` does not know."""
    if is_statement(text):
        return kind_named("agree")
    if worded_scale(text, brief.language):
        return QuestionKind("graded", Stage.VIEW, ResponseFormat.SCALE, Make.SCALE)
    if not engine.info.capabilities.choice_scores:
        return kind_named("choice")
    [scores] = engine.score([ChoiceQuery(_messages(text), tuple(_CHOICES))], cancel=cancel)
    name = _CHOICES[scores.best][1]
    return kind_named(name) if name else _rating(text, brief.language, embedder)


def worded_scale(text: str, language: str) -> tuple[str, ...] | None:
    """Labels made of the question's adjective, from "not at all" up; None if it has none."""
    if language.split("-")[0] == "zh":
        found = _ADJECTIVE_ZH.search(text.strip())
        grades = _GRADES["zh"]
    else:
        found = _ADJECTIVE.match(text.strip())
        grades = _GRADES["en"]
    if found is None or found["word"].casefold() in _NO_ADJECTIVE:
        return None
    return tuple(grade.format(found["word"].casefold()) for grade in grades)


def is_statement(text: str) -> bool:
    """A sentence to agree with: neither a question nor a request."""
    asks = text.rstrip().endswith(("?", "？", ":", "："))
    requests = re.match(r"\s*(please|describe|list|name|explain|tell|rate|请)\b", text, re.I)
    return not asks and not requests and len(text.split()) + text.count("我") > 2


def _rating(text: str, language: str, embedder: Embedder | None) -> QuestionKind:
    """The catalogue scale that measures what the question asks, by its description."""
    likeness = Likeness(language, embedder)
    candidates = [s for s in scales.catalogue() if s.language == "en" and s.points == 5]
    near = likeness.to(text, [scale.measures for scale in candidates])
    best = max(range(len(candidates)), key=near.__getitem__)
    name = candidates[best].name if max(near) > 0 else "quality"
    return QuestionKind("rated", Stage.VIEW, ResponseFormat.SCALE, Make.SCALE, name)


def _messages(text: str) -> tuple[Message, ...]:
    listed = "\n".join(f"{letter}: {meaning}" for letter, (meaning, _) in _CHOICES.items())
    shown = "\n".join(f"Question: {asked}\nAnswer: {letter}" for asked, letter in _EXAMPLES)
    return chat(
        f"How is each survey question best answered?\n{listed}\n\n{shown}\n"
        f"Question: {text}\nAnswer:",
        system="Answer with one letter.",
    )
