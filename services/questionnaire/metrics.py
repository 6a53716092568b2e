"""The Qsnail paper's measures of a questionnaire (section 3.3.1), in percent as in its Table 3.

Missing is None: what needs a topic, a reference, two questions or an encoder that knows the
language is not there without it, and the signature says why.
"""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np

from services.questionnaire.encoders import calibration, usable
from services.questionnaire.models import Item, Questionnaire
from services.questionnaire.numbering import strip_number
from services.questionnaire.tokens import unit, words
from services.text.embeddings import Embedder, Vectors, cosines

if TYPE_CHECKING:
    from rouge_score.rouge_scorer import RougeScorer

Tokens = tuple[str, ...]


# Words of a topic or question that ROUGE compares: its time grows with the product of both.
COMPARED = 500


@dataclass(frozen=True, slots=True)
class Metrics:
    """Percentages 0 to 100 (cosines can be negative); `questions` and `tokens` are counts.

    `signature` says how each was made: token unit, encoder, alpha, libraries.
    """

    rep_2: float | None
    rep_3: float | None
    rep_4: float | None
    rep_sem: float | None
    diversity: float | None
    rouge_l: float | None
    cohen_sem: float | None
    option_cohen_sem: float | None
    bleu_1: float | None
    bleu_2: float | None
    bleu_4: float | None
    questions: int
    tokens: int
    signature: str

    def as_json(self) -> dict[str, Any]:
        """The `metrics` object of the command line's JSON (design/contracts)."""
        return asdict(self)


def measure(
    questionnaire: Questionnaire,
    *,
    topic: str,
    intents: Sequence[str],
    embedder: Embedder | None,
    reference: Questionnaire | None = None,
) -> Metrics:
    """All measures of one questionnaire. `topic` and `intents` are the paper's T and I.

    A question without a text yet is none.
    """
    language = questionnaire.language
    items = [item for item in questionnaire.items if stem(item).strip()]
    stems = [stem(item) for item in items]
    tokens = [words(text, language) for text in stems]
    joined = [token for words_ in tokens for token in words_]
    several = len(stems) >= 2
    reps = [rep_n(joined, n) if several else None for n in (2, 3, 4)]
    target = topic_and_intents(topic, intents)
    encoder = embedder if usable(embedder, language) else None
    bleus = bleu(questionnaire, reference) if reference else (None, None, None)
    return Metrics(
        rep_2=_percent(reps[0]),
        rep_3=_percent(reps[1]),
        rep_4=_percent(reps[2]),
        rep_sem=_percent(_rep_sem(stems, language, encoder)) if several else None,
        diversity=_percent(diversity(reps)),
        rouge_l=_percent(_rouge_l(tokens, words(target, language))),
        cohen_sem=_percent(_cohen_sem(stems, target, encoder)),
        option_cohen_sem=_percent(_option_cohen_sem(items, encoder)),
        bleu_1=bleus[0],
        bleu_2=bleus[1],
        bleu_4=bleus[2],
        questions=len(stems),
        tokens=len(joined),
        signature=signature(language, embedder),
    )


def stem(item: Item) -> str:
    """The wording of a question without its number; a matrix is worded with its statements."""
    return " ".join([strip_number(item.text), *(row.label for row in item.rows)])


def topic_and_intents(topic: str, intents: Sequence[str]) -> str:
    """T∘I: the topic followed by the intents."""
    return " ".join(text.strip() for text in (topic, *intents) if text.strip())


def rep_n(tokens: Sequence[str], n: int) -> float | None:
    """1 - distinct/all n-grams over the concatenated stems; None if they hold no n-gram."""
    grams = [tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1)]
    return 1 - len(set(grams)) / len(grams) if grams else None


def diversity(reps: Sequence[float | None]) -> float | None:
    """Product over n = 2, 3, 4 of (1 - Rep-n); it reproduces Table 3's column."""
    present = [rep for rep in reps if rep is not None]
    return math.prod(1 - rep for rep in present) if len(present) == len(reps) else None


def rep_sem(vectors: Vectors, alpha: float) -> float:
    """Share of questions whose nearest earlier question has a cosine above alpha.

    The sum runs from the second question, the denominator is the number of all questions.
    """
    near = np.tril(cosines(vectors, vectors), k=-1).max(axis=1, initial=0.0)
    return float((near > alpha).sum() / len(vectors))


def bleu(questionnaire: Questionnaire, reference: Questionnaire) -> tuple[float, float, float]:
    """BLEU-1, -2, -4 in percent of stems and options in order, as in Papineni et al. (2002).

    By sacrebleu over our own tokens, without smoothing: no matching n-gram gives 0.
    """
    from sacrebleu.metrics import BLEU

    texts = [" ".join(_all_words(each)) for each in (questionnaire, reference)]
    one, two, four = (
        BLEU(tokenize="none", smooth_method="none", max_ngram_order=order, force=True)
        .corpus_score([texts[0]], [[texts[1]]])
        .score
        for order in (1, 2, 4)
    )
    return one, two, four


def forget() -> None:
    """Drop the kept overlaps. For measurements."""
    _rouge_l_of.cache_clear()


def signature(language: str, embedder: Embedder | None) -> str:
    """How the measures were made, so that two people get the same number."""
    parts = [
        f"lang:{language}",
        f"rep:n-grams of {unit(language)}, over the questionnaire's stems",
        f"rouge:rouge-score {version('rouge-score')} L F1, topic+intents v each stem",
        f"bleu:sacrebleu {version('sacrebleu')} stems+options, smooth none",
        f"sem:{_semantic_signature(language, embedder)}",
    ]
    return " | ".join(parts)


def _semantic_signature(language: str, embedder: Embedder | None) -> str:
    if embedder is None:
        return "withheld, no encoder"
    name = embedder.info.name
    if not usable(embedder, language):
        return f"withheld, {name} does not know {language}"
    known = calibration(embedder, language)
    alpha = f"alpha {known.alpha}" if known else "rep-sem withheld, no alpha for this encoder"
    return f"{name}, mean cosine, options each v its stem, {alpha}"


def _rep_sem(stems: list[str], language: str, encoder: Embedder | None) -> float | None:
    known = calibration(encoder, language)
    return rep_sem(encoder.encode(stems), known.alpha) if encoder and known else None


def _cohen_sem(stems: list[str], target: str, encoder: Embedder | None) -> float | None:
    """Mean cosine of T∘I with each question; the paper writes a sum, its figures are means."""
    if encoder is None or not stems or not target:
        return None
    return float(cosines(encoder.encode([target]), encoder.encode(stems)).mean())


def _option_cohen_sem(items: Sequence[Item], encoder: Embedder | None) -> float | None:
    """Mean over closed questions of the mean cosine of the question with its options."""
    closed = [item for item in items if item.options]
    if encoder is None or not closed:
        return None
    return float(
        np.mean(
            [cosines(encoder.encode([stem(i)]), encoder.encode(i.labels)).mean() for i in closed]
        )
    )


def _rouge_l(stems: list[Tokens], target: Tokens) -> float | None:
    """Mean over the questions of the Rouge-L F-measure against T∘I (Lin 2004)."""
    if not stems or not target:
        return None
    return float(np.mean([_rouge_l_of(tokens, target) for tokens in stems]))


@lru_cache(maxsize=8_192)
def _rouge_l_of(tokens: Tokens, target: Tokens) -> float:
    # rouge-score takes texts; its tokenizer is replaced by one that undoes this join.
    score = _scorer().score("\n".join(target[:COMPARED]), "\n".join(tokens[:COMPARED]))
    return float(score["rougeL"].fmeasure)


@cache
def _scorer() -> "RougeScorer":
    from rouge_score.rouge_scorer import RougeScorer
    from rouge_score.tokenizers import Tokenizer

    class _Joined(Tokenizer):
        def tokenize(self, text: str) -> list[str]:
            return text.split("\n") if text else []

    return RougeScorer(["rougeL"], tokenizer=_Joined())


def _all_words(questionnaire: Questionnaire) -> list[str]:
    return [
        word
        for item in questionnaire.items
        for text in (stem(item), *item.labels)
        for word in words(text, questionnaire.language)
    ]


def _percent(value: float | None) -> float | None:
    return None if value is None else 100 * value
