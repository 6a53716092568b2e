"""The questions view: live figures above, questions with their faults beside them, a line below.

Every part is a fragment with a key; an edit draws again what it changed (`cards.changed`).
"""

import streamlit as st

from components import job_panel
from components.fields import WHOLE_PAGE, area_field, choice_field, text_field
from components.messages import show_error
from components.questionnaire_cards import BAR, TILES, WHOLE, changed, forget_all
from components.questionnaire_faults import count_badges, counts, whole_findings
from components.questionnaire_item import show_item
from components.questionnaire_live import checks_desk, checks_of, load_checks
from components.questionnaire_metrics import metric_tiles, percent
from components.questionnaire_section import add_section, add_to_section, show_section
from components.questionnaire_terms import LANGUAGES, knows_wording
from components.workbench import Bench
from services.questionnaire import editing
from services.questionnaire.minutes import estimate

OPTIONS_JOB, FILTERS_JOB, DRAFT_JOB = (
    "questionnaires.options",
    "questionnaires.filters",
    "questionnaires.draft",
)
MISSING_OPTIONS, FILTERS = "Write options that are missing", "Propose filter questions"


def questions_view(bench: Bench) -> None:
    """Everything from the title to the last question; what needs loading comes last."""
    forget_all(bench)
    _jobs(bench)
    if not bench.document.questionnaire.sections:
        st.markdown("There are no questions yet. Write a brief and an outline, or add your own.")
        add_section(bench)
        return
    if bench.document.questionnaire.items:
        st.fragment(key=TILES)(_tiles)(bench)
    _language_notice(bench)
    _front_matter(bench)
    st.fragment(key=WHOLE)(_whole)(bench)
    for section in bench.document.questionnaire.sections:
        show_section(bench, section.id)
        for item in section.items:
            show_item(bench, item.id)
        add_to_section(bench, section.id)
    with st.container(horizontal=True):
        add_section(bench)
        _ask(bench)
    if bench.document.questionnaire.items:
        with st.bottom:
            st.fragment(key=BAR)(_bar)(bench)
    load_checks(bench)


def _jobs(bench: Bench) -> None:
    job_panel.job_panel(
        bench,
        OPTIONS_JOB,
        DRAFT_JOB,
        key=f"{bench.id}:options",
        doing="Writing: {note}",
        done="The questionnaire is written. Everything in it can be changed.",
        page_follows=True,
    )
    job_panel.job_panel(
        bench,
        FILTERS_JOB,
        key=f"{bench.id}:filters",
        doing="Looking for questions that need a filter",
        done="Filter questions are proposed where a question needs one.",
    )


def _front_matter(bench: Bench) -> None:
    with st.expander("Title, introduction and language", icon=":material/title:"):
        questionnaire = bench.document.questionnaire
        text_field(
            bench,
            "Title",
            questionnaire.title,
            lambda text: lambda now: editing.set_title(now, text),
            key="questionnaire:title",
            what="Title",
            repaint=lambda: changed(bench),
        )
        area_field(
            bench,
            "Introduction for respondents",
            questionnaire.introduction,
            lambda text: lambda now: editing.set_introduction(now, text),
            key="questionnaire:introduction",
            what="Introduction",
            repaint=lambda: changed(bench),
            placeholder="Who asks, what for, how long it takes, what happens with the answers",
        )
        language = questionnaire.language
        choice_field(
            bench,
            "Language of the questions",
            list(dict.fromkeys((*LANGUAGES, language))),
            language,
            lambda chosen: lambda now: editing.set_language(now, chosen),
            key="questionnaire:language",
            what="Language",
            repaint=WHOLE_PAGE,
            draw=st.segmented_control,
            format_func=lambda code: LANGUAGES.get(code.split("-")[0], "Another language"),
            required=True,
        )


def _language_notice(bench: Bench) -> None:
    """What is not checked in a language whose words the checks do not know."""
    if not knows_wording(bench.document.questionnaire.language):
        st.info(
            "The checks know the words of English and Chinese. These questions are in another "
            "language: repeated questions, numeric ranges and the structure are checked, the "
            "wording is not.",
            icon=":material/translate:",
        )


def _tiles(bench: Bench) -> None:
    st.header("Live measures, in percent")
    if problem := checks_desk().problem:
        show_error(problem)
    checks = checks_of(bench)
    if checks is None:
        st.skeleton(height=90)
        return
    metric_tiles(bench.document, checks.metrics)


def _whole(bench: Bench) -> None:
    checks = checks_of(bench)
    if checks is not None:
        whole_findings(bench, checks)


def _bar(bench: Bench) -> None:
    """The line at the foot of the window: it stays in sight wherever one edits."""
    checks = checks_of(bench)
    if checks is None:
        st.markdown(":gray-badge[:material/hourglass_top: Checks are being loaded]")
        return
    document, metrics = bench.document, checks.metrics
    parts = [count_badges(counts(checks, document), document)]
    if intents := checks.coverage.intents:
        covered = len(intents) - len(checks.coverage.uncovered)
        parts.append(f"Intents covered {covered} of {len(intents)}")
    parts.append(f"About {max(1, round(estimate(document.questionnaire).minutes))} min")
    parts += [
        f"Rep-2 {percent(metrics.rep_2)}",
        f"Diversity {percent(metrics.diversity)}",
    ]
    st.markdown(" · ".join(parts))


def _ask(bench: Bench) -> None:
    key = f"{bench.id}:ask"
    kinds = {MISSING_OPTIONS: OPTIONS_JOB, FILTERS: FILTERS_JOB}
    st.menu_button(
        "Ask the model",
        list(kinds),
        key=key,
        icon=":material/edit_note:",
        on_click=_submit,
        args=(bench, kinds, key),
    )


def _submit(bench: Bench, kinds: dict[str, str], key: str) -> None:
    job_panel.submit(kinds[st.session_state[key]], draft_id=bench.id)
    st.rerun(WHOLE_PAGE)
