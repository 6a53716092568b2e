"""The solver without a language model."""

from itertools import permutations

import pytest

from services.errors import InvalidInput
from services.reading import embedding_solver
from services.reading.option_evidence import COLUMNS, gather, rarity
from services.text.embeddings import CachedEmbedder
from tests.reading.conftest import WordEmbedder

PASSAGE = (
    "An otter cracks shellfish on a flat stone that it carries under one arm. "
    "Gulls drop shellfish on rocks from the air. Foxes do not eat shellfish at all."
)
QUESTION = "What does the otter use to crack shellfish?"
OPTIONS = ("A flat stone", "Its sharp teeth", "A hammer", "The ice")


def test_it_finds_what_the_passage_says(minilm: CachedEmbedder) -> None:
    result, _ = embedding_solver.solve(PASSAGE, QUESTION, OPTIONS, minilm)
    assert max(result.passage or (), default=0) == (result.passage or (0,))[0]


def test_each_view_is_a_distribution(minilm: CachedEmbedder) -> None:
    result, _ = embedding_solver.solve(PASSAGE, QUESTION, OPTIONS, minilm)
    for view in embedding_solver.VIEW_COLUMNS:
        assert sum(getattr(result, view)) == pytest.approx(1)


def test_permuting_the_options_permutes_the_answer(minilm: CachedEmbedder) -> None:
    first, _ = embedding_solver.solve(PASSAGE, QUESTION, OPTIONS, minilm)
    expected = dict(zip(OPTIONS, first.passage or (), strict=True))
    for order in list(permutations(OPTIONS))[::5]:
        answer, _ = embedding_solver.solve(PASSAGE, QUESTION, order, minilm)
        assert answer.passage == pytest.approx([expected[o] for o in order], abs=1e-5)


def test_views_without_the_passage_do_not_know_it(minilm: CachedEmbedder) -> None:
    here, _ = embedding_solver.solve(PASSAGE, QUESTION, OPTIONS, minilm)
    there, _ = embedding_solver.solve("Rain fell on the town.", QUESTION, OPTIONS, minilm)
    assert here.without_passage == pytest.approx(there.without_passage)
    assert here.options_only == pytest.approx(there.options_only)


def test_views_without_the_question_do_not_know_it(minilm: CachedEmbedder) -> None:
    here, _ = embedding_solver.solve(PASSAGE, QUESTION, OPTIONS, minilm)
    there, _ = embedding_solver.solve(PASSAGE, "Which is not flat stone?", OPTIONS, minilm)
    assert here.without_question == pytest.approx(there.without_question)
    assert here.options_only == pytest.approx(there.options_only)


def test_another_encoder_answers_by_nearness_and_says_so(words_embedder: WordEmbedder) -> None:
    result, _ = embedding_solver.solve(PASSAGE, QUESTION, OPTIONS, words_embedder)
    assert result.solver == "nearest sentence by words"
    assert max(result.passage or (), default=0) == (result.passage or (0,))[0]
    assert embedding_solver.blind_record().solver != result.solver


@pytest.mark.parametrize(
    ("passage", "question", "options"),
    [("", "Q?", ("a", "b")), ("Text.", " ", ("a", "b")), ("Text.", "Q?", ("a",))],
)
def test_what_it_needs(
    passage: str, question: str, options: tuple[str, ...], words_embedder: WordEmbedder
) -> None:
    with pytest.raises(InvalidInput):
        embedding_solver.solve(passage, question, options, words_embedder)


def test_words_in_common_by_hand(words_embedder: WordEmbedder) -> None:
    evidence = gather(
        "The red boat sank. A gull flew.", "What sank?", ("red boat", "gull", "car"), words_embedder
    )
    assert evidence.values.shape == (3, len(COLUMNS))
    assert evidence.column("found") == pytest.approx((1, 1, 0))
    # "sank" is in the first sentence only: there 1.2 counts, elsewhere 0.2.
    assert evidence.column("found_joint") == pytest.approx((1.2, 0.2, 0))
    assert evidence.column("copied") == pytest.approx((1, 1, 0))
    assert evidence.question_missing == 0


def test_rare_words_weigh_more() -> None:
    assert rarity("otter") > rarity("water") > rarity("the") == 0.5


def test_negated_columns_only_where_the_stem_asks_for_the_exception(
    words_embedder: WordEmbedder,
) -> None:
    plain = gather("The boat sank.", "What sank?", ("boat", "car"), words_embedder)
    turned = gather("The boat sank.", "What is not true?", ("boat", "car"), words_embedder)
    assert not plain.column("negated_found").any()
    assert turned.column("negated_found") == pytest.approx(turned.column("found"))
