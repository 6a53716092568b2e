"""A language model small enough to make in a test: random weights, a byte-level tokenizer."""

from pathlib import Path

TEXT = """A questionnaire asks questions. Yes or No?
Which of these describes you best: A, B, C or D?
Does the hint refer to the candidate? Choose only between Yes and No. {"name": "value"} [1, 2, 3]
"""
TEMPLATE = (
    "{% for message in messages %}<|{{ message['role'] }}|>{{ message['content'] }}<|end|>"
    "{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}"
)
SPECIAL = ["<|end|>", "<|system|>", "<|user|>", "<|assistant|>"]


def write_tiny_model(folder: Path, *, spread: float = 0.02) -> Path:
    """Save a Qwen2 of about 100 000 parameters with its tokenizer into `folder`.

    `spread` is the standard deviation of its weights: with little, no adapter can make the frozen
    last layer say anything.
    """
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=420,
        special_tokens=SPECIAL,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator([TEXT] * 3, trainer)
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="<|end|>")
    fast.chat_template = TEMPLATE
    fast.save_pretrained(folder)
    torch.manual_seed(7)
    config = Qwen2Config(
        vocab_size=len(fast) + 4,  # padded, as real models are
        hidden_size=64,
        intermediate_size=128,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=4096,
        eos_token_id=fast.eos_token_id,
        bos_token_id=None,
        initializer_range=spread,
    )
    Qwen2ForCausalLM(config).save_pretrained(folder)
    return folder
