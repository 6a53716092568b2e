"""The words of the questionnaire room: no code of the services is shown as it is."""

from services.questionnaire.faults.kinds import Severity
from services.questionnaire.item_kind import Kind
from services.questionnaire.models import Brief, Method, OptionRole, ResponseFormat
from services.questionnaire.rewriting import Request

LANGUAGES = {"en": "English", "zh": "Chinese"}


def knows_wording(language: str) -> bool:
    """Whether the checks know the words of a language, beside its numbers and structure."""
    return language.split("-")[0] in LANGUAGES


FORMATS = {
    ResponseFormat.YES_NO: "Yes or no",
    ResponseFormat.SINGLE: "Single choice",
    ResponseFormat.MULTIPLE: "Multiple choice",
    ResponseFormat.SCALE: "Rating scale",
    ResponseFormat.NUMBER: "Number",
    ResponseFormat.DATE: "Date",
    ResponseFormat.OPEN: "Open text",
    ResponseFormat.MATRIX: "Grid of statements",
}
FORMAT_ICONS = {
    ResponseFormat.YES_NO: ":material/rule:",
    ResponseFormat.SINGLE: ":material/radio_button_checked:",
    ResponseFormat.MULTIPLE: ":material/check_box:",
    ResponseFormat.SCALE: ":material/linear_scale:",
    ResponseFormat.NUMBER: ":material/pin:",
    ResponseFormat.DATE: ":material/calendar_today:",
    ResponseFormat.OPEN: ":material/notes:",
    ResponseFormat.MATRIX: ":material/grid_on:",
}
ROLES = {
    OptionRole.ORDINARY: "An answer",
    OptionRole.OTHER: "Other, with a text",
    OptionRole.NONE: "None of these",
    OptionRole.DONT_KNOW: "Don't know",
    OptionRole.NOT_APPLICABLE: "Does not apply",
    OptionRole.REFUSAL: "Prefers not to say",
}
METHODS = {
    Method.OUTLINE: (
        "Outline first",
        "Sections and questions first, which you edit; then options, question by question.",
    ),
    Method.TOPIC_INTENTS: (
        "Topic and intents",
        "Questions with their options in one go, from the topic and your intents.",
    ),
    Method.TOPIC: (
        "Topic alone",
        "Questions with their options from the topic only; intents serve the checks.",
    ),
    Method.RETRIEVE: (
        "From similar questionnaires",
        "Questions of the nearest questionnaires in a collection, adapted to your topic.",
    ),
}
# Severity -> colour, icon, one, several.
SEVERITIES = {
    Severity.ERROR: ("red", ":material/error:", "error", "errors"),
    Severity.WARNING: ("orange", ":material/warning:", "warning", "warnings"),
    Severity.ADVICE: ("blue", ":material/lightbulb:", "piece of advice", "pieces of advice"),
}
SEVERITY_MEANS = {
    Severity.ERROR: "spoils the data",
    Severity.WARNING: "biases or confuses",
    Severity.ADVICE: "a matter of judgement",
}
# Request -> what the button says, what the proposal is called, what the model is doing.
REQUESTS = {
    Request.REGENERATE: ("Another question", "another question", "Writing another question"),
    Request.OPTIONS: ("Other options", "other options", "Writing other options"),
    Request.NEUTRAL: ("Neutral wording", "neutral wording", "Looking for neutral words"),
    Request.SPLIT: ("Split in two", "split in two", "Splitting the question"),
    Request.MORE_LIKE_THIS: ("More like this", "more like this", "Writing more like this"),
    Request.SECTION: ("Write this section anew", "another section", "Writing the section anew"),
}
FILTER_PROPOSAL = "a filter question first"
KINDS = {
    Kind.BACKGROUND: "About the person",
    Kind.FACT: "Fact",
    Kind.OPINION: "Opinion",
    Kind.UNCLEAR: "Not clear",
}


def severity_badge(severity: Severity, count: int | None = None) -> str:
    """A badge of Markdown: colour, icon and word, with a count where one is given."""
    colour, icon, one, several = SEVERITIES[severity]
    if count is None:
        return f":{colour}-badge[{icon} {one.capitalize()}]"
    return f":{colour}-badge[{icon} {count} {one if count == 1 else several}]"


def scale_words(name: str) -> str:
    """A scale's name in the catalogue as words."""
    return name.replace("_", " ").capitalize()


def intent_names(brief: Brief) -> dict[str, str]:
    """What the intents are called where they are chosen, by id; no two alike."""
    return {
        intent.id: f"{number}. {intent.text.strip() or 'An empty intent'}"
        for number, intent in enumerate(brief.intents, start=1)
    }
