"""The desk of whoever runs a study: links, who is how far, the end, and then what came of it."""

from datetime import UTC, datetime
from urllib.parse import urlencode, urlsplit

import streamlit as st

from components.compare_study import KIND_WORDS
from components.plain import plain
from components.review_entry import NEW, RATER
from components.review_results import results_panel
from components.share_dialog import may_share, share_dialog
from components.sign_in import login_is_on
from components.workbench import Bench, close_draft
from services.compare.rating import ended, progress
from services.compare.study_models import Study, StudyKind


def desk(bench: Bench) -> None:
    study: Study = bench.document
    with st.container(horizontal=True, vertical_alignment="center", key="review:line"):
        st.markdown(_what(study), width="stretch")
        st.button(
            "Close",
            icon=":material/close:",
            on_click=close_draft,
            args=("studies",),
            key=f"{bench.id}:close",
            help="Back to your studies. This one stays as it is.",
        )
    if study.comparison:
        st.page_link(
            "pages/compare.py",
            label="To the comparison it was made from",
            icon=":material/balance:",
            query_params={"draft": study.comparison},
        )
    if study.ended:
        results_panel(bench)
        return
    _ways_in(bench)
    _raters(study)
    _end(bench)


def _what(study: Study) -> str:
    state = (
        f":green-badge[:material/flag: Ended {plain(study.ended[:10])}]"
        if study.ended
        else ":blue-badge[:material/pending: Going on]"
    )
    samples = len(study.rotations[0]) if study.rotations else len(study.samples)
    return f"**{plain(study.name)}** {state} {KIND_WORDS[study.kind][0]}, {samples} for each person"


def _ways_in(bench: Bench) -> None:
    st.header("Raters")
    with st.container(horizontal=True):
        st.button(
            "Rate on this machine",
            type="primary",
            icon=":material/person:",
            key=f"{bench.id}:rate",
            on_click=_rate_here,
            help="For one person; come back here for the next one.",
        )
        if may_share(bench.draft) and st.button(
            "Make a link", icon=":material/share:", key=f"{bench.id}:share"
        ):
            share_dialog(bench.draft)
    if not login_is_on():
        st.markdown(
            "Or send this address to whoever can reach this app. Each gives a name and goes on at "
            "an address of their own; nobody sees what others say before the end."
        )
        st.code(_address(bench), language=None, wrap_lines=True)
    else:
        st.markdown("A link to read is enough to rate. Whoever opens it rates under their account.")


def _rate_here() -> None:
    st.query_params[RATER] = NEW


def _address(bench: Bench) -> str:
    here = urlsplit(st.context.url or "")
    return f"{here.scheme}://{here.netloc}{here.path}?" + urlencode({"draft": bench.id, RATER: NEW})


def _raters(study: Study) -> None:
    if not study.raters:
        st.markdown("Nobody has begun yet.")
        return
    far = [progress(study, rater.id) for rater in study.raters]
    st.table(
        {
            "Rater": [plain(rater.name) or "Without a name" for rater in study.raters],
            "Done": [f"{done} of {total}" for done, total in far],
        },
        border="horizontal",
        hide_index=True,
        alt="Raters and how far each is",
    )


def _end(bench: Bench) -> None:
    st.header("End")
    tells = (
        "Ending shows all ratings, beside how the arms answered."
        if bench.document.kind is StudyKind.RATE_ITEMS
        else "Ending tells which arm made what and shows all ratings."
    )
    st.markdown(
        f"{tells} Nobody can rate after that, so that no rating is given by somebody who knows."
    )
    with st.popover("End the study", icon=":material/flag:"):
        st.markdown("This cannot be taken back.")
        st.button(
            "End it now",
            type="primary",
            key=f"{bench.id}:end",
            on_click=_end_now,
            args=(bench,),
        )


def _end_now(bench: Bench) -> None:
    when = datetime.now(UTC).isoformat(timespec="seconds")
    bench.edit(lambda now: ended(now, when), "Study ended")
