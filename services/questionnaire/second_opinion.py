"""What the model makes of a finding: one yes or no, on demand, never a finding of its own.

The rules decide what is found. A small model is a weak judge of wording, so that its word stands
beside a finding, marked as the model's, and changes nothing.
"""

from threading import Event

from services.errors import InvalidInput
from services.llm.base import ChoiceQuery, Engine, chat
from services.questionnaire.faults.kinds import KINDS
from services.questionnaire.judging import can_judge
from services.questionnaire.models import Item

_SYSTEM = (
    "You are an expert in survey design. You check whether a survey question has one given fault. "
    "Answer Yes only if it has."
)


def margin(item: Item, code: str, engine: Engine, cancel: Event | None = None) -> float:
    """How much rather yes than no the question has the fault, in nats.

    Raises `InvalidInput` for a fault that is none of one question by itself, and when the engine
    gives no probabilities.
    """
    kind = KINDS.get(code)
    if kind is None or kind.whole:
        raise InvalidInput(
            "The model can be asked about a fault of one question only.", "Choose another finding."
        )
    if not can_judge(engine):
        raise InvalidInput(
            "The model in use gives no probabilities, so it cannot judge.",
            "Choose another on the Models page.",
        )
    lines = [f"Fault: {kind.term}. {kind.definition}", f"Question: {item.text}"]
    if item.labels:
        lines.append(f"Answers: {' / '.join(item.labels)}")
    lines.append("Does the question have this fault? Answer Yes or No.")
    query = ChoiceQuery(chat("\n".join(lines), system=_SYSTEM))
    return engine.score([query], cancel=cancel)[0].margin
