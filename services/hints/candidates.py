"""Who or what else the answer could be (TriviaHG paper section 4.1.1).

A question with a small natural set gets that set; otherwise the model is asked for up to 20
answers, of which 10 and the right one are used: the paper found 11 to agree best with people.
"""

import random
import re
from collections.abc import Sequence
from threading import Event

from pydantic import BaseModel, Field

from services.errors import UnusableAnswer
from services.hints.answer_kinds import PEOPLE
from services.hints.names import name_key
from services.hints.natural_sets import natural_set
from services.hints.words import content_words
from services.llm.base import Engine, Sampling, chat
from services.llm.structured import generate

ASKED = 20
USED = 11
FEWEST, MOST = 7, 20
ROUNDS = 3
LONGEST_NAME = 60
_LIST_MARK = re.compile(r"^\s*(?:[-•*]|\d{1,2}[.)])\s+")

PROMPT = """Question: {question}
Right answer: {answer}

List {count} wrong answers to set beside it in a multiple-choice quiz: other real {kind} that are \
easily taken for {answer}, of the same field, place or time and as well known. Give each by its \
full name. Do not repeat a name{without}."""


class _Names(BaseModel):
    names: list[str] = Field(min_length=4, max_length=ASKED)


def propose(
    question: str,
    answer: str,
    aliases: Sequence[str],
    engine: Engine | None,
    *,
    kind: str = "answers",
    used: int = USED,
    seed: int = 0,
    cancel: Event | None = None,
) -> tuple[str, ...]:
    """Distinct candidates with the answer among them: a natural set whole, else at most `used`.

    Without an engine only natural sets are known and the result may be empty. `kind` says, in the
    plural, what the answer is ("cities"). The answer's place depends on `seed` alone.
    """
    natural = natural_set(question, answer, aliases)
    if natural is not None:
        return natural
    if engine is None:
        return ()
    others: dict[str, str] = {}
    spare: dict[str, str] = {}
    for attempt in range(ROUNDS):
        if len(others) >= used - 1:
            break
        asked = _asked(question, answer, list(others.values()), engine, kind, seed + attempt)
        found = [name for name in map(_clean, asked) if name]
        where = spare if kind == PEOPLE and _are_parts(found, answer) else others
        for name in found:
            if not _is_answer(name, answer, aliases):
                where.setdefault(name_key(name), name)
        if cancel is not None and cancel.is_set():
            break
    names = list((others or spare).values())[: used - 1]
    names.insert(random.Random(f"{seed} {answer}").randint(0, len(names)), answer)
    return tuple(names)


def _asked(
    question: str, answer: str, known: Sequence[str], engine: Engine, kind: str, seed: int
) -> list[str]:
    without = f", and leave out {', '.join(known)}" if known else ""
    prompt = PROMPT.format(
        question=question, answer=answer, count=ASKED, kind=kind, without=without
    )
    sampling = Sampling(max_tokens=260, temperature=0.7 if known else 0.3, top_p=0.95, seed=seed)
    try:
        return generate(engine, chat(prompt), _Names, sampling).value.names
    except UnusableAnswer:
        return []


def _clean(name: str) -> str:
    """A name without list marks and full stop; empty if it is a sentence, not a name."""
    bare = _LIST_MARK.sub("", name).strip(' ."“”')
    return bare if len(bare) <= LONGEST_NAME and len(bare.split()) <= 8 else ""


def _are_parts(names: Sequence[str], answer: str) -> bool:
    """Whether a list is of first names only ("Arthur", "Bess"), for somebody's whole name."""
    single = sum(" " not in name for name in names)
    return len(answer.split()) > 1 and single > len(names) / 2


def _is_answer(name: str, answer: str, aliases: Sequence[str]) -> bool:
    """Whether a proposed candidate is the answer in other words: "River Wye" or "Macmillan"."""
    if any(name_key(name) == name_key(own) for own in (answer, *aliases)):
        return True
    said, own = _content(name), _content(answer)
    return bool(said and own) and (said <= own or own <= said)


def _content(name: str) -> set[str]:
    return {min(word.forms, key=len) for word in content_words(name)}
