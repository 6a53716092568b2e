"""Definitions and synonyms from WordNet 3.x files, wherever they are installed.

NLTK's corpus (`nltk_data/corpora/wordnet`) and Debian's `wordnet-base` hold the same files. A
word is found by bisection in the sorted index file and its senses by offset, so that nothing is
loaded (NLTK's reader takes 5 s and accepts only its own folder). Format: wndb(5WN).
"""

import mmap
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
_ENDINGS = {
    "n": (("s", ""), ("ses", "s"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("ies", "y")),
    "v": (
        *(("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", "")),
        *(("ing", "e"), ("ing", ""), ("ied", "y")),
    ),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e"), ("ier", "y"), ("iest", "y")),
    "r": (),
}
FOLDERS = (
    "/usr/share/wordnet",
    "/usr/share/nltk_data/corpora/wordnet",
    "/usr/local/share/nltk_data/corpora/wordnet",
)


@dataclass(frozen=True, slots=True)
class Sense:
    """One meaning: its words (lemmas, spaces for underscores) and its definition."""

    pos: str
    lemmas: tuple[str, ...]
    definition: str


class WordNet:
    """An installed WordNet. `senses` gives a word's meanings, the most frequent first."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._maps: dict[str, mmap.mmap] = {}

    def senses(self, word: str, pos: str | None = None) -> list[Sense]:
        """Senses of `word` or its base form; `pos` is n, v, a or r, None for all in that order."""
        found: list[Sense] = []
        for part in [pos] if pos else _FILES:
            for lemma in _base_forms(word.lower(), part):
                senses = [self._sense(part, offset) for offset in self._offsets(part, lemma)]
                found += senses
                if senses:
                    break
        return found

    def _map(self, name: str) -> mmap.mmap:
        if name not in self._maps:
            with (self.folder / name).open("rb") as stream:
                self._maps[name] = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        return self._maps[name]

    def _offsets(self, pos: str, lemma: str) -> list[int]:
        """Synset offsets of a lemma: the index is sorted by bytes, one lemma a line."""
        index = self._map(f"index.{_FILES[pos]}")
        if not lemma:
            return []
        key = lemma.replace(" ", "_").encode() + b" "
        low, high = 0, len(index)
        while low < high:
            middle = (low + high) // 2
            start = index.rfind(b"\n", 0, middle) + 1
            end = index.find(b"\n", start)
            end = len(index) if end < 0 else end
            line = index[start:end]
            if line.startswith(key):
                fields = line.split()
                return [int(offset) for offset in fields[-int(fields[2]) :]]
            # Lines that start with a space are the licence, before every word.
            if line[: len(key)] < key:
                low = end + 1
            else:
                high = start
        return []

    def _sense(self, pos: str, offset: int) -> Sense:
        data = self._map(f"data.{_FILES[pos]}")
        line = data[offset : data.find(b"\n", offset)].decode("utf-8", "replace")
        head, _, gloss = line.partition("|")
        fields = head.split()
        count = int(fields[3], 16)
        lemmas = tuple(fields[4 + 2 * i].split("(")[0].replace("_", " ") for i in range(count))
        return Sense(pos, lemmas, gloss.split('; "')[0].strip())


def _base_forms(word: str, pos: str) -> Iterator[str]:
    yield word
    for ending, base in _ENDINGS[pos]:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            yield word[: -len(ending)] + base


@cache
def find() -> WordNet | None:
    """The installed WordNet, or None."""
    for folder in _folders():
        if all(
            (folder / f"{kind}.{name}").is_file()
            for kind in ("index", "data")
            for name in _FILES.values()
        ):
            return WordNet(folder)
    return None


def _folders() -> Iterator[Path]:
    for variable in ("WNSEARCHDIR", "NLTK_DATA"):
        for part in filter(None, os.environ.get(variable, "").split(os.pathsep)):
            yield Path(part) / "corpora" / "wordnet" if variable == "NLTK_DATA" else Path(part)
    for home in (Path.home(), Path(sys.prefix), Path(sys.prefix) / "share"):
        yield home / "nltk_data" / "corpora" / "wordnet"
    yield from map(Path, FOLDERS)
