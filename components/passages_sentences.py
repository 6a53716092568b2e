"""Every sentence with what makes it hard, in colour and in words, and easier versions of it."""

from typing import Any

import streamlit as st

from components import passages_charts as charts
from components import passages_jobs as jobs
from components import passages_readings as readings
from components.draft_bar import DRAFT_BAR
from components.fields import WHOLE_PAGE, commit
from components.messages import shown_errors
from components.passages_terms import LEVELS
from components.plain import plain
from components.workbench import Bench
from services.reading import deciding
from services.reading.editing import passage_of
from services.reading.models import Passage, SentenceRewrite
from services.reading.sentence_view import SentenceView, hardest

FRAGMENT = "passages:sentences"
PAGE = 8
JUMPS = 6


@st.fragment(key=FRAGMENT)
def sentence_view(bench: Bench, shown: Passage) -> None:
    """The chart and the list to choose from, and the chosen sentence beside them."""
    with shown_errors():
        bench.refresh()
    passage = passage_of(bench.document, shown.id)
    if passage is None:
        return
    views = readings.sentences(passage.text)
    if not views or readings.readability(passage.text).band is None:
        st.info("Sentences are looked at in English texts only.")
        return
    at = _Place(bench, passage, len(views))
    charts.show(
        charts.sentence_lengths(views),
        key=at.key("chart"),
        on_select=at.jump_to_click,
        selection_mode="points",
        alt="Words in each sentence, coloured by how hard it is. The list below says the same.",
    )
    _jumps(at, views, passage)
    left, right = st.columns([3, 2], gap="large")
    with left:
        _list(at, views)
    with right:
        _chosen(bench, passage, views[at.chosen])
    _out_of_date(bench, passage)


class _Place:
    """Which sentence (0-based) is chosen, and which page of the list is open."""

    def __init__(self, bench: Bench, passage: Passage, total: int) -> None:
        self._prefix = f"{bench.id}:{passage.id}:sentence"
        self.total = total

    def key(self, name: str) -> str:
        return f"{self._prefix}:{name}"

    @property
    def chosen(self) -> int:
        return max(0, min(int(st.session_state.get(self.key("chosen"), 0)), self.total - 1))

    @property
    def pages(self) -> int:
        return -(-self.total // PAGE)

    @property
    def page_key(self) -> str:
        """The key of the page chooser: a jump makes a new one, which opens at its page."""
        return self.key(f"page:{st.session_state.get(self.key('jumps'), 0)}")

    @property
    def page(self) -> int:
        return min(int(st.session_state.get(self.page_key, self.chosen // PAGE + 1)), self.pages)

    def jump(self, sentence: int) -> None:
        """Choose a sentence and open its page."""
        st.session_state[self.key("chosen")] = sentence
        st.session_state[self.key("jumps")] = st.session_state.get(self.key("jumps"), 0) + 1

    def jump_to_click(self) -> None:
        points = st.session_state[self.key("chart")].selection.points
        if points:
            self.jump(int(points[0]["x"]) - 1)


def _jumps(at: _Place, views: tuple[SentenceView, ...], passage: Passage) -> None:
    """Buttons to the sentences to look at first, and to those that have a proposal."""
    waiting = {rewrite.original for rewrite in passage.rewrites}
    first = [views.index(view) for view in hardest(views, JUMPS)]
    proposed = [place for place, view in enumerate(views) if view.text in waiting]
    if not first and not proposed:
        st.markdown(":green-badge[:material/check: Nothing stands out] in these sentences.")
        return
    with st.container(horizontal=True, vertical_alignment="center", key=at.key("row")):
        st.markdown("Jump to", width="content")
        for place in dict.fromkeys([*proposed, *first]):
            name = f"{place + 1}, proposal" if place in proposed else f"{place + 1}"
            st.button(
                f"Sentence {name}",
                key=at.key(f"jump:{place}"),
                type="secondary" if place != at.chosen else "primary",
                on_click=at.jump,
                args=(place,),
            )


def _list(at: _Place, views: tuple[SentenceView, ...]) -> None:
    first = (at.page - 1) * PAGE
    places = list(range(first, min(first + PAGE, at.total)))
    key = at.key(f"list:{first}")
    st.session_state[key] = at.chosen if at.chosen in places else None
    st.radio(
        "Sentences",
        places,
        format_func=lambda place: _line(place, views[place]),
        key=key,
        on_change=lambda: at.jump(st.session_state[key]),
        label_visibility="collapsed",
    )
    if at.pages > 1:
        st.pagination(at.pages, default=at.page, key=at.page_key)


def _line(place: int, view: SentenceView) -> str:
    """A sentence as one line of Markdown: its colour, and in words why it has it."""
    colour, badge = LEVELS[view.level]
    text = plain(view.text)
    shown = f":{colour}-background[{text}]" if colour else text
    reasons = " ".join(f":gray-badge[{plain(reason.message)}]" for reason in view.reasons)
    return f"**{place + 1}.** {shown} {badge} {reasons}".strip()


def _chosen(bench: Bench, passage: Passage, view: SentenceView) -> None:
    with st.container(border=True):
        st.subheader(f"Sentence {_number(passage, view)}")
        st.text(" ".join(view.text.split()))
        if view.reasons:
            st.markdown("\n".join(f"- {plain(reason.message)}" for reason in view.reasons))
        else:
            st.markdown("Nothing makes it stand out.")
        st.markdown(f"Taken as a text of its own it has grade {view.grade:.1f}.")
        payload = {"passage_id": passage.id, "sentence": view.text, "start": view.start}
        live = jobs.panel(
            bench,
            "passages.rewrite",
            lambda asked: (asked["passage_id"], asked["sentence"]) == (passage.id, view.text),
            key=f"{bench.id}:rewrite",
            doing="Writing an easier version",
            done="Proposed below.",
        )
        proposal = next((r for r in passage.rewrites if r.original == view.text), None)
        if not live:
            st.button(
                "Suggest another version" if proposal else "Suggest an easier version",
                icon=":material/edit_note:",
                key=f"{bench.id}:{passage.id}:rewrite",
                on_click=jobs.ask,
                args=(bench, "passages.rewrite"),
                kwargs=payload,
            )
        if proposal is not None:
            _proposal(bench, passage, proposal)


def _number(passage: Passage, view: SentenceView) -> int:
    return readings.sentences(passage.text).index(view) + 1


def _proposal(bench: Bench, passage: Passage, proposal: SentenceRewrite) -> None:
    """The version beside the author's, with what it would change."""
    st.markdown("**Proposed by the model.** Check that it still says what you mean.")
    st.text(proposal.rewritten)
    before, after = proposal.grade_before, proposal.grade_after
    whole = readings.readability(passage.text).scores["flesch_kincaid_grade"] or 0.0
    changed = readings.readability(deciding.rewritten(passage.text, proposal))
    new = changed.scores["flesch_kincaid_grade"] or 0.0
    st.markdown(
        f"This sentence: grade {before:.1f} → {after:.1f} ({_change(after - before)}).  \n"
        f"The whole text: grade {whole:.1f} → {new:.1f} ({_change(new - whole)})."
    )
    with st.container(horizontal=True):
        _decide(bench, passage, proposal, "Accept", deciding.accept_rewrite, "primary")
        _decide(bench, passage, proposal, "Keep mine", deciding.drop_rewrite, "secondary")


def _decide(
    bench: Bench, passage: Passage, proposal: SentenceRewrite, label: str, step: Any, kind: Any
) -> None:
    st.button(
        label,
        type=kind,
        key=f"{bench.id}:{label}:{proposal.id}",
        on_click=commit,
        args=(
            bench,
            lambda now: step(now, passage.id, proposal.id),
            f"{label}: easier sentence",
            WHOLE_PAGE if step is deciding.accept_rewrite else (FRAGMENT, DRAFT_BAR),
        ),
    )


def _change(difference: float) -> str:
    if abs(difference) < 0.05:
        return "no change"
    return f"{abs(difference):.1f} {'easier' if difference < 0 else 'harder'}"


def _out_of_date(bench: Bench, passage: Passage) -> None:
    """Proposals whose sentence has been changed since: nothing is done with them unasked."""
    for rewrite in passage.rewrites:
        if rewrite.original not in passage.text:
            with st.container(border=True):
                st.markdown("**A proposal is out of date:** its sentence has been changed since.")
                st.text(rewrite.rewritten)
                _decide(bench, passage, rewrite, "Put away", deciding.drop_rewrite, "secondary")
