"""What a flaw check is given and what it gives back."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from services.reading.models import SolverResult
from services.text import spacy_english
from services.text.embeddings import Embedder
from services.text.sentences import split

if TYPE_CHECKING:
    from spacy.tokens import Doc

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


class FlawCode(StrEnum):
    LONGEST_OPTION_CORRECT = "longest_option_correct"
    ALL_OF_THE_ABOVE = "all_of_the_above"
    NONE_OF_THE_ABOVE = "none_of_the_above"
    GRAMMATICAL_CUE = "grammatical_cue"
    ABSOLUTE_TERMS = "absolute_terms"
    IMPLAUSIBLE_DISTRACTOR = "implausible_distractor"
    VERBATIM_KEY = "verbatim_key"
    ANSWERABLE_WITHOUT_PASSAGE = "answerable_without_passage"
    NEGATIVE_STEM = "negative_stem"
    CLANG_ASSOCIATION = "clang_association"
    OVERLAPPING_OPTIONS = "overlapping_options"
    COMBINATION_OPTION = "combination_option"


Severity = Literal["error", "warning", "advice"]


@dataclass(frozen=True, slots=True)
class Flaw:
    """`message` says what is wrong and why it matters, `fix` what to do about it.

    `options` are the 0-based indices of the options concerned.
    """

    code: FlawCode
    severity: Severity
    message: str
    fix: str
    options: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SolverRecord:
    """How often a solver is right when it is sure without the passage: `right` of `n` items.

    `low` and `high` bound the share with 95% confidence; `chance` is the share for guessing.
    """

    solver: str
    right: int
    n: int
    low: float
    high: float
    chance: float

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> "SolverRecord":
        """From the record that training writes."""
        return cls(solver=record["solver"], **record["when_sure"])

    @property
    def above_chance(self) -> bool:
        return self.low > self.chance


@dataclass(frozen=True)
class ItemUnderReview:
    """One item with what the checks need to know about it, each part computed once.

    `gold` is None while no key is marked; `embedder`, `solved` and `blind_record` (the solver's
    record without the passage) are None where there is none.
    """

    passage: str
    question: str
    options: tuple[str, ...]
    gold: int | None
    embedder: Embedder | None = None
    solved: SolverResult | None = None
    blind_record: SolverRecord | None = None

    @cached_property
    def key(self) -> str | None:
        return None if self.gold is None else self.options[self.gold]

    @cached_property
    def distractors(self) -> tuple[int, ...]:
        """Indices of all options but the key; empty while there is no key."""
        if self.gold is None:
            return ()
        return tuple(index for index in range(len(self.options)) if index != self.gold)

    @cached_property
    def question_doc(self) -> "Doc":
        return spacy_english.parse([self.question])[0]

    @cached_property
    def option_docs(self) -> "tuple[Doc, ...]":
        return tuple(spacy_english.parse(self.options))

    @cached_property
    def sentences(self) -> list[str]:
        return [sentence.text for sentence in split(self.passage)]

    @cached_property
    def passage_lemmas(self) -> frozenset[str]:
        whole = len(self.passage) <= spacy_english.PARSED_CHARACTERS
        docs = spacy_english.parse([self.passage] if whole else self.sentences)
        return frozenset(t.lemma_.lower() for doc in docs for t in doc if t.is_alpha or t.like_num)

    @cached_property
    def passage_words(self) -> list[str]:
        return words(self.passage)


def words(text: str) -> list[str]:
    """The words of `text` in lower case, without punctuation."""
    return [word.replace("’", "'") for word in _WORD.findall(text.lower())]


def listing(options: Sequence[str], indices: Sequence[int]) -> str:
    """`"a", "b" and "c"`: the options at `indices`, for a message."""
    quoted = [f'"{options[index].strip()}"' for index in indices]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"


@cache
def word_list(name: str) -> frozenset[str]:
    """The list called `name` of word_lists.toml."""
    table = tomllib.loads(Path(__file__).with_name("word_lists.toml").read_text("utf-8"))
    return frozenset(table[name])
