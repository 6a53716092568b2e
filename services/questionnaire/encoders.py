"""What each sentence encoder's cosines mean: thresholds belong to an encoder, not to a measure.

The paper's alpha of 0.95 is that of its NLI encoder. The others are calibrated by
benchmarks/calibrate_encoders.py, which says on which data and how well they separate.
"""

from dataclasses import dataclass

from services.text.embeddings import Embedder


@dataclass(frozen=True, slots=True)
class Calibration:
    """Cosines from which two texts count; None where nobody has calibrated.

    `alpha`: two questions are the same (Rep-sem). For English the lowest cosine that at most
    one in ten look-alike pairs ("the bus", "the train") exceeds; for Chinese the one at which
    questionnaires by people have the paper's human Rep-sem.
    `coverage`: a question serves an intent: the cosine with the best F1 on labelled sets.
    `paraphrase`: two questions one of which only adds a word ask the same.
    `split`: how much closer two questions are to each other than to what stands between them
    before their topic counts as split.
    """

    alpha: float
    coverage: float | None = None
    paraphrase: float | None = None
    split: float | None = None


PAPER_ENCODER = "symanto/sn-xlm-roberta-base-snli-mnli-anli-xnli"

# By encoder and language; "" stands for every language that is not listed.
CALIBRATIONS = {
    ("all-MiniLM-L6-v2", "en"): Calibration(0.91, 0.24, 0.9, 0.12),
    ("multilingual-e5-small", "en"): Calibration(0.97, 0.81, 0.97, 0.02),
    ("multilingual-e5-small", "zh"): Calibration(0.975, 0.84, 0.97, 0.02),
    ("multilingual-e5-small", ""): Calibration(0.975, 0.84, 0.97),
    (PAPER_ENCODER, ""): Calibration(0.95),
}


def calibration(embedder: Embedder | None, language: str) -> Calibration | None:
    """The thresholds of this encoder; None without one or where nobody has calibrated it."""
    if embedder is None:
        return None
    name, code = embedder.info.name, language.split("-")[0].lower()
    return CALIBRATIONS.get((name, code)) or CALIBRATIONS.get((name, ""))


def usable(embedder: Embedder | None, language: str) -> bool:
    """Whether the encoder's cosines mean anything in this language."""
    return embedder is not None and embedder.info.knows(language)
