"""What a model's words must be before they are shown: in the language, whole, free of litter."""

import re
import unicodedata

_CJK = re.compile(r"[\u3400-\u9fff]")
_LETTER = re.compile(r"[^\W\d_]")
_RUNAWAY = re.compile(r"(.)\1{3,}|(.{2,12}?)\2{3,}")
_ASIDE = re.compile(r"\s*[(（][^)）]*[)）]?")
_INSTRUCTION = re.compile(
    r"[\s(（]*(please )?(select|choose|tick|check|mark|pick)\b[^?？]{0,40}[.!?)）]*$|"
    r"[\s(（]*(可多选|多选|请选择所有符合的选项)[。.)）]*$",
    re.IGNORECASE,
)
_LITTER = re.compile(r"[{}\[\]<>|_*#\\…]|\.\.\.|https?:")
_EDGES = " \t\n\"'“”‘’「」.。,，;；:：?？!！-–—"


def fits_language(text: str, language: str) -> bool:
    """Whether the letters of `text` are those of the language (English, Chinese)."""
    letters = len(_LETTER.findall(text))
    han = len(_CJK.findall(text))
    if letters == 0:
        return False
    # A Chinese text may hold a name in Latin letters ("App", "BYD"); an English one no characters.
    return han / letters >= 0.3 if language.split("-")[0] == "zh" else han == 0


def is_whole(text: str, longest: int) -> bool:
    """Whether a string from the model is a text that ended by itself.

    One that fills its space was cut off; one that repeats itself ran away.
    """
    return 0 < len(text) < longest and not _RUNAWAY.search(text) and not _LITTER.search(text)


def without_asides(text: str) -> str:
    """`text` without brackets: "(e.g. fruit)" suggests an answer, "(select one)" is layout."""
    return _ASIDE.sub("", text)


def without_instruction(text: str) -> str:
    """`text` without "Select all that apply." at its end: the format says so."""
    return _INSTRUCTION.sub("", text).strip()


def trimmed(text: str) -> str:
    """One line without marks and quotes at its edges."""
    return " ".join(text.split()).strip(_EDGES)


def sentence_case(text: str) -> str:
    return text[:1].upper() + text[1:]


def normal(text: str) -> str:
    """Lower-case letters and digits only, for telling whether two texts are the same."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(re.findall(r"[^\W_]+", folded))
