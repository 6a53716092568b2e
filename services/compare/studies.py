"""A blind study from a comparison: nameless samples in a study, who made them in its key.

Ids are random, and the order is another one for each rater, so that neither tells the arm.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import fmean

from services.compare.models import (
    BriefInput,
    Cell,
    Comparison,
    ItemInput,
    KeyEntry,
    QuestionInput,
    StudyKey,
    Subject,
    finished,
)
from services.compare.study_models import Sample, Study, StudyKind
from services.documents import new_id
from services.errors import InvalidInput
from services.hints.models import Hint, TriviaQuestion
from services.questionnaire.models import Item, Origin, Questionnaire, Section

MOST_SAMPLES = 400
KINDS = {
    Subject.QUESTIONNAIRES: (StudyKind.RATE_QUESTIONNAIRES,),
    Subject.HINTS: (StudyKind.RATE_HINTS, StudyKind.ANSWER),
    Subject.ITEMS: (StudyKind.RATE_ITEMS,),
}


@dataclass(frozen=True, slots=True)
class Plan:
    """What a study is to be: `hints_each` of every arm and question are drawn to be rated;
    with `gold`, one sample is made wrong on purpose to see who reads with care."""

    kind: StudyKind
    name: str
    seed: int = 0
    hints_each: int = 3
    gold: bool = False


@dataclass
class _Made:
    samples: list[Sample] = field(default_factory=list)
    entries: list[KeyEntry] = field(default_factory=list)


def study_of(comparison: Comparison, plan: Plan) -> tuple[Study, tuple[KeyEntry, ...]]:
    """The study and the entries of its key. Raises `InvalidInput` when there is nothing to judge.

    Only inputs that every arm has finished are taken: each arm then meets the same ones.
    """
    if plan.kind not in KINDS[comparison.subject]:
        raise InvalidInput("There is no such study of this comparison.", "Choose another one.")
    made = _Made()
    for sample, entry in _samples(comparison, plan):
        made.samples.append(sample)
        made.entries.append(entry)
    if not made.samples:
        raise InvalidInput(
            "There is no input that every arm has finished.", "Run the comparison to its end first."
        )
    if plan.gold:
        _add_gold(made, plan)
    if len(made.samples) > MOST_SAMPLES:
        raise InvalidInput(
            f"That would be {len(made.samples)} samples; {MOST_SAMPLES} is the most.",
            "Take fewer hints of each arm, or fewer inputs.",
        )
    rotations = _rotations(comparison, made) if plan.kind is StudyKind.ANSWER else ()
    Random(plan.seed).shuffle(made.samples)
    study = Study(
        name=plan.name,
        kind=plan.kind,
        samples=tuple(made.samples),
        rotations=rotations,
        seed=plan.seed,
    )
    by_id = sorted(made.entries, key=lambda entry: entry.sample)
    return study, tuple(by_id)


def with_key(comparison: Comparison, study_id: str, entries: Sequence[KeyEntry]) -> Comparison:
    """The comparison with the key to the study of this id."""
    key = StudyKey(study=study_id, entries=tuple(entries))
    return comparison.model_copy(update={"keys": (*comparison.keys, key)})


def _samples(comparison: Comparison, plan: Plan) -> Iterator[tuple[Sample, KeyEntry]]:
    done = finished(comparison)
    random = Random(f"{plan.seed}:hints")
    for source in comparison.inputs:
        if not all(source.id in cells for cells in done.values()):
            continue
        if isinstance(source, ItemInput):
            # It is nobody's work among the arms: they answered it.
            sample = Sample(item=source.model_copy(update={"id": new_id()}))
            answered = [done[arm.id][source.id] for arm in comparison.arms]
            yield sample, _entry(sample, "", source.id, _mean_measures(answered))
            continue
        for arm in comparison.arms:
            cell = done[arm.id][source.id]
            if isinstance(source, BriefInput) and cell.questionnaire is not None:
                sample = Sample(brief=source.brief, questionnaire=_bare(cell.questionnaire))
                yield sample, _entry(sample, arm.id, source.id, cell.measures)
            elif isinstance(source, QuestionInput) and cell.question is not None:
                bare = _asked(source)
                if plan.kind is StudyKind.ANSWER:
                    sample = Sample(question=_to_answer(bare, cell.question))
                    yield sample, _entry(sample, arm.id, source.id, cell.measures)
                    continue
                shown = list(cell.question.kept_hints)
                for hint in random.sample(shown, min(plan.hints_each, len(shown))):
                    sample = Sample(question=bare, text=hint.text)
                    yield sample, _entry(sample, arm.id, source.id, _grades(hint))


def _entry(sample: Sample, arm: str, source: str, measures: dict[str, float | None]) -> KeyEntry:
    return KeyEntry(sample=sample.id, arm=arm, input=source, measures=measures)


def _mean_measures(cells: Sequence[Cell]) -> dict[str, float | None]:
    """Each measure's mean over the arms that have it."""
    found: dict[str, float | None] = {}
    for name in dict.fromkeys(name for cell in cells for name in cell.measures):
        known = [number for cell in cells if (number := cell.measures.get(name)) is not None]
        found[name] = fmean(known) if known else None
    return found


def _grades(hint: Hint) -> dict[str, float | None]:
    return {"hicos": hint.hicos, "hifas": hint.hifas, "strength": hint.strength}


def _bare(questionnaire: Questionnaire) -> Questionnaire:
    """Without ids, marks and intents, by which methods could be told apart."""
    sections = tuple(
        Section(
            title=section.title,
            introduction=section.introduction,
            items=tuple(_bare_item(item) for item in section.items),
        )
        for section in questionnaire.sections
    )
    return questionnaire.model_copy(update={"sections": sections})


def _bare_item(item: Item) -> Item:
    unsaid = {"intents": (), "marks": (), "dismissed": (), "scale": None, "shown_if": None}
    return item.model_copy(update={"id": new_id(), "origin": Origin.AUTHOR, **unsaid})


def _asked(source: QuestionInput) -> TriviaQuestion:
    return TriviaQuestion(question=source.question, answer=source.answer, aliases=source.aliases)


def _to_answer(bare: TriviaQuestion, made: TriviaQuestion) -> TriviaQuestion:
    """A question of its own id with its hints in their order, without their grades."""
    hints = tuple(
        Hint(text=hint.text, order=place) for place, hint in enumerate(made.kept_hints, start=1)
    )
    return bare.model_copy(update={"id": new_id(), "hints": hints, "candidates": made.candidates})


def _rotations(comparison: Comparison, made: _Made) -> tuple[tuple[str, ...], ...]:
    """As many lists as arms: list r has input i with the hints of arm i + r, in turn."""
    places = {(entry.arm, entry.input): entry.sample for entry in made.entries}
    inputs = list(dict.fromkeys(entry.input for entry in made.entries))
    arms = [arm.id for arm in comparison.arms]
    return tuple(
        tuple(places[arms[(place + turn) % len(arms)], name] for place, name in enumerate(inputs))
        for turn in range(len(arms))
    )


def _add_gold(made: _Made, plan: Plan) -> None:
    """A copy of a sample whose options or hint belong to something else, or whose key is wrong."""
    random = Random(f"{plan.seed}:gold")
    entry = random.choice(made.entries)
    sample = next(each for each in made.samples if each.id == entry.sample)
    spoiled = _spoiled(sample, made.samples, random)
    if spoiled is not None:
        made.samples.append(spoiled)
        made.entries.append(
            KeyEntry(sample=spoiled.id, arm=entry.arm, input=entry.input, gold=True)
        )


def _spoiled(sample: Sample, others: Sequence[Sample], random: Random) -> Sample | None:
    """None where nothing can be put in the place of what belongs there."""
    if sample.questionnaire is not None:
        whole = _with_options_moved(sample.questionnaire)
        return Sample(brief=sample.brief, questionnaire=whole) if whole is not None else None
    if sample.item is not None:
        wrong = [n for n in range(len(sample.item.options)) if n != sample.item.gold]
        moved = {"id": new_id(), "gold": random.choice(wrong)}
        return Sample(item=sample.item.model_copy(update=moved)) if wrong else None
    foreign = [each for each in others if each.text and each.title != sample.title]
    return Sample(question=sample.question, text=foreign[0].text) if foreign else None


def _with_options_moved(questionnaire: Questionnaire) -> Questionnaire | None:
    """Every question has the options of the next one that has some."""
    options = [item.options for item in questionnaire.items if item.options]
    if len({tuple(option.label for option in each) for each in options}) < 2:
        return None
    moved = iter([*options[1:], options[0]])
    sections = [
        section.model_copy(
            update={
                "items": tuple(
                    item.model_copy(update={"id": new_id(), "options": next(moved)})
                    if item.options
                    else item.model_copy(update={"id": new_id()})
                    for item in section.items
                )
            }
        )
        for section in questionnaire.sections
    ]
    return questionnaire.model_copy(update={"sections": tuple(sections)})
