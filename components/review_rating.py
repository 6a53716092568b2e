"""Rating: one sample at a time, each choice kept at once, with a way back and a way past."""

from datetime import UTC, datetime

import streamlit as st

from components.review_answering import answering
from components.review_samples import sample_view
from components.workbench import Bench, SaveNote
from services.compare.criteria import CRITERIA, Criterion
from services.compare.rating import is_rated, is_settled, order_of, progress, rated, values_of
from services.compare.study_models import SKIPPED, Rater, Sample, Study, StudyKind


def rating(bench: Bench, rater: Rater) -> None:
    """The sample that is on, or the end. Answering goes its own way."""
    study: Study = bench.document
    if study.ended:
        st.info("This study has ended. Thank you.", icon=":material/flag:")
        return
    done, total = progress(study, rater.id)
    st.progress(done / total if total else 0.0, text=f"{done} of {total} done")
    if study.kind is StudyKind.ANSWER:
        answering(bench, rater)
        return
    order = order_of(study, rater.id)
    place = _place(bench, rater, order)
    if place >= len(order):
        _end(bench, rater, order)
        return
    sample = order[place]
    st.header(f"Sample {place + 1} of {total}")
    sample_view(sample)
    st.header("Your judgement")
    for criterion in CRITERIA[study.kind]:
        _criterion(bench, rater, sample, criterion)
    note = st.session_state.get("save_note")
    if isinstance(note, SaveNote) and note.problem:
        st.error(note.problem, title="Your last choice was not saved")
    _steps(bench, rater, sample, place)


def _place(bench: Bench, rater: Rater, order: tuple[Sample, ...]) -> int:
    """Where this rater is: after a reload at the first sample that needs something of them."""
    key = _place_key(bench, rater)
    if key not in st.session_state:
        study: Study = bench.document
        open_ones = (
            place
            for place, sample in enumerate(order)
            if not is_settled(study, values_of(study, rater.id, sample.id))
        )
        st.session_state[key] = next(open_ones, len(order))
    return int(st.session_state[key])


def _place_key(bench: Bench, rater: Rater) -> str:
    return f"{bench.id}:{rater.id}:place"


def _criterion(bench: Bench, rater: Rater, sample: Sample, criterion: Criterion) -> None:
    key = f"rate:{rater.id}:{sample.id}:{criterion.name}"
    st.session_state.setdefault(
        key, values_of(bench.document, rater.id, sample.id).get(criterion.name)
    )
    words = {0: criterion.low.capitalize(), 1: criterion.high.capitalize()}
    st.segmented_control(
        f"**{criterion.label}.** {criterion.asks} {_ends(criterion)}",
        criterion.values,
        key=key,
        format_func=(lambda value: words[value]) if criterion.yes_no else str,
        on_change=_keep,
        args=(bench, rater, sample, criterion.name, key),
    )


def _ends(criterion: Criterion) -> str:
    """What the ends of the scale stand for, as a part of the control's name."""
    return "" if criterion.yes_no else f"*1: {criterion.low}. 5: {criterion.high}.*"


def _keep(bench: Bench, rater: Rater, sample: Sample, criterion: str, key: str) -> None:
    """A second click on a value takes it out of the control; the value that was given stays."""
    value = st.session_state[key]
    if value is None:
        st.session_state[key] = values_of(bench.document, rater.id, sample.id).get(criterion)
        return
    _rate(bench, rater, sample, criterion, int(value))


def _rate(bench: Bench, rater: Rater, sample: Sample, criterion: str, value: int) -> bool:
    when = datetime.now(UTC).isoformat(timespec="seconds")
    return bench.edit(
        lambda now: rated(now, rater.id, sample.id, criterion, value, when=when), "Rated"
    )


def _steps(bench: Bench, rater: Rater, sample: Sample, place: int) -> None:
    study: Study = bench.document
    values = values_of(study, rater.id, sample.id)
    complete = is_rated(study, values)
    with st.container(horizontal=True):
        st.button(
            "Back",
            icon=":material/arrow_back:",
            disabled=place == 0,
            key=f"review:back:{sample.id}",
            on_click=_go,
            args=(bench, rater, place - 1),
        )
        st.button(
            "Next",
            icon=":material/arrow_forward:",
            type="primary",
            disabled=not complete,
            key=f"review:next:{sample.id}",
            on_click=_next,
            args=(bench, rater, sample, place),
            help=None if complete else "Judge every line first, or skip this sample.",
        )
        if not complete:
            st.button(
                "Skip this one",
                icon=":material/skip_next:",
                key=f"review:skip:{sample.id}",
                on_click=_skip,
                args=(bench, rater, sample, place),
                help="It counts in no result; you can come back to it.",
            )


def _next(bench: Bench, rater: Rater, sample: Sample, place: int) -> None:
    """What was skipped before and is judged now counts again."""
    if values_of(bench.document, rater.id, sample.id).get(SKIPPED):
        _rate(bench, rater, sample, SKIPPED, 0)
    _go(bench, rater, place + 1)


def _skip(bench: Bench, rater: Rater, sample: Sample, place: int) -> None:
    if _rate(bench, rater, sample, SKIPPED, 1):
        _go(bench, rater, place + 1)


def _go(bench: Bench, rater: Rater, place: int) -> None:
    st.session_state[_place_key(bench, rater)] = place


def _end(bench: Bench, rater: Rater, order: tuple[Sample, ...]) -> None:
    study: Study = bench.document
    left = [
        place
        for place, sample in enumerate(order)
        if not is_rated(study, values_of(study, rater.id, sample.id))
    ]
    st.success("That was the last one. Thank you: everything is kept.", icon=":material/flag:")
    with st.container(horizontal=True):
        st.button(
            "Look at the first again",
            icon=":material/first_page:",
            on_click=_go,
            args=(bench, rater, 0),
            key="review:first",
        )
        if left:
            st.button(
                f"To what was left out ({len(left)})",
                icon=":material/skip_previous:",
                on_click=_go,
                args=(bench, rater, left[0]),
                key="review:left",
            )
