"""Views guessed from names: what is read off a name, and the network by hand."""

from pathlib import Path

import numpy as np
import pytest

from services.hints.popularity import PopularityModel, facts, load, plain_title
from tests.hints.encoder import DIMENSIONS, WordEncoder


def test_what_a_name_tells() -> None:
    found = facts("Mercury (planet)")
    assert found[:3] == [1.0, 7.0, 1.0]
    assert facts("Ben Nevis")[:3] == [2.0, 9.0, 0.0]
    assert len(facts("")) == len(facts("AC/DC 1984, Łódź"))


def test_titles_are_read_with_spaces() -> None:
    assert plain_title("Ben_Nevis ") == "Ben Nevis"


def test_the_network_by_hand(tmp_path: Path) -> None:
    size = len(facts("x"))
    first = np.zeros((DIMENSIONS + size, 2))
    first[DIMENSIONS, :] = (1.0, -1.0)  # the number of words, and its negative
    path = tmp_path / "model.npz"
    np.savez(
        path,
        encoder=np.array("by-words"),
        mean=np.zeros(size),
        scale=np.ones(size),
        weights0=first,
        bias0=np.array([0.0, 0.5]),
        weights1=np.array([[1.0], [1.0]]),
        bias1=np.array([1.0]),
    )
    model = PopularityModel(path)
    # 2 words: max(2, 0) + max(-2 + 0.5, 0) + 1 = 3, so 999 views; 1 word: 1 + 0 + 1 = 2.
    assert model.monthly_views(["Ben_Nevis", "Rome"], WordEncoder()) == [999.0, 99.0]
    assert model.monthly_views([], WordEncoder()) == []


def test_another_encoder_gives_no_estimate() -> None:
    assert load().encoder == "all-MiniLM-L6-v2"
    assert load().monthly_views(["Rome"], WordEncoder()) == [None]


def test_coefficients_are_small_and_need_no_pickle() -> None:
    folder = Path(__file__).parents[2] / "services" / "hints" / "coefficients"
    files = list(folder.iterdir())
    assert {path.suffix for path in files} <= {".npz", ".json"}
    assert all(path.stat().st_size < 1_000_000 for path in files)
    for path in folder.glob("*.npz"):
        with np.load(path, allow_pickle=False) as stored:
            assert all(stored[name].dtype != object for name in stored.files)


@pytest.mark.parametrize("name", ["London", "United States", "Elvis Presley"])
def test_estimates_are_whole_numbers_of_some_size(name: str) -> None:
    rows = np.zeros((1, 384), np.float32)
    assert 1 < float(load().log_views(rows, [name])[0]) < 7
