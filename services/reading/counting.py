"""What the readability formulas count in a text, sentence by sentence and word by word."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from services.reading.dale_chall import is_familiar
from services.text import sentences, syllables
from services.text.cefr import word_tags
from services.text.sentences import Sentence
from services.text.spacy_english import begins_with_name
from services.text.words import Word, letters

POLYSYLLABLE = 3
# From this share of capitalised words on, a line is a title: capitals mark no names in it.
TITLE_CASE = 0.6
# What stands before a word that opens a quotation or follows a colon.
_OPENS = re.compile(r"[\"“‘«(:]\s?$")
# Characters of a sentence that are enough for the tagger to know its first word.
TAGGED = 200
# So many of a word's sentences are shown to the tagger.
ASKED = 3


@dataclass(frozen=True, slots=True)
class CountedWord:
    """A word and what the formulas ask of it. `is_name`: a capital no sentence start explains."""

    word: Word
    syllables: int
    letters: int
    is_name: bool
    is_familiar: bool

    @property
    def is_complex(self) -> bool:
        """Gunning's hard word: three syllables and more, but no name, no hyphenated word, and
        none that has its third syllable from -es or -ed."""
        text = self.word.text
        if self.syllables < POLYSYLLABLE or self.is_name or "-" in text or self.word.is_number:
            return False
        return not (self.syllables == POLYSYLLABLE and text.lower().endswith(("ed", "es")))


@dataclass(frozen=True, slots=True)
class CountedSentence:
    sentence: Sentence
    words: tuple[CountedWord, ...]

    @property
    def syllables(self) -> int:
        return sum(word.syllables for word in self.words)


@dataclass(frozen=True)
class Counts:
    """The counts of a text; every formula is a function of these."""

    sentences_counted: tuple[CountedSentence, ...]

    @cached_property
    def all_words(self) -> tuple[CountedWord, ...]:
        return tuple(word for sentence in self.sentences_counted for word in sentence.words)

    @property
    def sentences(self) -> int:
        return len(self.sentences_counted)

    @property
    def words(self) -> int:
        return len(self.all_words)

    @cached_property
    def syllables(self) -> int:
        return sum(word.syllables for word in self.all_words)

    @cached_property
    def letters(self) -> int:
        """Letters and digits."""
        return sum(word.letters for word in self.all_words)

    @cached_property
    def polysyllables(self) -> int:
        """Words of three and more syllables, each time they occur."""
        return sum(word.syllables >= POLYSYLLABLE for word in self.all_words)

    @cached_property
    def complex_words(self) -> int:
        return sum(word.is_complex for word in self.all_words)

    @cached_property
    def unfamiliar(self) -> int:
        """Words not familiar in the sense of Dale and Chall, each time they occur."""
        return sum(not word.is_familiar for word in self.all_words)

    @property
    def longest_sentence(self) -> int:
        """Words of the longest sentence; 0 without any."""
        return max((len(sentence.words) for sentence in self.sentences_counted), default=0)


def count(text: str) -> Counts:
    """Count a text. Raises `Unavailable` if a doubtful stop needs spaCy and it is missing."""
    return count_sentences(text, sentences.split(text))


def count_sentences(text: str, found: Sequence[Sentence]) -> Counts:
    """Count sentences already split from `text`."""
    names = _names(text, found)
    names |= _opening_names(found, names)
    return Counts(tuple(_counted(text, sentence, names) for sentence in found))


def _counted(text: str, sentence: Sentence, names: frozenset[str]) -> CountedSentence:
    titled = _is_titled(sentence)
    last = len(sentence.words) - 1
    counted = []
    for position, word in enumerate(sentence.words):
        opens = position == 0 or bool(_OPENS.search(text, max(0, word.start - 3), word.start))
        is_name = not titled and _is_name(word.text, opens, names)
        counted.append(
            CountedWord(
                word,
                syllables.count(
                    word.text,
                    abbreviated=position < last and text[word.end : word.end + 1] == ".",
                    shouted=sentence.is_shouted,
                ),
                letters(word.text),
                is_name,
                is_name or is_familiar(word.text),
            )
        )
    return CountedSentence(sentence, tuple(counted))


def _is_name(word: str, opens: bool, names: frozenset[str]) -> bool:
    if not word[0].isupper() or re.split("['’]", word)[0] == "I":
        return False
    # Where a sentence or a quotation opens, a capital says nothing: the word must be known.
    return not opens or word in names or (len(word) > 1 and word.isupper())


def _opening_names(found: Sequence[Sentence], names: frozenset[str]) -> frozenset[str]:
    """Words that only open sentences, and are proper nouns to the tagger wherever they do."""
    unclear: dict[str, list[str]] = defaultdict(list)
    for sentence in found:
        first = sentence.words[0].text
        if not first[0].isupper() or first in names or is_familiar(first) or _is_titled(sentence):
            continue
        # The tagger takes a rare noun that opens a short sentence for a name ("Chlorophyll").
        if len(unclear[first]) < ASKED and not _is_noun(first):
            unclear[first].append(sentence.text[:TAGGED])
    asked = [(word, text) for word, texts in unclear.items() for text in texts]
    if not asked:
        return frozenset()
    tagged = begins_with_name([text for _, text in asked])
    common = {word for (word, _), name in zip(asked, tagged, strict=True) if not name}
    return frozenset(word for word, _ in asked if word not in common)


@lru_cache(maxsize=10_000)
def _is_noun(word: str) -> bool:
    """Whether the word list of cefrpy knows the word as a common noun and as no name."""
    return "NN" in (tags := word_tags(word)) and "NNP" not in tags


def _names(text: str, found: Sequence[Sentence]) -> frozenset[str]:
    """Words capitalised inside a sentence somewhere and nowhere written small."""
    inside = {
        word.text
        for sentence in found
        if not _is_titled(sentence)
        for word in sentence.words[1:]
        if word.text[0].isupper() and not _OPENS.search(text, max(0, word.start - 3), word.start)
    }
    small = {word.text for sentence in found for word in sentence.words if word.text[0].islower()}
    return frozenset(word for word in inside if word.lower() not in small)


def _is_titled(sentence: Sentence) -> bool:
    """Headings and shouted sentences: most words are capitalised whatever they are."""
    if sentence.is_shouted:
        return True
    if sentence.kind not in {"heading", "item"}:
        return False
    capitals = sum(word.text[0].isupper() for word in sentence.words)
    return capitals > 1 and capitals >= TITLE_CASE * len(sentence.words)
