"""A GGUF file small enough to make in a test: a llama with random weights and a byte tokenizer."""

from pathlib import Path
from typing import Any

import numpy

WIDTH, HEADS, LAYERS, FEED, CONTEXT = 64, 4, 2, 128, 4096
WORDS = ["Yes", " Yes", "No", " No", "A", " A", "B", " B", "hint", "question", "the", " the"]
TEMPLATE = (
    "{% for message in messages %}<|{{ message['role'] }}|>{{ message['content'] }}<|end|>"
    "{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}"
)
CONTROL = ["<|end|>", "<|system|>", "<|user|>", "<|assistant|>"]


def _byte_letters() -> list[str]:
    """The letter that byte-level BPE writes for each byte (GPT-2's table)."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    other = iter(range(256, 512))
    return [chr(byte) if byte in printable else chr(next(other)) for byte in range(256)]


def write_tiny_gguf(path: Path) -> Path:
    import gguf

    letters = _byte_letters()
    merges: list[str] = []
    tokens = list(letters)
    for word in WORDS:
        spelled = "".join(letters[byte] for byte in word.encode())
        for end in range(2, len(spelled) + 1):
            if spelled[:end] not in tokens:
                merges.append(f"{spelled[: end - 1]} {spelled[end - 1]}")
                tokens.append(spelled[:end])
    kinds = [gguf.TokenType.NORMAL] * len(tokens) + [gguf.TokenType.CONTROL] * len(CONTROL)
    tokens += CONTROL

    writer = gguf.GGUFWriter(path, "llama")
    writer.add_name("tiny")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(FEED)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("default")
    writer.add_token_list(tokens)
    writer.add_token_types(kinds)
    writer.add_token_merges(merges)
    writer.add_eos_token_id(len(tokens) - len(CONTROL))
    writer.add_bos_token_id(len(tokens) - len(CONTROL))
    writer.add_add_bos_token(False)
    writer.add_chat_template(TEMPLATE)
    _add_weights(writer, len(tokens))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def _add_weights(writer: Any, vocabulary: int) -> None:
    random = numpy.random.default_rng(11)

    def add(name: str, *shape: int) -> None:
        weights = random.normal(0, 0.3, shape) if len(shape) > 1 else numpy.ones(shape)
        writer.add_tensor(f"{name}.weight", weights.astype(numpy.float32))

    add("token_embd", vocabulary, WIDTH)
    add("output_norm", WIDTH)
    # Bytes that are no letters by themselves and the marks of turns get no weight: the most likely
    # token is always readable, and a greedy answer goes on until it is stopped.
    words = vocabulary - len(CONTROL)
    readable = numpy.array([32 <= t < 127 or 256 <= t < words for t in range(vocabulary)])
    head = random.normal(0, 0.3, (vocabulary, WIDTH)) * readable[:, None]
    writer.add_tensor("output.weight", head.astype(numpy.float32))
    for layer in range(LAYERS):
        for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
            add(f"blk.{layer}.{part}", WIDTH, WIDTH)
        add(f"blk.{layer}.attn_norm", WIDTH)
        add(f"blk.{layer}.ffn_norm", WIDTH)
        add(f"blk.{layer}.ffn_gate", FEED, WIDTH)
        add(f"blk.{layer}.ffn_up", FEED, WIDTH)
        add(f"blk.{layer}.ffn_down", WIDTH, FEED)


def write_tiny_lora(path: Path) -> Path:
    """A LoRA adapter of rank 4 on the first layer's queries."""
    import gguf

    random = numpy.random.default_rng(5)
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", 8.0)
    for side, shape in (("lora_a", (4, WIDTH)), ("lora_b", (WIDTH, 4))):
        weights = random.normal(0, 1, shape).astype(numpy.float32)
        writer.add_tensor(f"blk.0.attn_q.weight.{side}", weights)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
