"""What the model thinks of its own writing: one yes or no each, read as a margin in nats.

Measured on hand-labelled writing of the default model: of two questions for one goal, a sensible
and a poor one, the margin ranks the sensible one higher in 83% of 81 pairs (the cosine with the
goal: 59%); of two options of one question, the plausible one higher in 79% of 68 pairs.
"""

from collections.abc import Sequence
from threading import Event

from services.llm.base import ChoiceQuery, Engine, Message, chat

_LABEL_EXAMPLES = (
    ("What is the main reason why you missed your last appointment?", "I forgot the date", "Yes"),
    ("What is the main reason why you missed your last appointment?", "The kitchen", "No"),
    ("Where do you most often eat lunch?", "Canteen", "Yes"),
    ("Where do you most often eat lunch?", "Museum", "No"),
)


def can_judge(engine: Engine) -> bool:
    return engine.info.capabilities.choice_scores


def questions(
    texts: Sequence[str], topic: str, goal: str, engine: Engine, cancel: Event | None = None
) -> list[float]:
    """How much rather yes than no: an expert would keep the question for this goal."""
    queries = [
        ChoiceQuery(
            chat(
                f"Survey on: {topic}\nGoal: {goal}\nQuestion: {text}\n"
                "Would an expert keep this question? Answer Yes or No.",
                system="You are an expert in survey design. You reject questions that are "
                "illogical, off the goal or badly worded.",
            )
        )
        for text in texts
    ]
    return [scores.margin for scores in engine.score(queries, cancel=cancel)]


def labels(
    found: Sequence[str], question: str, engine: Engine, cancel: Event | None = None
) -> list[float]:
    """How much rather yes than no: many people would give this answer to the question."""
    opening = [
        Message(
            "system",
            "You check answer options of survey questions. Yes: many people would give this "
            "answer. No: it does not answer the question or hardly anybody would give it.",
        )
    ]
    for asked, answered, verdict in _LABEL_EXAMPLES:
        opening += [
            Message("user", f"Question: {asked}\nAnswer: {answered}"),
            Message("assistant", verdict),
        ]
    queries = [
        ChoiceQuery((*opening, Message("user", f"Question: {question}\nAnswer: {label}")))
        for label in found
    ]
    return [scores.margin for scores in engine.score(queries, cancel=cancel)]
