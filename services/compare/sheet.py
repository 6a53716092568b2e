"""A comparison, or the ratings of a study, as CSV that no spreadsheet takes for formulas."""

from collections.abc import Mapping

from services.compare.measures import MEASURES, value
from services.compare.models import Comparison, KeyEntry, arm_name, finished
from services.compare.published import PublishedTable, ratings_for, table_for
from services.compare.study_models import Study
from services.compare.study_results import groups_of
from services.formats.guarded_cells import write_rows


def csv(comparison: Comparison) -> bytes:
    """A row for each finished cell, then the published rows; an empty cell is "not available"."""
    measures = MEASURES[comparison.subject]
    rows = [
        [
            *("arm", "published", "input", "method", "temperature", "seed", "adapter", "model"),
            *("model_sha256", "prompts", "prompts_sha256"),
            *(measure.name for measure in measures),
        ]
    ]
    done = finished(comparison)
    for arm in comparison.arms:
        temperature = "" if arm.temperature is None else str(arm.temperature)
        for source in comparison.inputs:
            cell = done[arm.id].get(source.id)
            if cell is None:
                continue
            model = cell.made.model
            method = arm.method if comparison.subject == "questionnaires" else ""
            rows.append(
                [
                    *(arm_name(comparison, arm), "no", source.title, method),
                    *(temperature, str(arm.seed), arm.adapter, str(model.get("name") or "")),
                    *(str(model.get("sha256") or ""), str(cell.made.prompt_count)),
                    cell.made.prompts_sha256,
                    *(_number(value(cell, measure.name)) for measure in measures),
                ]
            )
    table = table_for(comparison.subject)
    for row in table.rows:
        values = [_number(table.value(row, measure.name)) for measure in measures]
        rows.append([row.name, "yes", table.title, *([""] * 8), *values])
    return write_rows(rows)


def _number(number: float | None) -> str:
    return "" if number is None else f"{number:.10g}"


def study_csv(study: Study, key: Mapping[str, KeyEntry], comparison: Comparison) -> bytes:
    """A row for each value that counts, raters as numbers, arms and measures from the key; then
    the means of the published study, if there is one."""
    arms = dict(groups_of(study, comparison))
    titles = {source.id: source.title for source in comparison.inputs}
    numbers = {rater.id: str(place) for place, rater in enumerate(study.raters, start=1)}
    measures = list(dict.fromkeys(name for entry in key.values() for name in entry.measures))
    head = ["rater", "arm", "published", "input", "sample", "check", "criterion", "value", "when"]
    rows = [[*head, *measures]]
    last = {(r.rater, r.sample, r.criterion): r for r in study.ratings}
    for rating in last.values():
        entry = key.get(rating.sample)
        if entry is None:
            continue
        rows.append(
            [
                *(numbers.get(rating.rater, "?"), arms.get(entry.arm, "gone"), "no"),
                *(titles.get(entry.input, "gone"), rating.sample, "yes" if entry.gold else "no"),
                *(rating.criterion, str(rating.value), rating.when),
                *(_number(entry.measures.get(name)) for name in measures),
            ]
        )
    if (table := ratings_for(study.kind)) is not None:
        rows += [
            ["", name, "yes", table.title, "", "no", criterion, value, "", *[""] * len(measures)]
            for name, criterion, value in _published(table)
        ]
    return write_rows(rows)


def _published(table: PublishedTable) -> list[tuple[str, str, str]]:
    """Name of the row, column and value, one by one."""
    return [
        (row.name, column, _number(table.value(row, column)))
        for row in table.rows
        for column in table.columns
    ]


def answers_csv(study: Study, key: Mapping[str, KeyEntry], comparison: Comparison) -> bytes:
    """A row for each question that somebody answered or gave up; then the published study, of
    which only shares are known."""
    arms = {arm.id: arm_name(comparison, arm) for arm in comparison.arms}
    numbers = {rater.id: str(place) for place, rater in enumerate(study.raters, start=1)}
    asked = {s.question.id: (s.id, s.question.question) for s in study.samples if s.question}
    head = ["person", "arm", "published", "question", "hints seen", "solved", "guesses", "when"]
    rows = [head]
    for play in study.plays:
        sample, question = asked.get(play.question_id, ("", ""))
        if sample in key:
            rows.append(
                [
                    *(numbers.get(play.attempt, "?"), arms.get(key[sample].arm, "gone")),
                    *("no", question),
                    *(str(play.hints_seen), "yes" if play.solved else "no"),
                    *(" | ".join(play.guesses), play.when),
                ]
            )
    if (table := ratings_for(study.kind)) is not None:
        for row in table.rows:
            middle = _number(table.value(row, "median_hint"))
            solved = f"{_number(table.value(row, 'solved'))} %"
            rows.append(["", row.name, "yes", table.title, middle, solved, "", ""])
    return write_rows(rows)
