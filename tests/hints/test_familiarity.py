"""HIFAS by hand, and where the views come from."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from services.errors import InvalidInput, Unavailable
from services.hints.familiarity import (
    REST,
    ViewFinder,
    difficulty,
    hifas,
    known,
    names_in,
    normalized,
    read_snapshot,
    title_key,
)
from services.hints.models import Entity, ViewSource
from services.text.embeddings import Embedder, EncoderInfo, Vectors


@pytest.mark.parametrize(
    ("views", "expected"),
    [
        (0, 0.0),
        (25, 0.0),
        (29, 0.001),
        (9_098, 0.157),
        (28_918.5, 0.5),
        (57_836, 1.0),
        (57_837, 1.0),
        (557_121, 1.0),
    ],
)
def test_views_are_clipped_at_the_largest_that_is_no_outlier(views: float, expected: float) -> None:
    assert normalized(views) == expected


def _entities(*views: float | None) -> list[Entity]:
    return [
        Entity(name=str(place), title=str(place))
        if count is None
        else known(str(place), str(place), count, ViewSource.SNAPSHOT)
        for place, count in enumerate(views)
    ]


def test_hifas_is_the_mean_of_normalised_views() -> None:
    score = hifas(_entities(2_444, 39_924, 1_326, 218_062, 1_616, 1_562))
    assert score is not None
    # 0.042 0.69 0.023 1 0.028 0.027
    assert (score.mean, score.low, score.high) == (0.302, 0.023, 1.0)


def test_naming_nothing_has_no_hifas() -> None:
    assert hifas([]) is None


def test_unknown_views_are_left_out_not_counted_as_none_at_all() -> None:
    score = hifas(_entities(None, 57_837))
    assert score is not None
    assert score.mean == 1.0
    assert hifas(_entities(None)) is None


@pytest.mark.parametrize(
    ("popularity", "label"),
    [(0.0, "hard"), (0.329, "hard"), (0.33, "medium"), (0.66, "medium"), (0.661, "easy")],
)
def test_thirds_of_popularity(popularity: float, label: str) -> None:
    assert difficulty(popularity) == label


def test_titles_are_alike_with_underscores_or_spaces() -> None:
    assert title_key("ben_Nevis ") == title_key("Ben  Nevis") == "Ben Nevis"


@pytest.mark.parametrize("content", [[], {"Rome": "many"}, {"Rome": -1}, {"Rome": True}])
def test_a_snapshot_of_another_form_is_refused(content: object) -> None:
    with pytest.raises(InvalidInput):
        read_snapshot(content)


class _Cache(dict[tuple[str, str], tuple[str, datetime]]):
    def cached(self, namespace: str, key: str) -> tuple[str, datetime] | None:
        return self.get((namespace, key))

    def keep(self, namespace: str, key: str, value: str) -> None:
        self[namespace, key] = (value, datetime.now(UTC))


class _Pages:
    """Wikipedia as the test has it."""

    def __init__(self, titles: dict[str, str | None], views: dict[str, float | None]) -> None:
        self._titles, self._views = titles, views
        self.asked: list[str] = []

    def titles(
        self, names: Sequence[str], context: str, embedder: Embedder | None = None
    ) -> dict[str, str | None]:
        self.asked += names
        return {name: self._titles.get(name) for name in names}

    def monthly_views(self, titles: Sequence[str]) -> dict[str, float | None]:
        return {title: self._views.get(title) for title in titles}

    def lead(self, title: str) -> str:
        return f"{title} is a page."


class _Offline(_Pages):
    def titles(
        self, names: Sequence[str], context: str, embedder: Embedder | None = None
    ) -> dict[str, str | None]:
        raise Unavailable("Wikipedia cannot be reached: ConnectError.")


class _Guess:
    def monthly_views(self, names: Sequence[str], embedder: Embedder) -> list[float | None]:
        return [1_000.0 for _ in names]


class _Encoder:
    info = EncoderInfo("none", frozenset(), 1)

    def encode(self, texts: Sequence[str]) -> Vectors:
        return np.ones((len(texts), 1), np.float32)


def test_measured_views_go_before_a_snapshot_and_are_kept() -> None:
    cache = _Cache()
    pages = _Pages({"Rome": "Rome"}, {"Rome": 100.0})
    finder = ViewFinder(pages=pages, cache=cache, snapshot={"Rome": 5.0})
    found = finder.entities(["Rome"], "Which city?")
    assert (found[0].views, found[0].source) == (100.0, ViewSource.MEASURED)
    again = ViewFinder(cache=cache, snapshot={"Rome": 5.0}).entities(["Rome"], "Which city?")
    assert again == found
    assert pages.asked == ["Rome"]


def test_offline_a_snapshot_then_an_estimate_and_the_reason_is_noted() -> None:
    finder = ViewFinder(
        pages=_Offline({}, {}),
        snapshot=read_snapshot({"Ben_Nevis": 9_000, "The_Cheviot": 1_330}),
        estimator=_Guess(),
        embedder=_Encoder(),
    )
    found = finder.entities(["Ben Nevis", "Wugland", "Cheviot"], "")
    assert [(entity.views, entity.source) for entity in found] == [
        (9_000.0, ViewSource.SNAPSHOT),
        (1_000.0, ViewSource.ESTIMATED),
        (1_330.0, ViewSource.SNAPSHOT),
    ]
    assert finder.problems == ["Wikipedia cannot be reached: ConnectError."]


def test_what_failed_is_left_alone_for_a_while_and_then_asked_again() -> None:
    cache = _Cache()
    away = ViewFinder(pages=_Offline({}, {}), cache=cache)
    assert away.entities(["Rome"], "")[0].views is None
    assert away.pages is None
    # The next question of a quiz does not wait for it again, and is told why.
    pages = _Pages({"Rome": "Rome"}, {"Rome": 100.0})
    soon = ViewFinder(pages=pages, cache=cache)
    assert soon.entities(["Rome"], "")[0].views is None
    assert (pages.asked, soon.problems) == ([], away.problems)
    [(key, (said, when))] = cache.items()
    for passed in (REST, timedelta(hours=-1)):  # long ago, or by a clock that was put back
        cache[key] = (said, when - passed)
        later = ViewFinder(pages=pages, cache=_Cache(cache))
        assert later.entities(["Rome"], "")[0].views == 100.0


def test_without_any_source_views_are_unknown() -> None:
    found = ViewFinder().entities(["Wugland"], "")
    assert (found[0].views, found[0].normalized, found[0].source) == (None, None, None)


def test_two_names_of_one_page_count_once() -> None:
    pages = _Pages({"the UK": "United Kingdom", "Britain": "United Kingdom"}, {})
    found = ViewFinder(pages=pages).entities(["the UK", "Britain"], "")
    assert [(entity.name, entity.title) for entity in found] == [("the UK", "United Kingdom")]


def test_that_a_page_was_missing_is_believed_for_a_month() -> None:
    cache = _Cache()
    ViewFinder(pages=_Pages({}, {}), cache=cache).entities(["Wugland"], "")
    pages = _Pages({"Wugland": "Wugland"}, {"Wugland": 1.0})
    ViewFinder(pages=pages, cache=cache).entities(["Wugland"], "")
    assert pages.asked == []
    for key, (value, when) in list(cache.items()):
        cache[key] = (value, when - timedelta(days=31))
    ViewFinder(pages=pages, cache=cache).entities(["Wugland"], "")
    assert pages.asked == ["Wugland"]


def test_one_name_in_two_questions_may_be_two_pages() -> None:
    cache = _Cache()
    ViewFinder(pages=_Pages({"Amazon": "Amazon River"}, {}), cache=cache).entities(
        ["Amazon"], "Which river?"
    )
    pages = _Pages({"Amazon": "Amazon (company)"}, {})
    found = ViewFinder(pages=pages, cache=cache).entities(["Amazon"], "Which shop?")
    assert found[0].title == "Amazon (company)"
    assert json.loads(cache["wikipedia.views", "Amazon (company)"][0]) is None


def test_names_are_found_by_kind_and_those_of_the_question_are_left_out() -> None:
    found = names_in(
        [
            "It lies in Scotland, north of England, and was founded in 1654.",
            "It is near Ben Nevis.",
            "It is a town.",
        ],
        "Which town is nearest to Ben Nevis in Scotland?",
    )
    assert found == [["England"], [], []]
