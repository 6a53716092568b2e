"""Conversations as tokens: the request is read, only the answer is learnt."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from services.llm.transformers_prompt import prompt_tokens
from training.fine_tuning.conversations import Conversation, Document

# What torch's cross-entropy leaves out.
NOT_LEARNT = -100
FEWEST_TO_HOLD_OUT_FROM = 5
Row = dict[str, list[int]]


@dataclass(frozen=True, slots=True)
class Split:
    """Token rows to learn from and to validate on; `too_long` conversations are in neither."""

    learnt: list[Row]
    held_out: list[Row]
    too_long: int


def split(
    documents: Sequence[Document], tokenizer: Any, *, max_tokens: int, share: float, seed: int
) -> Split:
    """Hold out `share` of the documents (whole ones: parts of one are alike), at least one of five.

    Nothing is cut: half an answer would teach to stop in the middle.
    """
    order = list(documents)
    random.Random(seed).shuffle(order)
    number = round(share * len(order))
    if share > 0 and len(order) >= FEWEST_TO_HOLD_OUT_FROM:
        number = max(1, number)
    number = min(number, len(order) - 1)
    parts: list[list[Row]] = []
    too_long = 0
    for part in (order[number:], order[:number]):
        rows = [row_of(talk, tokenizer) for document in part for talk in document]
        short = [row for row in rows if len(row["input_ids"]) <= max_tokens]
        too_long += len(rows) - len(short)
        parts.append(short)
    return Split(parts[0], parts[1], too_long)


def row_of(conversation: Conversation, tokenizer: Any) -> Row:
    """`input_ids`, and `labels` of the same length with the request left out; ends the turn."""
    asked = prompt_tokens(tokenizer, conversation.messages)
    answer = tokenizer(conversation.answer, add_special_tokens=False)["input_ids"]
    answer = [*answer, tokenizer.eos_token_id]
    return {"input_ids": asked + answer, "labels": [NOT_LEARNT] * len(asked) + answer}


class Collator:
    """Rows of different lengths as one batch of tensors (rows, longest)."""

    def __init__(self, tokenizer: Any) -> None:
        pad = tokenizer.pad_token_id
        self._pad = tokenizer.eos_token_id if pad is None else pad

    def __call__(self, rows: Sequence[Row]) -> dict[str, Any]:
        import torch

        longest = max(len(row["input_ids"]) for row in rows)

        def padded(values: Sequence[int], fill: int) -> list[int]:
            return [*values, *[fill] * (longest - len(values))]

        ids = [padded(row["input_ids"], self._pad) for row in rows]
        labels = [padded(row["labels"], NOT_LEARNT) for row in rows]
        seen = [padded([1] * len(row["input_ids"]), 0) for row in rows]
        return {
            "input_ids": torch.tensor(ids),
            "labels": torch.tensor(labels),
            "attention_mask": torch.tensor(seen),
        }
