"""A conversation as the tokens that a model of transformers reads: the same for writing, scoring
and training."""

from collections.abc import Sequence
from typing import Any

from services.llm.base import Message


def prompt_tokens(tokenizer: Any, messages: Sequence[Message]) -> list[int]:
    """Token ids up to where the answer begins, by the model's own chat template if it has one."""
    turns = [{"role": message.role, "content": message.content} for message in messages]
    if tokenizer.chat_template:
        # `enable_thinking` is read by templates that know it and ignored by the others.
        ids: list[int] = tokenizer.apply_chat_template(
            turns, add_generation_prompt=True, enable_thinking=False, return_dict=False
        )
        return ids
    text = "".join(f"{turn['role']}: {turn['content']}\n" for turn in turns)
    plain: list[int] = tokenizer(f"{text}assistant:")["input_ids"]
    return plain
