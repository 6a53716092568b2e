"""Sharing a draft by link: to read or to edit, and to end again."""

from urllib.parse import urlencode, urlsplit

import streamlit as st

from components.company import names_of
from components.messages import shown_errors
from components.moments import moment
from components.plain import plain
from components.sign_in import login_is_on
from components.workbench import workshop
from services.store.repository import Draft, Link, Right

ALLOWS = {Right.VIEW: "read", Right.EDIT: "edit"}


def may_share(draft: Draft) -> bool:
    """Links lead to people who sign in, so without a login there is nothing to share."""
    return login_is_on() and draft.right >= Right.OWN


@st.dialog("Share", width="large", icon=":material/share:")
def share_dialog(draft: Draft) -> None:
    """Make a link, see who came by which, end one."""
    st.markdown(
        "Whoever signs in and opens a link may read or edit this draft and its history. "
        "Nobody else can, whatever they guess."
    )
    fresh = f"{draft.id}:fresh_link"
    with st.container(horizontal=True):
        for right, icon in ((Right.VIEW, ":material/visibility:"), (Right.EDIT, ":material/edit:")):
            if st.button(
                f"New link to {ALLOWS[right]}", icon=icon, key=f"{draft.id}:share:{right}"
            ):
                with shown_errors():
                    secret = workshop().repository.share(draft.id, right)
                    st.session_state[fresh] = (ALLOWS[right], _address(draft, secret))
    if fresh in st.session_state:
        allows, address = st.session_state[fresh]
        st.markdown(f"Copy this link to {allows} now: it is shown only here and only this time.")
        st.code(address, language=None, wrap_lines=True)
    with shown_errors():
        _links(draft, workshop().repository.links(draft.id))


def _links(draft: Draft, links: list[Link]) -> None:
    if not links:
        st.markdown("There is no link yet: only you can open this draft.")
        return
    st.subheader("Links that work")
    names = names_of({person for link in links for person in link.opened_by})
    for link in links:
        opened = ", ".join(names[person] for person in link.opened_by)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(
                f"To **{ALLOWS[link.right]}**, made {moment(link.created)}. "
                f"{f'Opened by {plain(opened)}.' if opened else 'Not opened yet.'}",
                width="stretch",
            )
            if st.button(
                "End this link",
                icon=":material/link_off:",
                key=f"{draft.id}:end:{link.id}",
                help="It opens nothing any more, not for those either who came by it.",
            ):
                workshop().repository.revoke(draft.id, link.id)
                st.session_state.pop(f"{draft.id}:fresh_link", None)
                st.rerun(scope="fragment")


def _address(draft: Draft, secret: str) -> str:
    here = urlsplit(st.context.url or "")
    return f"{here.scheme}://{here.netloc}{here.path}?" + urlencode(
        {"draft": draft.id, "share": secret}
    )
