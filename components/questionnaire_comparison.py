"""Drafts side by side: the same brief by another method, or any other draft."""

from collections.abc import Sequence

import streamlit as st

from components import job_panel
from components.draft_names import draft_names
from components.messages import show_error
from components.plain import plain
from components.questionnaire_faults import counts
from components.questionnaire_live import checks_desk, reference_key, reference_of
from components.questionnaire_metrics import BLEU, MEASURES, Measure, percent
from components.questionnaire_terms import FORMATS, METHODS
from components.workbench import Bench, owner, workshop
from services.errors import AskwrightError
from services.questionnaire.bands import PAPER_HUMAN
from services.questionnaire.minutes import estimate
from services.questionnaire.models import Brief, Item, Method, QuestionnaireDraft
from services.store.repository import Draft, DraftSummary

DRAFT_JOB = "questionnaires.draft"
MOST = 4


def comparison(bench: Bench) -> None:
    """Write the brief by another method as a draft of its own; measure drafts together."""
    st.header("The same brief by another method")
    _other_methods(bench)
    st.header("Drafts side by side")
    others = _others(bench)
    if not others:
        st.markdown("There is no other questionnaire to compare with yet.")
        return
    names = draft_names(others)
    mine = bench.document.title
    chosen = st.multiselect(
        "Drafts",
        list(names),
        default=[draft.id for draft in others if draft.title == mine][:MOST],
        format_func=names.__getitem__,
        max_selections=MOST,
        key=f"{bench.id}:compared",
        persist_state="session",
        placeholder="Choose up to four",
    )
    drafts = [bench.draft, *(workshop().repository.get(name) for name in chosen)]
    measured = [draft for draft in drafts if draft.document.questionnaire.items]
    if measured:
        with st.spinner("Measuring"):
            _table(measured, bench)
        _questions(measured, bench)


def reference(bench: Bench) -> None:
    """Choose a questionnaire to measure overlap (BLEU) against."""
    names = draft_names(_others(bench))
    if not names:
        return
    st.selectbox(
        "Compare the wording with (BLEU)",
        list(names),
        index=None,
        format_func=names.__getitem__,
        key=reference_key(bench),
        persist_state="session",
        placeholder="No reference",
    )


def _other_methods(bench: Bench) -> None:
    brief: Brief = bench.document.brief
    if not brief.topic.strip():
        st.markdown("The brief has no topic yet, so nothing can be written from it.")
        return
    st.markdown(
        f"This draft is set to **{METHODS[brief.method][0].lower()}**. Another method makes "
        "another draft; this one stays as it is."
    )
    with st.container(horizontal=True):
        for method in METHODS:
            if method is not brief.method:
                st.button(
                    METHODS[method][0],
                    icon=":material/edit_note:",
                    key=f"{bench.id}:other:{method}",
                    help=METHODS[method][1],
                    on_click=_write_by,
                    args=(bench, method),
                )
    for job_id in st.session_state.get(_written_key(bench), []):
        _progress(job_id)


def _progress(job_id: str) -> None:
    try:
        job = workshop().jobs.view(job_id)
        draft = workshop().repository.get(job.draft_id or "")
    except AskwrightError as error:
        show_error(error)
        return
    method = METHODS[draft.document.brief.method][0]
    job_panel.show_job(
        job,
        key=f"comparison:{job_id}",
        doing=f"{method}: {{note}}",
        done=f"{method}: the draft is written and measured below.",
    )


def _write_by(bench: Bench, method: Method) -> None:
    """A new draft with the same brief, and the job that writes it."""
    brief = bench.document.brief.model_copy(update={"method": method})
    made = workshop().repository.create(
        QuestionnaireDraft(brief=brief),
        owner=owner(),
        author=owner(),
        what=f"Same brief, {METHODS[method][0].lower()}",
    )
    job = job_panel.submit(DRAFT_JOB, draft_id=made.id)
    if job is None:
        workshop().repository.delete(made.id)
        return
    st.session_state.setdefault(_written_key(bench), []).append(job.id)
    chosen = f"{bench.id}:compared"
    st.session_state[chosen] = [*st.session_state.get(chosen, []), made.id][-MOST:]


def _table(drafts: Sequence[Draft], bench: Bench) -> None:
    compared = reference_of(bench)
    measures = (*MEASURES, *(BLEU if compared else ()))
    rows = ("Method", "Title", "Seed", "Questions", "Minutes", "Faults a question", "Covered")
    columns = {"Measure": [*rows, *(measure.label for measure in measures)]}
    for name, draft in _named(drafts, bench).items():
        columns[name] = _column(draft, compared, measures)
    people = [PAPER_HUMAN.get(measure.name) for measure in measures]
    columns["People (paper)"] = [
        *[""] * len(rows),
        *("" if value is None else percent(value) for value in people),
    ]
    st.table(columns, border="horizontal", hide_index=True, alt="Measures of drafts side by side")
    st.markdown(
        "People's figures are the paper's means over Chinese questionnaires; measures of meaning "
        "were made there by another encoder. One draft a method is no proof: try several seeds."
    )


def _named(drafts: Sequence[Draft], bench: Bench) -> dict[str, Draft]:
    """The drafts by what they are called in the tables."""
    return {
        "This draft" if draft.id == bench.id else f"Draft {place}": draft
        for place, draft in enumerate(drafts)
    }


def _questions(drafts: Sequence[Draft], bench: Bench) -> None:
    """What each draft asks, one beside the other in its own order."""
    st.header("Questions side by side")
    asked = {
        name: [_asked(item) for item in draft.document.questionnaire.items]
        for name, draft in _named(drafts, bench).items()
    }
    longest = max(len(texts) for texts in asked.values())
    columns = {"No.": [str(number) for number in range(1, longest + 1)]}
    for name, texts in asked.items():
        columns[name] = [*texts, *[""] * (longest - len(texts))]
    st.table(columns, border="horizontal", hide_index=True, alt="Questions of drafts side by side")


def _asked(item: Item) -> str:
    return f"{plain(item.text)} ({FORMATS[item.format].lower()})"


def _column(draft: Draft, compared: Draft | None, measures: Sequence[Measure]) -> list[str]:
    document: QuestionnaireDraft = draft.document
    checks = checks_desk().check(draft, compared)
    items = len(document.questionnaire.items)
    intents = len(checks.coverage.intents)
    return [
        METHODS[document.brief.method][0],
        plain(draft.title, limit=40) or "Untitled",
        str(document.brief.seed),
        str(items),
        f"{max(1, round(estimate(document.questionnaire).minutes))}",
        f"{counts(checks, document).total() / items:.2f}",
        f"{intents - len(checks.coverage.uncovered)} of {intents} intents" if intents else "",
        *(percent(getattr(checks.metrics, measure.name)) for measure in measures),
    ]


def _others(bench: Bench) -> list[DraftSummary]:
    recent = workshop().repository.recent(owner(), "questionnaires", limit=50)
    return [draft for draft in recent if draft.id != bench.id]


def _written_key(bench: Bench) -> str:
    return f"{bench.id}:written"
