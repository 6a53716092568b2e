"""The history of a draft: who or what made each revision, what changed, and bringing one back."""

import streamlit as st

from components.drafts_list import ICONS, PAGES
from components.library_changes import show_changes
from components.library_people import MODEL, makers
from components.messages import show_error, shown_errors
from components.moments import moment
from components.plain import plain
from components.workbench import owner, workshop
from services.contents import rooms
from services.contents.comparison import compare
from services.errors import AskwrightError, NotFound
from services.store.repository import Glance, Revision, Right

LIBRARY = "pages/library.py"
ROWS = 15
DONE = "history:done"


def history(draft_id: str) -> None:
    """Two revisions compared on the left, every revision on the right."""
    try:
        draft = workshop().repository.glance(draft_id)
    except NotFound as error:
        show_error(error)
        st.page_link(LIBRARY, label="Back to the library", icon=":material/arrow_back:")
        return
    st.header(plain(draft.title, limit=120) or "Untitled")
    with st.container(horizontal=True):
        st.page_link(LIBRARY, label="Back to the library", icon=":material/arrow_back:")
        st.page_link(
            PAGES[draft.room],
            label="Open the draft",
            icon=ICONS[draft.room],
            query_params={"draft": draft.id},
        )
    if said := st.session_state.pop(DONE, None):
        st.success(plain(said), icon=":material/check:")
    newest = workshop().repository.history(draft.id, limit=1)[0].number
    left, right = st.columns([3, 2], gap="large")
    with left:
        _two_revisions(draft, newest)
    with right:
        _every_revision(draft, newest)


def _two_revisions(draft: Glance, newest: int) -> None:
    st.subheader("What changed")
    if newest == 1:
        st.markdown("This draft has one revision: there is nothing to compare yet.")
        return
    _choose_first_time(draft)
    with st.container(horizontal=True, gap="medium"):
        for name, label in (("from", "From revision"), ("to", "To revision")):
            with st.container():
                st.number_input(label, 1, newest, key=_chosen(draft, name), step=1)
    earlier, later = (int(st.session_state[_chosen(draft, name)]) for name in ("from", "to"))
    for number in dict.fromkeys((earlier, later)):
        _about(draft, number)
    if earlier == later:
        st.markdown("These are one and the same revision: choose another one.")
        return
    with shown_errors():
        before, after = (
            rooms.parts_of(workshop().repository.document_at(draft.id, number))
            for number in (earlier, later)
        )
        show_changes(compare(before, after), key=f"history:{draft.id}:{earlier}:{later}")


def _choose_first_time(draft: Glance) -> None:
    """At first the revision that is shown is compared with the one it was made on."""
    if _chosen(draft, "to") not in st.session_state:
        (shown,) = workshop().repository.history(draft.id, 1, before=draft.revision + 1)
        _choose(draft, shown)


def _choose(draft: Glance, revision: Revision) -> None:
    st.session_state[_chosen(draft, "from")] = revision.parent or revision.number
    st.session_state[_chosen(draft, "to")] = revision.number


def _chosen(draft: Glance, name: str) -> str:
    return f"history:{draft.id}:{name}"


def _about(draft: Glance, number: int) -> None:
    """One of the two that are compared, and the way to make it the draft again."""
    (revision,) = workshop().repository.history(draft.id, 1, before=number + 1)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(_told(revision, makers({revision.author})), width="stretch")
        if draft.right >= Right.EDIT and not revision.current:
            st.button(
                f"Bring back {number}",
                icon=":material/settings_backup_restore:",
                key=f"history:{draft.id}:back:{number}",
                on_click=_bring_back,
                args=(draft, number),
                help="The draft gets this content again, as a new revision. Nothing is lost.",
            )


def _bring_back(draft: Glance, number: int) -> None:
    try:
        now = workshop().repository.bring_back(draft.id, number, author=owner())
    except AskwrightError as error:
        st.session_state["notice"] = str(error)
        return
    if now.revision == draft.revision:
        st.session_state[DONE] = f"Revision {number} has the content that is shown already."
        return
    _choose(draft, workshop().repository.history(draft.id, 1)[0])
    st.session_state[DONE] = f"Revision {number} is shown again, as revision {now.revision}."


def _every_revision(draft: Glance, newest: int) -> None:
    st.subheader("Every revision")
    pages = -(-newest // ROWS)
    page = st.pagination(pages, key=f"history:{draft.id}:page") if pages > 1 else 1
    before = newest - (page - 1) * ROWS + 1
    listed = workshop().repository.history(draft.id, ROWS, before=before)
    names = makers({revision.author for revision in listed})
    for revision in listed:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(_told(revision, names), width="stretch")
            if revision.parent is not None:
                st.button(
                    "See",
                    icon=":material/difference:",
                    key=f"history:{draft.id}:see:{revision.number}",
                    help=f"What revision {revision.number} changed",
                    on_click=_choose,
                    args=(draft, revision),
                )


def _told(revision: Revision, names: dict[str, str]) -> str:
    """ "12 · Question reworded" and, under it, who made it and when."""
    shown = " :green-badge[:material/visibility: Shown now]" if revision.current else ""
    icon = ":material/memory:" if revision.author == MODEL else ":material/person:"
    return (
        f"**{revision.number}** · {plain(revision.what, limit=90) or 'Edited'}  \n"
        f"{icon} {plain(names[revision.author], limit=60)}, {moment(revision.created)}{shown}"
    )
