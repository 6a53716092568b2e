"""Lexical surprisal with the real small model (fetched once, 98 MB)."""

import random

import pytest

from services import settings
from services.llm import weights
from services.reading import as_in_paper
from services.text import sentences
from services.text.causal_lm import CausalLm

TEXT = (
    "Plants make their own food. They take in light, water and air through small openings in "
    "their leaves. In return they give off the oxygen that people and animals breathe."
)


@pytest.mark.model
def test_real_text_surprises_less_than_its_words_shuffled() -> None:
    configured = settings.load()
    name = configured.surprisal_model
    scorer = CausalLm(name, weights.fetch(name, configured.models_dir))
    words = TEXT.split()
    random.Random(1).shuffle(words)
    shuffled = " ".join(words)
    plain, mixed = (
        as_in_paper.measure(text, sentences.split(text), scorer).lexical_surprisal
        for text in (TEXT, shuffled)
    )
    assert plain is not None
    assert mixed is not None
    assert 2 < plain < 8
    assert mixed > plain + 2
