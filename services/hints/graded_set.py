"""The graded set as the command line prints it (design: `hints` and `grade`)."""

from typing import Any

from services.hints.models import Entity, Hint, TriviaQuestion, ViewSource
from services.llm.base import EngineInfo

NO_MODEL = {"engine": None, "name": None, "precision": None, "device": None, "sha256": None}


def graded_set(
    question: TriviaQuestion, info: EngineInfo | None, *, only_kept: bool = False
) -> dict[str, Any]:
    """JSON-ready; `info` is the model that judged, None if none was asked. With `only_kept` hints
    that a filter dropped stand in `dropped` alone, and the others in the order they are shown."""
    kind = question.question_type
    return {
        "question": question.question,
        "answer": question.answer,
        "question_type": kind.model_dump() if kind else None,
        "question_difficulty": question.question_difficulty,
        "answer_popularity": question.answer_popularity,
        "candidates": list(question.candidates),
        "hints": [_hint(hint) for hint in (question.kept_hints if only_kept else question.hints)],
        "dropped": [
            {"text": hint.text, "reason": hint.dropped}
            for hint in question.hints
            if not hint.kept and hint.dropped
        ],
        "notes": list(question.notes),
        "model": info.as_json() if info is not None else NO_MODEL,
        "signature": question.signature,
    }


def _hint(hint: Hint) -> dict[str, Any]:
    return {
        "text": hint.text,
        "hicos": hint.hicos,
        "strength": hint.strength,
        "verdicts": list(hint.verdicts),
        "margins": list(hint.margins),
        "hifas": hint.hifas,
        "hifas_min": hint.hifas_min,
        "hifas_max": hint.hifas_max,
        "entities": [_entity(entity) for entity in hint.entities],
        "leak": hint.leak,
        "question_similarity": hint.question_similarity,
        "kept": hint.kept,
        "order": hint.order,
        "remaining": hint.remaining,
        "warnings": list(hint.warnings),
    }


def _entity(entity: Entity) -> dict[str, Any]:
    source = ViewSource.SNAPSHOT if entity.source == ViewSource.GIVEN else entity.source
    return {
        "name": entity.name,
        "title": entity.title,
        "views": entity.views,
        "normalized": entity.normalized,
        "source": str(source) if source is not None else None,
    }
