"""The room before a draft is open, and the line that chooses and adds passages."""

from collections.abc import Sequence

import streamlit as st

from components.export_dialog import export_dialog
from components.fields import WHOLE_PAGE, commit
from components.passages_import import FILES, FILES_HELP, import_passages, take_files
from components.workbench import Bench, start_draft
from services.documents import new_id
from services.reading import editing
from services.reading.example import example
from services.reading.models import Passage, PassageSet


def front() -> None:
    """One sentence, and the three ways to begin."""
    st.markdown(
        "See how hard a text is to read and, apart from it, how hard a question on it is for "
        "people, with the record of that estimate."
    )
    with st.container(horizontal=True):
        st.button(
            "Start",
            type="primary",
            icon=":material/add:",
            on_click=start_draft,
            args=(PassageSet(passages=(Passage(),)), "New set of passages"),
        )
        st.button(
            "Load an example",
            icon=":material/auto_stories:",
            on_click=lambda: start_draft(example(), "Example"),
        )
        if st.button("Paste or import", icon=":material/upload:"):
            import_passages()


def shelf(bench: Bench) -> Passage | None:
    """Which passage is looked at, and how to add one. None when there is none."""
    passages = bench.document.passages
    with st.container(horizontal=True, vertical_alignment="bottom", key="passages:shelf"):
        chosen = _choose(bench, passages)
        with st.popover("Add or remove", icon=":material/library_add:"):
            _add_or_remove(bench, chosen)
        if st.button("Export", icon=":material/download:", key=f"{bench.id}:export"):
            export_dialog(bench.document)
    return chosen


def title_of(passage: Passage, number: int) -> str:
    """What a passage is called in lists: its title, its first words, or its number."""
    words = passage.title or " ".join(passage.text.split())[:60]
    return f"{number}. {words}" if words else f"Passage {number} (empty)"


def show_passage(bench: Bench, passage_id: str) -> None:
    """Look at this passage from the next run on."""
    st.session_state[_chosen_key(bench)] = passage_id


def _choose(bench: Bench, passages: Sequence[Passage]) -> Passage | None:
    if not passages:
        st.markdown("There is no passage in this set.", width="stretch")
        return None
    names = {p.id: title_of(p, number) for number, p in enumerate(passages, start=1)}
    key = _chosen_key(bench)
    if st.session_state.get(key) not in names:
        st.session_state[key] = passages[0].id
    st.selectbox(
        f"Passage ({len(passages)} in this set)" if len(passages) > 1 else "Passage",
        list(names),
        format_func=names.__getitem__,
        key=key,
        persist_state="session",
    )
    return editing.passage_of(bench.document, st.session_state[key])


def _chosen_key(bench: Bench) -> str:
    return f"{bench.id}:passage"


def _add_or_remove(bench: Bench, chosen: Passage | None) -> None:
    st.button(
        "Add an empty passage",
        icon=":material/add:",
        on_click=_add_blank,
        args=(bench,),
        key=f"{bench.id}:add",
        width="stretch",
    )
    # A new key empties the uploader once its files are in the draft.
    round_ = st.session_state.setdefault(f"{bench.id}:uploads", 0)
    key = f"{bench.id}:upload:{round_}"
    st.file_uploader(
        "Add files",
        type=FILES,
        accept_multiple_files=True,
        help=FILES_HELP,
        key=key,
        on_change=_add_files,
        args=(bench, key),
    )
    if chosen is not None:
        st.button(
            "Remove this passage and its questions",
            icon=":material/delete:",
            on_click=commit,
            args=(
                bench,
                lambda now: editing.remove_passage(now, chosen.id),
                "Passage removed",
                WHOLE_PAGE,
            ),
            key=f"{bench.id}:remove:{chosen.id}",
            width="stretch",
            help="Undo brings it back.",
        )


def _add_blank(bench: Bench) -> None:
    passage_id = new_id()
    show_passage(bench, passage_id)
    commit(bench, lambda now: editing.add_blank(now, passage_id), "Passage added")


def _add_files(bench: Bench, key: str) -> None:
    found = take_files(st.session_state[key])
    st.session_state[f"{bench.id}:uploads"] += 1
    if found.passages:
        show_passage(bench, found.passages[0].id)
        commit(bench, lambda now: editing.add_passages(now, found.passages), "Files added")
