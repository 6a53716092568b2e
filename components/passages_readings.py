"""What the page knows about texts and items, computed once for each wording and shared.

Everything here is a value of `services.reading`; the caches are keyed by the wording itself.
"""

import streamlit as st

from components.workbench import workshop
from services.errors import Unavailable
from services.reading import as_in_paper, comparison, kept_scores, report, sentence_view, vocabulary
from services.reading.as_in_paper import AsInPaper
from services.reading.comparison import Comparison
from services.reading.item_review import ItemReview, SolverChoice, review
from services.reading.kept_scores import KeptScores
from services.reading.models import ComprehensionItem, ComprehensionType, Passage, SolverResult
from services.reading.report import Readability, Report
from services.reading.sentence_view import SentenceView
from services.reading.vocabulary import HardWord, Profile


@st.cache_resource(max_entries=200, show_spinner=False)
def readability(text: str, smog_always: bool = False) -> Readability:
    return report.readability(text, smog_always=smog_always)


@st.cache_resource(max_entries=100, show_spinner=False)
def sentences(text: str) -> tuple[SentenceView, ...]:
    return tuple(sentence_view.view(readability(text).counts))


@st.cache_resource(max_entries=100, show_spinner=False)
def hard_words(text: str) -> tuple[HardWord, ...]:
    return tuple(vocabulary.hard_words(readability(text).counts))


@st.cache_resource(max_entries=100, show_spinner=False)
def profile(text: str) -> Profile:
    return vocabulary.profile(readability(text).counts)


@st.cache_resource(max_entries=50, show_spinner=False)
def compared(before: str, after: str) -> Comparison:
    return comparison.compare(before, after)


def kept_surprisal(text: str) -> KeptScores | None:
    """What the surprisal job measured of this text, or None."""
    model = workshop().settings.surprisal_model
    kept = workshop().repository.cached(kept_scores.NAMESPACE, kept_scores.key(model, text))
    return KeptScores.from_json(model, text, kept[0]) if kept is not None else None


def paper_measures(text: str) -> AsInPaper:
    kept = kept_surprisal(text)
    return _paper_measures(text, kept is not None, kept)


@st.cache_resource(max_entries=100, show_spinner=False)
def _paper_measures(text: str, with_surprisal: bool, _scorer: KeptScores | None) -> AsInPaper:
    counted = [each.sentence for each in readability(text).counts.sentences_counted]
    return as_in_paper.measure(text, counted, _scorer)


def full_report(passage: Passage, name: str) -> Report:
    """What `read` gives, from the parts that are here already."""
    measured = readability(passage.text)
    if measured.band is None:
        return Report(name, measured, AsInPaper(), (), ())
    return Report(
        name,
        measured,
        paper_measures(passage.text),
        sentences(passage.text),
        hard_words(passage.text),
    )


def encoder_problem() -> Unavailable | None:
    """Why options cannot be compared with the passage; the encoder is loaded by the first call."""
    try:
        workshop().embedder.encode(["a"])
    except Unavailable as error:
        return error
    return None


def item_review(passage: str, item: ComprehensionItem) -> ItemReview:
    """The review of an item as it is worded now, with the model's answer if it has one.

    Without the encoder only the wording is reviewed.
    """
    choice = SolverChoice.EMBEDDING if encoder_problem() is None else SolverChoice.NONE
    solved = item.solver.model_dump_json() if item.solver is not None else None
    return _review(passage, item.question, item.options, item.gold, item.types, solved, choice)


@st.cache_resource(max_entries=500, show_spinner=False)
def _review(
    passage: str,
    question: str,
    options: tuple[str, ...],
    gold: int | None,
    types: tuple[str, ...] | None,
    solved: str | None,
    choice: SolverChoice,
) -> ItemReview:
    return review(
        passage,
        question,
        options,
        gold,
        choice=choice,
        embedder=workshop().embedder if choice == SolverChoice.EMBEDDING else None,
        types=[ComprehensionType(kind) for kind in types] if types else None,
        solved=SolverResult.model_validate_json(solved) if solved else None,
    )
