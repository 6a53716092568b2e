"""The models page, what is at work: the facts, how busy it is, each part's health, a box to try."""

import psutil
import streamlit as st

from components.job_panel import show_job, submit
from components.plain import plain
from components.workbench import workshop
from services import health
from services.health import Condition
from services.jobs import JobView
from services.llm.base import Engine
from services.workshop import Workshop

GIGABYTE = 1e9
POLL_SECONDS = 2.0
WORDS_A_TOKEN = 0.75
ICONS = {
    Condition.READY: ":green-badge[:material/check_circle: Ready]",
    Condition.OFF: ":gray-badge[:material/toggle_off: Off]",
    Condition.MISSING: ":red-badge[:material/error: Missing]",
}
ENGINES = {
    "llama.cpp": "llama.cpp, inside this app",
    "transformers": "transformers with bitsandbytes, inside this app",
    "openai": "a server that answers like OpenAI's",
    "deterministic": "the test engine, which is no language model",
}


def in_use() -> None:
    """Which engine, model, precision, device, memory and speed, and how busy it is."""
    st.header("In use")
    busy = any(job.lane == "model" for job in workshop().jobs.live_jobs())

    @st.fragment(run_every=POLL_SECONDS if busy else None, key="models:in_use")
    def figures() -> None:
        shop = workshop()
        st.markdown(f":material/memory: **{plain(shop.model_status())}**")
        engine = shop.host.loaded
        _metrics(shop, engine)
        if engine is not None:
            _facts(engine)

    figures()
    _measuring()


def _metrics(shop: Workshop, engine: Engine | None) -> None:
    speed = engine.usage.tokens_per_second if engine is not None else None
    memory = psutil.Process().memory_info().rss
    waiting = [job for job in shop.jobs.live_jobs() if job.lane == "model"]
    with st.container(horizontal=True):
        st.metric(
            "Writing speed",
            f"{speed:.0f} tokens/s" if speed is not None else "unknown",
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
            help="Running and waiting. The model works on one job after the other; people take "
            "turns.",
            border=True,
        )


def _facts(engine: Engine) -> None:
    """What the engine is, one fact a line, each with a word on what it means."""
    info = engine.info
    memory = "" if not info.memory_bytes else f"about {info.memory_bytes / GIGABYTE:.1f} GB"
    read = info.context_length
    facts = {
        "Engine": ENGINES.get(info.engine, info.engine),
        "Model": info.model,
        "Precision": _precision(info.precision),
        "Device": info.device,
        "Memory of the model": memory or "not known",
        "Reads at once": f"{read:,} tokens, about {read * WORDS_A_TOKEN:,.0f} English words",
        "Requests side by side": str(info.capabilities.parallel),
        "Unsure below": f"{info.capabilities.undecided_nats:g} nats: a yes/no judgement that is "
        "nearer to even counts as undecided",
    }
    rows = [f"| {name} | {plain(value)} |" for name, value in facts.items()]
    st.markdown("\n".join(["| Fact | Value |", "|---|---|", *rows]))
    for missing in info.capabilities.missing:
        st.markdown(f":orange-badge[:material/warning: Switched off] {plain(missing)}")


def _precision(name: str) -> str:
    if name.startswith("Q4") or name == "NF4":
        return f"{name}: about 4 bits for each number, a quarter of the full size"
    return name


def _measuring() -> None:
    """A measurement on request: what was done so far may have been little."""
    st.button(
        "Measure the speed",
        icon=":material/speed:",
        key="models:measure",
        help="Reads a page, writes a few lines and judges ten hints: about ten seconds, in turn "
        "with other work.",
        on_click=_start_measuring,
    )
    if job_id := st.session_state.get("measure_job"):
        job = workshop().jobs.view(job_id)
        show_job(job, key="measure")
        if job.text:
            st.markdown(f":material/speed: This machine {plain(job.text)}.")


def _start_measuring() -> None:
    job = submit("models.measure")
    if job is not None:
        st.session_state["measure_job"] = job.id


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
        if not job.live and job.text:
            _answer(job)


def _answer(job: JobView) -> None:
    with st.container(border=True):
        st.text(job.text)


def health_of_parts() -> None:
    """How each part is doing, in words."""
    st.header("How each part is doing")
    for part in health.parts(workshop()):
        st.markdown(f"{ICONS[part.condition]} **{part.part}**: {plain(part.sentence)}")
