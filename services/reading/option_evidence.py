"""What the passage says for each option: nearness in meaning and words in common.

This is what a reader finds who compares and does not understand. It feeds the embedding solver
and the estimate of difficulty. Everything is per option; no column depends on the options' order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from services.reading.item_flaws.key import copied_run
from services.reading.item_flaws.stem import asked_negatives
from services.text import spacy_english
from services.text.embeddings import Embedder
from services.text.frequency import zipf
from services.text.sentences import split

if TYPE_CHECKING:
    from spacy.tokens import Doc

Matrix = NDArray[np.float64]

COLUMNS = (
    "option_sentence",  # cosine of the option with its nearest sentence
    "question_option_sentence",  # cosine of question and option with their nearest sentence
    "option_best_sentence",  # cosine of the option with the sentence nearest to the question
    "option_attended",  # the same, averaged over sentences by their nearness to the question
    "joint_sentence",  # best sum over sentences of nearness to question and to option
    "option_question",  # cosine of the option with the question
    "found",  # share of the option's words (by rarity) that stand in the passage
    "found_sentence",  # the same within one sentence
    "found_joint",  # the same, by how much of the question stands in that sentence too
    "found_best",  # the same within the sentence nearest to the question
    "copied",  # longest copied run as a share of the option
    "option_others",  # mean cosine with the other options
    "log_words",  # log(1 + words)
    "relative_length",  # characters relative to the mean of the options
    "negated_question_option_sentence",  # these three only where the stem asks for the exception
    "negated_found",
    "negated_copied",
)
# How sharply attention goes to the sentences near the question.
_ATTENTION = 15.0
# Rarity is 7.5 minus the Zipf frequency, at least this.
_COMMON = 0.5


@dataclass(frozen=True, slots=True)
class Evidence:
    """`values` has one row an option and one column each of `COLUMNS`.

    `question_gap` is how much nearer the best sentence is to the question than the next;
    `question_missing` counts the question's content words that the passage does not have.
    """

    values: Matrix
    question_gap: float
    question_missing: int

    def column(self, name: str) -> Matrix:
        return np.asarray(self.values[:, COLUMNS.index(name)])


def gather(passage: str, question: str, options: Sequence[str], embedder: Embedder) -> Evidence:
    """The evidence of `passage` for each of `options`. An empty `question` is a hidden one.

    Raises `ValueError` when `passage` has no sentence.
    """
    parts = [sentence.text for sentence in split(passage)]
    sentences = spacy_english.parse(parts)
    texts = [option.strip() for option in options]
    rows = _Rows.of(parts, question.strip(), texts, embedder)
    near = rows.columns()
    found = _found(sentences, question, texts, int(rows.to_question.argmax()))
    negated = 1.0 if asked_negatives(question) else 0.0
    lengths = np.array([len(text) for text in texts], dtype=float)
    words = np.array([len(_tokens(doc)) for doc in spacy_english.parse(texts)], dtype=float)
    columns = [
        *near,
        *found,
        _mean_to_others(rows.options),
        np.log1p(words),
        lengths / max(1.0, float(lengths.mean())),
        negated * near[1],
        negated * found[0],
        negated * found[4],
    ]
    nearest = np.sort(rows.to_question)
    gap = float(nearest[-1] - nearest[-2]) if len(nearest) > 1 else 0.0
    return Evidence(np.column_stack(columns), gap, _missing(sentences, question))


@dataclass(frozen=True, slots=True)
class _Rows:
    """Unit vectors: of the sentences, the question, the options, and question with option."""

    sentences: Matrix
    question: Matrix
    options: Matrix
    asked_options: Matrix

    @classmethod
    def of(
        cls, sentences: list[str], question: str, options: list[str], embedder: Embedder
    ) -> "_Rows":
        asked = [f"{question} {option}" for option in options]
        rows = np.asarray(embedder.encode([*sentences, question, *options, *asked]), dtype=float)
        ends = np.cumsum([len(sentences), 1, len(options)])
        parts = np.split(rows, ends)
        return cls(parts[0], parts[1][0], parts[2], parts[3])

    @property
    def to_question(self) -> Matrix:
        return np.asarray(self.sentences @ self.question)

    def columns(self) -> list[Matrix]:
        """The first six of `COLUMNS`."""
        to_option = self.sentences @ self.options.T
        to_question = self.to_question
        weights = np.exp(_ATTENTION * (to_question - to_question.max()))
        return [
            to_option.max(axis=0),
            (self.sentences @ self.asked_options.T).max(axis=0),
            to_option[to_question.argmax()],
            (weights / weights.sum()) @ to_option,
            (to_question[:, None] + to_option).max(axis=0),
            self.options @ self.question,
        ]


def _found(
    sentences: "list[Doc]", question: str, options: list[str], best: int
) -> tuple[Matrix, Matrix, Matrix, Matrix, Matrix]:
    """The five columns of words in common. Words of the question itself count for no option."""
    asked = frozenset(content(spacy_english.parse([question])[0]))
    told = [content(doc) - asked for doc in spacy_english.parse(options)]
    here = [content(sentence) for sentence in sentences]
    everywhere = frozenset().union(*here)
    shares = np.array([[_share(words, sentence) for sentence in here] for words in told])
    asked_here = np.array([sum(map(rarity, asked & sentence)) for sentence in here])
    about = 0.2 + asked_here / (asked_here.max() or 1.0)
    passage = [word for sentence in sentences for word in _tokens(sentence)]
    copied = [
        copied_run(tokens, passage) / max(1, len(tokens))
        for tokens in map(_tokens, spacy_english.parse(options))
    ]
    return (
        np.array([_share(words, everywhere) for words in told]),
        shares.max(axis=1),
        (shares * about).max(axis=1),
        shares[:, best],
        np.array(copied),
    )


def content(doc: "Doc") -> frozenset[str]:
    """The lemmas of `doc` that carry meaning: no function words, numbers included."""
    return frozenset(
        token.lemma_.lower()
        for token in doc
        if (token.is_alpha or token.like_num) and not token.is_stop
    )


def _tokens(doc: "Doc") -> list[str]:
    return [token.lower_ for token in doc if token.is_alpha or token.like_num]


def rarity(word: str) -> float:
    """7.5 minus the Zipf frequency of an English `word`: 0.5 for "the", 4.1 for "otter"."""
    return max(_COMMON, 7.5 - (zipf(word) or 0.0))


def _share(words: frozenset[str], among: frozenset[str]) -> float:
    total = sum(map(rarity, words))
    return sum(map(rarity, words & among)) / total if total else 0.0


def _mean_to_others(options: Matrix) -> Matrix:
    between = options @ options.T
    np.fill_diagonal(between, 0.0)
    return np.asarray(between.sum(axis=1) / max(1, len(options) - 1))


def _missing(sentences: "list[Doc]", question: str) -> int:
    everywhere = frozenset().union(*map(content, sentences))
    return len(content(spacy_english.parse([question])[0]) - everywhere)
