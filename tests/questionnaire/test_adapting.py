"""Questions of other questionnaires are taken over only if they fit the topic."""

import json

import numpy as np
import pytest

from services.llm.deterministic import DeterministicEngine
from services.questionnaire import adapting, qsnail
from services.questionnaire.models import Brief, Intent, ResponseFormat
from services.questionnaire.options import Filling
from services.questionnaire.retrieval import Retrieved
from services.text.embeddings import EncoderInfo, Vectors

from .engines import StubbornEngine

SOURCE = qsnail.parse(
    {
        "title": "Sorting waste at home",
        "intents": ["Describe how households sort waste"],
        "qa": [
            {
                "question": "How satisfied or dissatisfied are you with the shared bins?",
                "options": [
                    "Very dissatisfied",
                    "Dissatisfied",
                    "Neither satisfied nor dissatisfied",
                    "Satisfied",
                    "Very satisfied",
                ],
            },
            {"question": "How old are you?", "options": ["Under 18", "18 or older"]},
            {"question": "Do you have a compost heap?", "options": ["Yes", "No"]},
        ],
    }
)
FOUND = [Retrieved(SOURCE.questionnaire, SOURCE.intents, 1.0)]
BRIEF = Brief(topic="Public library", intents=(Intent(text="Rate the library staff"),))


class WordCountEmbedder:
    """Two dimensions: how often "library" and "waste" or "bins" are said."""

    info = EncoderInfo("test", frozenset({"en"}), 2)

    def encode(self, texts):  # type: ignore[no-untyped-def]
        rows = [
            [
                1e-3 + text.casefold().count("library"),
                1e-3 + sum(w in text for w in ("aste", "bin")),
            ]
            for text in texts
        ]
        vectors: Vectors = np.array(rows, np.float32)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def _adapted(answer: str, engine: DeterministicEngine | None = None) -> list[str]:
    engine = engine or StubbornEngine(json.dumps({"question": answer}))
    items, _ = adapting.adapted(
        FOUND, 5, Filling(BRIEF, engine, WordCountEmbedder()), lambda done, total, note: None
    )
    return [item.text for item in items]


def test_an_adapted_question_keeps_its_scale(engine: DeterministicEngine) -> None:
    text = "How satisfied or dissatisfied are you with the library staff?"
    engine.enqueue(json.dumps({"question": text}))
    engine.enqueue(json.dumps({"question": "Do you have a library card?"}))
    items, _ = adapting.adapted(FOUND, 2, Filling(BRIEF, engine), lambda done, total, note: None)
    assert [item.text for item in items] == [text, "Do you have a library card?"]
    assert items[0].scale == "satisfaction"
    assert items[1].format is ResponseFormat.YES_NO


@pytest.mark.parametrize(
    "answer",
    [
        "How likely are you to use a recycling bin?",
        "Does the library sort its waste in bins of its own?",
        "How satisfied are you with the wonderful and useless library staff and books?",
        "",
        "图书馆好吗？",
    ],
    ids=["off the topic", "nearer to its source", "faulty", "empty", "another language"],
)
def test_what_does_not_fit_is_passed_over(answer: str) -> None:
    assert _adapted(answer) == []


def test_the_same_question_is_not_taken_twice() -> None:
    assert len(_adapted("How often do you visit the public library in a typical month?")) == 1
