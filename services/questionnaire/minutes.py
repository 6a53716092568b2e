"""How long a questionnaire takes to answer: reading time plus a decision an item."""

from dataclasses import dataclass

from services.questionnaire.metrics import stem
from services.questionnaire.models import Item, Questionnaire, ResponseFormat
from services.questionnaire.tokens import words

# Silent reading, words a minute (Brysbaert 2019, Journal of Memory and Language 109).
WORDS_PER_MINUTE = {"en": 238, "zh": 260}
# Seconds to decide and to enter an answer, after reading. Set so that an ordinary closed item
# comes to the 7 to 10 seconds that online panels plan with; a rule of thumb, not a measurement.
DECISION_SECONDS = {
    ResponseFormat.YES_NO: 2.0,
    ResponseFormat.SINGLE: 3.0,
    ResponseFormat.SCALE: 3.0,
    ResponseFormat.MULTIPLE: 6.0,
    ResponseFormat.NUMBER: 5.0,
    ResponseFormat.DATE: 6.0,
    ResponseFormat.OPEN: 25.0,
}
ROW_SECONDS = 4.0
# People differ in pace by about this much either way.
SPREAD = 0.35
SOURCE = (
    "Reading at the mean silent reading rate of Brysbaert (2019), plus a decision time by response "
    "format (rule of thumb); the range is a fast reader who skips what is filtered to a slow one."
)


@dataclass(frozen=True, slots=True)
class Estimate:
    """Minutes for a typical respondent, a fast one who skips filtered items, and a slow one."""

    minutes: float
    low: float
    high: float
    source: str = SOURCE


def estimate(questionnaire: Questionnaire) -> Estimate:
    """Minutes to answer; an item behind a filter counts half for the typical respondent."""
    language = questionnaire.language
    always = optional = 0.0
    for item in questionnaire.items:
        seconds = item_seconds(item, language)
        if item.shown_if is None:
            always += seconds
        else:
            optional += seconds
    reading = _reading_seconds(questionnaire.introduction, language) + sum(
        _reading_seconds(f"{s.title} {s.introduction}", language) for s in questionnaire.sections
    )
    always += reading
    return Estimate(
        minutes=(always + optional / 2) / 60,
        low=always * (1 - SPREAD) / 60,
        high=(always + optional) * (1 + SPREAD) / 60,
    )


def item_seconds(item: Item, language: str) -> float:
    """Seconds for one item: its stem, its options once, and the decisions it asks for."""
    read = _reading_seconds(" ".join([stem(item), item.help, *item.labels]), language)
    if item.format is ResponseFormat.MATRIX:
        return read + ROW_SECONDS * max(len(item.rows), 1)
    return read + DECISION_SECONDS[item.format]


def _reading_seconds(text: str, language: str) -> float:
    spoken = [word for word in words(text, language) if any(char.isalnum() for char in word)]
    rate = WORDS_PER_MINUTE.get(language.split("-")[0].lower(), WORDS_PER_MINUTE["en"])
    return 60 * len(spoken) / rate
