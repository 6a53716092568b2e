"""The real model once: the structural promises, nothing about taste."""

import pytest

from services.llm.base import Engine
from services.questionnaire import drafting
from services.questionnaire.models import Brief, Intent

from .test_drafting import promises_hold


@pytest.mark.model
@pytest.mark.parametrize(
    ("topic", "language", "intents"),
    [
        (
            "Repairing bicycles",
            "en",
            ["Find out how often people repair a bicycle", "Rate repair shops"],
        ),
        ("自行车修理", "zh", ["了解修理自行车的频率", "评价修理店"]),
    ],
)
def test_an_outline_draft_of_three_questions(
    real_engine: Engine, topic: str, language: str, intents: list[str]
) -> None:
    brief = Brief(
        topic=topic,
        language=language,
        intents=tuple(Intent(text=text) for text in intents),
        questions=3,
    )
    made = drafting.draft(brief, drafting.Desk(real_engine))
    promises_hold(made.questionnaire, 3)
    served = {intent for item in made.questionnaire.items for intent in item.intents}
    assert served == {intent.id for intent in brief.intents}
    chinese = [
        any("\u4e00" <= char <= "\u9fff" for char in i.text) for i in made.questionnaire.items
    ]
    assert all(chinese) == any(chinese) == (language == "zh")
