"""What the passage room calls things on the page: no codes, and a word of help for each term."""

from dataclasses import dataclass
from string import ascii_uppercase

from components.draft_bar import DRAFT_BAR
from services.reading.difficulty import Band
from services.reading.item_flaws import FlawCode
from services.reading.models import ComprehensionType
from services.reading.solver import View

# The fragment of the questions, and what an edit of a question draws again.
QUESTIONS = "passages:questions"
REPAINT = (QUESTIONS, DRAFT_BAR)

TWO_THINGS = (
    "A text that is hard to read and a question that is hard to answer are two things: the grade "
    "level of a passage hardly went with the lead of people over models on its questions "
    "(r = −0.08 in Sugawara et al. 2022; −0.01, 95% interval −0.06 to 0.04, on 1,411 further "
    "questions), though it does go with the time that reading takes."
)


def letter(place: int) -> str:
    """What the option at a place is called: a letter, from the 27th on a number."""
    return ascii_uppercase[place] if place < len(ascii_uppercase) else str(place + 1)


FLAWS: dict[FlawCode, str] = {
    FlawCode.LONGEST_OPTION_CORRECT: "The longest option is the key",
    FlawCode.ALL_OF_THE_ABOVE: "“All of the above”",
    FlawCode.NONE_OF_THE_ABOVE: "“None of the above”",
    FlawCode.GRAMMATICAL_CUE: "Grammar gives the key away",
    FlawCode.ABSOLUTE_TERMS: "Absolute words",
    FlawCode.IMPLAUSIBLE_DISTRACTOR: "A wrong option nobody would choose",
    FlawCode.VERBATIM_KEY: "The key is copied from the passage",
    FlawCode.ANSWERABLE_WITHOUT_PASSAGE: "Answerable without the passage",
    FlawCode.NEGATIVE_STEM: "Asked in the negative",
    FlawCode.CLANG_ASSOCIATION: "Question and key share a striking word",
    FlawCode.OVERLAPPING_OPTIONS: "Options overlap",
    FlawCode.COMBINATION_OPTION: "An option combines others",
}
SEVERITIES = {
    "error": ":red-badge[:material/error: Error]",
    "warning": ":orange-badge[:material/warning: Warning]",
    "advice": ":blue-badge[:material/info: Advice]",
}

TYPES: dict[ComprehensionType, tuple[str, str]] = {
    ComprehensionType.FACTUALITY: ("Factuality", "which option is true, or most likely so"),
    ComprehensionType.FACTOID: ("Factoid", "a stated event or thing: who, what, which"),
    ComprehensionType.NON_FACTOID: ("Non-factoid", "why or how: causes, reasons, processes"),
    ComprehensionType.GESTALT_ATTITUDE: (
        "Gestalt or attitude",
        "main idea, theme, or what the author thinks",
    ),
    ComprehensionType.NUMERIC: ("Numeric", "a number that must be worked out"),
    ComprehensionType.SPATIAL_TEMPORAL: ("Spatial or temporal", "place, order or duration"),
    ComprehensionType.LOGICAL: ("Logical", "what follows from the passage"),
}
# The same as a pupil would say it, where the types are chosen rather than named.
PLAIN_TYPES: dict[ComprehensionType, str] = {
    ComprehensionType.FACTUALITY: "Which is true",
    ComprehensionType.FACTOID: "Who or what",
    ComprehensionType.NON_FACTOID: "Why or how",
    ComprehensionType.GESTALT_ATTITUDE: "Main idea or attitude",
    ComprehensionType.NUMERIC: "How many",
    ComprehensionType.SPATIAL_TEMPORAL: "Where or when",
    ComprehensionType.LOGICAL: "What follows",
}
# Measures whose own name or scale is too long for a card.
SHORT_NAMES = {"automated_readability": "Automated readability"}
SCALES = {
    "flesch_kincaid_grade": "US school grade",
    "flesch_reading_ease": "higher is easier",
    "gunning_fog": "years of school",
    "smog": "US school grade",
    "coleman_liau": "US school grade",
    "automated_readability": "US school grade",
    "dale_chall": "higher is easier",
    "dale_chall_1948": "higher is harder",
}
TYPES_HELP = "The seven comprehension types of Sugawara et al. (2022).\n\n" + "\n".join(
    f"- **{PLAIN_TYPES[kind]}** ({name.lower()}): {asks}" for kind, (name, asks) in TYPES.items()
)


@dataclass(frozen=True, slots=True)
class BandWords:
    badge: str
    words: str


BANDS = {
    Band.EASIER: BandWords(":green-badge[:material/south_east: Likely easier]", "Likely easier"),
    Band.TYPICAL: BandWords(":gray-badge[:material/east: Typical]", "Typical"),
    Band.HARDER: BandWords(":violet-badge[:material/north_east: Likely harder]", "Likely harder"),
}
STAGES = {
    "wording": "the wording of question and options alone",
    "embedding": "the wording and a comparison of the options with the passage",
    "model": "the wording, a comparison with the passage, and what the language model answered",
}

VIEWS: dict[View, str] = {
    View.PASSAGE: "With the passage",
    View.WITHOUT_PASSAGE: "Without the passage",
    View.WITHOUT_QUESTION: "Without the question",
    View.OPTIONS_ONLY: "The options alone",
}

# By the level of a sentence: how it is coloured, and the badge that says the same in words.
LEVELS = (
    ("", ""),
    ("orange", ":orange-badge[:material/visibility: Look at it]"),
    ("red", ":red-badge[:material/priority_high: Hard]"),
)
LEVEL_NAMES = ("Plain", "Look at it", "Hard")


def percent(share: float) -> str:
    """0.716 -> "72%"."""
    return f"{100 * share:.0f}%"


def signed(value: float) -> str:
    """-0.08 -> "-0.08"; with a real minus sign."""
    return f"{value:.2f}".replace("-", "\N{MINUS SIGN}")
