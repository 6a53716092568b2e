"""Hint quizzes for the tests: generated ones of any kind, and one made by hand."""

from itertools import cycle

from hypothesis import strategies as st

from services.hints.models import Hint, HintQuiz, QuestionType, TriviaQuestion
from tests.formats.questionnaires.generated import NASTY

TEXTS = st.one_of(
    st.sampled_from((*NASTY, "%50%half", "a -> b", "a/b:c*d", "A) x", "ANSWER: A", "[^1^]", "{T}")),
    st.text(max_size=20),
)
HINTS = st.builds(
    Hint,
    text=TEXTS,
    dropped=st.sampled_from(("", "", "leak")),
    order=st.one_of(st.none(), st.integers(1, 5)),
    source=st.sampled_from(("", "", "https://example.org/a", "a book")),
    hicos=st.one_of(st.none(), st.floats(0, 1)),
)
QUESTIONS = st.builds(
    TriviaQuestion,
    question=TEXTS,
    answer=TEXTS,
    aliases=st.lists(TEXTS, max_size=3).map(tuple),
    candidates=st.lists(TEXTS, max_size=4).map(tuple),
    hints=st.lists(HINTS, max_size=5).map(tuple),
)
QUIZZES = st.builds(
    HintQuiz,
    name=st.one_of(st.just(""), TEXTS),
    questions=st.lists(QUESTIONS, max_size=3).map(tuple),
)

PLAY = TriviaQuestion(
    question="Who wrote the play Romeo and Juliet?",
    answer="William Shakespeare",
    aliases=("Shakespeare",),
    question_type=QuestionType(coarse="HUM", fine="HUM:ind", confidence=0.9),
    candidates=("Christopher Marlowe", "William Shakespeare", "Ben Jonson"),
    hints=(
        Hint(text="He was born in Stratford: a town on the Avon.", order=2, hicos=0.67),
        Hint(text="He lived at the time of Queen Elizabeth I.", order=1, hicos=0.33),
        Hint(text="Shakespeare is his name.", dropped="it leaks the answer"),
    ),
)
RIVER = TriviaQuestion(
    question="Which river flows through Vienna & Budapest?",
    answer="Danube",
    hints=(Hint(text="It ends in the Black Sea {delta}.", order=1),),
)
QUIZ = HintQuiz(name="Books / rivers", questions=(PLAY, RIVER))


def awkward_quiz(texts: tuple[str, ...]) -> HintQuiz:
    """A quiz made of awkward texts."""
    words = cycle(texts)
    questions = tuple(
        TriviaQuestion(
            question=next(words),
            answer=next(words),
            aliases=(next(words), next(words)),
            candidates=(next(words), next(words)),
            hints=tuple(Hint(text=next(words), order=n) for n in range(1, 4)),
        )
        for _ in texts
    )
    return HintQuiz(name="Awkward: /names/ & {braces}", questions=questions)
