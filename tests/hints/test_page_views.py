"""Monthly views through the real mwviews client against a local stand-in for the service."""

from collections.abc import Iterator

import pytest

from services.errors import Unavailable
from services.hints.page_views import MAX_WAIT, monthly_views, pause
from tests.hints.wikimedia_stub import Stub, serving

AGENT = "Askwright-tests/0 (test@example.org)"


@pytest.fixture
def stub() -> Iterator[Stub]:
    with serving() as served:
        yield served


def views(stub: Stub, *titles: str, waits: list[float] | None = None) -> dict[str, float | None]:
    waited = waits if waits is not None else []
    return monthly_views(titles, AGENT, service=stub.views_service, wait=waited.append)


def test_the_mean_is_over_the_months_that_have_data(stub: Stub) -> None:
    stub.months["Munro"] = [("2020010100", 100), ("2020020100", 200), ("2023120100", 600)]
    assert views(stub, "Munro") == {"Munro": 300.0}


def test_months_outside_the_window_do_not_count(stub: Stub) -> None:
    stub.months["Munro"] = [
        ("2015060100", 9_000),
        ("2015070100", 10),
        ("2023120100", 30),
        ("2024010100", 9_000),
    ]
    assert views(stub, "Munro") == {"Munro": 20.0}


def test_a_month_of_no_views_is_data_and_a_missing_month_is_not(stub: Stub) -> None:
    stub.months["Munro"] = [("2020010100", 0), ("2020020100", 10)]
    assert views(stub, "Munro") == {"Munro": 5.0}


def test_what_is_asked_for_is_the_papers_window_and_counts(stub: Stub) -> None:
    stub.months["AC/DC"] = [("2020010100", 7)]
    assert views(stub, "AC/DC") == {"AC/DC": 7.0}
    assert stub.requests == [
        "/metrics/pageviews/per-article/en.wikipedia/all-access/all-agents/"
        "AC%2FDC/monthly/2015070100/2024010100"
    ]
    assert stub.agents == {AGENT}


def test_titles_with_spaces_are_pages_with_underscores(stub: Stub) -> None:
    stub.months["Ben_Nevis"] = [("2020010100", 7)]
    stub.months["Château_Frontenac"] = [("2020010100", 9)]
    found = views(stub, "Ben Nevis", "Château_Frontenac")
    assert found == {"Ben Nevis": 7.0, "Château_Frontenac": 9.0}


def test_a_page_that_is_not_there_is_none_and_costs_the_others_nothing(
    stub: Stub, capsys: pytest.CaptureFixture[str]
) -> None:
    stub.months["Munro"] = [("2020010100", 5)]
    assert views(stub, "Nowhere", "Munro") == {"Nowhere": None, "Munro": 5.0}
    assert views(stub, "Nowhere") == {"Nowhere": None}
    assert capsys.readouterr().out == ""


def test_a_page_without_any_month_is_none(stub: Stub) -> None:
    stub.months["Empty"] = []
    assert views(stub, "Empty") == {"Empty": None}


def test_too_many_requests_are_repeated_after_the_time_asked_for(stub: Stub) -> None:
    stub.months["Munro"] = [("2020010100", 5)]
    stub.statuses["Munro"] = [429, 503]
    stub.retry_after = "3"
    waits: list[float] = []
    assert views(stub, "Munro", waits=waits) == {"Munro": 5.0}
    assert waits == [3.0, 2.0]


def test_a_service_that_keeps_refusing_is_an_error_not_a_zero(
    stub: Stub, capsys: pytest.CaptureFixture[str]
) -> None:
    stub.statuses["Munro"] = [429] * 9
    with pytest.raises(Unavailable, match="429"):
        views(stub, "Munro")
    assert len(stub.requests) == 3
    assert capsys.readouterr().out == ""


def test_no_network_is_an_error_of_ours() -> None:
    with pytest.raises(Unavailable, match="page views cannot be had"):
        monthly_views(["Munro"], AGENT, service="http://127.0.0.1:9", wait=lambda _: None)


def test_no_wait_is_longer_than_the_limit() -> None:
    assert pause("3600", 0) == MAX_WAIT
    assert [pause(None, attempt) for attempt in range(3)] == [1.0, 2.0, 4.0]
    assert pause("soon", 1) == 2.0
