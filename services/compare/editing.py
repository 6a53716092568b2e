"""Edits of a comparison: each takes it as it is and gives it as it is to be."""

from collections.abc import Sequence
from typing import Any

from services.compare.models import Arm, Comparison, Input, Subject
from services.documents import new_id
from services.errors import InvalidInput
from services.questionnaire.models import Method

MOST_ARMS = 8
MOST_INPUTS = 200


def started(subject: Subject) -> Comparison:
    """Two arms to begin with: two methods, or the same twice until one is changed."""
    if subject is Subject.QUESTIONNAIRES:
        arms: tuple[Arm, ...] = (
            Arm(name="Topic and intents", method=Method.TOPIC_INTENTS),
            Arm(name="Outline first", method=Method.OUTLINE),
        )
    else:
        arms = (Arm(name="Model in use"),)
    return Comparison(subject=subject, arms=arms)


def set_arm(comparison: Comparison, arm_id: str, **update: Any) -> Comparison:
    """The comparison with this of an arm changed; as it is if the arm is gone."""
    arms = [a.model_copy(update=update) if a.id == arm_id else a for a in comparison.arms]
    return comparison.model_copy(update={"arms": tuple(arms)})


def add_arm(comparison: Comparison) -> Comparison:
    """One more arm, like the last one but for its seed. Raises `InvalidInput` beyond eight."""
    if len(comparison.arms) >= MOST_ARMS:
        raise InvalidInput(f"There are {MOST_ARMS} arms already.", "Remove one first.")
    last = comparison.arms[-1] if comparison.arms else Arm(seed=-1)
    arm = last.model_copy(update={"id": new_id(), "name": "", "seed": last.seed + 1})
    return comparison.model_copy(update={"arms": (*comparison.arms, arm)})


def remove_arm(comparison: Comparison, arm_id: str) -> Comparison:
    arms = tuple(arm for arm in comparison.arms if arm.id != arm_id)
    return comparison.model_copy(update={"arms": arms})


def add_inputs(comparison: Comparison, inputs: Sequence[Input]) -> Comparison:
    """More inputs behind those there are. Raises `InvalidInput` for too many."""
    both = (*comparison.inputs, *inputs)
    if len(both) > MOST_INPUTS:
        raise InvalidInput(
            f"That would make {len(both)} inputs; {MOST_INPUTS} is the most.", "Take fewer."
        )
    return comparison.model_copy(update={"inputs": both})


def remove_input(comparison: Comparison, input_id: str) -> Comparison:
    inputs = tuple(source for source in comparison.inputs if source.id != input_id)
    return comparison.model_copy(update={"inputs": inputs})


def to_run_again(comparison: Comparison) -> Comparison:
    """The same settings with nothing made yet: run, it shows whether the results come again."""
    name = f"{comparison.title}, run again" if comparison.title else "Run again"
    return comparison.model_copy(update={"name": name, "cells": (), "keys": ()})
