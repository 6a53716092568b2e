"""Which page a name means: redirects, disambiguation with the question as context, search."""

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from services.errors import Unavailable
from services.hints.wikipedia import Wikipedia
from services.text.embeddings import EncoderInfo, Vectors
from tests.hints.wikimedia_stub import Stub, serving

PROPERTIES = "pageprops|description"


@pytest.fixture
def stub() -> Iterator[Stub]:
    with serving() as served:
        yield served


def wikipedia(stub: Stub) -> Wikipedia:
    return Wikipedia(
        "test@example.org",
        api=stub.api_address,
        views_service=stub.views_service,
        wait=lambda _: None,
    )


class _ByWord:
    """Texts are alike if both speak of the river, or neither does."""

    info = EncoderInfo("by-word", frozenset(), 2)

    def encode(self, texts: Sequence[str]) -> Vectors:
        return np.array([[1, 0] if "river" in t.lower() else [0, 1] for t in texts], np.float32)


def test_a_redirect_leads_to_its_page(stub: Stub) -> None:
    stub.api[f"{PROPERTIES}:the UK"] = {
        "normalized": [{"from": "the UK", "to": "The UK"}],
        "redirects": [{"from": "The UK", "to": "United Kingdom"}],
        "pages": [{"title": "United Kingdom"}],
    }
    assert wikipedia(stub).titles(["the UK"], "") == {"the UK": "United Kingdom"}


def test_a_circle_of_redirects_ends(stub: Stub) -> None:
    stub.api[f"{PROPERTIES}:A"] = {
        "redirects": [{"from": "A", "to": "B"}, {"from": "B", "to": "A"}],
        "pages": [],
    }
    assert wikipedia(stub).titles(["A"], "") == {"A": None}


def test_several_names_are_asked_for_at_once(stub: Stub) -> None:
    stub.api[f"{PROPERTIES}:Rome|Oslo"] = {"pages": [{"title": "Oslo"}, {"title": "Rome"}]}
    assert wikipedia(stub).titles(["Rome", "Oslo"], "") == {"Rome": "Rome", "Oslo": "Oslo"}
    assert len(stub.requests) == 1


def _amazon(stub: Stub) -> None:
    stub.api[f"{PROPERTIES}:Amazon"] = {
        "pages": [{"title": "Amazon", "pageprops": {"disambiguation": ""}}]
    }
    stub.api["links:Amazon"] = {
        "pages": [
            {"title": "Amazon (company)", "description": "American company"},
            {"title": "Amazon River", "description": "River in South America"},
            {"title": "Jeff Bezos", "description": "Owner of a river of money"},
            {"title": "Amazon (river)", "pageprops": {"disambiguation": ""}},
        ]
    }


def test_the_question_tells_namesakes_apart(stub: Stub) -> None:
    _amazon(stub)
    found = wikipedia(stub).titles(["Amazon"], "Which river basin is the largest?", _ByWord())
    assert found == {"Amazon": "Amazon River"}
    found = wikipedia(stub).titles(["Amazon"], "Which shop sold books first?", _ByWord())
    assert found == {"Amazon": "Amazon (company)"}


def test_without_an_encoder_a_search_with_the_question_decides(stub: Stub) -> None:
    _amazon(stub)
    stub.api["search:Amazon river basin largest"] = {
        "search": [{"title": "List of basins"}, {"title": "Amazon basin"}]
    }
    found = wikipedia(stub).titles(["Amazon"], "Which river basin is the largest?")
    assert found == {"Amazon": "Amazon basin"}


def test_a_name_that_is_no_title_is_searched_for(stub: Stub) -> None:
    stub.api[f"{PROPERTIES}:Bard of Avon"] = {"pages": [{"title": "Bard of Avon", "missing": True}]}
    stub.api["search:Bard of Avon"] = {"search": [{"title": "The Bard (Avon)"}]}
    assert wikipedia(stub).titles(["Bard of Avon"], "") == {"Bard of Avon": "The Bard (Avon)"}


def test_a_hit_that_does_not_carry_the_name_is_no_page_of_it(stub: Stub) -> None:
    stub.api[f"{PROPERTIES}:Wugland"] = {"pages": [{"title": "Wugland", "missing": True}]}
    stub.api["search:Wugland"] = {"search": [{"title": "Sydney"}]}
    assert wikipedia(stub).titles(["Wugland"], "") == {"Wugland": None}


def test_it_waits_when_asked_to_and_says_who_it_is(stub: Stub) -> None:
    stub.api_statuses = [429, 500]
    stub.api[f"{PROPERTIES}:Rome"] = {"pages": [{"title": "Rome"}]}
    assert wikipedia(stub).titles(["Rome"], "") == {"Rome": "Rome"}
    assert all("Askwright" in agent and "test@example.org" in agent for agent in stub.agents)


def test_a_service_that_fails_is_an_error_of_ours(stub: Stub) -> None:
    stub.api_statuses = [503] * 9
    with pytest.raises(Unavailable, match="503"):
        wikipedia(stub).titles(["Rome"], "")


def test_the_lead_of_a_page(stub: Stub) -> None:
    stub.api["extracts:Rome"] = {"pages": [{"title": "Rome", "extract": " Rome is a city. "}]}
    assert wikipedia(stub).lead("Rome") == "Rome is a city."
    assert wikipedia(stub).lead("Nowhere") == ""
