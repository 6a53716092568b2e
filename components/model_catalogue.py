"""The models page, what could be at work: every model of the catalogue, and adapters."""

from pathlib import Path
from typing import Any

import streamlit as st

from components.job_panel import show_job, submit
from components.plain import plain
from components.sign_in import person
from components.workbench import workshop
from services import health
from services.jobs import JobView
from services.llm import adapters, catalog, weights
from services.llm.adapters import Adapter
from services.llm.catalog import CatalogEntry
from services.settings import EngineName

GIGABYTE = 1e9


def catalogue() -> None:
    """Every model that writes, with what it costs; fetch it or change to it."""
    st.header("Models you can use")
    _who_chooses()
    for entry in _of(EngineName.LLAMA_CPP):
        _card(entry)
    with st.expander("For a graphics card from NVIDIA", icon=":material/developer_board:"):
        st.markdown("They are loaded in 4 bits and need such a card in this machine.")
        if not health.has_gpu():
            st.markdown(":gray-badge[:material/toggle_off: Off] This machine has none.")
        for entry in _of(EngineName.TRANSFORMERS):
            _card(entry, runs_here=health.has_gpu())
    with st.expander("On a server", icon=":material/dns:"):
        st.markdown(
            "Several cards, several machines or a hosted model: set `ASKWRIGHT_ENGINE=openai` and "
            "`ASKWRIGHT_SERVER_URL` before the app starts. Your texts are then sent to that "
            "server. `docs/models.md` has an example."
        )


def _who_chooses() -> None:
    if not person().is_local:
        st.markdown("Which one a shared workspace uses is chosen by its administrator.")
    elif workshop().model_is_set_outside:
        st.markdown(
            "The model is set from outside (`ASKWRIGHT_ENGINE` or `ASKWRIGHT_MODEL`). Unset those "
            "to choose one here; fetching works all the same."
        )


def _of(engine: EngineName) -> list[CatalogEntry]:
    return [e for e in catalog.entries() if e.role == "text" and e.engine == engine]


def _card(entry: CatalogEntry, *, runs_here: bool = True) -> None:
    shop = workshop()
    fetched = weights.path_of(entry.name, shop.settings.models_dir) is not None
    using = shop.in_use.engine == entry.engine and shop.model_name == entry.name
    with st.container(border=True, key=f"model:{entry.name}"):
        state = ""
        if using:
            state = ":green-badge[:material/check: In use]"
        elif fetched:
            state = ":blue-badge[:material/download_done: On this machine]"
        st.markdown(f"**{entry.title}** {state}")
        st.markdown(entry.note)
        needs = f"{entry.memory[entry.precision] / GIGABYTE:.1f} GB of memory ({entry.precision})"
        st.markdown(
            f":material/download: {entry.size_bytes / GIGABYTE:.1f} GB to download · "
            f":material/memory: {needs} · licence [{entry.licence}]({entry.licence_url})"
        )
        if runs_here:
            _buttons(entry, fetched=fetched, using=using)


def _buttons(entry: CatalogEntry, *, fetched: bool, using: bool) -> None:
    job = next(
        (j for j in workshop().jobs.live_jobs() if j.payload.get("name") == entry.name), None
    ) or _latest(f"model_job:{entry.name}")
    if job is not None:
        show_job(job, key=f"model:{entry.name}:job", doing="{note}", done="Done.")
        if job.live:
            return
    if not person().is_local:
        return
    may_use = not using and not workshop().model_is_set_outside
    with st.container(horizontal=True):
        if may_use:
            _button(
                "Use it" if fetched else "Fetch and use it",
                ":material/swap_horiz:",
                entry.name,
                "models.use" if fetched else "models.fetch",
                **({} if fetched else {"use": True}),
            )
        if not fetched:
            _button("Fetch only", ":material/download:", entry.name, "models.fetch")


def _button(label: str, icon: str, name: str, kind: str, **more: Any) -> None:
    def start() -> None:
        job = submit(kind, name=name, **more)
        if job is not None:
            st.session_state[f"model_job:{name}"] = job.id

    st.button(label, key=f"{label}:{name}", icon=icon, on_click=start)


def _latest(key: str) -> JobView | None:
    job_id = st.session_state.get(key)
    return workshop().jobs.view(job_id) if job_id else None


def adapter_choice() -> None:
    """LoRA adapters in the data folder or elsewhere, and which one is on the model."""
    st.header("Adapters")
    st.markdown(
        "An adapter is a small file that changes how a model writes: made by fine-tuning "
        "(`docs/training.md`) on questionnaires or hints, your own accepted ones too."
    )
    shop = workshop()
    attached = shop.in_use.adapter
    if attached is not None:
        st.markdown(f":green-badge[:material/check: On the model] **{plain(attached.name)}**")
    if (job := _latest("adapter_job")) is not None:
        show_job(job, key="adapter:job", doing="{note}", done="Done.")
    if not person().is_local:
        return
    if shop.settings.adapter is not None:
        st.markdown("It is set from outside (`ASKWRIGHT_ADAPTER`).")
        return
    if attached is not None:
        st.button(
            "Take it off",
            icon=":material/link_off:",
            key="adapter:off",
            on_click=_put_on,
            args=("",),
        )
    for adapter in adapters.found(shop.settings.data_dir / adapters.FOLDER):
        if adapter.path != attached:
            _adapter_card(adapter, fits=adapter.engine == shop.in_use.engine)
    _by_path()


def _adapter_card(adapter: Adapter, *, fits: bool) -> None:
    with st.container(border=True, key=f"adapter:{adapter.path.name}"):
        st.markdown(f"**{plain(adapter.name)}** for {plain(adapter.needs)}")
        if adapter.note:
            st.markdown(plain(adapter.note))
        if fits:
            st.button(
                "Put it on",
                icon=":material/link:",
                key=f"adapter:on:{adapter.path.name}",
                on_click=_put_on,
                args=(str(adapter.path),),
            )
        else:
            st.markdown("The model in use cannot take it: it is for another engine.")


def _by_path() -> None:
    with st.form("adapter:path", border=False):
        path = st.text_input(
            "Folder or .gguf file of another adapter", placeholder="/path/to/adapter"
        )
        if st.form_submit_button("Put it on", icon=":material/link:") and path.strip():
            _put_on(str(Path(path.strip())))
            st.rerun()


def _put_on(path: str) -> None:
    job = submit("models.adapt", path=path)
    if job is not None:
        st.session_state["adapter_job"] = job.id
