"""From files to an adapter at work, on a tiny model with random weights."""

import json
from pathlib import Path

import pytest

from scripts import fine_tuning_check, gpu_check
from services.errors import InvalidInput, Unavailable
from services.llm import adapters, transformers_scoring
from services.llm.base import Message
from services.llm.structured import generate
from services.llm.transformers_engine import TransformersEngine
from services.questionnaire.direct import Questions
from services.settings import EngineName, Settings
from tests.llm.tiny_model import write_tiny_model
from training.fine_tuning import conversations, course, lora, recipe, tokens
from training.fine_tuning.__main__ import fine_tune, main
from training.fine_tuning.conversations import Conversation
from training.fine_tuning.recipe import Recipe

TEN = Path(conversations.__file__).parents[1] / "data" / "ten_questionnaires.json"
QUICK = Recipe(learning_rate=0.03, epochs=6, batch=3, max_tokens=2000, dropout=0.0, patience=9)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_model(tmp_path_factory.mktemp("pupil"), spread=0.2)


@pytest.fixture(scope="module")
def tuned(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("adapters") / "ten"
    fine_tune([TEN], model=str(folder), out=out, recipe=QUICK, device_batch=3)
    return out


def answer_loss(engine: TransformersEngine, talk: Conversation) -> float:
    """Mean loss in nats of the answer's tokens, as the engine itself reads them."""
    row = tokens.row_of(talk, engine._tokenizer)
    start = row["labels"].index(next(t for t in row["labels"] if t != tokens.NOT_LEARNT))
    prompts = [row["input_ids"][:end] for end in range(start, len(row["input_ids"]))]
    found = transformers_scoring.next_token_logprobs(engine._model, prompts, lambda done: None)
    wanted = row["input_ids"][start:]
    return -sum(float(f[token]) for f, token in zip(found, wanted, strict=True)) / len(wanted)


def test_the_loss_falls_by_half_and_everything_is_written_down(tuned: Path) -> None:
    record = json.loads((tuned / "training.json").read_text())
    outcome = record["outcome"]
    assert outcome["learnt_after"] < outcome["learnt_before"] / 2
    assert outcome["held_out_after"] < outcome["held_out_before"] * 0.75
    assert record["conversations"] == {"learnt": 9, "held_out": 1, "too_long": 0}
    assert [epoch for epoch, _, _ in outcome["losses"]] == [1, 2, 3, 4, 5, 6]
    assert record["data"][0]["name"] == "ten_questionnaires.json"
    assert record["recipe"]["learning_rate"] == 0.03
    assert 0 < record["parameters"]["trained"] < record["parameters"]["all"]
    card = (tuned / "README.md").read_text()
    assert f"{outcome['learnt_before']:.3f} | {outcome['learnt_after']:.3f}" in card
    assert str(TEN.parent) not in card + (tuned / "training.json").read_text()


def test_the_adapter_works_through_the_engine(tuned: Path, folder: Path) -> None:
    (adapter,) = adapters.found(tuned.parent)
    assert (adapter.name, adapter.engine) == ("ten", EngineName.TRANSFORMERS)
    assert adapter.note.startswith("Learnt from 10 documents; held-out loss ")
    ((talk,), *_) = conversations.read(TEN)
    plain = TransformersEngine(folder, name="tiny", context_length=4096)
    before = answer_loss(plain, talk)
    plain.close()
    engine = TransformersEngine(folder, name="tiny", context_length=4096, adapter=adapter.path)
    try:
        assert engine.info.model == "tiny with ten"
        assert answer_loss(engine, talk) < before / 2
        made = generate(engine, talk.messages, Questions, max_repairs=2)
        assert made.value.questions
    finally:
        engine.close()


def test_it_goes_on_after_the_last_epoch(folder: Path, tmp_path: Path) -> None:
    short = Recipe(learning_rate=0.02, epochs=1, batch=10, dropout=0.0)
    more = Recipe(learning_rate=0.02, epochs=2, batch=10, dropout=0.0)
    out = tmp_path / "resumed"
    first = fine_tune([TEN], model=str(folder), out=out, recipe=short, device_batch=10)
    with pytest.raises(InvalidInput, match="holds an adapter already"):
        fine_tune([TEN], model=str(folder), out=out, recipe=more)
    second = fine_tune([TEN], model=str(folder), out=out, recipe=more, device_batch=10, resume=True)
    assert (first["outcome"]["steps"], second["outcome"]["steps"]) == (1, 2)
    assert second["outcome"]["losses"][0] == first["outcome"]["losses"][0]  # the epoch before
    with pytest.raises(InvalidInput, match="nothing to resume"):
        course._last(tmp_path / "nothing")


def test_it_stops_when_the_held_out_loss_no_longer_falls(folder: Path, tmp_path: Path) -> None:
    still = Recipe(learning_rate=0.0, epochs=6, batch=10, dropout=0.0, patience=1)
    record = fine_tune([TEN], model=str(folder), out=tmp_path / "x", recipe=still, device_batch=10)
    assert record["outcome"]["stopped_early"] is True
    assert record["outcome"]["epochs"] == 2


def test_only_the_answer_is_learnt_and_nothing_is_cut(folder: Path) -> None:
    pupil = lora.load(lora.Base(str(folder), "tiny"), QUICK)
    talk = Conversation((Message("user", "Which of these?"),), '{"a":1}')
    row = tokens.row_of(talk, pupil.tokenizer)
    learnt = [token for token in row["labels"] if token != tokens.NOT_LEARNT]
    assert pupil.tokenizer.decode(learnt) == '{"a":1}<|end|>'
    assert pupil.tokenizer.decode(row["input_ids"]).endswith('<|assistant|>{"a":1}<|end|>')
    long = Conversation(talk.messages, '{"a":1}' * 50)
    documents = [(talk,)] * 9 + [(long, talk)]
    rows = tokens.split(documents, pupil.tokenizer, max_tokens=60, share=0.2, seed=1)
    assert (len(rows.learnt) + len(rows.held_out), rows.too_long) == (10, 1)
    assert len(rows.held_out) == 2
    batch = tokens.Collator(pupil.tokenizer)([row, tokens.row_of(long, pupil.tokenizer)])
    assert batch["attention_mask"].sum(1).tolist()[0] == len(row["input_ids"])
    assert batch["labels"][0, -1] == tokens.NOT_LEARNT


def test_4_bits_are_trained_through(folder: Path) -> None:
    pupil = lora.load(lora.Base(str(folder), "tiny"), QUICK, precision="NF4")
    layer = pupil.model.base_model.model.model.layers[0].mlp.up_proj
    assert type(layer.base_layer).__name__ == "Linear4bit"
    assert layer.lora_A["default"].weight.requires_grad
    assert not layer.base_layer.weight.requires_grad
    row = tokens.row_of(Conversation((Message("user", "Which?"),), "{}"), pupil.tokenizer)
    pupil.model(**tokens.Collator(pupil.tokenizer)([row])).loss.backward()
    assert layer.lora_B["default"].weight.grad.abs().sum() > 0


def test_the_presets_are_those_of_the_papers() -> None:
    paper = recipe.preset("paper")
    assert (paper.learning_rate, paper.epochs, paper.batch, paper.max_tokens) == (
        2e-5,
        3,
        128,
        2048,
    )
    with pytest.raises(InvalidInput, match="paper, qlora, few"):
        recipe.preset("none")


def test_the_check_for_a_gpu_holds_on_the_tiny_model_and_says_when_it_was_not_run(
    folder: Path,
    tuned: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    record = json.loads((tuned / "training.json").read_text())
    monkeypatch.setattr(fine_tuning_check, "fine_tune", lambda *_, **__: record)  # it is done
    report = fine_tuning_check.checked(str(folder), tuned, QUICK)
    assert report["status"] == "passed"
    assert report["questions"]
    assert json.dumps(report)
    monkeypatch.setattr(fine_tuning_check, "no_gpu", lambda: "no CUDA device")
    assert fine_tuning_check.main([]) == 77
    assert json.loads(capsys.readouterr().out) == {"status": "not run", "reason": "no CUDA device"}


@pytest.mark.gpu
def test_on_a_real_gpu(capsys: pytest.CaptureFixture[str]) -> None:
    if (reason := gpu_check.no_gpu()) is not None:
        pytest.skip(f"not run: {reason}")
    assert fine_tuning_check.main([]) == 0
    assert json.loads(capsys.readouterr().out)["precision"] == "NF4"


def test_what_cannot_be_trained_is_said(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(InvalidInput, match="training needs weights in safetensors"):
        lora.base_of("qwen2.5-coder-1.5b-instruct", Settings())
    assert lora.base_of("Qwen/Qwen2.5-0.5B-Instruct", Settings()).name == "Qwen2.5-0.5B-Instruct"
    monkeypatch.setattr(lora, "CPU_PARAMETERS", 1000)
    with pytest.raises(Unavailable, match="too many to train without a CUDA device"):
        lora.load(lora.Base(str(folder), "tiny"), QUICK)
    assert main([str(tmp_path / "none.json"), "--model", str(folder), "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
