"""With the default model: two items from end to end, and a suggested question."""

import pytest

from services.llm.base import Engine
from services.reading.item_review import SolverChoice, review
from services.reading.models import ComprehensionType
from services.reading.solver import View, solve
from services.reading.suggestion import Dropped, Suggestion, suggest
from services.text.embeddings import CachedEmbedder

pytestmark = pytest.mark.model

PASSAGE = (
    "The old mill at Hartle ground corn for three villages until 1911. Its wheel was turned by the "
    "Ister, a river that froze in hard winters; then the miller used a donkey. When the railway "
    "came, flour from the city was cheaper, and the mill fell silent. In 2004 a group of pupils "
    "repaired the wheel, and since then it has made enough electricity for the school."
)
QUESTION = "What turned the wheel when the river was frozen?"
OPTIONS = ("A donkey", "The wind", "A steam engine", "Two oxen")


def test_the_model_reads_and_the_review_is_whole(
    real_engine: Engine, minilm: CachedEmbedder
) -> None:
    found = review(
        PASSAGE,
        QUESTION,
        OPTIONS,
        0,
        choice=SolverChoice.MODEL,
        embedder=minilm,
        engine=real_engine,
    )
    assert found.solved is not None
    assert found.solved.solver == real_engine.info.model
    shares = found.solved.passage or ()
    assert shares.index(max(shares)) == 0
    for view in View:
        assert sum(getattr(found.solved, view.value)) == pytest.approx(1)
    assert found.estimate is not None


def test_order_of_options_does_not_change_the_answer(real_engine: Engine) -> None:
    first = solve(PASSAGE, QUESTION, OPTIONS, real_engine, views=(View.PASSAGE,)).passage or ()
    turned = OPTIONS[::-1]
    second = solve(PASSAGE, QUESTION, turned, real_engine, views=(View.PASSAGE,)).passage or ()
    assert second[::-1] == pytest.approx(first, abs=0.02)


def test_a_suggestion_is_an_item_with_evidence_or_a_reason(
    real_engine: Engine, minilm: CachedEmbedder
) -> None:
    found = suggest(PASSAGE, [ComprehensionType.FACTOID], real_engine, minilm)[0]
    if isinstance(found, Dropped):
        assert found.reason
        return
    assert isinstance(found, Suggestion)
    assert found.evidence in PASSAGE
    assert len(set(found.item.options)) == 4
    assert found.item.gold is not None
