"""What people said, as a section of the report: a rating study or an answering study that ended."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from services.compare.answering import answered
from services.compare.correlation import by_chance, signed
from services.compare.criteria import CRITERIA, Criterion, sources
from services.compare.intervals import Estimate
from services.compare.item_results import by_item
from services.compare.measures import MEASURES
from services.compare.models import Comparison, KeyEntry
from services.compare.published import PublishedTable, rating_warnings, ratings_for
from services.compare.report_parts import bullets, figure, grid, paragraph, side_by_side
from services.compare.study_models import Study, StudyKind
from services.compare.study_results import (
    ArmResult,
    StudyResult,
    agreement_in_words,
    result_in_words,
    results,
    value_in_words,
)
from services.compare.svg import Bar, chart

Key = Mapping[str, KeyEntry]


def section(study: Study, key: Key, comparison: Comparison) -> str:
    """Raises `InvalidInput` before the study's end."""
    parts = _answers if study.kind is StudyKind.ANSWER else _ratings
    title = f"What people said: {study.name or study.kind}"
    return f"<h2>{escape(title)}</h2>{''.join(parts(study, key, comparison))}"


def _ratings(study: Study, key: Key, comparison: Comparison) -> Iterator[str]:
    found = results(study, key, comparison)
    criteria = CRITERIA[study.kind]
    theirs = ratings_for(study.kind)
    said = rating_warnings(study, theirs, found.raters) if theirs is not None else []
    yield paragraph(
        f"Rated blind: {_people(found.raters)} judged {len(study.samples)} samples without knowing "
        f"what made them. Ended {study.ended[:10]}. In brackets: 95% bootstrap intervals over "
        "inputs."
    )
    yield bullets([*found.cautions, *said])
    yield "<h3>Mean ratings</h3>" + _table(criteria, found.arms)
    yield bullets(sources(study.kind))
    yield _published(criteria, theirs)
    if found.differences:
        yield "<h3>Differences to the first arm</h3>"
        yield _differences(criteria, found.differences)
    yield side_by_side(_charts(criteria, found, theirs))
    yield from _agreement(criteria, found)
    yield _correlations(criteria, found, comparison)
    yield _items(study, key, comparison, criteria)


def _people(count: int) -> str:
    return "one person" if count == 1 else f"{count} people"


def _table(criteria: Sequence[Criterion], rows: Sequence[ArmResult]) -> str:
    """Each criterion with what was asked."""
    arms = {row.arm: row.name for row in rows}
    if not arms:
        return paragraph("There are no ratings.")
    cells = {(row.arm, row.criterion.name): row for row in rows}
    return grid(
        ["Criterion", *arms.values(), "What is asked", "1 stands for", "5 stands for"],
        [
            [
                label(each),
                *(result_in_words(cells.get((arm, each.name))) for arm in arms),
                each.asks,
                *(("", "") if each.yes_no else (each.low, each.high)),
            ]
            for each in criteria
        ],
    )


def _differences(criteria: Sequence[Criterion], rows: Sequence[ArmResult]) -> str:
    arms = {row.arm: row.name for row in rows}
    cells = {(row.arm, row.criterion.name): row for row in rows}
    return grid(
        ["Criterion", *arms.values()],
        [
            [
                label(each),
                *(result_in_words(cells.get((arm, each.name)), signed=True) for arm in arms),
            ]
            for each in criteria
        ],
    ) + paragraph("Input by input; an interval on both sides of 0 could be chance.")


def label(criterion: Criterion) -> str:
    return f"{criterion.label} (lower is better)" if criterion.lower_is_better else criterion.label


def _published(criteria: Sequence[Criterion], table: PublishedTable | None) -> str:
    if table is None:
        return paragraph("No published study is known whose ratings could stand beside these.")
    rows = [
        [
            row.name,
            *(
                "" if (v := table.value(row, each.name)) is None else value_in_words(each, v)
                for each in criteria
            ),
        ]
        for row in table.rows
    ]
    notes = [*table.notes, *(f"{row.name}: {row.note}" for row in table.rows if row.note)]
    return (
        f"<h3>Published: {escape(table.title)}</h3>"
        + grid(["Published", *(each.label for each in criteria)], [], rows)
        + paragraph(table.source)
        + bullets(notes)
    )


def _charts(
    criteria: Sequence[Criterion], found: StudyResult, table: PublishedTable | None
) -> Iterator[str]:
    for each in criteria:
        bars = [
            Bar(own.name, own.estimate, result_in_words(own))
            for own in found.arms
            if own.criterion is each
        ]
        row = table.rows[0] if table is not None else None
        theirs = table.value(row, each.name) if table is not None and row is not None else None
        if bars and row is not None and theirs is not None:
            named = f"Published: {row.name}"
            told = value_in_words(each, theirs)
            bars.append(Bar(named, Estimate(theirs, None, None, 1), told, published=True))
        if bars:
            yield figure(label(each), chart(each.label, bars))


def _agreement(criteria: Sequence[Criterion], found: StudyResult) -> Iterator[str]:
    yield "<h3>Agreement of the raters</h3>"
    rows = []
    for each in criteria:
        value = found.alphas[each.name]
        number = "" if value is None else f"{value:.2f}".replace("-", "\N{MINUS SIGN}")
        rows.append([each.label, number, agreement_in_words(value)])
    yield grid(["Criterion", "Krippendorff's alpha", "That is"], rows)
    yield paragraph("1 is full agreement, 0 what chance would give.")
    if found.gold:
        saw = sum(passed for _, passed in found.gold)
        yield paragraph(
            f"A check sample, wrong on purpose, was seen through by {saw} of "
            f"{_people(len(found.gold))} who judged it."
        )


def _correlations(criteria: Sequence[Criterion], found: StudyResult, comparison: Comparison) -> str:
    head = "<h3>Automatic measures beside people</h3>"
    if not found.correlations:
        return head + paragraph("Five rated samples with differing values are needed at least.")
    labels = {m.name: m.label for m in MEASURES[comparison.subject]}
    known = {(c.measure, c.criterion): c.spearman for c in found.correlations}
    measures = [name for name in labels if any(name == measure for measure, _ in known)]
    fewest = min(c.n for c in found.correlations)
    rows = [
        [
            labels[name],
            *(signed(known[pair]) if (pair := (name, c.name)) in known else "" for c in criteria),
        ]
        for name in measures
    ]
    return (
        head
        + grid(["Rank correlation", *(each.label for each in criteria)], rows)
        + paragraph(
            "Spearman's rank correlation: 1 where the measure orders the samples as people do, 0 "
            "where it has nothing to do with them, below 0 where it orders them the other way. "
            f"With {fewest} samples up to {by_chance(fewest):.1f} is to be expected by chance, and "
            "of many pairs about one in twenty goes beyond that."
        )
    )


def _items(study: Study, key: Key, comparison: Comparison, criteria: Sequence[Criterion]) -> str:
    found = by_item(study, key, comparison)
    if not found:
        return ""
    rows = [
        [
            each.title,
            *(
                value_in_words(c, each.means[c.name]) if c.name in each.means else ""
                for c in criteria
            ),
        ]
        for each in found
    ]
    return "<h3>Question by question, the poorest first</h3>" + grid(
        ["Question", *(each.label for each in criteria)], rows
    )


def _answers(study: Study, key: Key, comparison: Comparison) -> Iterator[str]:
    rows = answered(study, key, comparison)
    people = len({play.attempt for play in study.plays})
    yield paragraph(
        f"Answered with hints shown one by one: {_people(people)}, each question met once by each. "
        f"Ended {study.ended[:10]}."
    )
    table = ratings_for(study.kind)
    assert table is not None
    yield bullets(rating_warnings(study, table, people))
    yield grid(
        ["Arm", "Tries", "Solved", "Solved without a hint", "Median hint at solving"],
        [
            [
                *(row.name, str(row.plays), share_in_words(row.solved)),
                *(f"{row.without_hints:.0%}", hint_in_words(row.median_hint)),
            ]
            for row in rows
        ],
        [
            [
                *(f"Published: {row.name}", "", f"{table.value(row, 'solved'):.0f}%", ""),
                hint_in_words(table.value(row, "median_hint")),
            ]
            for row in table.rows
        ],
    )
    yield paragraph(f"{table.title}. {table.source}")
    yield bullets(table.notes)


def hint_in_words(median: float | None) -> str:
    return "none" if median is None else f"{median:g}"


def share_in_words(estimate: Estimate | None) -> str:
    """A share (0 to 1) in percent, with its interval where there are several questions."""
    if estimate is None:
        return "none was left"
    if estimate.low is None or estimate.high is None:
        return f"{estimate.mean:.0%}"
    return f"{estimate.mean:.0%} ({estimate.low:.0%} to {estimate.high:.0%})"
