"""All drafts of the three rooms: found, sorted, and what can be done with each."""

import streamlit as st

from components.drafts_list import ICONS, PAGES
from components.library_actions import actions, said_and_undo
from components.library_people import makers
from components.messages import shown_errors
from components.moments import moment
from components.plain import plain
from components.workbench import owner, workshop
from services.store.repository import DraftSummary, Found, Order, Search, Shelf

ALL = "all"
ROOMS = {room: room.capitalize() for room in PAGES}
SHELVES = {Shelf.IN_USE: "In use", Shelf.ARCHIVED: "Archived", Shelf.DELETED: "Deleted"}
ORDERS = {
    Order.EDITED: "Last edited first",
    Order.CREATED: "Newest first",
    Order.TITLE: "By title",
}
EMPTY = {
    Shelf.IN_USE: "Nothing yet. Open a room and start, or begin with an example below.",
    Shelf.ARCHIVED: "Nothing is archived. Archiving takes a draft out of the way and keeps it.",
    Shelf.DELETED: "Nothing is deleted. What you delete stays here until you erase it.",
}
ROWS = 12
# A link to a page is one line that is cut off at the end: titles here are read to theirs.
_WHOLE_TITLES = """<style>
.st-key-library-list [data-testid="stPageLink-NavLink"] { padding-inline: 0; height: auto; }
.st-key-library-list [data-testid="stPageLink-NavLink"] * { white-space: normal; }
</style>"""


@st.fragment(key="library:shelf")
def shelf() -> None:
    """Search, filters and the drafts: a fragment, so that a word typed redraws only them."""
    search = _search()
    # Another search begins at its first page.
    pages = f"library:page:{search.text}\n{search.room}\n{search.shelf}\n{search.order}"
    found = _page(search, pages)
    said_and_undo()
    st.markdown(_counted(search, found))
    names = makers({draft.owner for draft in found.drafts})
    with st.container(key="library:list"):
        st.html(_WHOLE_TITLES)
        for draft in found.drafts:
            _row(draft, search.shelf, names)
    if found.total > ROWS:
        st.pagination(_pages(found), key=pages)


def _page(search: Search, key: str) -> Found:
    """The page that was chosen, or the last one where that is gone by now."""
    page = int(st.session_state.get(key, 1))
    found = workshop().repository.find(search, owner(), page=page, size=ROWS)
    if page > _pages(found):
        st.session_state[key] = _pages(found)
        found = workshop().repository.find(search, owner(), page=_pages(found), size=ROWS)
    return found


def _pages(found: Found) -> int:
    return max(1, -(-found.total // ROWS))


def _search() -> Search:
    with st.container(horizontal=True, vertical_alignment="bottom", key="library:search"):
        text = st.text_input(
            "Search titles and texts",
            key="find",
            live="400ms",
            bind="query-params",
            icon=":material/search:",
            max_chars=200,
            width="stretch",
        )
        room = st.selectbox(
            "Room",
            [ALL, *ROOMS],
            key="room",
            bind="query-params",
            format_func=lambda name: ROOMS.get(name, "All rooms"),
            width=190,
        )
        order = st.selectbox(
            "Order",
            list(Order),
            key="order",
            bind="query-params",
            format_func=ORDERS.__getitem__,
            width=190,
        )
    return Search(
        text,
        None if room == ALL else room,
        _which_drafts(),
        Order(order or Order.EDITED),
    )


def _which_drafts() -> Shelf:
    chosen = st.segmented_control(
        "Which drafts",
        list(Shelf),
        default=Shelf.IN_USE,
        required=True,
        key="shelf",
        bind="query-params",
        format_func=SHELVES.__getitem__,
        label_visibility="collapsed",
    )
    return Shelf(chosen or Shelf.IN_USE)


def _counted(search: Search, found: Found) -> str:
    if not found.total and not search.text.strip() and search.room is None:
        return EMPTY[search.shelf]
    counted = f"{found.total} {'draft' if found.total == 1 else 'drafts'}"
    if search.text.strip():
        return f"{counted} with {plain(f'“{search.text}”', limit=80)}"
    return counted


def _row(draft: DraftSummary, where: Shelf, names: dict[str, str]) -> None:
    title = plain(draft.title, limit=90) or "Untitled"
    with st.container(
        border=True, horizontal=True, vertical_alignment="center", key=f"library:{draft.id}"
    ):
        with st.container(gap="xxsmall"):
            if where is Shelf.DELETED:
                st.markdown(f"{ICONS[draft.room]} {title}")
            else:
                st.page_link(
                    PAGES[draft.room],
                    label=title,
                    icon=ICONS[draft.room],
                    query_params={"draft": draft.id},
                )
            st.markdown(f":small[{_about(draft, where, names)}]")
        with shown_errors():
            actions(draft, where)


def _about(draft: DraftSummary, where: Shelf, names: dict[str, str]) -> str:
    said = [ROOMS[draft.room], f"edited {moment(draft.updated)}"]
    if where is Shelf.DELETED and draft.deleted:
        said.append(f"deleted {moment(draft.deleted)}")
    elif where is Shelf.ARCHIVED and draft.archived:
        said.append(f"archived {moment(draft.archived)}")
    if draft.owner != owner():
        said.append(f"shared by {plain(names[draft.owner], limit=60)}")
    return " · ".join(said)
