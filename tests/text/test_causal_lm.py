"""The scorer on a tiny random model: what is tested is the bookkeeping, not the language."""

import math
from pathlib import Path

import pytest

from services.errors import Unavailable
from services.text import causal_lm
from services.text.causal_lm import CausalLm

TEXT = "The cat sat on the mat.  The dog\n\nran, naïvely, past 12 cats and the mat again."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch = pytest.importorskip("torch")
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=300,
        special_tokens=["<|endoftext|>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    made.train_from_iterator([TEXT] * 4, trainer)
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=300,
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        max_position_embeddings=64,
    )
    path = tmp_path_factory.mktemp("model")
    LlamaForCausalLM(config).save_pretrained(path)
    PreTrainedTokenizerFast(tokenizer_object=made, bos_token="<|endoftext|>").save_pretrained(path)
    return path


def test_every_token_has_its_bits_and_its_place(folder: Path) -> None:
    tokens = CausalLm("tiny", folder).score(TEXT)
    assert all(token.bits > 0 and math.isfinite(token.bits) for token in tokens)
    pieces = [TEXT[token.start : token.end] for token in tokens if token.end > token.start]
    assert not any(piece[:1].isspace() for piece in pieces)
    covered = {i for token in tokens for i in range(token.start, token.end)}
    assert covered >= {i for i, character in enumerate(TEXT) if not character.isspace()}


def test_bits_are_those_of_the_model_read_at_once(folder: Path) -> None:
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer, model = (
        AutoTokenizer.from_pretrained(folder),
        AutoModelForCausalLM.from_pretrained(folder),
    )
    ids = torch.tensor([[0, *tokenizer(TEXT, add_special_tokens=False)["input_ids"]]])
    with torch.inference_mode():
        loss = model(ids, labels=ids).loss
    tokens = CausalLm("tiny", folder).score(TEXT)
    mean = sum(token.bits for token in tokens) / len(tokens)
    assert mean == pytest.approx(float(loss) / math.log(2), rel=1e-4)


def test_a_text_longer_than_the_window_is_scored_to_its_end(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = CausalLm("tiny", folder).score(TEXT)
    monkeypatch.setattr(causal_lm, "WINDOW", 16)
    parts = CausalLm("tiny", folder).score(TEXT)
    assert [(t.start, t.end) for t in parts] == [(t.start, t.end) for t in whole]
    # What fits into the first window has lost no context.
    assert [t.bits for t in parts[:15]] == pytest.approx([t.bits for t in whole[:15]], abs=1e-3)


def test_no_text_has_no_token(folder: Path) -> None:
    assert CausalLm("tiny", folder).score("") == []


def test_a_missing_model_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="surprisal cannot be loaded"):
        CausalLm("none", tmp_path / "nothing").score("Text.")
