"""The measures of the paper with their r beside them, and surprisal word by word."""

import streamlit as st

from components import passages_jobs as jobs
from components import passages_readings as readings
from components.job_panel import show_job, submit
from components.passages_terms import signed
from components.plain import plain
from components.workbench import Bench, workshop
from services.errors import NotFound
from services.llm import catalog
from services.reading.as_in_paper import CORRELATION, NOTES, AsInPaper
from services.reading.kept_scores import KeptScores
from services.reading.models import Passage
from services.reading.surprisal import WordSurprisal, by_sentence, mean_of_means, shade

NAMES = {
    "length": ("Length", "words", ",.0f"),
    "flesch_kincaid_grade": ("Flesch-Kincaid grade", "US grade", ".1f"),
    "word_frequency_per_million": ("Word frequency", "per million words", ",.0f"),
    "lexical_surprisal": ("Lexical surprisal", "bits a word", ".1f"),
    "syntactic_surprisal": ("Syntactic surprisal", "bits a word", ".1f"),
}
# By shade: the colour, and whether the bits are written beside the word.
SHADES = (("", False), ("gray", False), ("yellow", False), ("orange", True), ("red", True))
LINES = 10
MEASURE = "Measure surprisal"


def as_in_paper(bench: Bench, passage: Passage) -> None:
    """Each measure by the paper's recipe, and what it told about the difficulty of questions."""
    if readings.readability(passage.text).band is None:
        st.info("The paper's measures are of English texts only.")
        return
    st.markdown(
        "The five measures of Sugawara et al. (ACL 2022), made as the paper makes them, with the "
        "correlation (r) it found between each and the lead of people over models on the "
        "questions of a text. All are near 0: none tells how hard a question is."
    )
    measured = readings.paper_measures(passage.text)
    st.table(_rows(measured), border="horizontal", alt="The paper's measures and their r")
    if measured.lexical_surprisal is None:
        _measure(bench, passage)


def _rows(measured: AsInPaper) -> dict[str, list[str]]:
    values = []
    for key, (_, unit, shown) in NAMES.items():
        value = getattr(measured, key)
        values.append("not measured" if value is None else f"{value:{shown}} {unit}")
    return {
        "Measure": [name for name, _, _ in NAMES.values()],
        "This text": values,
        "r in the paper": [signed(CORRELATION[key]) for key in NAMES],
        "How": [plain(NOTES[key]) for key in NAMES],
    }


def surprise(bench: Bench, passage: Passage) -> None:
    """The text line by line, each word shaded by how little a language model expected it."""
    if readings.readability(passage.text).band is None:
        st.info("Surprisal is measured on English texts only.")
        return
    kept = readings.kept_surprisal(passage.text)
    if kept is None:
        st.markdown(
            "Surprisal says how little a small language model expected each word after all the "
            "words before it. It has not been measured for this wording of the text."
        )
        _measure(bench, passage)
        return
    st.markdown(
        f"Bits a word under {plain(kept.name)}; 4 bits more mean a word 16 times less expected. "
        "Shades: under 4 bits none, :gray-background[from 4], :yellow-background[from 8], "
        ":orange-background[from 12] and :red-background[from 16], these two with their bits."
    )
    _lines(bench, passage, kept)


@st.fragment(key="passages:surprise")
def _lines(bench: Bench, passage: Passage, kept: KeptScores) -> None:
    counted = readings.readability(passage.text).counts.sentences_counted
    lines = by_sentence(passage.text, [each.sentence for each in counted], kept)
    mean = mean_of_means([[word.bits for word in line] for line in lines])
    if mean is not None:
        st.metric("Mean over words, then over sentences", f"{mean:.1f} bits")
    pages = -(-len(lines) // LINES)
    key = f"{bench.id}:{passage.id}:surprise"
    page = min(st.session_state.get(key, 1), pages)
    for number, line in enumerate(lines[(page - 1) * LINES : page * LINES], (page - 1) * LINES + 1):
        st.markdown(_line(number, line))
    if pages > 1:
        st.pagination(pages, key=key, persist_state="page")


def _line(number: int, line: list[WordSurprisal]) -> str:
    if not line:
        return f"**{number}.**"
    mean = sum(word.bits for word in line) / len(line)
    words = " ".join(_word(word) for word in line)
    return f"**{number}.** {words} :gray-badge[mean {mean:.1f} bits]"


def _word(word: WordSurprisal) -> str:
    colour, in_numbers = SHADES[shade(word.bits)]
    text = plain(word.text)
    if not colour:
        return text
    return f":{colour}-background[{text}{f' {word.bits:.0f}' if in_numbers else ''}]"


def _measure(bench: Bench, passage: Passage) -> None:
    """The button, once the small model is there; else the way to get it."""
    shop = workshop()
    try:
        there = shop.surprisal_scorer is not None
    except NotFound as error:
        st.warning(f"{plain(error.message)} {plain(error.hint)}")
        return
    if not there:
        _fetch(shop.settings.surprisal_model)
        return
    live = jobs.panel(
        bench,
        "passages.surprisal",
        lambda asked: asked["passage_id"] == passage.id,
        key=f"{bench.id}:surprisal",
        doing="Reading the text word by word",
        done="Measured.",
    )
    if not live:
        st.button(
            MEASURE,
            icon=":material/graphic_eq:",
            key=f"{bench.id}:{passage.id}:surprisal",
            on_click=jobs.ask,
            args=(bench, "passages.surprisal"),
            kwargs={"passage_id": passage.id},
            help="A few seconds a page; the first time the model is unpacked, about half a minute.",
        )


def _fetch(name: str) -> None:
    """Surprisal is unavailable until its own small model is fetched; under which licence."""
    entry = catalog.find(name)
    st.info(
        f"Surprisal is not available yet: it needs {plain(entry.title)}, a download of "
        f"{entry.size_bytes / 1e6:.0f} MB.",
        icon=":material/download:",
    )
    job_id = st.session_state.get("surprisal_fetch")
    if job_id and show_job(
        workshop().jobs.view(job_id),
        key="surprisal:fetch",
        doing="{note}",
        done="Fetched.",
    ):
        return
    st.button(
        f"Fetch it under {entry.licence}",
        icon=":material/download:",
        on_click=_start_fetch,
        args=(entry.name,),
    )


def _start_fetch(name: str) -> None:
    job = submit("models.fetch", name=name)
    st.session_state["surprisal_fetch"] = job.id if job is not None else None
