"""What came of a study: means, agreement, what measures have to do with it, and what cannot be
said."""

from collections.abc import Callable, Mapping

import streamlit as st

from components.hints_terms import percent
from components.messages import show_error
from components.plain import plain
from components.workbench import Bench, workshop
from services.compare import sheet
from services.compare.answering import answered
from services.compare.intervals import Estimate
from services.compare.measures import MEASURES
from services.compare.models import Comparison, KeyEntry
from services.compare.study_models import Study, StudyKind
from services.compare.study_results import ArmResult, StudyResult, key_of, results
from services.errors import AskwrightError

MINUS = "\N{MINUS SIGN}"


def results_panel(bench: Bench) -> None:
    """Nothing can be told without the comparison: it has the key."""
    study: Study = bench.document
    try:
        comparison = workshop().repository.get(study.comparison).document
    except AskwrightError as error:
        show_error(error)
        return
    key = key_of(bench.id, comparison) if isinstance(comparison, Comparison) else None
    if key is None:
        st.warning(
            "The key to this study is not there: it stays with the comparison that the study was "
            "made from, and a copy of a study has none."
        )
        return
    if study.kind is StudyKind.ANSWER:
        _answers(study, key, comparison)
        _save(lambda: sheet.answers_csv(study, key, comparison))
        return
    found = results(study, key, comparison)
    _cautions(found)
    _means(found)
    _apart(found)
    _agreement(found)
    _correlations(found, comparison)
    _save(lambda: sheet.study_csv(study, key, comparison))


def _cautions(found: StudyResult) -> None:
    if found.cautions:
        st.warning(
            "\n".join(
                ["What cannot be concluded:", "", *(f"- {plain(s)}" for s in found.cautions)]
            ),
            icon=":material/info:",
        )


def _means(found: StudyResult) -> None:
    st.header("Ratings by arm")
    if not found.arms:
        st.markdown("There are no ratings.")
        return
    _by_criterion(found.arms, "Means of people's ratings", signed=False)
    st.markdown(
        "Scales go from 1 to 5, Accept is the share of yes. In brackets the 95% bootstrap interval "
        "over inputs, where there are several."
    )


def _apart(found: StudyResult) -> None:
    if found.differences:
        st.header("Differences to the first arm")
        _by_criterion(found.differences, "Differences to the first arm", signed=True)


def _by_criterion(rows: tuple[ArmResult, ...], alt: str, *, signed: bool) -> None:
    criteria = list(dict.fromkeys(row.criterion for row in rows))
    arms = {row.arm: row.name for row in rows}
    cells = {(row.arm, row.criterion.name): row for row in rows}
    columns = {
        "Criterion": [
            f"{c.label} (lower is better)" if c.lower_is_better else c.label for c in criteria
        ]
    }
    for arm, name in arms.items():
        title = plain(name, limit=40)
        while title in columns:
            title += " "
        columns[title] = [_words(cells.get((arm, c.name)), signed) for c in criteria]
    st.table(columns, border="horizontal", hide_index=True, alt=alt)


def _words(row: ArmResult | None, signed: bool) -> str:
    if row is None:
        return "no ratings"
    share, sign = row.criterion.yes_no, "+" if signed else ""

    def number(value: float) -> str:
        told = f"{100 * value:{sign}.0f}%" if share else f"{value:{sign}.2f}"
        return told.replace("-", MINUS)

    e = row.estimate
    if e.low is None or e.high is None:
        return number(e.mean)
    return f"{number(e.mean)} ({number(e.low)} to {number(e.high)})"


def _agreement(found: StudyResult) -> None:
    st.header("Agreement")
    st.table(
        {
            "Criterion": [name.capitalize() for name in found.alphas],
            "Krippendorff's alpha": [
                "cannot be computed" if value is None else f"{value:.2f}".replace("-", MINUS)
                for value in found.alphas.values()
            ],
        },
        border="horizontal",
        hide_index=True,
        alt="Agreement between raters by criterion",
    )
    st.markdown(
        "1 is full agreement, 0 what chance would give. From 0.8 conclusions can be built on it, "
        f"from 0.667 tentative ones. {found.raters} "
        f"{'person has' if found.raters == 1 else 'people have'} rated."
    )
    if found.gold:
        said = [f"{plain(name)}: {'saw it' if ok else 'did not'}" for name, ok in found.gold]
        st.markdown(f"Check sample, wrong on purpose: {'; '.join(said)}.")


def _correlations(found: StudyResult, comparison: Comparison) -> None:
    st.header("Automatic measures and people")
    if not found.correlations:
        st.markdown("Five rated samples with differing values are needed at least.")
        return
    labels = {measure.name: measure.label for measure in MEASURES[comparison.subject]}
    st.table(
        {
            "Measure": [labels.get(c.measure, c.measure.capitalize()) for c in found.correlations],
            "Criterion": [c.criterion.capitalize() for c in found.correlations],
            "Spearman": [f"{c.spearman:+.2f}".replace("-", MINUS) for c in found.correlations],
            "Pearson": [f"{c.pearson:+.2f}".replace("-", MINUS) for c in found.correlations],
            "Samples": [str(c.n) for c in found.correlations],
        },
        border="horizontal",
        hide_index=True,
        alt="Correlation of automatic measures with people's mean ratings",
    )
    st.markdown(
        "Whether a measure orders your samples as people do: 1 the same, 0 unrelated, "
        f"{MINUS}1 reversed. Below about 20 samples such figures vary wildly."
    )


def _answers(study: Study, key: Mapping[str, KeyEntry], comparison: Comparison) -> None:
    rows = answered(study, key, comparison)
    st.header("Answered with hints, by arm")
    if not rows:
        st.markdown("Nobody has answered anything.")
        return
    people = len({play.attempt for play in study.plays})
    st.table(
        {
            "Arm": [plain(row.name, limit=40) for row in rows],
            "Questions met": [str(row.plays) for row in rows],
            "Without a hint": [percent(row.without_hints) for row in rows],
            "Of the others, with hints": [_share(row.with_hints) for row in rows],
            "Median hint at solving": [
                "none" if row.median_hint is None else f"{row.median_hint:g}" for row in rows
            ],
        },
        border="horizontal",
        hide_index=True,
        alt="Questions answered with each arm's hints",
    )
    st.markdown(
        f"{people} {'person' if people == 1 else 'people'} answered. In TriviaHG's study (six "
        "people, 100 questions) Copilot's hints led to the answer of 64% of the questions, those "
        "of a tuned LLaMA 7b of 48% and of the plain one of 31%; other questions, other people."
    )
    if people < 2 or min(row.plays for row in rows) < 20:
        st.warning(
            "That is too few to conclude anything: who was asked what decides more than the hints.",
            icon=":material/info:",
        )


def _share(estimate: Estimate | None) -> str:
    if estimate is None:
        return "none was left"
    if estimate.low is None or estimate.high is None:
        return percent(estimate.mean)
    return f"{percent(estimate.mean)} ({percent(estimate.low)} to {percent(estimate.high)})"


def _save(write: Callable[[], bytes]) -> None:
    st.header("Take it along")
    st.download_button(
        "Save all ratings (CSV)",
        write,
        file_name="blind-review.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
        key="review:csv",
        help="A row for each value, raters as numbers, arms and measures beside it.",
    )
