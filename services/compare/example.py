"""The example: the neighbourhood tool library by two methods, short enough to run at once."""

from services.compare.editing import started
from services.compare.models import BriefInput, Comparison, Subject
from services.questionnaire.models import Brief, Intent

INTENTS = (
    "Find out how often people borrow tools and which ones",
    "Learn what keeps people from borrowing",
)


def example() -> Comparison:
    brief = Brief(
        topic="The neighbourhood tool library",
        intents=tuple(Intent(text=text) for text in INTENTS),
        questions=6,
    )
    return started(Subject.QUESTIONNAIRES).model_copy(
        update={"name": "Example: two methods, one brief", "inputs": (BriefInput(brief=brief),)}
    )
