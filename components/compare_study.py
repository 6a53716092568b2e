"""From a comparison to a blind study: make one, and the way to those there are."""

import secrets

import streamlit as st

from components.compare_studies import studies_of
from components.messages import show_error
from components.plain import plain
from components.workbench import Bench, owner, workshop
from services.compare.models import Comparison, Subject
from services.compare.studies import KINDS, Plan, study_of, with_key
from services.compare.study_models import StudyKind
from services.errors import AskwrightError

KIND_WORDS = {
    StudyKind.RATE_QUESTIONNAIRES: (
        "Rate questionnaires",
        "On relevance, specificity, rationality, order and background from 1 to 5, and whether "
        "they would be used.",
    ),
    StudyKind.RATE_HINTS: (
        "Rate hints",
        "On relevance, readability, ambiguity, convergence and familiarity from 1 to 5.",
    ),
    StudyKind.ANSWER: (
        "Answer with hints",
        "Each person answers every question once, asking for hints one by one; whose hints they "
        "get takes turns.",
    ),
    StudyKind.RATE_ITEMS: (
        "Rate reading questions",
        "On one best answer, need of the passage, distractors, wording and level from 1 to 5, and "
        "whether they would be used.",
    ),
}
MADE = (
    "What the arms made is shuffled and shown without names, in another order for each rater. "
    "Which arm made what stays in this comparison and is told when you end the study."
)
ITEMS = (
    "The questions are shown with their passages, in another order for each rater. How the arms "
    "answered them stays in this comparison and is set beside the ratings when you end the study."
)


def study_panel(bench: Bench) -> None:
    comparison: Comparison = bench.document
    st.header("Studies of this comparison")
    _studies(comparison)
    st.header("Make a blind study")
    kinds = KINDS[comparison.subject]
    st.markdown(ITEMS if comparison.subject is Subject.ITEMS else MADE)
    made = _made_key(bench)
    if made in st.session_state:
        st.success("The study is made. Open it above to rate, or to send its address.")
        st.button(
            "Make another",
            icon=":material/add:",
            key=f"{bench.id}:study:another",
            on_click=st.session_state.pop,
            args=(made, None),
        )
    else:
        _form(bench, kinds)


def _made_key(bench: Bench) -> str:
    return f"{bench.id}:study:made"


def _studies(comparison: Comparison) -> None:
    found = studies_of(comparison)
    for study_id, study in found.items():
        state = "ended" if study.ended else "going on"
        st.page_link(
            "pages/review.py",
            label=f"{plain(study.title, limit=70)} · {state}",
            icon=":material/how_to_vote:",
            query_params={"draft": study_id},
        )
    if not found:
        st.markdown("There is none to open." if comparison.keys else "There is none yet.")


def _form(bench: Bench, kinds: tuple[StudyKind, ...]) -> None:
    kind = kinds[0]
    if len(kinds) > 1:
        kind = st.radio(
            "What people do",
            kinds,
            format_func=lambda each: KIND_WORDS[each][0],
            captions=[KIND_WORDS[each][1] for each in kinds],
            key=f"{bench.id}:study:kind",
        )
    else:
        st.markdown(f"**{KIND_WORDS[kind][0]}.** {KIND_WORDS[kind][1]}")
    name = st.text_input(
        "Name that raters see",
        value="Blind review",
        max_chars=80,
        key=f"{bench.id}:study:name",
        help="Do not name an arm in it.",
    )
    each, gold = _choices(bench, kind)
    st.button(
        "Make the study",
        type="primary",
        icon=":material/shuffle:",
        key=f"{bench.id}:study:make",
        disabled=not bench.may_edit,
        on_click=_make,
        args=(bench, Plan(kind, name.strip() or "Blind review", _seed(), each, gold)),
    )
    if (error := st.session_state.pop("study:error", None)) is not None:
        show_error(error)


def _choices(bench: Bench, kind: StudyKind) -> tuple[int, bool]:
    """How many hints of each arm and question are drawn, and whether there is a check sample."""
    each, gold = 3, False
    if kind is StudyKind.RATE_HINTS:
        each = int(
            st.number_input(
                "Hints of each arm for each question",
                1,
                10,
                3,
                key=f"{bench.id}:study:each",
                help="Drawn at random from those that can be shown.",
            )
        )
    if kind is not StudyKind.ANSWER:
        gold = st.toggle(
            "Add a check sample",
            key=f"{bench.id}:study:gold",
            help="One sample that is wrong on purpose (options or a hint that belong elsewhere, or "
            "a wrong key). Results say who saw that; it counts in no mean.",
        )
    return each, gold


def _seed() -> int:
    """Nobody is to work out the order from the names."""
    return secrets.randbelow(2**31)


def _make(bench: Bench, plan: Plan) -> None:
    """The study as a draft of its own, then its key into the comparison; a second click is none."""
    if _made_key(bench) in st.session_state:
        return
    repository = workshop().repository
    try:
        study, entries = study_of(bench.document, plan)
        made = repository.create(
            study.model_copy(update={"comparison": bench.id}),
            owner=owner(),
            author=owner(),
            what="Study made",
        )
    except AskwrightError as error:
        st.session_state["study:error"] = error
        return
    if bench.edit(lambda now: with_key(now, made.id, entries), "Study made"):
        st.session_state[_made_key(bench)] = made.id
    else:
        # Without its key a study could never be told: it is not left behind.
        repository.delete(made.id)
