"""Comparisons with values made up by hand, for tests."""

from typing import Any

from services.compare.models import (
    Arm,
    BriefInput,
    Cell,
    Comparison,
    Input,
    ItemInput,
    Provenance,
    QuestionInput,
    Subject,
    fingerprint,
)
from services.hints.models import Hint, TriviaQuestion
from services.questionnaire.models import (
    Brief,
    Intent,
    Item,
    Method,
    Option,
    Questionnaire,
    Section,
)

FIRST = Arm(id="a", name="Alpha <method>", method=Method.TOPIC, seed=3)
SECOND = Arm(id="b", name="Beta & co", method=Method.OUTLINE, seed=4)
TOPICS = ("Sleep", "Bread", "Trams")
INPUTS = tuple(
    BriefInput(id=f"i{n}", brief=Brief(topic=topic, intents=(Intent(text="Find out how much"),)))
    for n, topic in enumerate(TOPICS)
)


def questionnaire(*texts: str) -> Questionnaire:
    items = tuple(
        Item(id=f"q{n}", text=text, options=(Option(label=f"Yes {n}"), Option(label=f"No {n}")))
        for n, text in enumerate(texts)
    )
    return Questionnaire(title="A title", sections=(Section(items=items),))


def cell(comparison: Comparison, arm: Arm, source: Input, **made: Any) -> Cell:
    return Cell(settings=fingerprint(comparison, arm, source), arm=arm.id, input=source.id, **made)


def two_arms(values: dict[str, tuple[float, ...]], measure: str = "rep_2") -> Comparison:
    """Questionnaires of two arms; `values[arm id]` are their measures on the inputs in order."""
    comparison = Comparison(name="Two arms", arms=(FIRST, SECOND), inputs=INPUTS)
    cells = tuple(
        cell(
            comparison,
            arm,
            source,
            questionnaire=questionnaire(f"How much {source.title}?", "How old are you?"),
            measures={measure: number, "questions": 2.0},
            seconds=1.5,
            completion_tokens=40,
            made=Provenance(
                model={"name": "A model", "sha256": "ab" * 32},
                prompts=("[user]\nAsk <b>now</b>",),
                prompt_count=7,
                prompts_sha256="cd" * 32,
                signature="lang:en|encoder:all-MiniLM-L6-v2",
            ),
        )
        for arm in comparison.arms
        for source, number in zip(INPUTS, values[arm.id], strict=False)
    )
    return comparison.model_copy(update={"cells": cells})


def hints_of_two_arms(questions: int = 2) -> Comparison:
    """Each arm has three hints for each question, of known HICOS."""
    inputs = tuple(
        QuestionInput(id=f"i{n}", question=f"Which town is {n}?", answer=f"Town {n}")
        for n in range(questions)
    )
    comparison = Comparison(subject=Subject.HINTS, arms=(FIRST, SECOND), inputs=inputs)
    cells = []
    for arm in comparison.arms:
        for source in inputs:
            hints = tuple(
                Hint(
                    id=f"{arm.id}-{source.id}-{n}",
                    text=f"Secret of {'abc'[n]} {source.id} {'north' if arm is FIRST else 'south'}",
                    hicos=0.25 * n,
                    order=n + 1,
                    remaining=3 - n,
                )
                for n in range(3)
            )
            question = TriviaQuestion(
                question=source.question, answer=source.answer, hints=hints, candidates=("x", "y")
            )
            cells.append(cell(comparison, arm, source, question=question))
    return comparison.model_copy(update={"cells": tuple(cells)})


def one_item() -> ItemInput:
    return ItemInput(
        id="i",
        passage="The lock is green.",
        question="Which colour?",
        options=("Green", "Red"),
        gold=0,
    )


def locks(count: int) -> tuple[ItemInput, ...]:
    """Reading questions with one key, the first option."""
    return tuple(
        ItemInput(
            id=f"i{n}",
            passage=f"The lock at mile {n} is green.",
            question=f"Which colour has the lock at mile {n}?",
            options=("Green", "Red", "Blue"),
            gold=0,
        )
        for n in range(count)
    )
