"""Coming to a blind study: what there is, and who is rating."""

import streamlit as st

from components.drafts_list import recent_drafts
from components.plain import plain
from components.sign_in import login_is_on, person
from components.workbench import Bench
from services.compare.rating import rater_by_account, rater_of, with_rater
from services.compare.study_models import Rater, Study
from services.store.repository import Right

RATER = "rater"
NEW = "new"


def front() -> None:
    """No study is open: what this page is for, and the studies there are."""
    st.markdown(
        "People judge what methods and models made without knowing which made what. A study is "
        "made from a comparison that has been run; raters come by its link, or one after the other "
        "on one machine."
    )
    st.page_link(
        "pages/compare.py", label="Open Compare to make a study", icon=":material/balance:"
    )
    recent_drafts("studies")


def rater_here(bench: Bench) -> Rater | None:
    """Whoever rates in this window; the way to begin for those who are not known yet.

    None for the desk of the study's owner, and after the way to begin was drawn.
    """
    study: Study = bench.document
    named = st.query_params.get(RATER)
    if login_is_on():
        # An account is what a rater goes by: nobody can come as somebody else.
        known = rater_by_account(study, person().id)
        wanted = bool(named) or bench.draft.right < Right.OWN
    else:
        known, wanted = rater_of(study, named or ""), bool(named)
    if not wanted:
        return None
    if known is None:
        _begin(bench)
        st.stop()
    return known


def _begin(bench: Bench) -> None:
    study: Study = bench.document
    st.header(plain(study.name))
    if study.ended:
        st.info("This study has ended. Nothing can be rated any more.", icon=":material/flag:")
        return
    st.markdown(
        "You will judge samples one after the other. You do not see who or what made them, nor "
        "what others say. Everything is kept as you go: you can stop, and come back to this "
        "address."
    )
    with st.form("review:begin", border=False):
        st.text_input(
            "Your name",
            value=person().name if login_is_on() else "",
            key="review:name",
            max_chars=80,
            help="Shown to whoever runs the study, beside how far you are.",
        )
        st.form_submit_button(
            "Begin", type="primary", icon=":material/play_arrow:", on_click=_start, args=(bench,)
        )


def _start(bench: Bench) -> None:
    rater = Rater(name=st.session_state.get("review:name", ""))
    if login_is_on():
        rater = rater.model_copy(update={"account": person().id})
    if bench.edit(lambda now: with_rater(now, rater), "Rater came"):
        st.query_params[RATER] = NEW if login_is_on() else rater.id
