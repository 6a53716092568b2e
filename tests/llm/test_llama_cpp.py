import json
import math
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from services.errors import Cancelled, InvalidInput, Unavailable
from services.llm import llama_errors
from services.llm.base import ChoiceQuery, Sampling, chat
from services.llm.llama_cpp import LlamaCppEngine
from tests.llm.tiny_gguf import write_tiny_lora

SCHEMA = {
    "type": "object",
    "properties": {
        "colour": {"enum": ["red", "green"]},
        "sizes": {
            "type": "array",
            "items": {"type": "integer", "minimum": 0, "maximum": 9},
            "minItems": 2,
            "maxItems": 2,
        },
        "text": {"type": "string", "maxLength": 12},
    },
    "required": ["colour", "sizes", "text"],
    "additionalProperties": False,
}


def said(engine, prompt, sampling=Sampling(max_tokens=20), **more):
    return "".join(engine.stream(chat(prompt), sampling, **more))


def plain_logprobs(engine, query):
    """Natural log-probability of every token after the query, from llama.cpp's own HTTP answer.

    The bias makes it write a whole word, without which it reports nothing; it reports the
    probabilities from before the bias.
    """
    address, key = engine.address
    yes = engine._server.tokens("Yes")[0]
    messages = [{"role": m.role, "content": m.content} for m in query.messages]
    reply = httpx.post(
        f"{address}/v1/chat/completions",
        headers={"Authorization": f"Bearer {key}"},
        json={
            "messages": messages,
            "max_tokens": 1,
            "temperature": 0,
            "logprobs": True,
            "top_logprobs": 100_000,
            "logit_bias": [[yes, 100.0]],
        },
    ).json()
    top = reply["choices"][0]["logprobs"]["content"][0]["top_logprobs"]
    return {entry["id"]: entry["logprob"] for entry in top}


@pytest.mark.parametrize("choices", [("Yes", "No"), ("A", "B"), ("question", "hint", "the")])
def test_scores_are_the_models_own_probabilities_however_unlikely(llama, choices):
    queries = [ChoiceQuery(chat(f"Is it {n}? Yes or No?"), choices) for n in range(6)]
    found = llama.score(queries)
    below_top_20 = 0
    for query, scores in zip(queries, found, strict=True):
        logprobs = plain_logprobs(llama, query)
        weights = []
        for choice in choices:
            starts = {llama._server.tokens(choice)[0], llama._server.tokens(f" {choice}")[0]}
            # "hint" after a space begins with a token that "question" has too: it tells nothing.
            starts -= {llama._server.tokens(" ")[0]}
            weights.append(sum(math.exp(logprobs[token]) for token in starts))
            rank = sorted(logprobs, key=logprobs.get, reverse=True)
            below_top_20 += min(rank.index(token) for token in starts) >= 20
        expected = [math.log(weight / sum(weights)) for weight in weights]
        # The other way reads in other batches, which round otherwise by about 0.001 nats.
        assert scores.logprobs == pytest.approx(expected, abs=1e-2)
    assert below_top_20 > 0  # the case that reading the top 20 would get wrong


def test_scores_keep_the_order_of_the_queries_and_report_progress(llama):
    queries = [ChoiceQuery(chat(f"Is it {n}?")) for n in (5, 3, 9, 1)]
    steps = []
    together = llama.score(queries, progress=lambda *step: steps.append(step))
    alone = [llama.score([query])[0] for query in queries]
    band = llama.info.capabilities.undecided_nats
    for one, other in zip(together, alone, strict=True):
        assert abs(one.margin - other.margin) < band / 10
    assert steps == [(n, 4) for n in range(1, 5)]


def test_choices_that_begin_with_the_same_token_are_refused(llama):
    with pytest.raises(InvalidInput, match="cannot be told apart"):
        llama.score([ChoiceQuery(chat("?"), ("Zebra", "Zoo"))])


def test_a_shared_beginning_of_prompts_is_read_once(llama):
    said(llama, "An entirely different text, so that the slot holds nothing of what follows.")
    hint = "the hint " * 40
    before = llama.usage.prompt_tokens
    llama.score([ChoiceQuery(chat(f"{hint}{name}?")) for name in "abcdefghij"])
    read = llama.usage.prompt_tokens - before
    whole = len(llama._server.tokens(f"{hint}a?")) + 5
    assert whole > 150
    assert read < whole + 10 * 20


@pytest.fixture
def reads(llama, monkeypatch):
    """(tokens put back, tokens read) of each request of the scorer, in order."""
    found = []
    on_timings = llama._scorer._on_timings

    def noting(chunk):
        on_timings(chunk)
        if "timings" in chunk:
            found.append((chunk["timings"]["cache_n"], chunk["timings"]["prompt_n"]))

    monkeypatch.setattr(llama._scorer, "_on_timings", noting)
    return found


@pytest.mark.parametrize("more", range(8))
def test_what_is_put_back_ends_at_a_multiple_of_four_tokens(llama, reads, more):
    start = "the hint " * 20 + "x" * more
    llama.score([ChoiceQuery(chat(f"{start}{name} and then more words?")) for name in "abc"])
    (nothing, prefix), *rest = reads
    assert nothing == 0
    assert len(rest) == 3
    kept = {cached for cached, _ in rest}
    assert len(kept) == 1
    assert kept.pop() % 4 == 0
    assert all(16 <= read < 32 for _, read in rest)
    assert prefix % 48 >= 16 or prefix % 48 == 1  # no kept token in a batch of few rows


def test_what_all_runs_begin_with_is_read_once_for_all(llama, reads):
    head = "the question " * 20
    queries = [
        ChoiceQuery(chat(f"{head}{hint * 20}{name} and then more words?"))
        for hint in ("hint ", "the ")
        for name in "abc"
    ]
    llama.score(queries)
    assert len(reads) == 1 + 2 * (1 + 3)
    head_read = reads[0]
    assert head_read[0] == 0
    for first in (1, 5):
        cached, _ = reads[first]
        assert 0 < cached <= head_read[1]
        assert all(later > cached for later, _ in reads[first + 1 : first + 4])


def test_threads_may_score_at_the_same_time(llama):
    def ask(start):
        return llama.score([ChoiceQuery(chat(f"{start} hint {name}?")) for name in "abcd"])

    starts = [letter * 40 for letter in "pqrstu"]
    alone = [ask(start) for start in starts]
    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(ask, starts))
    for one, other in zip(alone, together, strict=True):
        assert [s.margin for s in one] == pytest.approx([s.margin for s in other], abs=1e-3)


def test_schema_holds_a_random_model_to_valid_json(llama):
    for seed in range(3):
        text = said(llama, "Go.", Sampling(400, 1.0, 1.0, seed), schema=SCHEMA)
        value = json.loads(text)
        assert value["colour"] in {"red", "green"}
        assert len(value["sizes"]) == 2


def test_a_schema_that_cannot_be_followed_is_refused(llama):
    with pytest.raises(InvalidInput, match="cannot be followed"):
        said(llama, "Go.", schema={"type": "nonsense"})


def test_greedy_and_seeded_answers_repeat(llama):
    assert said(llama, "Go.") == said(llama, "Go.")
    warm = [said(llama, "Go.", Sampling(20, 1.0, 1.0, seed)) for seed in (1, 1, 2)]
    assert warm[0] == warm[1] != warm[2]


def test_cancel_while_writing(llama):
    cancel = threading.Event()
    threading.Timer(0.1, cancel.set).start()
    started = time.monotonic()
    with pytest.raises(Cancelled):
        [said(llama, "Go.", Sampling(1900), cancel=cancel) for _ in range(100)]
    assert time.monotonic() - started < 1.1


def test_cancel_before_and_during_scoring(llama):
    queries = [ChoiceQuery(chat(f"{n}?")) for n in range(20_000)]
    cancel = threading.Event()
    threading.Timer(0.1, cancel.set).start()
    started = time.monotonic()
    with pytest.raises(Cancelled):
        llama.score(queries, cancel=cancel)
    assert time.monotonic() - started < 1.1
    with pytest.raises(Cancelled):
        llama.score([ChoiceQuery(chat("?"))], cancel=cancel)
    with pytest.raises(Cancelled):
        said(llama, "Go.", cancel=cancel)


def test_cancel_while_a_prompt_is_read(tiny_gguf):
    engine = LlamaCppEngine(tiny_gguf, name="tiny", context_length=4096, threads=1)
    try:
        seen = []
        server = engine._server

        def stop():
            seen.append(1)
            return len(seen) > 3

        request = {"messages": [{"role": "user", "content": "word " * 500}], "max_tokens": 5}
        chunks = list(server.chat(request, stop))
        assert chunks
        assert all("timings" not in chunk for chunk in chunks)
        assert max(chunk["prompt_progress"]["processed"] for chunk in chunks) < 600
    finally:
        engine.close()


def test_cancel_does_not_wait_for_the_batch_that_is_being_read(llama, monkeypatch):
    ended = threading.Event()

    def slow(request, on_chunk, stop):
        time.sleep(2)
        ended.set()

    monkeypatch.setattr(llama._server, "call", slow)
    cancel = threading.Event()
    threading.Timer(0.1, cancel.set).start()
    started = time.monotonic()
    with pytest.raises(Cancelled):
        said(llama, "Go.", cancel=cancel)
    assert time.monotonic() - started < 1
    assert ended.wait(5)  # its thread ends by itself


def test_cancel_and_close_reach_those_who_wait_for_a_slot(tiny_gguf):
    engine = LlamaCppEngine(tiny_gguf, name="tiny", context_length=2048, slots=1, threads=1)
    try:
        with engine._server.waiting_for(engine._server._slots, lambda: False):
            cancel = threading.Event()
            threading.Timer(0.1, cancel.set).start()
            started = time.monotonic()
            with pytest.raises(Cancelled):
                said(engine, "Go.", cancel=cancel)
            assert time.monotonic() - started < 1
            threading.Timer(0.1, engine.close).start()
            with pytest.raises(Unavailable, match="unloaded"):
                said(engine, "Go.")
    finally:
        engine.close()


def test_an_abandoned_answer_ends_its_thread(llama):
    answer = llama.stream(chat("Go."), Sampling(1900))
    next(answer)
    answer.close()
    assert not [t for t in threading.enumerate() if t.name == "llama-stream"]


def test_threads_share_the_engine_and_get_their_own_answers(llama):
    prompts = [f"Number {n}?" for n in range(12)]
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda prompt: said(llama, prompt), prompts))
    alone = [said(llama, prompt) for prompt in prompts]
    other = [place for place, answer in enumerate(answers) if answer != alone[place]]
    # Company in a batch may turn a near tie, seldom; it never gives one the answer of another.
    assert len(other) <= 2
    assert not {answers[place] for place in other} & set(alone)


def test_too_long_a_prompt_is_one_sentence(llama):
    with pytest.raises(InvalidInput, match=r"tokens long and the model reads 2048\.") as caught:
        said(llama, "word " * 3000)
    assert "\n" not in str(caught.value)
    with pytest.raises(InvalidInput):
        llama.score([ChoiceQuery(chat("word " * 3000))])


def test_usage_counts_what_was_written_but_not_scores(llama):
    before = llama.usage
    said(llama, "Go on.", Sampling(max_tokens=7))
    llama.score([ChoiceQuery(chat("?"))])
    assert llama.usage.completion_tokens - before.completion_tokens <= 7
    assert llama.usage.prompt_tokens > before.prompt_tokens


def test_the_loopback_server_lets_nobody_else_in(llama):
    address, key = llama.address
    assert address.startswith("http://127.0.0.1:")
    question = {"messages": [{"role": "user", "content": "?"}], "max_tokens": 1}
    assert httpx.post(f"{address}/v1/chat/completions", json=question).status_code == 401
    assert len(key) >= 32


def test_close_breaks_off_a_running_answer_and_frees_the_model(tiny_gguf):
    engine = LlamaCppEngine(tiny_gguf, name="tiny", context_length=2048, threads=1)
    address, _ = engine.address
    answer = engine.stream(chat("Go."), Sampling(1900))
    next(answer)
    closer = threading.Thread(target=engine.close)
    closer.start()
    with pytest.raises(Unavailable, match="unloaded"):
        list(answer)
    closer.join(5)
    assert not closer.is_alive()
    engine.close()
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{address}/health")
    for use in (lambda: said(engine, "?"), lambda: engine.count_tokens("x")):
        with pytest.raises(Unavailable, match="unloaded"):
            use()


def test_loading_again_and_again_does_not_grow(tiny_gguf):
    import psutil

    def cycle():
        engine = LlamaCppEngine(tiny_gguf, name="tiny", context_length=2048, threads=1)
        said(engine, "Go.")
        engine.close()

    cycle()
    before = psutil.Process().memory_info().rss
    for _ in range(5):
        cycle()
    assert psutil.Process().memory_info().rss - before < 30_000_000


def test_missing_and_damaged_files_are_said(tmp_path):
    with pytest.raises(Unavailable, match=r"nothing\.gguf is not there"):
        LlamaCppEngine(tmp_path / "nothing.gguf", name="x")
    damaged = tmp_path / "damaged.gguf"
    damaged.write_bytes(b"GGUF" + os.urandom(500))
    with pytest.raises(Unavailable, match=r"could not load damaged\.gguf"):
        LlamaCppEngine(damaged, name="x")


def test_a_lora_adapter_changes_the_answers_and_is_named(tiny_gguf, llama, tmp_path):
    adapter = write_tiny_lora(tmp_path / "lora.gguf")
    engine = LlamaCppEngine(tiny_gguf, name="tiny", context_length=2048, adapter=adapter)
    try:
        assert engine.info.model == "tiny with lora.gguf"
        query = ChoiceQuery(chat("Is it? Yes or No?"))
        assert abs(engine.score([query])[0].margin - llama.score([query])[0].margin) > 0.01
    finally:
        engine.close()
    with pytest.raises(InvalidInput, match="is not there"):
        LlamaCppEngine(tiny_gguf, name="tiny", adapter=tmp_path / "missing.gguf")
    with pytest.raises(Unavailable, match=r"could not load tiny\.gguf with tiny\.gguf"):
        LlamaCppEngine(tiny_gguf, name="tiny", adapter=tiny_gguf)


def test_errors_of_the_server_are_put_into_words():
    error = llama_errors.as_error({"message": "the sky fell", "type": "server_error"})
    assert str(error) == "llama.cpp refused: the sky fell. Try again."
