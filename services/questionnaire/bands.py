"""What questionnaires by people measure at the same length, and what the paper's had.

Rep-n grows with length (r = 0.6 with the number of tokens), so a value alone says little. The
coefficients come from scripts/fit_human_bands.py.
"""

import json
import math
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

# The human row of the Qsnail paper's Table 3, in percent.
PAPER_HUMAN = {
    "rouge_l": 8.54,
    "cohen_sem": 34.54,
    "rep_2": 26.69,
    "rep_3": 12.92,
    "rep_4": 7.28,
    "rep_sem": 8.62,
    "diversity": 59.19,
    "option_cohen_sem": 25.75,
}


@dataclass(frozen=True, slots=True)
class HumanBand:
    """Percentages: the middle and the range that holds 80% of human questionnaires that long.

    `questionnaires` is how many it was fitted on; `extrapolated` says that none was that long or
    that short.
    """

    low: float
    middle: float
    high: float
    questionnaires: int
    extrapolated: bool


def human_band(measure: str, tokens: int, language: str) -> HumanBand | None:
    """The band of a measure (rep_2, rep_3, rep_4, diversity) at a length in tokens.

    None for other measures, for no tokens, and for languages without questionnaires by people:
    the corpus at hand is Chinese.
    """
    fitted = _fitted().get(language.split("-")[0].lower())
    if fitted is None or measure not in fitted["bands"] or tokens < 1:
        return None
    shortest, longest = fitted["tokens"]
    length = math.log(min(max(tokens, shortest), longest))
    low, middle, high = sorted(
        min(100.0, max(0.0, intercept + slope * length))
        for intercept, slope in fitted["bands"][measure]
    )
    return HumanBand(low, middle, high, fitted["questionnaires"], not shortest <= tokens <= longest)


@cache
def _fitted() -> dict[str, Any]:
    text = files("services.questionnaire").joinpath("human_bands.json").read_text("utf-8")
    return dict(json.loads(text))
