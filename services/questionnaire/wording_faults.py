"""Faults of wording in questions that have no options yet, and their repair by the model."""

from collections.abc import Sequence
from threading import Event

from pydantic import BaseModel, Field

from services.errors import UnusableAnswer
from services.llm.base import Engine, Sampling
from services.llm.structured import generate
from services.questionnaire import faults, prompts, question_kinds, scales
from services.questionnaire.faults.finding import Finding, SplitFix, TextFix
from services.questionnaire.models import (
    Brief,
    Item,
    Option,
    Questionnaire,
    ResponseFormat,
    Section,
)
from services.questionnaire.wording import (
    fits_language,
    is_whole,
    trimmed,
    without_asides,
    without_instruction,
)
from services.text.embeddings import Embedder

MAX_REPAIRS = 2
LONGEST_QUESTION = 180
# Not presupposition: the options can offer a way out, and the options stage sees to it.
CODES = frozenset(
    {
        "double_barrelled",
        "leading",
        "loaded",
        "double_negative",
        "vague_quantifier",
        "no_reference_period",
        "too_long_complex",
        "technical_term",
        "absolutes",
    }
)


class Rewritten(BaseModel):
    """The model's new wording of a question."""

    question: str = Field(max_length=LONGEST_QUESTION)


class WordingCheck:
    """Finds and mends faults of wording for the audience and language of one brief."""

    def __init__(self, brief: Brief) -> None:
        self._brief = brief

    def findings(self, texts: Sequence[str]) -> list[list[Finding]]:
        """The wording faults of each text, judged as the kind of question it is."""
        found = faults.find(_together(texts, self._brief), self._brief)
        return [
            [fault for fault in found if fault.item == place and fault.code in CODES]
            for place in range(len(texts))
        ]

    def counts(self, texts: Sequence[str]) -> list[int]:
        """How many kinds of wording fault each text has."""
        return [len({found.code for found in findings}) for findings in self.findings(texts)]

    def mended(self, text: str, engine: Engine, cancel: Event | None = None) -> tuple[str, int]:
        """A wording with fewer faults, after at most two repairs, and how many were tried.

        A rule's own fix goes first, then the model rewrites. What does not lessen the faults is
        not taken, so that the worst case is the text as it was.
        """
        [found] = self.findings([text])
        for repairs in range(MAX_REPAIRS):
            if not found:
                return text, repairs
            better = _fixed(found) or reworded(text, self._brief, engine, cancel=cancel)
            [left] = self.findings([better]) if better else [found]
            if better is None or len(left) >= len(found):
                return text, repairs + 1
            text, found = better, left
        return text, MAX_REPAIRS


def doubles(text: str, others: Sequence[str], brief: Brief, embedder: Embedder | None) -> bool:
    """Whether the rule for redundant questions would report `text` behind `others`."""
    if not others:
        return False
    found = faults.find(_together([*others, text], brief), brief, embedder=embedder)
    return any(fault.code == "duplicate" and fault.item == len(others) for fault in found)


def _together(texts: Sequence[str], brief: Brief) -> Questionnaire:
    items = tuple(provisional(text, brief.language) for text in texts)
    return Questionnaire(sections=(Section(items=items),), language=brief.language)


def provisional(text: str, language: str) -> Item:
    """The item a question will become, as far as its wording tells."""
    kind = question_kinds.recognise(text, language)
    if kind is None:
        return Item(text=text)
    options: tuple[Option, ...] = ()
    if kind.scale:
        options = scales.named(kind.scale, language=language).options
    if kind.format is ResponseFormat.YES_NO:
        options = yes_no(language)
    return Item(text=text, format=kind.format, options=options, scale=kind.scale)


def yes_no(language: str) -> tuple[Option, ...]:
    labels = ("是", "否") if language.split("-")[0] == "zh" else ("Yes", "No")
    return tuple(Option(label=label, code=str(n)) for n, label in enumerate(labels, start=1))


def reworded(
    text: str, brief: Brief, engine: Engine, *, seed: int = 0, cancel: Event | None = None
) -> str | None:
    """The model's neutral, shorter wording; None when it gives no other usable one."""
    words = prompts.of(brief.language)
    try:
        answer = generate(
            engine,
            words.rewrite.messages(f"{words.question}: {text}"),
            Rewritten,
            Sampling(max_tokens=90, temperature=0.7 if seed else 0.0, top_p=0.95, seed=seed),
            max_repairs=0,
            cancel=cancel,
        )
    except UnusableAnswer:
        return None
    return usable_question(answer.value.question, brief.language, unlike=text)


def usable_question(text: str, language: str, *, unlike: str = "") -> str | None:
    """A model's question with its mark; None if it is cut off, foreign, or `unlike` again."""
    whole = len(text) < LONGEST_QUESTION
    body = trimmed(without_asides(without_instruction(text)))
    if not whole or not is_whole(body, LONGEST_QUESTION) or not fits_language(body, language):
        return None
    if body.casefold() == trimmed(unlike).casefold():
        return None
    return f"{body[:1].upper()}{body[1:]}{'？' if language.split('-')[0] == 'zh' else '?'}"


def _fixed(findings: Sequence[Finding]) -> str | None:
    """What the rules themselves would write: a new wording, or the first half of a split."""
    for found in findings:
        if isinstance(found.fix, TextFix):
            return found.fix.text
        if isinstance(found.fix, SplitFix) and found.fix.texts:
            return found.fix.texts[0]
    return None
