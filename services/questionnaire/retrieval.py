"""Questionnaires made from others: BM25 finds those nearest to topic and intents.

The corpus in Qsnail's form ships with the project (corpus/questionnaires.jsonl, written for it);
a user's own files in that form can stand beside it. BM25 over topic and intents with the best one
taken is the paper's retrieval baseline (section 3.2); here the questions found are then adapted
to the topic by the model, and what the rules fault is left behind.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from services.errors import InvalidInput
from services.questionnaire import qsnail
from services.questionnaire.models import Questionnaire
from services.questionnaire.tokens import words

# Function words of a brief that would match every questionnaire.
_FUNCTION_WORDS = """
a an the of and or to in on for by with from at how what which who whom why where when do does did
is are was were be it its their they them you your people find out learn measure describe identify
rate assess test about would
"""
_STOP = frozenset(_FUNCTION_WORDS.split())


@dataclass(frozen=True, slots=True)
class Retrieved:
    """A questionnaire of the corpus, the intents it was made for, and its BM25 score."""

    questionnaire: Questionnaire
    intents: tuple[str, ...]
    score: float


@dataclass(frozen=True, slots=True)
class Corpus:
    entries: tuple[qsnail.QsnailFile, ...]

    def search(
        self, topic: str, intents: Sequence[str], language: str, limit: int = 5
    ) -> list[Retrieved]:
        """The best entries in the language, best first; those that share no word are left out."""
        code = language.split("-")[0]
        mine = [e for e in self.entries if e.questionnaire.language.split("-")[0] == code]
        query = _terms(" ".join([topic, *intents]), code)
        if not mine or not query:
            return []
        scores = _bm25([_terms(_text_of(entry), code) for entry in mine], query)
        ranked = sorted(zip(scores, mine, strict=True), key=lambda pair: -pair[0])[:limit]
        return [
            Retrieved(entry.questionnaire, entry.intents, score)
            for score, entry in ranked
            if score > 0
        ]


def open_corpus(paths: Sequence[Path] = ()) -> Corpus:
    """The project's corpus and the user's own files: JSON lines, or a JSON list, in Qsnail's form.

    Raises `InvalidInput` that names the file and line which cannot be read.
    """
    own = tuple(entry for path in paths for entry in _read(path))
    return Corpus((*own, *_shipped()))


@cache
def _shipped() -> tuple[qsnail.QsnailFile, ...]:
    source = files("services.questionnaire").joinpath("corpus/questionnaires.jsonl")
    lines = source.read_text("utf-8").splitlines()
    return tuple(qsnail.parse(json.loads(line)) for line in lines if line.strip())


def _read(path: Path) -> list[qsnail.QsnailFile]:
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(
            f"The corpus {path.name} cannot be read as UTF-8 text.", "Check its path and encoding."
        ) from error
    return [_entry(value, f"{path.name}, {where}") for where, value in _values(text, path.name)]


def _values(text: str, name: str) -> list[tuple[str, Any]]:
    """The JSON values of a file with where they stand."""
    if text.lstrip().startswith("["):
        return [(f"entry {n}", value) for n, value in enumerate(_load(text, name), start=1)]
    lines = ((n, line) for n, line in enumerate(text.splitlines(), start=1) if line.strip())
    return [(f"line {n}", _load(line, f"{name}, line {n}")) for n, line in lines]


def _load(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise InvalidInput(
            f"{where} is not JSON.", "A corpus has one Qsnail questionnaire a line."
        ) from error


def _entry(value: Any, where: str) -> qsnail.QsnailFile:
    if not qsnail.looks_like_qsnail(value):
        raise InvalidInput(
            f"{where} is no questionnaire in Qsnail's form.",
            'Write {"title", "intents", "qa": [{"question", "options"}]}.',
        )
    try:
        return qsnail.parse(value)
    except InvalidInput as error:
        raise InvalidInput(f"{where}: {error.message}", error.hint) from error


def _text_of(entry: qsnail.QsnailFile) -> str:
    """What is searched: the title twice over, for it says most, the intents and the questions."""
    stems = [item.text for item in entry.questionnaire.items]
    return " ".join([entry.topic, entry.topic, *entry.intents, *stems])


def _terms(text: str, language: str) -> list[str]:
    """Lower-cased content words; English ones without their plural or third-person s."""
    found = [word.casefold() for word in words(text, language)]
    return [
        word[:-1] if len(word) > 3 and word.endswith("s") else word
        for word in found
        if word not in _STOP and any(char.isalnum() for char in word)
    ]


def _bm25(documents: list[list[str]], query: list[str]) -> list[float]:
    import bm25s

    index = bm25s.BM25()
    index.index(documents, show_progress=False)
    return [float(score) for score in index.get_scores(query)]
