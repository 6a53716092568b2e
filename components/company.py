"""Who else has this draft open, and whether it was changed elsewhere since it was drawn."""

import streamlit as st

from components.moments import moment
from components.plain import plain
from components.sign_in import login_is_on, person
from components.workbench import Bench, window, workshop
from services.errors import AskwrightError
from services.store.repository import Glance, Present

POLL_SECONDS = 10.0


@st.fragment(run_every=POLL_SECONDS, key="company")
def company(bench: Bench) -> None:
    """Tell the others that this window is here, and this window what they do."""
    repository = workshop().repository
    try:
        others = repository.be_present(bench.id, window())
        news = repository.glance(bench.id)
    except AskwrightError:
        # Said where it matters, when something is to be read or saved.
        return
    if others:
        st.markdown(f":blue-badge[:material/group: {_who(others)}]")
    # What the model makes is followed by the panel of its job.
    if news.revision != bench.draft.revision and news.author != "model":
        _changed(news)


def names_of(people: set[str]) -> dict[str, str]:
    """What each person is called on the page; oneself is "You"."""
    known = workshop().repository.names(people)
    return {each: "You" if each == person().id else known.get(each, each) for each in people}


def _who(others: list[Present]) -> str:
    if not login_is_on():
        return "This draft is also open in another window"
    people = {other.person for other in others}
    said = sorted(names_of(people - {person().id}).values())
    if not said:
        return "You have this draft open in another window too"
    shown = plain(", ".join(said), limit=80)
    return f"{shown} {'has' if len(said) == 1 else 'have'} this draft open too"


def _changed(news: Glance) -> None:
    by = names_of({news.author})[news.author] if login_is_on() else "You"
    where = "in another window" if by == "You" else "meanwhile"
    with st.container(horizontal=True, vertical_alignment="center", key="company:news"):
        st.markdown(
            f":orange-badge[:material/sync: Changed {where}] "
            f"{plain(by)}, {moment(news.when)}: {plain(news.what, limit=80)}",
            width="stretch",
        )
        # A press draws the whole page again: nothing is taken over while one is typing.
        st.button("Show it", icon=":material/visibility:", key="company:show", on_click=_redraw)


def _redraw() -> None:
    st.rerun()
