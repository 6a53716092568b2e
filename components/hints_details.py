"""What stands behind a hint's grades: what it names, whom it rules out, how sure the judge was."""

import streamlit as st

from components.hints_terms import SOURCES, signed
from components.plain import plain
from components.workbench import Bench
from services.hints.models import Hint, TriviaQuestion
from services.hints.rechecking import answer_index_of
from services.hints.sequence import ruled_out


def details(bench: Bench, question: TriviaQuestion, hint: Hint) -> None:
    """A popover; what is in it is drawn when it is opened."""
    opened = st.popover(
        "Details",
        icon=":material/search:",
        key=f"{bench.id}:{hint.id}:details",
        on_change="rerun",
    )
    if opened.open:
        with opened:
            _names(hint)
            _candidates(question, hint)


def _names(hint: Hint) -> None:
    st.markdown("**What it names**")
    if not hint.entities:
        st.markdown("Nothing known by name, as far as could be told.")
        return
    st.table(
        {
            "Name": [plain(entity.name) for entity in hint.entities],
            "Wikipedia page": [plain(entity.title) for entity in hint.entities],
            "Views a month": [
                "not available" if entity.views is None else f"{entity.views:,.0f}"
                for entity in hint.entities
            ],
            "From": [
                "not told" if entity.source is None else SOURCES[entity.source]
                for entity in hint.entities
            ],
        },
        border="horizontal",
        hide_index=True,
        alt="Named things in the hint with their monthly page views",
    )
    if hint.hifas_min is not None and hint.hifas_max is not None:
        st.markdown(
            f"Well known: mean {hint.hifas:.2f}, least {hint.hifas_min:.2f}, most "
            f"{hint.hifas_max:.2f}. 57,837 views a month and more count as 1."
        )


def _candidates(question: TriviaQuestion, hint: Hint) -> None:
    st.markdown("**Who it rules out**")
    own = answer_index_of(question)
    if own is None or len(hint.verdicts) != len(question.candidates):
        st.markdown("It has not been judged yet.")
        return
    gone = ruled_out(hint.verdicts, own)
    if hint.verdicts[own] == 0:
        st.markdown("Nobody: the judge finds it wrong for the answer itself, so it is not trusted.")
    elif gone:
        st.markdown(", ".join(plain(question.candidates[place]) for place in sorted(gone)))
    else:
        st.markdown("Nobody.")
    margin = hint.margins[own] if len(hint.margins) == len(hint.verdicts) else None
    if margin is not None:
        st.markdown(
            f"On the answer the judge leans to {'yes' if margin > 0 else 'no'} by "
            f"{signed(margin)} (above 0 is yes; the further from 0, the surer)."
        )
