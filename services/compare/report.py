"""A report that opens anywhere: one HTML file without scripts, fonts or pictures from elsewhere.

Everything that anybody wrote is escaped. A policy in the file forbids it to load anything, so
that even a slip could reach nothing. Its settings are in it as JSON: `settings_in` reads them, to
run the same comparison again.
"""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from html import escape, unescape

from pydantic import ValidationError

from services.compare import published, study_report
from services.compare.intervals import Estimate
from services.compare.measures import MEASURES, Better, Measure, shown, value
from services.compare.models import (
    Arm,
    BriefInput,
    Cell,
    Comparison,
    Input,
    QuestionInput,
    arm_name,
    finished,
    upgrade,
)
from services.compare.report_parts import bullets, figure, grid, paragraph, side_by_side
from services.compare.report_style import STYLE
from services.compare.study_models import Study
from services.compare.study_results import key_of
from services.compare.svg import Bar, chart
from services.compare.tables import (
    arm_rows,
    cautions,
    differences,
    estimate_in_words,
    measures_of,
    verdict,
)
from services.errors import InvalidInput
from services.questionnaire.models import Method

LARGEST = 20 * 1024 * 1024
_SETTINGS = re.compile(r'<pre id="settings">(.*?)</pre>', re.DOTALL)
METHODS = {
    Method.TOPIC: "topic alone",
    Method.TOPIC_INTENTS: "topic and intents",
    Method.OUTLINE: "outline first",
    Method.RETRIEVE: "from similar questionnaires",
}
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def html(comparison: Comparison, *, when: str, studies: Mapping[str, Study] | None = None) -> str:
    """The whole report. `when` is an ISO 8601 time that it says it was written at; `studies` (by
    id) are those of this comparison that have ended: what people said stands in it too."""
    title = comparison.title or "A comparison"
    body = [
        f"<h1>{escape(title)}</h1>",
        paragraph(
            f"Written by Askwright, {in_words(when)}. Arms are ways of doing it, inputs what they "
            f"work on: here are {len(comparison.arms)} arms, each on {len(comparison.inputs)} "
            "inputs. In brackets: 95% bootstrap intervals over inputs (2,000 resamples, seed "
            f"{comparison.bootstrap_seed}): where the mean would lie for other inputs of the kind."
        ),
        bullets([*cautions(comparison), *published.warnings(comparison, _table(comparison))]),
        "<h2>Means of the arms</h2>",
        _means(comparison),
        "<h2>Differences to the first arm, input by input</h2>",
        _differences(comparison),
        "<h2>Charts</h2>",
        side_by_side(_charts(comparison)),
        *_people(comparison, studies or {}),
        "<h2>How it was made</h2>",
        *_provenance(comparison),
        "<h2>What was made</h2>",
        *_outputs(comparison),
        "<h2>Settings, to run it again</h2>",
        "<p>Open this file on the Compare page to start the same comparison.</p>",
        f'<details><summary>Settings as JSON</summary><pre id="settings">'
        f"{escape(settings_json(comparison))}</pre></details>",
    ]
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
        f"<body><main>{''.join(body)}</main></body></html>"
    )


def _people(comparison: Comparison, studies: Mapping[str, Study]) -> Iterable[str]:
    for name, study in studies.items():
        key = key_of(name, comparison)
        if key is not None and study.ended:
            yield study_report.section(study, key, comparison)


def in_words(when: str) -> str:
    """ "30 November 2026, 12:00 UTC" of an ISO 8601 time."""
    found = datetime.fromisoformat(when).astimezone(UTC)
    return f"{found.day} {found:%B %Y, %H:%M} UTC"


def settings_json(comparison: Comparison) -> str:
    """The comparison without anything that was made."""
    return comparison.model_dump_json(indent=1, exclude={"cells", "keys"})


def settings_in(report: bytes) -> Comparison:
    """The comparison that a report was written of, with nothing made yet.

    Raises `InvalidInput` for a file that is no report, or one that was changed.
    """
    if len(report) > LARGEST:
        raise InvalidInput("The file is larger than 20 MB.", "Choose a report of this app.")
    found = _SETTINGS.search(report.decode("utf-8", "replace"))
    try:
        if found is None:
            raise ValueError
        return Comparison.model_validate(upgrade(json.loads(unescape(found[1]))))
    except (ValueError, ValidationError, RecursionError) as error:
        raise InvalidInput(
            "The file is no report of a comparison.", "Choose an HTML report of this app."
        ) from error


def _table(comparison: Comparison) -> published.PublishedTable:
    return published.table_for(comparison.subject)


def _means(comparison: Comparison) -> str:
    """Measures as rows, so that the table fits a sheet of paper and each is explained."""
    measures = measures_of(comparison)
    table = _table(comparison)
    rows = arm_rows(comparison)
    own = grid(
        ["Measure", *(f"{row.name} (n = {row.inputs})" for row in rows), "Better", "What it says"],
        [
            [_label(m)]
            + [estimate_in_words(m, row.estimates[m.name]) for row in rows]
            + [m.better, m.says]
            for m in measures
        ],
    )
    shown = [m for m in measures if m.name in table.columns]
    theirs = [
        [
            row.name,
            *(
                "" if (v := table.value(row, m.name)) is None else f"{v:.{table.decimals}f}"
                for m in shown
            ),
        ]
        for row in table.rows
    ]
    notes = [*table.notes, *(f"{row.name}: {row.note}" for row in table.rows if row.note)]
    if not shown:
        return own
    return (
        own
        + f"<h3>Published: {escape(table.title)}</h3>"
        + grid(["Published", *(_label(m) for m in shown)], [], theirs)
        + paragraph(table.source)
        + bullets(notes)
    )


def _label(measure: Measure) -> str:
    return f"{measure.label}, {measure.unit}" if measure.unit else measure.label


def _differences(comparison: Comparison) -> str:
    rows = [
        [
            found.name,
            _label(found.measure),
            estimate_in_words(found.measure, found.estimate, signed=True),
            verdict(found),
        ]
        for found in differences(comparison)
    ]
    if not rows:
        return "<p>There are none: two arms with the same inputs are needed.</p>"
    return grid(["Arm", "Measure", "Difference", "Verdict"], rows) + paragraph(
        "Better, worse or different is a difference whose interval leaves 0 out. Of many measures "
        "about one in twenty does so by chance alone."
    )


def _charts(comparison: Comparison) -> Iterable[str]:
    table = _table(comparison)
    for measure in measures_of(comparison):
        if measure.better is Better.NONE:
            continue
        bars = [
            Bar(row.name, estimate, estimate_in_words(measure, estimate))
            for row in arm_rows(comparison)
            if (estimate := row.estimates[measure.name]) is not None
        ]
        for row in table.rows[:1]:
            theirs = table.value(row, measure.name)
            if theirs is not None:
                estimate = Estimate(theirs, None, None, 1)
                bars.append(
                    Bar(
                        f"Published: {row.name}",
                        estimate,
                        f"{theirs:.{table.decimals}f}",
                        published=True,
                    )
                )
        yield figure(f"{_label(measure)}: {measure.better}", chart(measure.label, bars))


def _provenance(comparison: Comparison) -> Iterable[str]:
    done = finished(comparison)
    for arm in comparison.arms:
        yield f"<h3>{escape(arm_name(comparison, arm))}</h3>{_arm(comparison, arm)}"
        for cell in list(done[arm.id].values())[:1]:
            told = "\n\n".join(f"Prompt {n}\n{p}" for n, p in enumerate(cell.made.prompts, 1))
            yield (
                f"<details><summary>The first {len(cell.made.prompts)} of {cell.made.prompt_count} "
                f"prompts for the first input, each cut to 4,000 characters</summary>"
                f"<pre>{escape(told)}</pre></details>"
            )
    rows = [
        [
            arm_name(comparison, arm),
            source.title,
            str(cell.made.prompt_count),
            cell.made.prompts_sha256[:16],
            cell.made.when,
        ]
        for arm in comparison.arms
        for source in comparison.inputs
        for cell in [done[arm.id].get(source.id)]
        if cell is not None
    ]
    yield "<p>Run again, the same prompts have the same hash.</p>"
    yield grid(["Arm", "Input", "Prompts", "Their hash", "Made"], rows)


def _arm(comparison: Comparison, arm: Arm) -> str:
    cells = list(finished(comparison)[arm.id].values())
    facts = [
        ("Seed", str(arm.seed)),
        ("Temperature", "as each step has it" if arm.temperature is None else f"{arm.temperature}"),
        ("Adapter", arm.adapter or "none"),
    ]
    if comparison.subject == "questionnaires":
        facts.insert(0, ("Method", METHODS[arm.method]))
    for made in [cell.made for cell in cells[:1]]:
        facts += [(f"Model: {name}", str(fact)) for name, fact in made.model.items()]
        facts += [("Judge of hints", made.judge)] if made.judge else []
        facts += [("Measures", made.signature)]
        facts += [("Versions", ", ".join(f"{n} {v}" for n, v in made.versions.items()))]
    return grid(["", ""], [list(fact) for fact in facts])


def _outputs(comparison: Comparison) -> Iterable[str]:
    done = finished(comparison)
    for source in comparison.inputs:
        yield f"<h3>{escape(source.title)}</h3>"
        for arm in comparison.arms:
            cell = done[arm.id].get(source.id)
            if cell is not None:
                name = escape(arm_name(comparison, arm))
                said = "".join(f"<p>{escape(line)}</p>" for line in output_lines(cell, source))
                said += _values(comparison, cell)
                yield f'<details class="made"><summary>{name}</summary>{said}</details>'


def _values(comparison: Comparison, cell: Cell) -> str:
    measures = MEASURES[comparison.subject]
    said = (f"{m.label} {shown(m, value(cell, m.name))}" for m in measures)
    return f"<p><small>{escape('; '.join(said))}</small></p>"


def output_lines(cell: Cell, source: Input) -> list[str]:
    """What was made, as lines of text."""
    if cell.questionnaire is not None:
        return [
            f"{number}. {item.text} [{' / '.join(item.labels) or item.format}]"
            for number, item in enumerate(cell.questionnaire.items, start=1)
        ]
    if cell.question is not None:
        return [f"{n}. {hint.text}" for n, hint in enumerate(cell.question.kept_hints, start=1)]
    if cell.solved is None or isinstance(source, BriefInput | QuestionInput):
        return []
    views = (("with the passage", cell.solved.passage), ("without", cell.solved.without_passage))
    return [
        f"{option}{' (the key)' if place == source.gold else ''}: "
        + ", ".join(f"{shares[place]:.2f} {name}" for name, shares in views if shares)
        for place, option in enumerate(source.options)
    ]
