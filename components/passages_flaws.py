"""Item-writing flaws: threats to validity with a fix, never points of difficulty."""

import streamlit as st

from components.fields import commit
from components.passages_terms import FLAWS, REPAINT, SEVERITIES
from components.plain import plain
from components.workbench import Bench
from services.reading import editing
from services.reading.item_flaws import MAX_OPTIONS, Flaw, FlawCode
from services.reading.item_review import ItemReview
from services.reading.models import ComprehensionItem


def flaws_panel(bench: Bench, item: ComprehensionItem, review: ItemReview) -> None:
    """The flaws that count, then those the author has set aside."""
    st.subheader(
        "Threats to validity",
        help="Flaws in the wording, after Haladyna, Downing and Rodriguez (2002). They mean that "
        "the question may measure something other than reading; they say nothing of difficulty.",
    )
    if len(item.options) > MAX_OPTIONS:
        st.markdown(f"Not looked for: the question has more than {MAX_OPTIONS} options.")
        return
    open_ = [flaw for flaw in review.flaws if flaw.code not in item.dismissed]
    if not open_:
        st.markdown(":green-badge[:material/check: None found]")
    for flaw in open_:
        _flaw(bench, item, flaw)
    _set_aside(bench, item)


def _flaw(bench: Bench, item: ComprehensionItem, flaw: Flaw) -> None:
    with st.container(border=True):
        st.markdown(f"{SEVERITIES[flaw.severity]} **{FLAWS[flaw.code]}**")
        st.markdown(f"{plain(flaw.message)}  \n:material/build: {plain(flaw.fix)}")
        st.button(
            "Not here",
            key=f"item:{item.id}:dismiss:{flaw.code}",
            type="tertiary",
            icon=":material/notifications_off:",
            on_click=commit,
            args=(
                bench,
                lambda now: editing.dismiss(now, item.id, flaw.code),
                "Flaw set aside",
                REPAINT,
            ),
            help="You have looked at it and it does not apply to this question.",
        )


def _set_aside(bench: Bench, item: ComprehensionItem) -> None:
    codes = [FlawCode(code) for code in item.dismissed if code in set(FlawCode)]
    if not codes:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown("Set aside, show again:", width="content")
        for code in codes:
            st.button(
                FLAWS[code],
                key=f"item:{item.id}:again:{code}",
                type="tertiary",
                on_click=commit,
                args=(
                    bench,
                    lambda now, code=code: editing.show_again(now, item.id, code),
                    "Flaw shown again",
                    REPAINT,
                ),
            )
