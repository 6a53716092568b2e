import json

import pytest

from services.errors import UnusableAnswer
from services.llm.deterministic import DeterministicEngine
from services.reading import counting, rewriting, sentence_view
from services.reading.sentence_view import SentenceView

HARD = (
    "In 1887 the establishment of a municipal waterworks was recommended by Dr. Ibsen, although "
    "the considerable expenditure was not supported by the majority of the inhabitants."
)
EASY = (
    "In 1887 Dr. Ibsen wanted the town to build a waterworks.",
    "Most of the people did not support the expenditure.",
)


def view() -> SentenceView:
    return sentence_view.view(counting.count(f"It rained. {HARD}"))[1]


def answers(engine: DeterministicEngine, *texts: tuple[str, ...]) -> None:
    for sentences in texts:
        engine.enqueue(json.dumps({"sentences": list(sentences)}))


def test_an_easier_version_is_a_proposal_with_its_change(engine: DeterministicEngine) -> None:
    answers(engine, EASY)
    proposal = rewriting.rewrite(view(), engine)
    assert proposal.rewritten == " ".join(EASY)
    assert proposal.original == HARD
    assert proposal.grade_change < -5
    assert (proposal.words_before, proposal.words_after) == (26, 20)


def test_it_is_put_in_only_when_accepted(engine: DeterministicEngine) -> None:
    answers(engine, EASY)
    passage = f"It rained. {HARD}"
    proposal = rewriting.rewrite(view(), engine)
    assert rewriting.apply(passage, view(), proposal) == "It rained. " + " ".join(EASY)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (("Dr. Ibsen wanted a waterworks.", "Most people did not support it."), "1887"),
        (("In 1887 a doctor wanted a waterworks.", "Most did not support it."), "Ibsen"),
        ((EASY[0], "Most of the people supported the expenditure."), "negation"),
        ((EASY[0], "It cost 40 dollars.", EASY[1]), "40"),
        ((HARD,), "not easier"),
        ((EASY[0], EASY[1], *["The people did not pay for it at all."] * 2), "longer"),
        (("In 1887 Dr. Ibsen did not go to sea.", "The fish was good."), "something else"),
    ],
)
def test_what_a_weak_model_gets_wrong_is_refused(
    engine: DeterministicEngine, wrong: tuple[str, ...], complaint: str
) -> None:
    answers(engine, *[wrong] * rewriting.TRIES)
    with pytest.raises(UnusableAnswer, match=complaint):
        rewriting.rewrite(view(), engine)


def test_not_may_stand_for_a_word_that_denies(engine: DeterministicEngine) -> None:
    text = "The quantity of provisions transported to the garrison was insufficient for survival."
    (hard,) = sentence_view.view(counting.count(text))
    answers(engine, ("The garrison got some provisions.", "They could not live on them."))
    assert rewriting.rewrite(hard, engine).grade_change < 0


def test_a_refused_version_is_tried_again(engine: DeterministicEngine) -> None:
    answers(engine, (HARD,), EASY)
    assert rewriting.rewrite(view(), engine).rewritten == " ".join(EASY)


def test_a_number_in_words_may_become_figures(engine: DeterministicEngine) -> None:
    hard = (
        "The inhabitants of the twenty-one neighbouring settlements subsequently relinquished "
        "their agricultural territories."
    )
    easy = "The inhabitants of the 21 settlements nearby later gave up their farm territories."
    answers(engine, (easy,))
    (seen,) = sentence_view.view(counting.count(hard))
    assert rewriting.rewrite(seen, engine).rewritten == easy
