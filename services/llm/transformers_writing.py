"""Writing an answer with a loaded transformers model, in a thread that hands over pieces."""

import queue
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from services.errors import Cancelled, InvalidInput, Unavailable
from services.llm.base import Sampling

# Tokens of a prompt read between two looks at the cancel event.
READ_CHUNK = 512
# What llama.cpp samples from unless told otherwise: keeps small models from straying.
TOP_K = 40
MIN_P = 0.05
_END = object()
Pieces = queue.SimpleQueue[Any]


def start(
    model: Any,
    tokenizer: Any,
    prompt: list[int],
    sampling: Sampling,
    *,
    processor: Any | None,
    end_tokens: list[int],
    check: Callable[[], None],
    count: Callable[..., None],
) -> tuple[threading.Thread, Pieces]:
    """Begin to answer `prompt` (token ids); read the pieces with `until_end`.

    `check` is called before every pass and raises to stop; `count` gets numbers of tokens and
    seconds as they pass; `processor` restricts the next token.
    """
    pieces: Pieces = queue.SimpleQueue()
    streamer = _Streamer(tokenizer, pieces, count)

    def work() -> None:
        # Whatever goes wrong here must reach the reader, who would otherwise wait for ever.
        try:
            _generate(model, prompt, sampling, processor, end_tokens, check, streamer)
        except Exception as error:  # noqa: BLE001
            known = isinstance(error, (Cancelled, InvalidInput))
            pieces.put(error if known else _as_unavailable(error))
        finally:
            pieces.put(_END)

    worker = threading.Thread(target=work, name="transformers-stream", daemon=True)
    worker.start()
    return worker, pieces


def until_end(pieces: Pieces) -> Iterator[str]:
    """The pieces of text as they come. Raises what ended the answer early."""
    while (piece := pieces.get()) is not _END:
        if isinstance(piece, BaseException):
            raise piece
        yield piece


def _generate(
    model: Any,
    prompt: list[int],
    sampling: Sampling,
    processor: Any | None,
    end_tokens: list[int],
    check: Callable[[], None],
    streamer: "_Streamer",
) -> None:
    import torch
    from transformers import LogitsProcessorList

    warm = sampling.temperature > 0
    choice = {
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "top_k": TOP_K,
        "min_p": MIN_P,
    }
    devices = [model.device] if model.device.type == "cuda" else []
    # Raising in front of a pass is the one way to stop that also works while a prompt is read.
    hook = model.register_forward_pre_hook(lambda *_: check())
    try:
        with torch.inference_mode(), torch.random.fork_rng(devices=devices):
            torch.manual_seed(sampling.seed)
            model.generate(
                torch.tensor([prompt], device=model.device),
                attention_mask=torch.ones(1, len(prompt), device=model.device),
                max_new_tokens=sampling.max_tokens,
                do_sample=warm,
                logits_processor=LogitsProcessorList([processor] if processor else []),
                streamer=streamer,
                prefill_chunk_size=READ_CHUNK,
                eos_token_id=end_tokens or None,
                pad_token_id=(end_tokens or [0])[0],
                **(choice if warm else {}),
            )
    finally:
        hook.remove()


class _Streamer:
    """What `generate` calls with new tokens: turns them into text and counts them."""

    def __init__(self, tokenizer: Any, pieces: Pieces, count: Callable[..., None]) -> None:
        from tokenizers.decoders import DecodeStream

        self._tokenizer = tokenizer.backend_tokenizer
        self._decoder = DecodeStream(skip_special_tokens=True)
        self._pieces = pieces
        self._count = count
        self._since = time.monotonic()
        self._prompt_seen = False

    def put(self, value: Any) -> None:
        now = time.monotonic()
        if not self._prompt_seen:  # the prompt itself comes first
            self._prompt_seen = True
            self._count(prompt_tokens=value.numel())
        else:
            for token in value.flatten().tolist():
                if text := self._decoder.step(self._tokenizer, token):
                    self._pieces.put(text)
            self._count(completion_tokens=value.numel(), completion_seconds=now - self._since)
        self._since = now

    def end(self) -> None:
        """Nothing is held back."""


def _as_unavailable(error: BaseException) -> Unavailable:
    import torch

    if isinstance(error, torch.OutOfMemoryError):
        return Unavailable(
            "The GPU's memory ran out during the answer.",
            "Shorten the text, or choose a smaller model.",
        )
    return Unavailable(
        f"The model failed while answering ({type(error).__name__}).", "Load the model again."
    )
