"""What can be done with a draft as a whole, and the way back from it."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from components.messages import shown_errors
from components.plain import plain
from components.share_dialog import share_dialog
from components.sign_in import login_is_on
from components.workbench import owner, workshop
from services.errors import AskwrightError
from services.store.repository import DraftSummary, Repository, Right, Shelf

HISTORY_PAGE = "pages/history.py"
DONE = "library:done"
RENAME, HISTORY, COPY, SHARE = "Rename", "History", "Make a copy", "Share"
ARCHIVE, UNARCHIVE, DELETE, LEAVE = (
    "Archive",
    "Take out of the archive",
    "Delete",
    "Remove from my library",
)
Undo = Callable[[Repository, str], None]


@dataclass(frozen=True, slots=True)
class Done:
    """What was done to a draft, in words, and the method of the repository that undoes it.

    `failed` when it was not done: then the words are of the error.
    """

    words: str
    draft_id: str
    undo: Undo | None = None
    failed: bool = False


def said_and_undo() -> None:
    """The last thing that was done, with Undo."""
    done = st.session_state.get(DONE)
    if not isinstance(done, Done):
        return
    with st.container(horizontal=True, vertical_alignment="center", key="library:done_line"):
        if done.failed:
            st.error(plain(done.words), icon=":material/error:")
        else:
            st.success(plain(done.words), icon=":material/check:")
        if done.undo is not None:
            st.button("Undo", icon=":material/undo:", key="library:undo", on_click=_undo)


def actions(draft: DraftSummary, where: Shelf) -> None:
    """The menu of one draft; of a deleted one, the way back and the way out."""
    if where is Shelf.DELETED:
        _deleted(draft)
        return
    chosen = st.menu_button(
        "More",
        _offered(draft, where),
        icon=":material/more_vert:",
        key=_menu(draft),
        on_click=_step,
        args=(draft,),
    )
    if chosen == RENAME:
        _rename(draft)
    elif chosen == HISTORY:
        st.switch_page(HISTORY_PAGE, query_params={"draft": draft.id})
    elif chosen == SHARE:
        with shown_errors():
            share_dialog(workshop().repository.get(draft.id))


def _menu(draft: DraftSummary) -> str:
    return f"library:{draft.id}:more"


def _offered(draft: DraftSummary, where: Shelf) -> list[str]:
    if draft.owner != owner():
        may_edit = workshop().repository.right(draft.id) >= Right.EDIT
        return [*([RENAME] if may_edit else []), HISTORY, COPY, LEAVE]
    archive = UNARCHIVE if where is Shelf.ARCHIVED else ARCHIVE
    return [RENAME, HISTORY, COPY, *([SHARE] if login_is_on() else []), archive, DELETE]


def _copy(repository: Repository, draft_id: str) -> str:
    return repository.duplicate(draft_id, owner=owner()).id


# What each does, what is said of it, and what undoes it. The first gives the draft's id to undo it
# on, where that is another one.
_STEPS: dict[str, tuple[Callable[[Repository, str], str | None], str, Undo | None]] = {
    COPY: (_copy, "was copied", Repository.delete),
    ARCHIVE: (Repository.archive, "was archived", Repository.unarchive),
    UNARCHIVE: (Repository.unarchive, "is in use again", Repository.archive),
    DELETE: (Repository.delete, "was deleted", Repository.restore),
    LEAVE: (Repository.leave, "is no longer in your library", None),
}


def _step(draft: DraftSummary) -> None:
    """Do what was chosen, unless it is something to be drawn. Before the list is read again."""
    chosen = st.session_state[_menu(draft)]
    if chosen in _STEPS:
        _do(draft, *_STEPS[chosen])


def _do(
    draft: DraftSummary,
    act: Callable[[Repository, str], str | None],
    words: str,
    undo: Undo | None,
) -> None:
    try:
        of = act(workshop().repository, draft.id) or draft.id
    except AskwrightError as error:
        st.session_state[DONE] = Done(str(error), draft.id, failed=True)
        return
    st.session_state[DONE] = Done(f"{_quoted(draft)} {words}.", of, undo)


def _quoted(draft: DraftSummary) -> str:
    return f"“{draft.title[:80] or 'Untitled'}”"


def _undo() -> None:
    done = st.session_state.pop(DONE, None)
    if not isinstance(done, Done) or done.undo is None:
        return
    try:
        done.undo(workshop().repository, done.draft_id)
    except AskwrightError as error:
        st.session_state[DONE] = Done(str(error), done.draft_id, failed=True)


def _deleted(draft: DraftSummary) -> None:
    with st.container(horizontal=True, width="content"):
        st.button(
            "Bring back",
            icon=":material/restore_from_trash:",
            key=f"library:{draft.id}:restore",
            on_click=_do,
            args=(draft, Repository.restore, "is back", Repository.delete),
        )
        pressed = st.button(
            "Erase", icon=":material/delete_forever:", key=f"library:{draft.id}:erase"
        )
    if pressed:
        _erase(draft)


@st.dialog("Rename", icon=":material/edit:")
def _rename(draft: DraftSummary) -> None:
    with st.form(f"library:{draft.id}:rename", border=False):
        title = st.text_input("Name", draft.title, max_chars=300)
        pressed = st.form_submit_button("Rename", type="primary", icon=":material/check:")
    if pressed:
        with shown_errors():
            workshop().repository.rename(draft.id, title, author=owner())
            st.session_state.pop(DONE, None)
            st.rerun()


@st.dialog("Erase for good", icon=":material/delete_forever:")
def _erase(draft: DraftSummary) -> None:
    st.markdown(
        f"**{plain(draft.title, limit=90) or 'Untitled'}** goes with its whole history and every "
        "link to it. Nothing brings it back but a backup."
    )
    if st.button("Erase it", type="primary", icon=":material/delete_forever:"):
        with shown_errors():
            workshop().repository.erase(draft.id)
            st.session_state[DONE] = Done(f"{_quoted(draft)} was erased.", draft.id)
            st.rerun()
