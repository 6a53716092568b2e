"""The checks view: measures, faults, coverage, order and time, comparison with other drafts."""

import streamlit as st

from components.messages import show_error
from components.plain import plain
from components.questionnaire_comparison import comparison, reference
from components.questionnaire_coverage import coverage_panel
from components.questionnaire_faults import (
    count_badges,
    counts,
    of_the_whole,
    put_aside,
    severity_words,
)
from components.questionnaire_live import checks_desk, checks_of, load_checks
from components.questionnaire_metrics import metric_cards
from components.questionnaire_order import order_panel
from components.questionnaire_terms import severity_badge
from components.workbench import Bench
from services.questionnaire.faults.finding import Finding
from services.questionnaire.live import Checks
from services.questionnaire.models import QuestionnaireDraft

MEASURES, FAULTS, COVERAGE = "Measures", "Faults", "Coverage"
ORDER, COMPARISON = "Order and time", "Comparison"
KINDS = (MEASURES, FAULTS, COVERAGE, ORDER, COMPARISON)


def checks_view(bench: Bench) -> None:
    """One kind of check at a time."""
    name = st.segmented_control(
        "Kind of check",
        KINDS,
        default=MEASURES,
        required=True,
        key="checks",
        label_visibility="collapsed",
    )
    if problem := checks_desk().problem:
        show_error(problem)
    if name == COMPARISON:
        comparison(bench)
    elif not bench.document.questionnaire.items:
        st.markdown("There is nothing to check yet: the questionnaire has no questions.")
    elif (checks := checks_of(bench)) is None:
        load_checks(bench)
    else:
        _panel(bench, checks, name)


def _panel(bench: Bench, checks: Checks, name: str) -> None:
    if name == MEASURES:
        _measures(bench, checks)
    elif name == FAULTS:
        _faults(bench, checks)
    elif name == COVERAGE:
        coverage_panel(bench.document, checks.coverage)
    else:
        order_panel(bench.document)


def _measures(bench: Bench, checks: Checks) -> None:
    st.header("Measures of the whole")
    st.markdown(
        "The measures of the Qsnail paper (arXiv 2402.14272), in percent. A number alone says "
        "little; hold it against what people's questionnaires have."
    )
    reference(bench)
    metric_cards(bench.document, checks.metrics)
    with st.expander("How these were made", icon=":material/fingerprint:"):
        st.markdown("With this signature two people get the same numbers.")
        st.code(checks.metrics.signature.replace(" | ", "\n"), language=None)


def _faults(bench: Bench, checks: Checks) -> None:
    document = bench.document
    st.header("Faults")
    st.markdown(
        f"{count_badges(counts(checks, document), document)}  \n{severity_words().capitalize()}."
    )
    found = [f for f in checks.findings if f.item_id is not None]
    if found := [*of_the_whole(checks, document), *found]:
        st.markdown("Fixes stand beside each question in the questions view.")
        for finding in found:
            st.markdown(_line(finding, document))
    aside = [(item, code) for item in document.questionnaire.items for code in item.dismissed]
    if not aside and not document.dismissed:
        return
    st.header("Put aside by you")
    put_aside(bench, document.dismissed, None)
    for place, item in enumerate(document.questionnaire.items, start=1):
        if item.dismissed:
            st.markdown(f"Question {place}: {plain(item.text, limit=90)}")
            put_aside(bench, item.dismissed, item.id)


def _line(finding: Finding, document: QuestionnaireDraft) -> str:
    """Place, severity, term and reason; under them what the fault is and who says so."""
    where, asked = "The whole", ""
    if finding.item is not None:
        where = f"Question {finding.item + 1}"
        asked = f"“{plain(document.questionnaire.items[finding.item].text, limit=90)}”  \n"
    kind = finding.kind
    return (
        f"**{where}** {severity_badge(finding.severity)} **{plain(kind.term).capitalize()}**: "
        f"{plain(finding.message)}  \n{asked}:small[{plain(kind.definition)} Source: "
        f"{plain(kind.reference)}.]"
    )
