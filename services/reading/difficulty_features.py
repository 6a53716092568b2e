"""The named features of the difficulty estimate: of question, options, overlap and solver.

None of them measures how hard the passage is to read: in Sugawara et al. (2022), and where it was
re-checked, passage length, grade level, surprisal and word frequency did not go with difficulty.
`WORDING` knows question and options only; `OVERLAP` compares them with the passage as the
embedding solver does; `MODEL` is what the language model answered.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from services.reading.item_flaws import wording
from services.reading.item_flaws.finding import words
from services.reading.item_flaws.stem import asked_negatives
from services.reading.option_evidence import Evidence, Matrix, content
from services.text import spacy_english
from services.text.frequency import zipf

if TYPE_CHECKING:
    from spacy.tokens import Doc

# Feature -> what a high and what a low value says, for the reasons.
WORDING: Mapping[str, tuple[str, str]] = {
    "key_relative_length": (
        "the key is longer than the distractors",
        "the key is no longer than the distractors",
    ),
    "question_frequency": (
        "the question uses common words",
        "the question uses rare words",
    ),
    "question_rarest": (
        "no word of the question is rare",
        "the question has a rare word or name",
    ),
    "question_words": ("the question is long", "the question is short"),
    "option_words": ("the options are long", "the options are short"),
    "option_length_spread": (
        "the options differ in length",
        "the options are of one length",
    ),
    "options_clauses": ("the options are statements", "the options are not statements"),
    "options_names": (
        "the options are names, places or dates",
        "the options are not names, places or dates",
    ),
    "options_negated": (
        "options contain a negation",
        "no option contains a negation",
    ),
    "key_collects": (
        'the key is of the kind "all" or "none of the above"',
        'the key is not of the kind "all of the above"',
    ),
    "asks_exception": ("the stem asks for the exception", "the stem asks for what is true"),
    "asks_which_is_true": (
        'the stem is general ("which of the following")',
        "the stem asks something definite",
    ),
    "asks_inference": (
        "the stem asks for an inference or attitude",
        "the stem asks for what is stated",
    ),
    "asks_who": ("the question asks who", "the question does not ask who"),
}
OVERLAP: Mapping[str, tuple[str, str]] = {
    "options_alike": ("the options are close in meaning", "the options are far apart in meaning"),
    "key_found_joint": (
        "the key shares words with the sentence that answers the question",
        "the key shares few words with the sentence that answers the question",
    ),
    "key_found_margin": (
        "the key shares more words with that sentence than any distractor",
        "a distractor shares as many words with that sentence as the key",
    ),
    "key_found": (
        "the words of the key stand in the passage",
        "the words of the key do not stand in the passage",
    ),
    "key_copied": (
        "the key repeats the passage",
        "the key puts the passage in other words",
    ),
    "key_near_margin": (
        "the key is nearer to the passage in meaning than any distractor",
        "a distractor is nearer to the passage in meaning than the key",
    ),
    "distractors_near": (
        "the distractors are close to what the passage says",
        "the distractors are far from what the passage says",
    ),
    "distractors_mentioned": (
        "the passage mentions what the distractors name",
        "the passage does not mention what the distractors name",
    ),
    "distractors_copied": (
        "the distractors repeat the passage",
        "the distractors do not repeat the passage",
    ),
    "question_gap": (
        "one sentence of the passage clearly fits the question",
        "several sentences of the passage fit the question",
    ),
    "comparison_key": (
        "comparing with the passage finds the key",
        "comparing with the passage does not find the key",
    ),
    "comparison_margin": (
        "comparison prefers the key clearly",
        "comparison prefers a distractor or hesitates",
    ),
    "comparison_entropy": (
        "comparison hesitates between the options",
        "comparison is sure of one option",
    ),
}
MODEL: Mapping[str, tuple[str, str]] = {
    "model_key": ("the model finds the key", "the model does not find the key"),
    "model_margin": (
        "the model prefers the key clearly",
        "the model prefers a distractor or hesitates",
    ),
    "model_entropy": (
        "the model hesitates between the options",
        "the model is sure of one option",
    ),
}

_GENERAL = re.compile(
    r"\b(?:which of (?:the following|these)|best describes?|statements?|true|correct)\b", re.I
)
_INFERENCE = re.compile(
    r"\b(?:likely|infer\w*|impl(?:y|ies|ied)|suggest\w*|probably|conclude\w*|assum\w*|would|could"
    r"|might|may|seem\w*|feel\w*|attitude|tone|opinion|believes?|thinks?)\b",
    re.I,
)
_NEGATION = re.compile(r"\b(?:not|never|no|cannot|except|without)\b|n['’]t\b", re.I)
# The Zipf frequency of a question that has no content word.
_NO_WORD = 4.0
_FLOOR = 1e-9
_COMPARISON = ("comparison_key", "comparison_margin", "comparison_entropy")


def of_wording(question: str, options: Sequence[str], gold: int) -> dict[str, float]:
    """The `WORDING` features."""
    asked = spacy_english.parse([question.strip()])[0]
    docs = spacy_english.parse([option.strip() for option in options])
    lengths = np.array([len(words(option)) for option in options], dtype=float)
    others = np.delete(lengths, gold)
    frequencies = _zipf(asked)
    return {
        "key_relative_length": math.log((lengths[gold] + 1) / (others.mean() + 1)),
        "question_frequency": float(np.mean(frequencies)),
        "question_rarest": min(frequencies),
        "question_words": math.log1p(len(words(question))),
        "option_words": math.log1p(float(lengths.mean())),
        "option_length_spread": float(lengths.std() / (lengths.mean() + 1)),
        "options_clauses": _share(docs, lambda doc: any(t.pos_ in ("VERB", "AUX") for t in doc)),
        "options_names": _share(docs, lambda doc: bool(doc.ents)),
        "options_negated": _share(docs, lambda doc: bool(_NEGATION.search(doc.text))),
        "key_collects": float(wording.speaks_of_options(options[gold])),
        "asks_exception": float(bool(asked_negatives(question))),
        "asks_which_is_true": float(bool(_GENERAL.search(question))),
        "asks_inference": float(bool(_INFERENCE.search(question))),
        "asks_who": float(bool(re.search(r"\bwho(?:m|se)?\b", question, re.I))),
    }


def _zipf(doc: "Doc") -> list[float]:
    found = [zipf(word) or 0.0 for word in content(doc) if word.isalpha()]
    return found or [_NO_WORD]


def _share(docs: "Sequence[Doc]", holds: "Callable[[Doc], bool]") -> float:
    return sum(map(holds, docs)) / len(docs)


def of_overlap(evidence: Evidence, shares: Sequence[float], gold: int) -> dict[str, float]:
    """The `OVERLAP` features; `shares` is the embedding solver's answer with the passage."""
    joint, near = evidence.column("found_joint"), evidence.column("question_option_sentence")
    mentioned, copied = evidence.column("option_sentence"), evidence.column("copied")
    return {
        "options_alike": float(evidence.column("option_others").mean()),
        "key_found_joint": float(joint[gold]),
        "key_found_margin": _margin(joint, gold),
        "key_found": float(evidence.column("found")[gold]),
        "key_copied": float(copied[gold]),
        "key_near_margin": _margin(near, gold),
        "distractors_near": float(np.delete(near, gold).mean()),
        "distractors_mentioned": float(np.delete(mentioned, gold).mean()),
        "distractors_copied": float(np.delete(copied, gold).mean()),
        "question_gap": evidence.question_gap,
    } | dict(zip(_COMPARISON, _answer(shares, gold), strict=True))


def of_model(shares: Sequence[float], gold: int) -> dict[str, float]:
    """The `MODEL` features; `shares` is the model's answer with the passage."""
    names = ("model_key", "model_margin", "model_entropy")
    return dict(zip(names, _answer(shares, gold), strict=True))


def _answer(shares: Sequence[float], gold: int) -> tuple[float, float, float]:
    """Log-probability of the key, its distance to the best distractor, and entropy (nats)."""
    logs = np.log(np.array(shares) + _FLOOR)
    entropy = float(-(np.array(shares) * logs).sum())
    return float(logs[gold]), _margin(logs, gold), entropy


def _margin(values: Matrix, gold: int) -> float:
    return float(values[gold] - np.delete(values, gold).max())
