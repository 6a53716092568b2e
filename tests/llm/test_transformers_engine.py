import json
import math
import threading
import time

import pytest

from services.errors import Cancelled, InvalidInput, Unavailable
from services.llm import transformers_loading, transformers_scoring
from services.llm.base import ChoiceQuery, ReadsTokens, Sampling, chat
from services.llm.transformers_engine import TransformersEngine

DIGIT = {"type": "integer", "minimum": 0, "maximum": 9}
SCHEMA = {
    "type": "object",
    "properties": {
        "answer": {"enum": ["red", "green"]},
        "sizes": {"type": "array", "items": DIGIT, "minItems": 2, "maxItems": 2},
        "text": {"type": "string", "maxLength": 12},
    },
    "required": ["answer", "sizes", "text"],
    "additionalProperties": False,
}


def said(engine, prompt, sampling=Sampling(max_tokens=20), **more):
    return "".join(engine.stream(chat(prompt), sampling, **more))


def reference_logits(engine, ids):
    import torch

    with torch.inference_mode():
        return engine._model(torch.tensor([ids])).logits[0, -1].float()


def test_greedy_answer_is_what_single_steps_give(tiny):
    ids = tiny._prompt(chat("Which of these?"))
    expected = []
    for _ in range(6):
        expected.append(int(reference_logits(tiny, ids + expected).argmax()))
    text = said(tiny, "Which of these?", Sampling(max_tokens=6))
    assert text == tiny._tokenizer.decode(expected, skip_special_tokens=True)


def test_sampling_follows_the_seed_and_leaves_the_global_one_alone(tiny):
    import torch

    torch.manual_seed(1)
    before = torch.get_rng_state()
    warm = [said(tiny, "Which?", Sampling(30, 1.5, 1.0, seed)) for seed in (1, 1, 2)]
    assert warm[0] == warm[1] != warm[2]
    assert torch.equal(before, torch.get_rng_state())


@pytest.mark.parametrize("temperature", [0.0, 1.5])
def test_schema_holds_a_random_model_to_valid_json(tiny, temperature):
    for seed in range(3):
        text = said(tiny, "Answer.", Sampling(300, temperature, 1.0, seed), schema=SCHEMA)
        value = json.loads(text)
        assert value["answer"] in {"red", "green"}
        assert len(value["sizes"]) == 2
        assert len(value["text"]) <= 12


def test_a_schema_that_cannot_be_followed_is_refused(tiny):
    with pytest.raises(InvalidInput, match="cannot be followed"):
        said(tiny, "x", schema={"type": "string", "pattern": "(?=a)b"})


def test_scores_equal_one_plain_pass_for_each_query(tiny):
    hint = "He was born in Stratford and wrote many plays for the stage in London."
    queries = [
        ChoiceQuery(chat(f"Does the hint {hint} refer to {name}? Yes or No?"), ("Yes", "No"))
        for name in ("William Shakespeare", "Marlowe", "B", "a much longer candidate of many words")
    ] + [ChoiceQuery(chat("Which of these: A, B, C or D?"), ("A", "B", "C", "D"))]
    steps = []
    found = tiny.score(queries, progress=lambda *step: steps.append(step))
    for query, scores in zip(queries, found, strict=True):
        logits = reference_logits(tiny, tiny._prompt(query.messages))
        weights = [
            logits[[tiny._first_token(choice), tiny._first_token(f" {choice}")]].exp().sum()
            for choice in query.choices
        ]
        expected = [math.log(float(weight / sum(weights))) for weight in weights]
        assert scores.logprobs == pytest.approx(expected, abs=1e-4)
        assert math.isclose(sum(scores.probabilities), 1)
    assert steps[-1] == (5, 5)
    assert tiny.score([]) == []


def test_scores_do_not_depend_on_what_else_is_asked(tiny):
    queries = [ChoiceQuery(chat(f"Does it refer to candidate {n}? Yes or No?")) for n in range(40)]
    together = tiny.score(queries)
    alone = [tiny.score([query])[0] for query in queries]
    band = tiny.info.capabilities.undecided_nats
    for one, other in zip(together, alone, strict=True):
        assert abs(one.margin - other.margin) < band / 10


def test_choices_that_begin_alike_are_refused(tiny):
    with pytest.raises(InvalidInput, match="cannot be told apart"):
        tiny.score([ChoiceQuery(chat("x"), ("Yes", "Yes"))])


def test_token_logprobs_are_the_chain_of_single_steps(tiny):
    text = "Does the hint refer to you?"
    found = tiny.token_logprobs(text)
    assert isinstance(tiny, ReadsTokens)
    assert "".join(text[token.start : token.end] for token in found) == text
    ids = tiny._tokenizer(text, add_special_tokens=False)["input_ids"]
    assert found[0].logprob is None
    for place in range(1, len(ids)):
        expected = reference_logits(tiny, ids[:place]).log_softmax(-1)[ids[place]]
        assert found[place].logprob == pytest.approx(float(expected), abs=1e-4)


def test_a_text_longer_than_the_context_is_read_in_overlapping_windows(tiny):
    text = "Which of these describes you best? " * 40
    ids = tiny._tokenizer(text)["input_ids"]
    found = transformers_scoring.token_logprobs(tiny._model, tiny._tokenizer, text, 64)
    assert len(found) == len(ids)
    assert all(token.logprob is not None for token in found[1:])
    start = 64 - 32  # the second window opens half a context back
    expected = reference_logits(tiny, ids[start:70]).log_softmax(-1)[ids[70]]
    assert found[70].logprob == pytest.approx(float(expected), abs=1e-4)


def test_stop_words_are_cut_even_across_pieces(tiny):
    whole = said(tiny, "Which of these?", Sampling(max_tokens=30))
    stop = whole[8:12]
    assert (
        said(tiny, "Which of these?", Sampling(max_tokens=30, stop=(stop,)))
        == (whole[: whole.index(stop)])
    )


def test_cancel_while_writing_reading_and_waiting(tiny):
    for work in (
        lambda cancel: said(tiny, "Which?", Sampling(4000), cancel=cancel),
        lambda cancel: tiny.score([ChoiceQuery(chat(f"{n}")) for n in range(9999)], cancel=cancel),
    ):
        cancel = threading.Event()
        threading.Timer(0.2, cancel.set).start()
        started = time.monotonic()
        with pytest.raises(Cancelled):
            work(cancel)
        assert time.monotonic() - started < 1.2
    cancel.set()
    with tiny._turn(lambda: None), pytest.raises(Cancelled):
        said(tiny, "Which?", cancel=cancel)
    assert said(tiny, "Which?")  # the engine still works


def test_an_abandoned_answer_frees_the_engine(tiny):
    answer = tiny.stream(chat("Which?"), Sampling(4000))
    next(answer)
    answer.close()
    assert said(tiny, "Which?", Sampling(3)) is not None


def test_threads_share_the_engine(tiny):
    answers = {}

    def ask(prompt):
        answers[prompt] = said(tiny, prompt)

    threads = [threading.Thread(target=ask, args=(f"Which of {n}?",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {f"Which of {n}?": said(tiny, f"Which of {n}?") for n in range(4)}


def test_too_long_a_prompt_is_one_sentence(tiny):
    with pytest.raises(InvalidInput, match=r"tokens long and the model reads 2048\."):
        said(tiny, "word " * 5000)


def test_usage_counts_tokens_and_time(tiny):
    before = tiny.usage
    said(tiny, "Which?", Sampling(max_tokens=5))
    assert tiny.usage.completion_tokens == before.completion_tokens + 5
    assert tiny.usage.prompt_tokens > before.prompt_tokens
    assert tiny.usage.tokens_per_second > 0


def test_nf4_on_this_device_answers_and_takes_less_memory(tiny_folder):
    import torch

    engine = TransformersEngine(tiny_folder, name="tiny", precision="NF4")
    try:
        assert engine.info.precision == "NF4"
        layer = engine._model.model.layers[0].mlp.up_proj
        assert type(layer).__name__ == "Linear4bit"
        assert layer.weight.numel() * layer.weight.element_size() == 64 * 128 // 2
        assert layer.compute_dtype == torch.bfloat16
        assert layer.weight.quant_state.nested
        assert json.loads(said(engine, "Answer.", Sampling(300), schema=SCHEMA))
        assert engine.score([ChoiceQuery(chat("Yes or No?"))])[0].choices == ("Yes", "No")
    finally:
        engine.close()


def test_a_lora_adapter_changes_the_answers_and_is_named(tiny_folder, tiny, tmp_path):
    import torch
    from peft import LoraConfig, get_peft_model
    from transformers import AutoModelForCausalLM

    plain = AutoModelForCausalLM.from_pretrained(tiny_folder)
    adapted = get_peft_model(
        plain, LoraConfig(r=4, target_modules=["q_proj", "up_proj"], init_lora_weights=False)
    )
    torch.manual_seed(3)
    adapted.save_pretrained(tmp_path / "lora")
    engine = TransformersEngine(tiny_folder, name="tiny", adapter=tmp_path / "lora")
    try:
        assert engine.info.model == "tiny with lora"
        query = ChoiceQuery(chat("Yes or No?"))
        assert engine.score([query])[0].margin != tiny.score([query])[0].margin
        assert said(engine, "Which?")
    finally:
        engine.close()
    with pytest.raises(InvalidInput, match=r"The adapter in .* does not fit this model"):
        TransformersEngine(tiny_folder, name="tiny", adapter=tmp_path / "missing")


def test_memory_is_estimated_by_hand_and_compared_before_loading(tiny_folder, monkeypatch):
    from transformers import AutoConfig

    config = AutoConfig.from_pretrained(tiny_folder)
    sizes = transformers_loading.Sizes.of(config)
    # A layer: q 64x64, k and v 64x32 each, o 64x64; gate, up, down 64x128 each.
    assert sizes.quantised == 2 * (64 * 64 * 2 + 64 * 32 * 2 + 64 * 128 * 3)
    # Embedding and head, biases of q, k, v, two norms a layer and the last norm.
    assert sizes.kept == 2 * config.vocab_size * 64 + 2 * (64 + 32 + 32 + 2 * 64) + 64
    assert sizes.cache_bytes_per_token == 2 * 2 * 2 * 16
    needed = sizes.bytes_needed("NF4", "cuda", 1000)
    assert (
        needed == int(sizes.quantised * 4.127 / 8 + sizes.kept * 2 + 128 * 1000 * 2) + 900_000_000
    )
    monkeypatch.setattr(transformers_loading, "free_bytes", lambda device: 100_000_000)
    with pytest.raises(Unavailable, match=r"needs about 0\.2 GB of memory and 0\.1 GB are free"):
        TransformersEngine(tiny_folder, name="tiny")


def test_a_large_model_without_cuda_offers_the_cpu_engine(tiny_folder, monkeypatch):
    import torch

    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(transformers_loading, "CPU_PARAMETERS", 1000)
    with pytest.raises(Unavailable, match=r"no CUDA device.*ASKWRIGHT_ENGINE=llama\.cpp"):
        TransformersEngine(tiny_folder, name="tiny")


def test_unknown_precision_and_damaged_folder_are_said(tiny_folder, tmp_path):
    with pytest.raises(InvalidInput, match="no precision called 'int3'"):
        TransformersEngine(tiny_folder, name="tiny", precision="int3")
    with pytest.raises(Unavailable, match="cannot be read"):
        TransformersEngine(tmp_path, name="nothing")


def test_closed_engine_says_so(tiny_folder):
    engine = TransformersEngine(tiny_folder, name="tiny")
    engine.close()
    engine.close()
    with pytest.raises(Unavailable, match="unloaded"):
        said(engine, "Which?")
