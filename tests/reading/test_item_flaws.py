"""The twelve flaws: our own cases (twelve with and twelve without each), and single rules."""

import json
import os
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from services.reading import item_flaws
from services.reading.item_flaws import FlawCode, SolverRecord
from services.reading.item_flaws.key import copied_run
from services.reading.item_flaws.ranges import overlap, read_range
from services.reading.models import SolverResult
from services.text.embeddings import CachedEmbedder
from tests.paths import DATA

WRITTEN = json.loads((DATA / "reading" / "item_flaws.json").read_text("utf-8"))
# Written later, to see how the rules do on cases they were not made with.
MORE = json.loads((DATA / "reading" / "item_flaws_more.json").read_text("utf-8"))
# Cases of ours that the rules do not see, kept as they are: two need physics or hidden arithmetic,
# two are absurd only to who knows fish and cactuses, five say the same in quite other words.
KNOWN_MISSES = {
    "How do salmon find their river?",
    "Who was Jonas Wick?",
    "What was the river like in winter?",
    "Where did cheap flour come from?",
    "What do puffin chicks eat?",
    "By how much has the number of burrows grown?",
    "What is the freezing point of pure milk's main ingredient, water, in degrees Celsius?",
    "Where does the saguaro keep its water?",
}
CLEAN: dict[str, Any] = {
    "passage": "A jar held 24 marbles. Ines gave nine to Paul and then found five under the sofa.",
    "question": "How many marbles were in the jar at the end?",
    "options": ("10", "15", "20", "29"),
    "gold": 2,
}


def codes(case: dict[str, Any], **more: Any) -> set[FlawCode]:
    found = item_flaws.find(
        case["passage"], case["question"], case["options"], case["gold"], **more
    )
    return {flaw.code for flaw in found}


@pytest.mark.parametrize("code", list(FlawCode))
def test_cases_with_and_without_each_flaw(code: FlawCode, minilm: CachedEmbedder) -> None:
    wrong = []
    for case in (*WRITTEN["cases"], *MORE["cases"]):
        if case["code"] != code or case["question"] in KNOWN_MISSES:
            continue
        passages = WRITTEN["passages"] | MORE["passages"]
        item = case | {"passage": passages[case["passage"]]}
        if (code in codes(item, embedder=minilm)) != case["flagged"]:
            wrong.append(case["question"])
    assert wrong == []


def test_there_are_twelve_cases_of_each_kind() -> None:
    for code in FlawCode:
        for flagged in (True, False):
            cases = [c for c in WRITTEN["cases"] if (c["code"], c["flagged"]) == (code, flagged)]
            assert len(cases) == 12


def test_shared_cases(minilm: CachedEmbedder) -> None:
    shared = os.environ.get("ASKWRIGHT_SHARED")
    if not shared:
        pytest.skip("ASKWRIGHT_SHARED is not set: the shared cases are not here")
    path = Path(shared) / "data" / "reading" / "item_flaw_cases.json"
    for case in json.loads(path.read_text("utf-8")):
        found = codes(case, embedder=minilm)
        assert set(case["expect"]["must_flag"]) <= found, case["id"]
        assert not found & set(case["expect"]["must_not_flag"]), case["id"]


def test_a_clean_item_is_clean(minilm: CachedEmbedder) -> None:
    assert codes(CLEAN, embedder=minilm) == set()


PASSAGE = "Ines taps the stones of old bridges with a hammer. Last year she found forty dull ones."


@pytest.mark.parametrize(
    ("code", "question", "options", "flagged"),
    [
        ("grammatical_cue", "They shut it because she", ("found dull stones", "a hammer"), True),
        ("grammatical_cue", "After work she", ("paints the arches", "always sings"), False),
        ("overlapping_options", "When?", ("in the evening", "on Thursday evenings"), True),
        ("overlapping_options", "When?", ("in the early evening", "in the late evening"), False),
        ("overlapping_options", "Then?", ("He said he was sorry", "He apologised"), True),
        ("all_of_the_above", "Where?", ("On the bridge", "At home", "All of these places"), True),
        ("answerable_without_passage", "What is seven times eight?", ("56", "54"), True),
        ("absolute_terms", "How many?", ("Some of them", "All of them", "None of the men"), False),
    ],
)
def test_further_wordings(
    code: str, question: str, options: tuple[str, ...], flagged: bool, minilm: CachedEmbedder
) -> None:
    item = {"passage": PASSAGE, "question": question, "options": options, "gold": 0}
    assert (code in codes(item, embedder=minilm)) == flagged


def test_order_of_options_changes_no_code(minilm: CachedEmbedder) -> None:
    for case in WRITTEN["cases"][::24]:
        passage = WRITTEN["passages"][case["passage"]]
        expected = codes(case | {"passage": passage}, embedder=minilm)
        for order in list(permutations(range(4)))[5::6]:
            turned = {
                "passage": passage,
                "question": case["question"],
                "options": [case["options"][place] for place in order],
                "gold": order.index(case["gold"]),
            }
            assert codes(turned, embedder=minilm) == expected, case["question"]


def test_without_a_key_nothing_is_said_about_it() -> None:
    needs_key = {
        FlawCode.LONGEST_OPTION_CORRECT,
        FlawCode.VERBATIM_KEY,
        FlawCode.CLANG_ASSOCIATION,
        FlawCode.ABSOLUTE_TERMS,
        FlawCode.IMPLAUSIBLE_DISTRACTOR,
        FlawCode.ANSWERABLE_WITHOUT_PASSAGE,
    }
    for case in WRITTEN["cases"][::7]:
        unkeyed = case | {"passage": WRITTEN["passages"][case["passage"]], "gold": None}
        assert not codes(unkeyed) & needs_key


def test_items_in_other_languages_get_only_what_holds_there(minilm: CachedEmbedder) -> None:
    german = {
        "passage": "Die Bienen blieben im Stock, weil es neun Tage lang geregnet hatte.",
        "question": "Warum blieben die Bienen so lange im Stock?",
        "options": ("Hunger", "Wegen des Regens, der neun Tage lang fiel", "Kälte", "kälte"),
        "gold": 1,
    }
    assert codes(german, embedder=minilm) == {
        FlawCode.LONGEST_OPTION_CORRECT,
        FlawCode.OVERLAPPING_OPTIONS,
    }


def test_each_flaw_says_what_to_do() -> None:
    flaws = item_flaws.find("", "Which is not true?", ("A", "a", "All of the above", "C"), 2)
    assert {flaw.code for flaw in flaws} >= {
        FlawCode.NEGATIVE_STEM,
        FlawCode.OVERLAPPING_OPTIONS,
        FlawCode.ALL_OF_THE_ABOVE,
    }
    assert all(flaw.message.endswith(".") and flaw.fix for flaw in flaws)


def solved(share: float) -> SolverResult:
    rest = (1 - share) / 3
    return SolverResult(solver="reader", without_passage=(rest, rest, share, rest))


@pytest.mark.parametrize(
    ("share", "record", "claimed"),
    [
        (0.9, SolverRecord("reader", 80, 100, 0.71, 0.87, 0.25), True),
        (0.9, SolverRecord("reader", 30, 100, 0.22, 0.40, 0.25), False),  # not above chance
        (0.5, SolverRecord("reader", 80, 100, 0.71, 0.87, 0.25), False),  # not sure
        (0.9, None, False),  # no record
    ],
)
def test_a_blind_answer_counts_only_with_a_record_above_chance(
    share: float, record: SolverRecord | None, claimed: bool
) -> None:
    found = codes(CLEAN, solved=solved(share), blind_record=record)
    assert (FlawCode.ANSWERABLE_WITHOUT_PASSAGE in found) is claimed


def test_the_record_is_in_the_message() -> None:
    record = SolverRecord("reader", 80, 100, 0.71, 0.87, 0.25)
    flaws = item_flaws.find(**CLEAN, solved=solved(0.9), blind_record=record)
    assert "80 of 100" in flaws[0].message
    assert "25%" in flaws[0].message


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("20-50 percent", "50-80 percent", True),  # 50 is in both
        ("20-49 percent", "50-79 percent", False),
        ("more than 10", "more than 5", True),
        ("more than 10", "10", False),
        ("at least 10", "10", True),
        ("fewer than 5", "3", True),
        ("from May to July", "from June to August", True),
        ("May to June", "July to August", False),
        ("two to four days", "about 3 days", True),
        ("10 km", "20 km", False),
        ("5 to 10 km", "7 to 12 kg", False),  # of different units
    ],
)
def test_ranges(left: str, right: str, expected: bool) -> None:
    a, b = read_range(left), read_range(right)
    assert a is not None
    assert b is not None
    assert overlap(a, b) is expected
    assert overlap(b, a) is expected


def test_no_number_is_no_range() -> None:
    assert read_range("in the market hall") is None


def test_longest_copied_run() -> None:
    passage = ["the", "north", "pier", "had", "shifted", "eleven", "centimetres"]
    assert copied_run(["pier", "had", "shifted", "far"], passage) == 3
    assert copied_run([], passage) == 0
    assert copied_run(["ferry"], passage) == 0
