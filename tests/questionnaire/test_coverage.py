"""Which question serves which intent, on directions whose cosines are known."""

import numpy as np
import pytest

from services.questionnaire import coverage
from services.questionnaire.models import Intent, Item, Questionnaire, Section
from services.text.embeddings import EncoderInfo


class Compass:
    info = EncoderInfo("all-MiniLM-L6-v2", frozenset({"en"}), 2)

    def encode(self, texts):
        return np.array([self._vector(text) for text in texts], np.float32).reshape(-1, 2)

    def _vector(self, text):
        if "north" in text:
            return (1.0, 0.0)
        return (0.0, 1.0) if "east" in text else (-0.7071, -0.7071)


def questionnaire(*texts, **of_first):
    items = [Item(text=text) for text in texts]
    items[0] = items[0].model_copy(update=of_first)
    return Questionnaire(sections=(Section(items=tuple(items)),))


NORTH, EAST = Intent(text="north"), Intent(text="east")


def test_items_go_to_their_nearest_intent():
    found = coverage.cover(questionnaire("go north", "go east"), (NORTH, EAST), Compass())
    assert [row.items for row in found.intents] == [(0,), (1,)]
    assert found.intents[0].best == pytest.approx(1)
    assert found.uncovered == found.unmatched_items == ()
    assert found.cosines.shape == (2, 2)


def test_an_intent_nobody_asks_about_and_a_question_that_strays_are_named():
    found = coverage.cover(questionnaire("go north", "stay"), (NORTH, EAST), Compass())
    assert found.uncovered == ("east",)
    assert found.unmatched_items == (1,)
    assert found.intents[1].best == pytest.approx(0, abs=1e-6)


def test_background_items_serve_no_intent_and_do_not_stray():
    found = coverage.cover(questionnaire("go north", "How old are you?"), (NORTH,), Compass())
    assert found.unmatched_items == ()
    assert found.intents[0].items == (0,)


def test_what_the_author_declared_counts_without_an_encoder():
    declared = questionnaire("stay", "go north", intents=(EAST.id,))
    found = coverage.cover(declared, (NORTH, EAST), None)
    assert found.intents[1].items == (0,)
    assert found.intents[1].best is found.cosines is None
    assert found.uncovered == ("north",)


def test_an_encoder_that_does_not_know_the_language_says_nothing():
    chinese = questionnaire("go north").model_copy(update={"language": "zh"})
    assert coverage.cover(chinese, (NORTH,), Compass()).intents[0].best is None


def test_without_intents_or_items_nothing_strays():
    assert coverage.cover(questionnaire("go north"), (), Compass()).unmatched_items == ()
    assert coverage.cover(Questionnaire(), (NORTH,), Compass()).uncovered == ("north",)


def test_a_generally_worded_intent_does_not_win_by_being_near_to_everything():
    # The first intent has 0.5 with all, the second 0.4 and 0.6 only with the last item.
    matrix = np.array([[0.5, 0.5, 0.5, 0.5], [0.1, 0.1, 0.1, 0.45]], np.float32)
    assert coverage.nearest(matrix)[:, 3].tolist() == [False, True]
    assert coverage.nearest(matrix[:, :2])[:, 0].tolist() == [True, False]
