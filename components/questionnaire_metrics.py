"""The measures of a questionnaire in numbers and words, each beside what people's have."""

from dataclasses import dataclass

import streamlit as st

from components.plain import plain
from services.questionnaire.bands import PAPER_HUMAN, HumanBand, human_band
from services.questionnaire.encoders import PAPER_ENCODER
from services.questionnaire.metrics import Metrics
from services.questionnaire.models import QuestionnaireDraft


@dataclass(frozen=True, slots=True)
class Measure:
    """How a measure is called and explained; `better` says which way is the better one.

    `label` is the paper's name, `title` ours, `tile` both where there is little room.
    """

    name: str
    label: str
    tile: str
    title: str
    says: str
    better: str
    semantic: bool = False


_LESS = "Lower means less repetition."
_NEAR = "Near the human figure is better than far above it: a questionnaire is no paraphrase."

MEASURES = (
    Measure(
        "rep_2",
        "Rep-2",
        "Rep-2, word pairs",
        "Repeated pairs",
        "Share of word pairs in the questions that came before.",
        _LESS,
    ),
    Measure(
        "rep_3",
        "Rep-3",
        "Rep-3, word triples",
        "Repeated triples",
        "Share of three words in a row that came before.",
        _LESS,
    ),
    Measure(
        "rep_4",
        "Rep-4",
        "Rep-4, word fours",
        "Repeated fours",
        "Share of four words in a row that came before.",
        _LESS,
    ),
    Measure(
        "rep_sem",
        "Rep-sem",
        "Rep-sem, meaning",
        "Repeated meaning",
        "Share of questions that mean nearly the same as an earlier one.",
        _LESS,
        semantic=True,
    ),
    Measure(
        "diversity",
        "Diversity",
        "Diversity of words",
        "Variety",
        "What Rep-2, Rep-3 and Rep-4 leave over, multiplied: how varied the wording is.",
        "Higher means more varied.",
    ),
    Measure(
        "rouge_l",
        "Rouge-L",
        "Rouge-L to the brief",
        "Words of the brief",
        "How many words, in order, a question shares with the topic and the intents.",
        _NEAR,
    ),
    Measure(
        "cohen_sem",
        "Cohen-sem",
        "Cohen-sem to the brief",
        "Nearness to the brief",
        "How near in meaning the questions are to the topic and the intents.",
        "Higher means nearer to the brief; far above the human figure means all ask alike.",
        semantic=True,
    ),
    Measure(
        "option_cohen_sem",
        "Options",
        "Cohen-sem of options",
        "Nearness of options",
        "Option Cohen-sem: how near in meaning the options are to their question.",
        _NEAR,
        semantic=True,
    ),
)
BLEU = (
    Measure(
        "bleu_1",
        "BLEU-1",
        "BLEU-1",
        "Words in common",
        "Share of words that the reference has too.",
        "Higher is nearer.",
    ),
    Measure(
        "bleu_2",
        "BLEU-2",
        "BLEU-2",
        "Pairs in common",
        "The same for pairs of words.",
        "Higher is nearer.",
    ),
    Measure(
        "bleu_4",
        "BLEU-4",
        "BLEU-4",
        "Fours in common",
        "The same for up to four words.",
        "Higher is nearer.",
    ),
)


def metric_tiles(document: QuestionnaireDraft, metrics: Metrics) -> None:
    """The eight figures, in percent, as small tiles."""
    withheld = [measure for measure in MEASURES if getattr(metrics, measure.name) is None]
    with st.grid("auto", min_column_width=170, gap="xsmall"):
        for measure in MEASURES:
            value = getattr(metrics, measure.name)
            st.metric(
                measure.tile,
                "–" if value is None else f"{value:.1f}",
                help=plain(f"{measure.title}. {measure.says} {measure.better} ")
                + _beside(document, metrics, measure),
            )

    for why in dict.fromkeys(why_withheld(document, metrics, measure) for measure in withheld):
        named = [m.tile for m in withheld if why_withheld(document, metrics, m) == why]
        st.markdown(f":gray-badge[:material/block: Withheld] {', '.join(named)}. {why}")


def metric_cards(document: QuestionnaireDraft, metrics: Metrics) -> None:
    """A card for each measure: value, what it says, what people's questionnaires have."""
    shown = [*MEASURES, *(BLEU if metrics.bleu_1 is not None else ())]
    with st.grid(3, min_column_width=250, border=True) as cards:
        for measure in shown:
            with cards.cell():
                value = getattr(metrics, measure.name)
                st.metric(f"{measure.title} · {measure.label}", percent(value))
                st.markdown(f"{measure.says} {measure.better}")
                st.markdown(_beside(document, metrics, measure))
        with cards.cell():
            st.metric("Length", f"{metrics.questions} questions")
            st.markdown(f"{metrics.tokens} words. {_people(document, metrics)}")


def _people(document: QuestionnaireDraft, metrics: Metrics) -> str:
    """Whether there are questionnaires by people to hold this one against."""
    if human_band("rep_2", max(metrics.tokens, 1), document.questionnaire.language):
        return "Repetition is held against people's questionnaires of the same length."
    return (
        "Repetition grows with length. The questionnaires by people at hand are Chinese, so there "
        "is no range for this language; the paper's means are for orientation."
    )


def percent(value: float | None) -> str:
    return "withheld" if value is None else f"{value:.1f} %"


def compared_with_people(value: float, band: HumanBand) -> str:
    """A badge of Markdown that says where a value stands among questionnaires of its length."""
    if value > band.high:
        return ":orange-badge[:material/arrow_upward: higher than nine in ten by people]"
    if value < band.low:
        return ":blue-badge[:material/arrow_downward: lower than nine in ten by people]"
    return ":green-badge[:material/check: within what people's have]"


def _beside(document: QuestionnaireDraft, metrics: Metrics, measure: Measure) -> str:
    """Markdown: why there is no value, or the figures to hold it against."""
    value = getattr(metrics, measure.name)
    if value is None:
        return why_withheld(document, metrics, measure)
    language = document.questionnaire.language
    parts = []
    band = human_band(measure.name, metrics.tokens, language)
    if band is not None:
        beyond = ", beyond the lengths seen" if band.extrapolated else ""
        parts.append(
            f"{compared_with_people(value, band)} People's of this length have {band.low:.0f} to "
            f"{band.high:.0f} % ({band.questionnaires} questionnaires{beyond})."
        )
    if measure.name in PAPER_HUMAN:
        parts.append(_paper(measure, language, metrics.signature))
    return " ".join(parts)


def _paper(measure: Measure, language: str, signature: str) -> str:
    """The paper's human mean, with what keeps it from being compared as it is."""
    figure = f"The paper's human mean is {PAPER_HUMAN[measure.name]:.1f} %"
    apart = [] if language.startswith("zh") else ["of Chinese questionnaires"]
    if measure.semantic and PAPER_ENCODER not in signature:
        apart.append("by another encoder")
    return f"{figure} ({', '.join(apart)})." if apart else f"{figure}."


def why_withheld(document: QuestionnaireDraft, metrics: Metrics, measure: Measure) -> str:
    """What a measure would need that is not there."""
    if metrics.questions < 2 and measure.name not in ("option_cohen_sem", "cohen_sem", "rouge_l"):
        return "At least two questions are needed."
    brief = document.brief
    if measure.name in ("rouge_l", "cohen_sem") and not (brief.topic.strip() or brief.intents):
        return "The brief has neither topic nor intents."
    if not any(item.options for item in document.questionnaire.items) and (
        measure.name == "option_cohen_sem"
    ):
        return "A question with options is needed."
    if measure.semantic:
        return "The encoder in use does not measure meaning in this language."
    return "The questions are too short."
