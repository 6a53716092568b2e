"""Scoring with a loaded transformers model: a prefix is read once, its suffixes as one batch."""

import copy
from collections.abc import Callable, Sequence
from typing import Any

from services.errors import InvalidInput
from services.llm.base import TokenLogprob
from services.llm.prefixes import runs_with_common_prefix

# Suffixes a forward pass: bounds the logits, which are vocabulary x tokens x batch.
BATCH = 16


def next_token_logprobs(
    model: Any, prompts: Sequence[Sequence[int]], check: Callable[[int], None]
) -> list[Any]:
    """For each prompt the log-probabilities (vocabulary,) of its next token, float32 on the CPU.

    `check(done)` is called before each pass and may raise.
    """
    import torch
    from transformers import DynamicCache

    found: list[Any] = []
    for first, end, shared in runs_with_common_prefix(prompts):
        check(len(found))
        with torch.inference_mode():
            cache = DynamicCache(config=model.config)
            if shared:
                prefix = torch.tensor([list(prompts[first][:shared])], device=model.device)
                model(prefix, cache=cache, use_cache=True, logits_to_keep=1)
            for start in range(first, end, BATCH):
                check(len(found))
                suffixes = [list(p[shared:]) for p in prompts[start : min(end, start + BATCH)]]
                found += _batch(model, cache, shared, suffixes)
    return found


def _batch(model: Any, prefix_cache: Any, shared: int, suffixes: list[list[int]]) -> list[Any]:
    import torch

    # Padding stands at the end, where causal attention keeps it from the tokens that count.
    longest = max(len(suffix) for suffix in suffixes)
    padded = [suffix + [suffix[-1]] * (longest - len(suffix)) for suffix in suffixes]
    cache = copy.deepcopy(prefix_cache)
    if shared:
        cache.batch_repeat_interleave(len(suffixes))
    logits = model(torch.tensor(padded, device=model.device), cache=cache, use_cache=True).logits
    return [
        logits[row, len(suffix) - 1].float().log_softmax(-1).cpu()
        for row, suffix in enumerate(suffixes)
    ]


def token_logprobs(
    model: Any, tokenizer: Any, text: str, context_length: int
) -> list[TokenLogprob]:
    """Each token of `text` with log p(token | tokens before it), natural log.

    The first token has None unless the tokenizer opens texts with a token of its own. A text
    longer than the context is read in windows that overlap by half, so that no token is judged
    on less than half a context. Raises `InvalidInput` for an empty text.
    """
    import torch

    encoded = tokenizer(text, return_offsets_mapping=True, add_special_tokens=False)
    ids, places = encoded["input_ids"], encoded["offset_mapping"]
    if not ids:
        raise InvalidInput("There is no text to read.", "Give at least one word.")
    opening = [] if tokenizer.bos_token_id is None else [tokenizer.bos_token_id]
    values: list[float | None] = []
    while len(values) < len(ids):
        start = 0 if not values else max(0, len(values) - context_length // 2)
        window = opening + ids[start : start + context_length - len(opening)]
        with torch.inference_mode():
            logits = model(torch.tensor([window], device=model.device)).logits[0]
        steps = logits[:-1].float().log_softmax(-1).cpu()
        targets = torch.tensor(window[1:])
        read: list[float | None] = steps.gather(1, targets[:, None])[:, 0].tolist()
        if not opening:
            read = [None, *read]
        values += read[len(values) - start :]
    return [
        TokenLogprob(text[begin:end], begin, end, value)
        for (begin, end), value in zip(places, values, strict=True)
    ]
