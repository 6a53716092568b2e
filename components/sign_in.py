"""Signing in, where the administrator has set up an identity provider (`[auth]` in secrets).

Without one there is no login: everything belongs to whoever sits at this machine.
"""

from collections.abc import Mapping
from typing import Any

import streamlit as st
from streamlit.errors import StreamlitSecretNotFoundError

from components.messages import shown_errors
from components.process import process_workshop
from services.errors import Forbidden, of_the_machine
from services.people import AT_THIS_MACHINE, Person, person_of

# Signing in ends at the front page: these two bring people back to the address they came for.
_REMEMBER = """<script>
const here = window.location.pathname + window.location.search;
if (here !== "/") window.sessionStorage.setItem("askwright:address", here);
</script>"""
_RETURN = """<script>
const there = window.sessionStorage.getItem("askwright:address");
window.sessionStorage.removeItem("askwright:address");
if (there && there.startsWith("/") && !there.startsWith("//")) window.location.replace(there);
</script>"""


def login_is_on() -> bool:
    return process_workshop().settings.require_login or bool(_providers())


def signed_out() -> bool:
    """Whether nothing may be shown but the way to sign in."""
    try:
        person()
    except Forbidden:
        return True
    return False


def person() -> Person:
    """Who is at work. Raises `Forbidden` where somebody would have to sign in first."""
    if not login_is_on():
        return AT_THIS_MACHINE
    if not st.user.get("is_logged_in"):
        raise Forbidden("Nobody has signed in.", "Sign in and open this again.")
    return person_of(st.user.to_dict())


def sign_in_page() -> None:
    """All that somebody sees who has not signed in."""
    st.title("Askwright")
    if not _providers():
        st.error(
            "Ask the administrator to add [auth] to the secrets (docs/deployment.md).",
            title="Signing in is required here but not set up.",
        )
        return
    st.markdown("Sign in to see your questionnaires, hints and passages.")
    if st.user.get("is_logged_in"):
        with shown_errors():
            person()
        st.button("Sign out", icon=":material/logout:", key="sign_out", on_click=st.logout)
    for name in _providers():
        st.button(
            "Sign in" if name is None else f"Sign in with {name.capitalize()}",
            icon=":material/login:",
            type="primary",
            key=f"sign_in:{name}",
            on_click=st.login,
            args=(name,),
        )
    st.html(_REMEMBER, unsafe_allow_javascript=True)


def who_is_here() -> None:
    """The name of whoever has signed in, and the way out; nothing without a login."""
    if not login_is_on():
        return
    here = person()
    st.text(f"Signed in as {here.name}")
    st.button("Sign out", icon=":material/logout:", key="sign_out", on_click=st.logout)
    if "introduced" not in st.session_state:
        process_workshop().repository.remember(here.id, here.name, here.email)
        st.session_state["introduced"] = True
        st.html(_RETURN, unsafe_allow_javascript=True)


def _providers() -> tuple[str | None, ...]:
    """Names of the providers in the secrets; None is the one without a name."""
    auth = _auth_section()
    if auth is None:
        return ()
    named = tuple(
        name for name, entry in auth.items() if isinstance(entry, Mapping) and "client_id" in entry
    )
    return named or (None,)


def _auth_section() -> Mapping[str, Any] | None:
    """The section, or None where there are no secrets or none of this kind.

    Secrets that cannot be read might have had one: then nobody is let in. Where the machine cannot
    look for them now (no file handles), what was found before holds; raises `Unavailable` if
    nothing was.
    """
    section: Mapping[str, Any] | None
    try:
        found = st.secrets.get("auth")
    except StreamlitSecretNotFoundError as error:
        section = None if error.error_id == "no-secrets-found" else {}
    except OSError as error:
        if _found_before():
            return _found_before()[0]
        raise of_the_machine(error) or error from error
    else:
        section = found if found is None or isinstance(found, Mapping) else {}
    _found_before()[:] = [section]
    return section


@st.cache_resource(show_spinner=False)
def _found_before() -> list[Mapping[str, Any] | None]:
    """The section as it was found last, by this process; empty before that."""
    return []
