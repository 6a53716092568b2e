"""The whole set: its name, its texts beside each other, and everything as files."""

from collections.abc import Callable

import streamlit as st

from components import passages_charts as charts
from components import passages_readings as readings
from components.fields import text_field
from components.passages_front import title_of
from components.workbench import Bench
from services.formats.passages import measures
from services.reading import editing
from services.reading.bands import against_target
from services.reading.models import Passage
from services.reading.report import Report

SHOWN = {
    "words": ("Words", "%d"),
    "sentences": ("Sentences", "%d"),
    "flesch_kincaid_grade": ("Flesch-Kincaid grade", "%.1f"),
    "flesch_reading_ease": ("Reading ease", "%.1f"),
    "gunning_fog": ("Gunning fog", "%.1f"),
    "coleman_liau": ("Coleman-Liau", "%.1f"),
    "automated_readability": ("ARI", "%.1f"),
    "dale_chall": ("New Dale-Chall", "%.1f"),
    "hard_sentences": ("Hard sentences", "%d"),
    "hard_words": ("Hard words", "%d"),
}
VERDICTS = {"easier": "easier", "fits": "fits", "harder": "harder"}


def whole_set(bench: Bench) -> None:
    """The name of the set, and its texts compared."""
    st.header("The whole set")
    text_field(
        bench,
        "Name of the set",
        bench.document.name,
        lambda name: lambda now: editing.set_name(now, name),
        key="name",
        what="Name of the set",
        placeholder="Named after the first passage if left empty",
    )
    texts = [
        (title_of(passage, number), passage)
        for number, passage in enumerate(bench.document.passages, start=1)
        if passage.text.strip()
    ]
    st.subheader("The texts compared")
    if texts:
        with st.spinner("Reading the texts."):
            _comparison(texts)
    else:
        st.markdown("No passage has a text yet.")


def _comparison(texts: list[tuple[str, Passage]]) -> None:
    import pandas as pd

    reports = [readings.full_report(passage, name) for name, passage in texts]
    bands = [
        (report.name, band, passage.target_grade)
        for report, (_, passage) in zip(reports, texts, strict=True)
        if (band := report.readability.band) is not None
    ]
    if bands:
        spoken = "; ".join(f"{name}: {band.low} to {band.high}" for name, band, _ in bands)
        charts.show(
            charts.passage_bands(bands), key="bands", alt=f"Grade band of each text. {spoken}"
        )
        if any(target is not None for _, _, target in bands):
            st.markdown("The red tick is the grade you write for.")
    table = pd.DataFrame(
        [_row(report, passage) for report, (_, passage) in zip(reports, texts, strict=True)]
    )
    st.dataframe(
        table,
        hide_index=True,
        column_config={
            "Text": st.column_config.TextColumn(pinned=True, width="medium"),
            **{name: st.column_config.NumberColumn(format=shown) for name, shown in SHOWN.values()},
        },
        alt="Every text with its grade band and measures; an empty cell is withheld",
    )
    _downloads(reports)


def _row(report: Report, passage: Passage) -> dict[str, object]:
    summary = report.summary()
    band = report.readability.band
    target = passage.target_grade
    aimed = "not set"
    if target is not None:
        verdict = VERDICTS[against_target(band, target)] if band else "not measured"
        aimed = f"{target:g}: {verdict}"
    return {
        "Text": report.name,
        "Grade band": f"{band.low} to {band.high}" if band else "withheld",
        "Aimed at": aimed,
        **{name: summary[key] for key, (name, _) in SHOWN.items()},
    }


def _downloads(reports: list[Report]) -> None:
    with st.container(horizontal=True):
        _download("Measures as CSV", "measures.csv", "text/csv", lambda: measures.as_csv(reports))
        _download(
            "Everything as JSON",
            "measures.json",
            "application/json",
            lambda: measures.as_json(reports),
        )


def _download(label: str, name: str, mime: str, data: Callable[[], bytes]) -> None:
    st.download_button(
        label,
        data,
        file_name=name,
        mime=mime,
        icon=":material/download:",
        on_click="ignore",
        key=f"download:{name}",
    )
