"""Which intent a question serves, where no author has said."""

from collections.abc import Sequence

from services.questionnaire.encoders import calibration
from services.questionnaire.likeness import Likeness
from services.questionnaire.models import Intent
from services.text.embeddings import Embedder


def intents_of(
    texts: Sequence[str], intents: Sequence[Intent], language: str, embedder: Embedder | None
) -> list[str | None]:
    """The id of the intent nearest to each question, None where none is near enough.

    The threshold is the encoder's own; without an encoder that knows the language nothing is
    claimed.
    """
    likeness = Likeness(language, embedder)
    known = calibration(embedder, language)
    threshold = known.coverage if known else None
    if not intents or threshold is None:
        return [None] * len(texts)
    named = [intent.text for intent in intents]
    found: list[str | None] = []
    for text in texts:
        near = likeness.to(text, named)
        best = max(range(len(near)), key=near.__getitem__)
        found.append(intents[best].id if near[best] >= threshold else None)
    return found
