"""The parts of the models page: what is in use, what could be, how each part is doing."""

import psutil
import streamlit as st

from components.job_panel import show_job, submit
from components.plain import plain
from components.sign_in import person
from components.workbench import workshop
from services import health
from services.health import Condition
from services.jobs import JobView
from services.llm import catalog, weights
from services.llm.catalog import CatalogEntry

GIGABYTE = 1e9
ICONS = {
    Condition.READY: ":green-badge[:material/check_circle: Ready]",
    Condition.OFF: ":gray-badge[:material/toggle_off: Off]",
    Condition.MISSING: ":red-badge[:material/error: Missing]",
}


def in_use() -> None:
    """Which engine, model, precision, device, memory and speed, and how busy it is."""
    shop = workshop()
    st.header("In use")
    st.markdown(f":material/memory: **{plain(shop.model_status())}**")
    engine = shop.host.loaded
    speed = engine.usage.tokens_per_second if engine is not None else None
    memory = psutil.Process().memory_info().rss
    waiting = [job for job in shop.jobs.live_jobs() if job.kind != "models.fetch"]
    with st.container(horizontal=True):
        st.metric(
            "Writing speed",
            f"{speed:.0f} tokens/s" if speed is not None else "not measured yet",
            help="A token is about three quarters of an English word. Measured on the work "
            "done since the model was loaded.",
            border=True,
        )
        st.metric(
            "Memory of the app",
            f"{memory / GIGABYTE:.1f} GB",
            help="All of this app in this machine's memory now, the loaded model included.",
            border=True,
        )
        st.metric(
            "In the queue",
            f"{len(waiting)} job{'' if len(waiting) == 1 else 's'}",
            help="The model works on one job after the other; people take turns.",
            border=True,
        )
    if engine is not None:
        _details(engine)


def _details(engine: object) -> None:
    from services.llm.base import Engine

    assert isinstance(engine, Engine)
    info = engine.info
    st.markdown(
        f"{plain(info.engine)} runs {plain(info.model)} in {plain(info.precision)} on "
        f"{plain(info.device)} and reads up to {info.context_length:,} tokens at once."
    )
    for missing in info.capabilities.missing:
        st.markdown(f":orange-badge[:material/warning: Switched off] {plain(missing)}")


def try_it() -> None:
    """A box to ask the model anything; what it says is shown as text, never as a page."""
    st.header("Try it")
    with st.form("try", border=False):
        prompt = st.text_area("Ask the model", "Name three rivers in Africa.", height=80)
        if st.form_submit_button("Ask", icon=":material/send:") and prompt.strip():
            job = submit("models.try", prompt=prompt)
            st.session_state["try_job"] = job.id if job is not None else None
    if job_id := st.session_state.get("try_job"):
        job = workshop().jobs.view(job_id)
        show_job(job, key="try", partial=_answer)
        if not job.live:
            _answer(job)


def _answer(job: JobView) -> None:
    with st.container(border=True):
        st.text(job.text or "(nothing yet)")


def catalogue() -> None:
    """Every model that writes, with what it costs; fetch it or change to it."""
    st.header("Models you can use")
    if not person().is_local:
        st.markdown("Which one a shared workspace uses is chosen by its administrator.")
    for entry in catalog.entries():
        if entry.role == "text":
            _card(entry)


def _card(entry: CatalogEntry) -> None:
    shop = workshop()
    fetched = weights.path_of(entry.name, shop.settings.models_dir) is not None
    using = shop.in_use.engine == entry.engine and shop.model_name == entry.name
    with st.container(border=True, key=f"model:{entry.name}"):
        state = ""
        if using:
            state = ":green-badge[:material/check: In use]"
        elif fetched:
            state = ":blue-badge[:material/download_done: Fetched]"
        st.markdown(f"**{entry.title}** {state}")
        st.markdown(entry.note)
        memory = ", ".join(f"{b / GIGABYTE:.1f} GB in {p}" for p, b in entry.memory.items())
        st.markdown(
            f"Download {entry.size_bytes / GIGABYTE:.1f} GB · memory {memory} · "
            f"engine {entry.engine} · [{entry.licence}]({entry.licence_url})"
        )
        _buttons(entry, fetched=fetched, using=using)


def _buttons(entry: CatalogEntry, *, fetched: bool, using: bool) -> None:
    job = next(
        (j for j in workshop().jobs.live_jobs() if j.payload.get("name") == entry.name), None
    ) or _latest(entry.name)
    if job is not None:
        show_job(job, key=f"model:{entry.name}:job", done="Done.")
        if job.live:
            return
    if not person().is_local:
        return
    with st.container(horizontal=True):
        if not fetched:
            st.button(
                f"Fetch under {entry.licence}",
                key=f"fetch:{entry.name}",
                icon=":material/download:",
                on_click=_start,
                args=("models.fetch", entry.name),
            )
        if not using:
            st.button(
                "Use it" if fetched else "Fetch and use it",
                key=f"use:{entry.name}",
                icon=":material/swap_horiz:",
                on_click=_start,
                args=("models.use", entry.name),
            )


def _start(kind: str, name: str) -> None:
    job = submit(kind, name=name)
    if job is not None:
        st.session_state[f"model_job:{name}"] = job.id


def _latest(name: str) -> JobView | None:
    job_id = st.session_state.get(f"model_job:{name}")
    return workshop().jobs.view(job_id) if job_id else None


def health_table() -> None:
    """How each other part is doing, in words."""
    st.header("The other parts")
    for part in health.parts(workshop().settings):
        st.markdown(f"{ICONS[part.condition]} **{part.part}**: {part.sentence}")
