"""A comparison in words: its arms and inputs, and what was made."""

from collections.abc import Iterator

from services.compare.measures import MEASURES, shown, value
from services.compare.models import Arm, BriefInput, Comparison, Input, arm_name, cell_of
from services.contents.parts import Line, Part, lines, spelled


def renamed(comparison: Comparison, title: str) -> Comparison:
    return comparison.model_copy(update={"name": title})


def parts(comparison: Comparison) -> tuple[Part, ...]:
    """Everything that an author sets, and the measures of what was made of it."""
    return tuple(_parts(comparison))


def _parts(comparison: Comparison) -> Iterator[Part]:
    yield Part(
        "comparison",
        "The comparison",
        lines(("Name", comparison.name), ("Of", spelled(comparison.subject))),
    )
    for arm in comparison.arms:
        yield Part(f"arm:{arm.id}", arm_name(comparison, arm), _arm(arm))
    for number, source in enumerate(comparison.inputs, start=1):
        yield Part(f"input:{source.id}", f"Input {number}", _input(source))
        for arm in comparison.arms:
            if (cell := cell_of(comparison, arm, source)) is not None:
                name = f"{arm_name(comparison, arm)} on input {number}"
                measures = MEASURES[comparison.subject]
                known = ((m, value(cell, m.name)) for m in measures)
                said = [(m.label, shown(m, v)) for m, v in known if v is not None]
                yield Part(
                    f"cell:{cell.settings}", name, lines(*said, ("Problem", cell.error)), depth=1
                )


def _arm(arm: Arm) -> tuple[Line, ...]:
    return lines(
        ("Method", spelled(arm.method)),
        ("Model", arm.model or "the one in use"),
        ("Adapter", arm.adapter),
        ("Temperature", arm.temperature),
        ("Seed", arm.seed),
    )


def _input(source: Input) -> tuple[Line, ...]:
    if isinstance(source, BriefInput):
        brief = source.brief
        return lines(("Topic", brief.topic), ("Intents", tuple(i.text for i in brief.intents)))
    about = ("Question", source.question)
    if source.kind == "question":
        return lines(about, ("Answer", source.answer), ("Other accepted answers", source.aliases))
    return lines(
        about,
        ("Options", source.options),
        ("Right answer", source.options[source.gold]),
        ("Passage", source.passage),
    )
