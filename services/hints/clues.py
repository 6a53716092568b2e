"""Prompts for hints, one kind of clue at a time, so that the hints of a question differ."""

from collections.abc import Sequence
from threading import Event

from pydantic import BaseModel, Field

from services.hints import answer_kinds
from services.hints.asked_for import asked_for
from services.hints.clean_up import clean
from services.hints.models import ClueKind, QuestionType
from services.hints.words import content_words, is_name
from services.llm.base import Engine, Message, Sampling, chat
from services.llm.structured import generate

PER_REQUEST = 2
# Less is a heading or a slip.
FEWEST_WORDS = 3
KINDS = (
    ClueKind.TYPE,
    ClueKind.RELATION,
    ClueKind.PROPERTY,
    ClueKind.PLACE,
    ClueKind.TIME,
    ClueKind.CONTRAST,
)
ABOUT = {
    ClueKind.TYPE: "what kind of {thing} it is and what it is known for",
    ClueKind.PLACE: "a place that has to do with it: where it is, comes from, happened or is used",
    ClueKind.TIME: "a time that has to do with it: when it began, was made or happened",
    ClueKind.RELATION: "people, works or things that are closely connected with it",
    ClueKind.PROPERTY: "what it looks like, what it is made of, or what sets it apart",
    ClueKind.CONTRAST: "how it differs from {others}, without saying what it is",
}
# Of people, and of places where people live, other things are told than of things; what is missing
# here is as above.
ABOUT_PEOPLE = {
    ClueKind.TYPE: "what they were, and what else they are known for",
    ClueKind.PLACE: "a place in their life: where they were born, lived, worked or died",
    ClueKind.TIME: "a time in their life: when they were born, lived or did something",
    ClueKind.RELATION: "people, works or things that are closely connected with them",
    ClueKind.PROPERTY: "their family, character, habits or other achievements",
}
ABOUT_PLACES = {
    ClueKind.PLACE: "where it lies: the region, waters, mountains or neighbours around it",
    ClueKind.TIME: "its history: when something important happened there",
    ClueKind.PROPERTY: "its landscape, buildings, weather, people or what is made there",
}
LIVED_IN = frozenset({"LOC:city", "LOC:country", "LOC:state"})
ANYTHING = "anything that people may know of it"
SYSTEM = (
    "You write hints for a quiz. A hint is one true sentence that helps people find the answer "
    "without naming it."
)
PROMPT = """Question: {question}
Answer, which must not be named: {answer}
{facts}
Write {count} hints about {about}.
Each hint is one sentence of 6 to 18 words about the answer, begins with "{subject}", and tells \
something that the question does not say. Never use the words: {forbidden}.{had}"""


class _Hints(BaseModel):
    hints: list[str] = Field(min_length=PER_REQUEST, max_length=PER_REQUEST)


def prompt(
    question: str,
    answer: str,
    aliases: Sequence[str],
    clue: ClueKind,
    *,
    kind: QuestionType | None = None,
    others: Sequence[str] = (),
    facts: str = "",
    had: Sequence[str] = (),
) -> tuple[Message, ...]:
    """The request for `PER_REQUEST` hints of one kind of clue.

    `others` are wrong answers to set it apart from, `facts` a text to keep to, `had` hints not to
    repeat.
    """
    called = asked_for(question) or answer_kinds.one(kind)
    about = _about(clue, kind).format(
        thing=called or "thing",
        others=" and ".join(others[:2]) or "things like it",
    )
    forbidden = dict.fromkeys(
        [
            *(word.text for name in (answer, *aliases) for word in content_words(name)),
            # What the question names is said already.
            *(word.text for word in content_words(question) if is_name(word)),
        ]
    )
    text = PROMPT.format(
        question=question,
        answer=answer,
        facts=f"Use only these facts: {facts}\n" if facts else "",
        count=PER_REQUEST,
        about=about,
        subject=f"This {called}" if called else "It",
        forbidden=", ".join(forbidden) or answer,
        had=f" Do not repeat: {' '.join(had)}" if had else "",
    )
    return chat(text, system=SYSTEM)


def _about(clue: ClueKind, kind: QuestionType | None) -> str:
    """What to tell of an answer of that class; the class counts only when it is sure."""
    own = ABOUT
    if kind is not None and answer_kinds.one(kind):
        own = ABOUT_PEOPLE if kind.coarse == "HUM" else own
        own = ABOUT_PLACES if kind.fine in LIVED_IN else own
    return own.get(clue, ABOUT.get(clue, ANYTHING))


def write(
    messages: tuple[Message, ...], engine: Engine, *, seed: int, cancel: Event | None = None
) -> list[str]:
    """The model's hints, cleaned up; fewer than asked for where it wrote nothing usable.

    Raises `UnusableAnswer` when the answer cannot be read, `Cancelled`, `Unavailable`.
    """
    sampling = Sampling(max_tokens=160, temperature=0.6, top_p=0.95, seed=seed)
    written = generate(engine, messages, _Hints, sampling, cancel=cancel).value.hints
    return [hint for hint in map(clean, written) if len(hint.split()) >= FEWEST_WORDS]
