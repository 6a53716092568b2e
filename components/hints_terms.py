"""What the hint room calls things on the page: no codes, and a word of help for each term."""

from services.hints.batch import Stage
from services.hints.models import ViewSource

# Fragments that an edit may have to draw again.
SHELF, QUESTION = "hints:shelf", "hints:question"
SUMMARY, DROPPED = "hints:summary", "hints:dropped"

# The classes of TREC by what a question of the class asks for.
COARSE = {
    "ABBR": "Abbreviations",
    "DESC": "Descriptions",
    "ENTY": "Things",
    "HUM": "People",
    "LOC": "Places",
    "NUM": "Numbers and dates",
    "": "Not told yet",
}
FINE = {
    "ABBR:abb": "an abbreviation",
    "ABBR:exp": "words behind letters",
    "DESC:def": "a definition",
    "DESC:desc": "a description",
    "DESC:manner": "how something is done",
    "DESC:reason": "a reason",
    "ENTY:animal": "an animal",
    "ENTY:body": "a part of the body",
    "ENTY:color": "a colour",
    "ENTY:cremat": "a book, song or film",
    "ENTY:currency": "a currency",
    "ENTY:dismed": "a disease or a medicine",
    "ENTY:event": "an event",
    "ENTY:food": "a food or a drink",
    "ENTY:instru": "a musical instrument",
    "ENTY:lang": "a language",
    "ENTY:letter": "a letter of the alphabet",
    "ENTY:other": "a thing",
    "ENTY:plant": "a plant",
    "ENTY:product": "a product",
    "ENTY:religion": "a religion",
    "ENTY:sport": "a sport",
    "ENTY:substance": "a substance",
    "ENTY:symbol": "a symbol or sign",
    "ENTY:techmeth": "a technique or method",
    "ENTY:termeq": "another word for something",
    "ENTY:veh": "a vehicle",
    "ENTY:word": "a word",
    "HUM:gr": "a group or an organisation",
    "HUM:ind": "a person",
    "HUM:title": "a title",
    "HUM:desc": "who somebody was",
    "LOC:city": "a city",
    "LOC:country": "a country",
    "LOC:mount": "a mountain",
    "LOC:other": "a place",
    "LOC:state": "a state or province",
    "NUM:code": "a code",
    "NUM:count": "how many",
    "NUM:date": "a date or year",
    "NUM:dist": "a distance",
    "NUM:money": "a price or sum",
    "NUM:ord": "a rank",
    "NUM:other": "a number",
    "NUM:period": "how long",
    "NUM:perc": "a share",
    "NUM:speed": "a speed",
    "NUM:temp": "a temperature",
    "NUM:volsize": "a size",
    "NUM:weight": "a weight",
}

SOURCES = {
    ViewSource.MEASURED: "measured",
    ViewSource.SNAPSHOT: "from an imported file",
    ViewSource.ESTIMATED: "estimated",
    ViewSource.GIVEN: "given",
}

# A question's stage in the quiz: badge, and the same in words for tables.
STAGES = {
    Stage.DONE: ":green-badge[:material/check: Finished]",
    Stage.WAITING: ":gray-badge[:material/hourglass_top: Waiting]",
    Stage.TO_GRADE: ":blue-badge[:material/pending: To be judged]",
    Stage.FAILED: ":red-badge[:material/error: Failed]",
    Stage.BLANK: ":orange-badge[:material/edit: Incomplete]",
}
STAGE_WORDS = {
    Stage.DONE: "Finished",
    Stage.WAITING: "Waiting for hints",
    Stage.TO_GRADE: "Hints to be judged",
    Stage.FAILED: "Failed",
    Stage.BLANK: "Question or answer missing",
}

HELP = """- **Narrows down** (HICOS): the share of other answers that a hint rules out, as a judge \
sees it. The judge is a language model and often wrong; its record stands under Order.
- **Strength**: the same, calibrated to how people rated hints. Faint, middling and strong are \
thirds of the rated hints.
- **Well known** (HIFAS): how often people look up what the hint names on Wikipedia.
- Each goes from 0 to 1; in brackets it stands on the paper's scale of 1 to 5."""


def on_five(score: float) -> str:
    """A score of 0 to 1 on the paper's scale: 0.5 -> "3.0 of 5"."""
    return f"{1 + 4 * score:.1f} of 5"


def percent(share: float) -> str:
    """0.716 -> "72%"."""
    return f"{100 * share:.0f}%"


def signed(value: float) -> str:
    """-0.8 -> "−0.8"; with a sign always, and a real minus."""
    return f"{value:+.1f}".replace("-", "\N{MINUS SIGN}")


def plural(count: int, one: str, many: str = "") -> str:
    """ "1 hint", "3 hints"."""
    return f"{count} {one if count == 1 else many or one + 's'}"
