"""Inputs as they are typed and from drafts; what is asked of a model, written down."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.compare import intake
from services.compare.editing import MOST_INPUTS, add_arm, add_inputs, started
from services.compare.models import Comparison, QuestionInput, Subject
from services.compare.recorded_engine import RecordedEngine
from services.errors import InvalidInput
from services.hints.models import HintQuiz, TriviaQuestion
from services.llm.base import ChoiceQuery, Sampling, chat
from services.llm.deterministic import DeterministicEngine
from services.questionnaire.models import Brief, QuestionnaireDraft
from services.reading.models import ComprehensionItem, Passage, PassageSet
from tests.compare.parts import questionnaire

LINE = st.text(st.characters(categories=("L", "N", "Zs")), min_size=1, max_size=30).filter(
    str.strip
)


def test_topics_and_their_intents_are_read() -> None:
    found = intake.briefs("Sleep\n- how long\n* how well\n\n城市公园\n", questions=7)
    assert [each.title for each in found] == ["Sleep", "城市公园"]
    assert [i.text for i in found[0].brief.intents] == ["how long", "how well"]
    assert [each.brief.language for each in found] == ["en", "zh"]
    assert {each.brief.questions for each in found} == {7}


@given(st.lists(st.tuples(LINE, st.lists(LINE, max_size=3)), max_size=4))
def test_what_is_typed_comes_back_whatever_it_is(typed: list[tuple[str, list[str]]]) -> None:
    text = "\n".join("\n".join([topic, *(f"- {i}" for i in intents)]) for topic, intents in typed)
    found = intake.briefs(text, questions=3)
    assert [each.title for each in found] == [" ".join(topic.split()) for topic, _ in typed]
    assert [len(each.brief.intents) for each in found] == [len(intents) for _, intents in typed]


def test_questions_have_answers_behind_a_bar() -> None:
    found = intake.questions("Who wrote Hamlet? | William Shakespeare | Shakespeare\n\nA? | B")
    assert [(q.answer, q.aliases) for q in found] == [
        ("William Shakespeare", ("Shakespeare",)),
        ("B", ()),
    ]
    with pytest.raises(InvalidInput, match="Line 2 lacks"):
        intake.questions("A? | B\nC?")


def test_drafts_give_what_fits_the_subject_and_nothing_else() -> None:
    written = QuestionnaireDraft(brief=Brief(topic="Sleep"), questionnaire=questionnaire("How?"))
    (brief,) = intake.from_document(written, Subject.QUESTIONNAIRES)
    assert brief.kind == "brief"
    assert brief.reference == written.questionnaire
    assert intake.from_document(written, Subject.HINTS) == ()
    quiz = HintQuiz(
        questions=(
            TriviaQuestion(question="Which?", answer="This", candidates=("This", "That")),
            TriviaQuestion(question="No answer yet?"),
        )
    )
    (question,) = intake.from_document(quiz, Subject.HINTS)
    assert isinstance(question, QuestionInput)
    assert question.candidates == ("This", "That")
    items = (
        ComprehensionItem(question="Which colour?", options=("Green", "Red"), gold=1),
        ComprehensionItem(question="No key?", options=("Green", "Red")),
        ComprehensionItem(question="Key beyond?", options=("Green", "Red"), gold=2),
        ComprehensionItem(question="One option?", options=("Green", " Green"), gold=0),
    )
    passages = PassageSet(
        passages=(Passage(text="It is green.", items=items), Passage(items=items))
    )
    assert [i.title for i in intake.from_document(passages, Subject.ITEMS)] == ["Which colour?"]


def test_there_is_an_end_to_arms_and_inputs() -> None:
    comparison = started(Subject.HINTS)
    for _ in range(7):
        comparison = add_arm(comparison)
    assert [arm.seed for arm in comparison.arms] == list(range(8))
    with pytest.raises(InvalidInput, match="8 arms already"):
        add_arm(comparison)
    many = [QuestionInput(question="A?", answer="B")] * (MOST_INPUTS + 1)
    with pytest.raises(InvalidInput, match="201 inputs"):
        add_inputs(Comparison(), many)


def test_prompts_and_tokens_are_written_down_and_the_temperature_is_the_arms(
    engine: DeterministicEngine,
) -> None:
    seen: list[Sampling] = []
    stream = engine.stream

    def watched(messages, sampling=Sampling(), **rest):  # type: ignore[no-untyped-def]
        seen.append(sampling)
        return stream(messages, sampling, **rest)

    engine.stream = watched  # type: ignore[method-assign]
    engine.enqueue("One two three")
    recorded = RecordedEngine(engine, temperature=0.9)
    text = "".join(recorded.stream(chat("Say it", system="Be brief"), Sampling(seed=4)))
    assert text == "One two three"
    assert (seen[0].temperature, seen[0].seed) == (0.9, 4)
    assert recorded.prompts == ("[system]\nBe brief\n\n[user]\nSay it",)
    assert recorded.completion_tokens == 3
    assert recorded.prompt_tokens == engine.count_tokens("Be brief") + engine.count_tokens("Say it")
    before = recorded.prompts_sha256
    recorded.score([ChoiceQuery(chat("Is it?"))])
    assert recorded.prompt_count == 2
    assert recorded.prompts_sha256 != before


def test_the_same_requests_have_the_same_hash_and_another_seed_another(
    engine: DeterministicEngine,
) -> None:
    def hash_of(seed: int) -> str:
        recorded = RecordedEngine(engine)
        list(recorded.stream(chat("Say it"), Sampling(temperature=0.5, seed=seed)))
        return recorded.prompts_sha256

    assert hash_of(1) == hash_of(1)
    assert hash_of(1) != hash_of(2)
