"""How agreement with people is counted, by hand."""

import json
import math
from pathlib import Path

import numpy as np

from training.near_copy import best_threshold, restatements
from training.rated_hints import by_question, load, pairs_interval, pairs_right, pearson, used


def test_pairs_are_of_one_question_and_ties_count_half() -> None:
    ratings = [1, 3, 3, 5, 1]
    groups = {"a": [0, 1, 2], "b": [3, 4]}
    # a: (0,1) right, (0,2) tied, (1,2) has no order; b: (3,4) wrong.
    assert pairs_right([0.1, 0.9, 0.1, 0.2, 0.7], ratings, groups) == (0.5, 3)
    assert pairs_right([0.1, None, 0.2, None, 0.7], ratings, groups) == (1.0, 1)


def test_the_interval_draws_questions_not_pairs() -> None:
    # All three pairs of one question are right, the one pair of the other is wrong: drawn again,
    # a question alone gives all or nothing. With one question there is nothing to vary.
    ratings, scores = [1, 2, 3, 5, 1], [0.1, 0.2, 0.3, 0.1, 0.9]
    assert pairs_interval(scores, ratings, {"a": [0, 1, 2], "b": [3, 4]}) == (0.0, 1.0)
    assert pairs_interval(scores, ratings, {"a": [0, 1, 2], "c": [3]}) == (1.0, 1.0)


def test_correlation_leaves_out_what_has_no_score() -> None:
    assert pearson([1.0, None, 2.0, 3.0], [1, 5, 2, 3]) == 1.0
    assert math.isnan(pearson([None, 1.0], [1, 2]))
    assert math.isnan(pearson([1.0, 1.0, 1.0], [1, 2, 3]))


def test_the_first_ten_others_and_the_answer() -> None:
    names = [f"Town{number}" for number in range(14)] + ["OBAN", "town3"]
    assert used("Oban", names) == (*(f"Town{number}" for number in range(10)), "Oban")


def test_candidates_belong_to_the_question_not_to_the_hint(tmp_path: Path) -> None:
    entry = {"question": "Q?", "answer": "A", "convergence": 2, "familiarity": 3}
    rows = [entry | {"hint": "x"}, entry | {"hint": "y", "candidates": ["B", "A"]}]
    path = tmp_path / "rated.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    hints = load(path)
    assert [hint.candidates for hint in hints] == [("B", "A")] * 2
    assert by_question(hints) == {"Q?": [0, 1]}


def test_restatements_say_what_the_question_says() -> None:
    assert restatements("In which city are the headquarters of the IMF?")[0] == (
        "In this city are the headquarters of the IMF."
    )
    assert restatements("Who wrote Emma?") == [
        "This person wrote Emma.",
        "The answer is the one wrote Emma.",
        "It is wrote Emma.",
    ]
    assert "It is the capital of Peru." in restatements("What is the capital of Peru?")


def test_the_threshold_parts_copies_from_good_hints() -> None:
    limit, caught, lost = best_threshold(np.array([0.9, 0.95]), np.array([0.1, 0.3]))
    assert 0.3 < limit <= 0.9
    assert (caught, lost) == (1.0, 0.0)
