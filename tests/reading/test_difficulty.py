"""The estimate of difficulty: what it may depend on, when it is withheld, and its record."""

import pytest

from services.llm import catalog
from services.reading import difficulty, embedding_solver
from services.reading.difficulty import Abstained, Band, Estimate, estimate
from services.reading.models import ComprehensionType, SolverResult
from services.settings import EngineName
from services.text.embeddings import CachedEmbedder
from tests.reading.conftest import WordEmbedder

PASSAGE = (
    "The town library lent fourteen thousand books last year, two thousand more than the year "
    "before. Half of them were children's books. The librarian, Ms. Okafor, believes that the new "
    "reading hour on Saturdays made the difference. She has asked the council for a second "
    "assistant, but the council has not answered her letter yet."
)
HARDER_WORDING = (
    "Circulation at the municipal athenaeum amounted, in the preceding annum, to fourteen thousand "
    "volumes, an augmentation of two thousand over the antecedent twelvemonth, juvenile literature "
    "constituting a moiety thereof. Its custodian, Ms. Okafor, attributes this efflorescence to "
    "the inauguration of sabbatical recitations; her petition for a supplementary coadjutor has "
    "hitherto elicited no municipal rejoinder, notwithstanding repeated epistolary solicitations."
)
QUESTION = "Why did the library lend more books, according to Ms. Okafor?"
OPTIONS = (
    "A reading hour had been started.",
    "The council had hired an assistant.",
    "New books had been bought.",
    "Another library had closed.",
)


def given(passage: str = PASSAGE, gold: int | None = 0, **more: object) -> Estimate | Abstained:
    return estimate(passage, QUESTION, OPTIONS, gold, **more)  # type: ignore[arg-type]


def test_wording_alone_does_not_know_the_passage() -> None:
    assert given() == given(HARDER_WORDING)


def test_harder_wording_changes_the_estimate_only_by_what_the_solver_says(
    minilm: CachedEmbedder,
) -> None:
    compared = embedding_solver.solve(PASSAGE, QUESTION, OPTIONS, minilm)
    other = embedding_solver.solve(HARDER_WORDING, QUESTION, OPTIONS, minilm)
    assert compared != other
    assert given(compared=compared) == given(HARDER_WORDING, compared=compared)


def test_order_of_options_does_not_matter(minilm: CachedEmbedder) -> None:
    first = given(compared=embedding_solver.solve(PASSAGE, QUESTION, OPTIONS, minilm))
    turned = OPTIONS[2:] + OPTIONS[:2]
    second = estimate(
        PASSAGE,
        QUESTION,
        turned,
        turned.index(OPTIONS[0]),
        compared=embedding_solver.solve(PASSAGE, QUESTION, turned, minilm),
    )
    assert isinstance(first, Estimate)
    assert isinstance(second, Estimate)
    assert second.expected_accuracy == pytest.approx(first.expected_accuracy, abs=1e-5)
    assert second.band == first.band


def test_an_estimate_is_inside_its_range_and_gives_three_reasons() -> None:
    found = given()
    assert isinstance(found, Estimate)
    assert 0 <= found.low <= found.expected_accuracy <= found.high <= 1
    assert len({reason.feature for reason in found.reasons}) == 3
    assert all("in 100" in reason.text for reason in found.reasons)
    effects = [abs(reason.effect) for reason in found.reasons]
    assert effects == sorted(effects, reverse=True)


def test_another_key_another_estimate(minilm: CachedEmbedder) -> None:
    """A key that contradicts the passage is expected to be found by fewer."""
    compared = embedding_solver.solve(PASSAGE, QUESTION, OPTIONS, minilm)
    right, wrong = given(compared=compared), given(compared=compared, gold=3)
    assert isinstance(right, Estimate)
    assert isinstance(wrong, Estimate)
    assert right.expected_accuracy > wrong.expected_accuracy


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"gold": None}, "key"),
        ({"passage": "Too short."}, "50 words"),
        ({"options": ("One",), "gold": 0}, "two options"),
        ({"options": tuple("abcdefg")}, "7 options"),
        ({"question": " "}, "no question"),
        ({"passage": "Der Wald war still und die Vögel sangen leise im Wind. " * 8}, "English"),
        (
            {
                "question": "What is the capital of Portugal?",
                "options": ("Madrid", "Lisbon", "Rome", "Vienna"),
                "gold": 1,
            },
            "cannot be inferred",
        ),
    ],
)
def test_what_cannot_be_defended_is_withheld_and_says_why(change: dict, why: str) -> None:
    item = {"passage": PASSAGE, "question": QUESTION, "options": OPTIONS, "gold": 0} | change
    found = estimate(**item)
    assert isinstance(found, Abstained)
    assert why in found.reason
    assert found.reason.endswith(".")


def test_an_unknown_solver_is_not_believed(minilm: CachedEmbedder) -> None:
    compared = embedding_solver.solve(PASSAGE, QUESTION, OPTIONS, minilm)
    stranger = SolverResult(solver="some other model", passage=(0.97, 0.01, 0.01, 0.01))
    assert given(compared=compared, solved=stranger) == given(compared=compared)
    renamed = (compared[0].model_copy(update={"solver": "other encoder"}), compared[1])
    assert given(compared=renamed) == given()


def test_the_model_stage_is_the_default_models() -> None:
    """The estimate knows a solver by its name: a renamed default would silently be a stranger."""
    default = catalog.find(catalog.default_for(EngineName.LLAMA_CPP)).title
    record = difficulty.model_blind_record(default)
    assert record is not None
    assert record.above_chance
    said = SolverResult(solver=default, passage=(0.97, 0.01, 0.01, 0.01))
    doubted = SolverResult(solver=default, passage=(0.01, 0.97, 0.01, 0.01))
    evidence = embedding_solver.solve(PASSAGE, QUESTION, OPTIONS, WordEmbedder())[1]
    known = SolverResult(solver="comparison by all-MiniLM-L6-v2", passage=(0.4, 0.2, 0.2, 0.2))
    sure = given(compared=(known, evidence), solved=said)
    unsure = given(compared=(known, evidence), solved=doubted)
    assert isinstance(sure, Estimate)
    assert isinstance(unsure, Estimate)
    assert sure.record["stage"] == "model"
    assert sure.expected_accuracy > unsure.expected_accuracy


def test_numeric_items_are_harder_for_models() -> None:
    assert difficulty.harder_for_models([ComprehensionType.FACTOID, ComprehensionType.NUMERIC])
    assert not difficulty.harder_for_models([ComprehensionType.LOGICAL])


@pytest.mark.parametrize("stage", difficulty.stages())
def test_records_are_whole_and_bands_are_in_order(stage: str) -> None:
    record = difficulty.record(stage)
    assert record["low"] < record["r"] < record["high"]
    assert sum(fifth["n"] for fifth in record["fifths"]) == record["n"]
    predicted = [fifth["predicted"] for fifth in record["fifths"]]
    assert predicted == sorted(predicted)
    assert record["fifths"][0]["observed"] < record["fifths"][4]["observed"]


def test_each_solver_knows_more_than_the_wording() -> None:
    wording, embedding = (difficulty.record(stage)["r"] for stage in ("wording", "embedding"))
    assert set(difficulty.stages()) >= {"wording", "embedding"}
    assert embedding > wording
    assert embedding >= 0.29


def test_bands_follow_the_fifths(minilm: CachedEmbedder) -> None:
    compared = embedding_solver.solve(PASSAGE, QUESTION, OPTIONS, minilm)
    bands = {}
    for gold in range(4):
        found = given(compared=compared, gold=gold)
        assert isinstance(found, Estimate)
        bands[found.expected_accuracy] = found.band
    ordered = [bands[accuracy] for accuracy in sorted(bands)]
    rank = [Band.HARDER, Band.TYPICAL, Band.EASIER]
    assert ordered == sorted(ordered, key=rank.index)
