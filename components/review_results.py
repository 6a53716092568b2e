"""What came of a study: means, agreement, what measures have to do with it, and what cannot be
said."""

from collections.abc import Callable, Mapping

import streamlit as st

from components.compare_export import now
from components.messages import show_error
from components.plain import plain
from components.review_answers import answers_panel
from components.review_charts import correlations_chart, ratings_chart, strongest
from components.review_items import items_panel
from components.review_published import choose_published, published_notes
from components.workbench import Bench, workshop
from services.compare import report, sheet
from services.compare.correlation import by_chance, signed
from services.compare.criteria import CRITERIA, Criterion, sources
from services.compare.measures import MEASURES
from services.compare.models import Comparison, KeyEntry
from services.compare.published import PublishedRow, PublishedTable
from services.compare.study_models import Study, StudyKind
from services.compare.study_results import (
    ArmResult,
    StudyResult,
    agreement_in_words,
    key_of,
    result_in_words,
    results,
    value_in_words,
)
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
        answers_panel(bench, key, comparison)
    else:
        _ratings(bench, key, comparison)
    _save(bench, key, comparison)


def _ratings(bench: Bench, key: Mapping[str, KeyEntry], comparison: Comparison) -> None:
    study: Study = bench.document
    found = results(study, key, comparison)
    _cautions(found)
    st.header("Ratings" if study.kind is StudyKind.RATE_ITEMS else "Ratings by arm")
    if not found.arms:
        st.markdown("There are no ratings.")
        return
    table, beside = choose_published(bench)
    ratings_chart(found.arms, table, beside, key=f"{bench.id}:ratings")
    _means(found, table, beside)
    published_notes(study, table, beside, found.raters)
    with st.expander("What was asked, and where it comes from", icon=":material/help:"):
        _asked(study.kind)
    _apart(found)
    items_panel(study, key, comparison)
    _agreement(study.kind, found)
    _correlations(bench, found, comparison)


def _cautions(found: StudyResult) -> None:
    if found.cautions:
        st.warning(
            "\n".join(
                ["What cannot be concluded:", "", *(f"- {plain(s)}" for s in found.cautions)]
            ),
            icon=":material/info:",
        )


def _means(found: StudyResult, table: PublishedTable | None, beside: list[PublishedRow]) -> None:
    columns = _by_criterion(found.arms, signed=False)
    criteria = list(dict.fromkeys(row.criterion for row in found.arms))
    for line in beside if table is not None else ():
        columns[f"{plain(line.name)} (published)"] = [
            _published(table, line, criterion) for criterion in criteria
        ]
    st.table(columns, border="horizontal", hide_index=True, alt="Means of people's ratings")
    votes = "; Accept is the share of yes" if any(each.yes_no for each in criteria) else ""
    st.markdown(
        f"Means on a scale from 1 to 5{votes}. In brackets the 95% bootstrap interval over inputs, "
        "where there are several."
    )


def _published(table: PublishedTable | None, line: PublishedRow, criterion: Criterion) -> str:
    value = table.value(line, criterion.name) if table is not None else None
    return "" if value is None else value_in_words(criterion, value)


def _asked(kind: StudyKind) -> None:
    lines = []
    for each in CRITERIA[kind]:
        ends = "" if each.yes_no else f" 1: {plain(each.low)}. 5: {plain(each.high)}."
        lines.append(f"- **{each.label}.** {plain(each.asks)}{ends}")
    st.markdown("\n".join(lines))
    st.markdown("\n".join(f"- {plain(source)}" for source in sources(kind)))


def _apart(found: StudyResult) -> None:
    if found.differences:
        st.header("Differences to the first arm")
        st.table(
            _by_criterion(found.differences, signed=True),
            border="horizontal",
            hide_index=True,
            alt="Differences to the first arm",
        )
        st.markdown("Input by input; an interval on both sides of 0 could be chance.")


def _by_criterion(rows: tuple[ArmResult, ...], *, signed: bool) -> dict[str, list[str]]:
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
        columns[title] = [
            result_in_words(cells.get((arm, c.name)), signed=signed) for c in criteria
        ]
    return columns


def _agreement(kind: StudyKind, found: StudyResult) -> None:
    st.header("Agreement of the raters")
    labels = {each.name: each.label for each in CRITERIA[kind]}
    st.table(
        {
            "Criterion": [labels[name] for name in found.alphas],
            "Krippendorff's alpha": [
                "–" if value is None else f"{value:.2f}".replace("-", MINUS)
                for value in found.alphas.values()
            ],
            "That is": [agreement_in_words(value) for value in found.alphas.values()],
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


def _correlations(bench: Bench, found: StudyResult, comparison: Comparison) -> None:
    st.header("Automatic measures and people")
    if not found.correlations:
        st.markdown("Five rated samples with differing values are needed at least.")
        return
    measures = {m.name: m.label for m in MEASURES[comparison.subject]}
    criteria = {each.name: each.label for each in CRITERIA[bench.document.kind]}
    correlations_chart(found.correlations, measures, criteria, key=f"{bench.id}:correlations")
    fewest = min(each.n for each in found.correlations)
    st.markdown(
        "Each number says whether a measure orders your samples as people do (Spearman's rank "
        f"correlation): 1 the same, 0 unrelated, {MINUS}1 reversed. With {fewest} samples up to "
        f"{by_chance(fewest):.1f} is to be expected of measures that have nothing to do with "
        "people's ratings, and of many pairs about one in twenty goes beyond that."
    )
    beyond = [
        each for each in strongest(found.correlations) if abs(each.spearman) > by_chance(each.n)
    ]
    if not beyond:
        st.markdown("No measure here goes with people's ratings more than chance would.")
        return
    said = (
        f"- **{criteria[each.criterion]}**: {measures[each.measure]} ({signed(each.spearman)})"
        for each in beyond
    )
    st.markdown("\n".join(["Most closely, and beyond that:", "", *said]))


def _save(bench: Bench, key: Mapping[str, KeyEntry], comparison: Comparison) -> None:
    st.header("Take it along")
    study: Study = bench.document
    write: Callable[..., bytes] = (
        sheet.answers_csv if study.kind is StudyKind.ANSWER else sheet.study_csv
    )
    with st.container(horizontal=True):
        st.download_button(
            "Save the report (HTML)",
            lambda: report.html(comparison, when=now(), studies={bench.id: study}).encode(),
            file_name="blind-review.html",
            mime="text/html",
            icon=":material/download:",
            type="primary",
            on_click="ignore",
            key="review:html",
            help="What people said, beside the measures, charts and settings of the comparison.",
        )
        st.download_button(
            "Save all ratings (CSV)",
            lambda: write(study, key, comparison),
            file_name="blind-review.csv",
            mime="text/csv",
            icon=":material/download:",
            on_click="ignore",
            key="review:csv",
            help="A row for each value, raters as numbers, arms and measures beside it.",
        )
