"""The user's own collections of questionnaires for the method that starts from similar ones."""

from typing import Any

import streamlit as st

from components.messages import show_error
from components.workbench import Bench, workshop
from services.errors import AskwrightError
from services.questionnaire import corpora as own

FOLDER = "corpora"


def corpora(bench: Bench) -> None:
    """Which collections are searched beside the one that comes with the app; add one."""
    files = own.kept(_folder())
    if files:
        st.multiselect(
            "Your collections to search as well",
            [path.name for path in files],
            default=[path.name for path in files],
            key=_key(bench),
            persist_state="session",
        )
    state = "questionnaires:corpus"
    with st.expander("Add a collection of your own", icon=":material/library_add:"):
        st.file_uploader(
            "Questionnaires as JSON lines in Qsnail's form",
            type=["jsonl", "json"],
            key=state,
            on_change=_keep,
            args=(state,),
            help='One a line: {"title", "intents", "qa": [{"question", "options"}]}. '
            "It stays on this machine.",
        )
    if isinstance(problem := st.session_state.pop("corpus_problem", None), AskwrightError):
        show_error(problem)


def chosen_corpora(bench: Bench) -> dict[str, Any]:
    """What the drafting job is told: the paths of the chosen collections, if there are any."""
    files = {path.name: str(path) for path in own.kept(_folder())}
    chosen = st.session_state.get(_key(bench), list(files))
    paths = [files[name] for name in chosen if name in files]
    return {"corpus": paths} if paths else {}


def _keep(state: str) -> None:
    file = st.session_state[state]
    if file is None:
        return
    try:
        own.keep(_folder(), file.name, file.getvalue())
    except AskwrightError as error:
        st.session_state["corpus_problem"] = error


def _folder() -> Any:
    return workshop().files_dir / FOLDER


def _key(bench: Bench) -> str:
    return f"{bench.id}:corpora"
