"""How hard is the text to read: the text, its grade band, and one view of it at a time."""

import streamlit as st

from components import passages_charts as charts
from components import passages_readings as readings
from components.fields import area_field, number_field, text_field
from components.messages import shown_errors
from components.passages_paper import as_in_paper, surprise
from components.passages_sentences import sentence_view
from components.passages_terms import SCALES, SHORT_NAMES
from components.passages_versions import two_versions
from components.passages_vocabulary import vocabulary
from components.plain import plain
from components.workbench import Bench
from services.reading import editing
from services.reading.bands import against_target, common_core
from services.reading.cautions import has_words
from services.reading.models import Passage
from services.reading.readability import MEASURES, why_withheld
from services.reading.report import Readability

FIRST = "Reading the text. The first one loads the grammar, which takes a few seconds."
VERDICTS = {
    "easier": ":blue-badge[:material/south_east: Easier than aimed at]",
    "fits": ":green-badge[:material/check: Fits the grade aimed at]",
    "harder": ":orange-badge[:material/north_east: Harder than aimed at]",
}
VIEWS = {
    "Measures": lambda bench, passage: measures(passage),
    "Sentences": sentence_view,
    "Words": lambda bench, passage: vocabulary(passage),
    "As in the paper": as_in_paper,
    "Surprise by word": surprise,
    "Two versions": two_versions,
}


def text_panel(bench: Bench, passage: Passage) -> None:
    """The text and what is measured on it."""
    st.header("How hard is the text to read")
    left, right = st.columns([3, 2], gap="large")
    with left:
        _fields(bench, passage)
    with right:
        if not passage.text.strip():
            st.info("Paste or type a text, and its measures appear here.")
            return
        with shown_errors(), st.spinner(FIRST):
            _grade(readings.readability(passage.text), passage.target_grade)
    view = st.segmented_control(
        "View of the text",
        list(VIEWS),
        default="Measures",
        required=True,
        key="text_view",
        bind="query-params",
        label_visibility="collapsed",
    )
    with shown_errors(), st.spinner(FIRST):
        VIEWS[view](bench, passage)


def _fields(bench: Bench, passage: Passage) -> None:
    text_field(
        bench,
        "Title",
        passage.title,
        lambda title: lambda now: editing.set_title(now, passage.id, title),
        key=f"title:{passage.id}",
        what="Title",
        help="Not counted in any measure.",
    )
    area_field(
        bench,
        "Text",
        passage.text,
        lambda text: lambda now: editing.set_text(now, passage.id, text),
        key=f"text:{passage.id}",
        what="Text",
        height=330,
        placeholder="Paste or type the text. Leave an empty line between paragraphs.",
        help="Measured as soon as you leave the field or press Ctrl+Enter.",
    )
    number_field(
        bench,
        "Grade you write for",
        passage.target_grade,
        lambda grade: lambda now: editing.set_target(now, passage.id, grade),
        key=f"target:{passage.id}",
        what="Grade aimed at",
        min_value=0.0,
        max_value=16.0,
        step=0.5,
        format="%.1f",
        placeholder="Not set",
        help="A US school grade: 1 is for six- to seven-year-olds, 12 the last year of school.",
    )


def _grade(measured: Readability, target: float | None) -> None:
    """The band first, then what to beware of."""
    counts = measured.counts
    if measured.band is None:
        st.markdown(":gray-badge[:material/block: No grade] The scores are withheld.")
    else:
        band = measured.band
        st.metric(
            "Grade band (Flesch-Kincaid)",
            f"{band.low:.1f} to {band.high:.1f}",
            help="Readability tools differ by a median of 1.7 grades on one text, so a grade is a "
            "band here; it is wider for a text under 100 words. US school grades; CCR in the chart "
            "stands for ready for college or a career.",
        )
        fitting = common_core(measured.scores["flesch_kincaid_grade"] or 0.0)
        names = f"Common Core {plain(band.label)}" if fitting else plain(band.label).capitalize()
        verdict = "" if target is None else " " + VERDICTS[against_target(band, target)]
        # A pupil of US grade 1 is six when the school year begins.
        ages = f"Ages of about {band.low + 5:.0f} to {band.high + 6:.0f}"
        st.markdown(f":gray-badge[:material/school: {names}]{verdict}  \n{ages}, as US grades go.")
        aimed = "" if target is None else f" The grade aimed at is {target:g}."
        charts.show(
            charts.grade_bands(band, target),
            key="grade_bands",
            alt=f"The text lies at grades {band.low:.1f} to {band.high:.1f}, {band.label}.{aimed}",
        )
    if has_words(measured.language):
        st.markdown(
            f"{_many(counts.words, 'word')}, {_many(counts.sentences, 'sentence')}, "
            f"{_many(counts.syllables, 'syllable')}; the longest sentence has "
            f"{_many(counts.longest_sentence, 'word')}."
        )
    for caution in measured.cautions:
        st.warning(plain(caution), icon=":material/warning:")


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def measures(passage: Passage) -> None:
    """Every formula with its source, and why it is withheld where it is."""
    smog_always = st.toggle(
        "Show SMOG under 30 sentences too",
        key="smog_always",
        persist_state="session",
        help="SMOG was normed on samples of 30 sentences; on fewer it is a rough guess.",
    )
    measured = readings.readability(passage.text, smog_always)
    with st.grid(4, min_column_width=190):
        for measure in MEASURES:
            value = measured.scores[measure.key]
            withheld = why_withheld(measure, measured.counts) or "The text is not in English."
            about = f"{measure.formula}\n\nScale: {measure.scale}\n\nSource: {measure.source}"
            st.metric(
                SHORT_NAMES.get(measure.key, measure.name),
                "Withheld" if value is None else f"{value:.1f}",
                help=_literal(about if value is not None else f"{withheld}\n\n{about}"),
                delta=SCALES[measure.key],
                delta_color="off",
                delta_arrow="off",
                border=True,
                height="stretch",
            )


def _literal(text: str) -> str:
    return "\n\n".join(plain(part) for part in text.split("\n\n"))
