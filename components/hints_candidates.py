"""Who or what else the answer could be, and which hint rules out whom."""

from collections.abc import Sequence

import streamlit as st

from components import hints_jobs as jobs
from components.fields import WHOLE_PAGE, choice_field, commit
from components.hints_live import encoder
from components.hints_terms import plural, signed
from components.plain import plain
from components.workbench import Bench
from services.hints import editing
from services.hints.candidates import MOST
from services.hints.judging import open_cells
from services.hints.models import Hint, TriviaQuestion
from services.hints.natural_sets import natural_set
from services.hints.rechecking import answer_index_of, is_pending
from services.hints.sequence import ruled_out

OUT, FITS = "×\N{NO-BREAK SPACE}out", "fits"
UNDECIDED, UNASKED = "?\N{NO-BREAK SPACE}undecided", "not\N{NO-BREAK SPACE}judged"


def candidates_panel(bench: Bench, question: TriviaQuestion) -> None:
    """The candidates as chips, then the table of hints and candidates."""
    st.header("Who or what else it could be")
    if not question.answer.strip():
        st.markdown("Give the question an answer first, under Hints.")
        return
    busy = jobs.question_panel(bench, question.id) or jobs.batch_is_at_work(bench)
    _chips(bench, question, busy=busy)
    st.header("Which hint rules out whom")
    _matrix(bench, question, busy=busy)


def _chips(bench: Bench, question: TriviaQuestion, *, busy: bool) -> None:
    st.markdown(
        "Hints are graded by how many of these they rule out. Type to add one, take others away; "
        "verdicts on those that stay are kept. The right answer is always among them."
    )
    choice_field(
        bench,
        f"Candidates ({len(question.candidates)})",
        list(question.candidates),
        list(question.candidates),
        lambda names: lambda now: editing.set_candidates(now, question.id, names, encoder()),
        key=f"question:{question.id}:candidates",
        what="Candidates",
        repaint=WHOLE_PAGE,
        draw=st.multiselect,
        accept_new_options=True,
        max_selections=MOST,
        placeholder="Add a candidate",
    )
    with st.container(horizontal=True, key="hints:candidate_buttons"):
        st.button(
            "Let the model propose" if not question.candidates else "Let the model propose others",
            icon=":material/edit_note:",
            disabled=busy or not question.question.strip(),
            on_click=jobs.ask,
            args=(bench, jobs.PROPOSE, question.id),
            key=f"{bench.id}:{question.id}:propose",
        )
        _natural_set(bench, question)


def _natural_set(bench: Bench, question: TriviaQuestion) -> None:
    """A button for the whole of a small set, say the weekdays, unless it is what stands there."""
    natural = natural_set(question.question, question.answer, question.aliases)
    if natural is None or set(natural) == set(question.candidates):
        return
    st.button(
        f"Use all {len(natural)}: {plain(', '.join(natural[:3]), limit=40)} …",
        icon=":material/done_all:",
        on_click=commit,
        args=(
            bench,
            lambda now: editing.set_candidates(now, question.id, natural, encoder()),
            "Natural set of candidates",
            WHOLE_PAGE,
        ),
        key=f"{bench.id}:{question.id}:natural",
        help="The question asks for one of a small set that is known whole.",
    )


def _matrix(bench: Bench, question: TriviaQuestion, *, busy: bool) -> None:
    own = answer_index_of(question)
    hints = question.kept_hints
    if own is None or not hints:
        st.markdown("There is something to see here once there are candidates and hints.")
        return
    waiting = sum(is_pending(question, hint) for hint in hints)
    with st.container(horizontal=True, vertical_alignment="center", key="hints:matrix_line"):
        st.markdown(
            "Rows are candidates, columns the hints in their order. A hint rules out whom the "
            "judge says it does not refer to."
        )
        if waiting:
            st.button(
                f"Judge what is open in {plural(waiting, 'hint')}",
                icon=":material/balance:",
                disabled=busy,
                on_click=jobs.ask,
                args=(bench, jobs.JUDGE, question.id),
                key=f"{bench.id}:{question.id}:judge_cells",
            )
    st.table(
        _table(question, hints, own),
        border="horizontal",
        hide_index=True,
        alt="Candidates by hints: who is ruled out, who fits, what is undecided or not judged",
    )
    _legend(question, hints, own)
    _margins(bench, question, hints, own)


def _table(question: TriviaQuestion, hints: Sequence[Hint], own: int) -> dict[str, list[str]]:
    """Candidates as rows, the answer first; what it comes to, then hints by their numbers as
    columns: on a phone those that lie beyond the edge are the last hints."""
    order = [own, *(place for place in range(len(question.candidates)) if place != own)]
    names = [plain(question.candidates[place]) for place in order]
    columns = {"Candidate": [f"**{names[0]}** (answer)", *names[1:]]}
    columns["Ruled out by"] = [_gone_after(hints, place, own) for place in order]
    for number, hint in enumerate(hints, start=1):
        cells = [_cell(question, hint, place) for place in order]
        columns[f"Hint\N{NO-BREAK SPACE}{number}"] = cells
    return columns


def _cell(question: TriviaQuestion, hint: Hint, place: int) -> str:
    if place in open_cells(question, hint):
        return UNASKED
    verdict = hint.verdicts[place]
    return UNDECIDED if verdict is None else FITS if verdict else OUT


def _gone_after(hints: Sequence[Hint], place: int, own: int) -> str:
    """The first hint after which a candidate no longer stands."""
    if place == own:
        return "nobody may"
    for number, hint in enumerate(hints, start=1):
        if place in ruled_out(hint.verdicts, own):
            return f"hint {number}"
    return "none yet"


def _legend(question: TriviaQuestion, hints: Sequence[Hint], own: int) -> None:
    cells = [_cell(question, hint, p) for hint in hints for p in range(len(question.candidates))]
    undecided, unasked = cells.count(UNDECIDED), cells.count(UNASKED)
    lines = []
    if undecided:
        lines.append(
            f":orange-badge[:material/question_mark: {plural(undecided, 'cell')} undecided] The "
            "judge was too near the middle to say; nobody is ruled out by it."
        )
    if unasked:
        lines.append(f":gray-badge[:material/pending: {plural(unasked, 'cell')} not judged]")
    wrong = [
        str(number)
        for number, hint in enumerate(hints, start=1)
        if hint.verdicts and hint.verdicts[own] == 0
    ]
    if wrong:
        lines.append(
            f":red-badge[:material/block: Not trusted: hint {', '.join(wrong)}] The judge says "
            "that it does not fit the answer, so it rules out nobody."
        )
    if lines:
        st.markdown("  \n".join(lines))


def _margins(bench: Bench, question: TriviaQuestion, hints: Sequence[Hint], own: int) -> None:
    """How sure the judge was, for those who want to know."""
    known = [hint for hint in hints if any(margin is not None for margin in hint.margins)]
    if not known:
        return
    look = st.expander(
        "How sure the judge was",
        icon=":material/balance:",
        key=f"{bench.id}:{question.id}:margins",
        on_change="rerun",
    )
    if not look.open:
        return
    with look:
        st.markdown("Above 0 it leans to yes, below to no; the further from 0, the surer.")
        rows: dict[str, list[str]] = {"Candidate": [plain(name) for name in question.candidates]}
        for number, hint in enumerate(hints, start=1):
            whole = len(hint.margins) == len(question.candidates)
            cells = hint.margins if whole else (None,) * len(question.candidates)
            rows[f"Hint {number}"] = ["" if m is None else signed(m) for m in cells]
        st.table(rows, border="horizontal", hide_index=True, alt="The judge's margins")
