"""The arms of a comparison: one card each."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from components.fields import choice_field, commit, number_field, text_field
from components.plain import plain
from components.questionnaire_terms import METHODS
from components.workbench import Bench, workshop
from services.compare import editing
from services.compare.models import Arm, Comparison, Subject, arm_name
from services.llm import adapters, catalog, weights
from services.settings import EngineName

IN_USE = "The model in use"
DEFAULT = "Default"
TEMPERATURES = (0.0, 0.3, 0.7, 1.0, 1.3)


def arms_panel(bench: Bench) -> None:
    """Cards to edit, and a button for one more."""
    comparison: Comparison = bench.document
    st.header("Arms")
    st.markdown("An arm is one way of doing it. Every arm works on every input below.")
    models, lora = _models(), _adapters()
    with st.grid(3, min_column_width=280, border=True) as cards:
        for arm in comparison.arms:
            with cards.cell():
                _card(bench, comparison, arm, models, lora)
    st.button(
        "Add an arm",
        icon=":material/add:",
        key=f"{bench.id}:arm:add",
        disabled=not bench.may_edit or len(comparison.arms) >= editing.MOST_ARMS,
        on_click=commit,
        args=(bench, editing.add_arm, "Arm added"),
        help="Like the last one, with the next seed.",
    )


def _card(
    bench: Bench, comparison: Comparison, arm: Arm, models: dict[str, str], lora: dict[str, str]
) -> None:
    st.subheader(plain(arm_name(comparison, arm), limit=40))

    def change(name: str) -> Callable[[Any], Callable[[Comparison], Comparison]]:
        return lambda value: lambda now: editing.set_arm(now, arm.id, **{name: value})

    key = f"arm:{arm.id}"
    text_field(bench, "Name", arm.name, change("name"), key=f"{key}:name", what="Arm named")
    if comparison.subject is Subject.QUESTIONNAIRES:
        choice_field(
            bench,
            "Method",
            list(METHODS),
            arm.method,
            change("method"),
            key=f"{key}:method",
            what="Method",
            format_func=lambda method: METHODS[method][0],
        )
    _model_fields(bench, arm, models, lora, change)
    _sampling_fields(bench, comparison, arm, change)
    if len(comparison.arms) > 1:
        st.button(
            "Remove",
            icon=":material/delete:",
            key=f"{bench.id}:{key}:remove",
            disabled=not bench.may_edit,
            on_click=commit,
            args=(bench, lambda now: editing.remove_arm(now, arm.id), "Arm removed"),
            help="Undo brings it back.",
        )


def _model_fields(
    bench: Bench,
    arm: Arm,
    models: dict[str, str],
    lora: dict[str, str],
    change: Callable[[str], Callable[[Any], Callable[[Comparison], Comparison]]],
) -> None:
    """A model or adapter that is gone from this machine stays in the list, named as it was."""
    choice_field(
        bench,
        "Model",
        list(models | {arm.model: models.get(arm.model, arm.model)}),
        arm.model,
        change("model"),
        key=f"arm:{arm.id}:model",
        what="Model",
        format_func=lambda name: models.get(name, f"{name} (not on this machine)"),
    )
    if lora or arm.adapter:
        named = {"": "None", arm.adapter: Path(arm.adapter).name or "None", **lora}
        choice_field(
            bench,
            "Adapter",
            list(named),
            arm.adapter,
            change("adapter"),
            key=f"arm:{arm.id}:adapter",
            what="Adapter",
            format_func=named.__getitem__,
            help="A fine-tuned addition to the model (LoRA); it fits the model it was made for.",
        )


def _sampling_fields(
    bench: Bench,
    comparison: Comparison,
    arm: Arm,
    change: Callable[[str], Callable[[Any], Callable[[Comparison], Comparison]]],
) -> None:
    if comparison.subject is Subject.ITEMS:
        st.markdown("Answers are read off the model's probabilities: no seed, no temperature.")
        return
    left, right = st.columns(2)
    with left:
        number_field(
            bench,
            "Seed",
            arm.seed,
            change("seed"),
            key=f"arm:{arm.id}:seed",
            what="Seed",
            min_value=0,
            max_value=1_000_000,
            step=1,
            help="Another seed, another draft; the same seed gives the same again.",
        )
    with right:
        words = [DEFAULT, *(f"{each:g}" for each in sorted({*TEMPERATURES, *_own(arm)}))]
        choice_field(
            bench,
            "Temperature",
            words,
            DEFAULT if arm.temperature is None else f"{arm.temperature:g}",
            lambda word: change("temperature")(None if word == DEFAULT else float(word)),
            key=f"arm:{arm.id}:temperature",
            what="Temperature",
            help="How freely the model chooses words. Default: each step of the method has the "
            "one it was made for.",
        )


def _own(arm: Arm) -> tuple[float, ...]:
    return () if arm.temperature is None else (arm.temperature,)


def _models() -> dict[str, str]:
    """Catalogue name -> title, of the text models whose weights are here."""
    shop = workshop()
    found = {"": IN_USE}
    if shop.in_use.engine in (EngineName.LLAMA_CPP, EngineName.TRANSFORMERS):
        for entry in catalog.entries():
            if entry.role == "text" and weights.path_of(entry.name, shop.settings.models_dir):
                found[entry.name] = entry.title
    return found


def _adapters() -> dict[str, str]:
    """Path -> name and what it fits."""
    found = adapters.found(workshop().settings.data_dir / adapters.FOLDER)
    return {str(each.path): f"{each.name}, for {each.needs}" for each in found}
