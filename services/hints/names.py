"""When two spellings are one name: the key by which answers and candidates are compared."""

import re
import unicodedata

_ARTICLE = re.compile(r"^(?:the|an|a)\s+(?=\S)")
_PARENTHESIS = re.compile(r"\s*\([^()]*\)\s*$")
_THOUSANDS = re.compile(r"(?<=\d)[,'’ ](?=\d{3}(?!\d))")
# Letters that Unicode does not decompose into a base letter and an accent.
_PLAIN_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"}
)
# Signs that tell names apart (C, C++ and C#; 5 and -5 and 5%) although Unicode calls them
# punctuation.
_KEPT_SIGNS = frozenset("#%*@")
_SMALL_NUMBERS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen", "twenty"),
)
NUMBER_OF_WORD = {word: str(number) for number, word in enumerate(_SMALL_NUMBERS)}


def fold(text: str) -> str:
    """Lower case for comparing, without accents; ligatures and widths made plain."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    # Classes from 200 on are accents; lower ones are part of the letter (the voicing of kana).
    bare = "".join(sign for sign in decomposed if unicodedata.combining(sign) < 200)
    return unicodedata.normalize("NFKC", bare).translate(_PLAIN_LETTERS)


def name_key(name: str) -> str:
    """Equal for spellings of one name: "St John's" and "St. John’s", "The Cheviots", "Spider-Man".

    Case, accents, a leading article, punctuation and spaces do not count; signs that carry
    meaning do ("C++" is not "C", "1.5" is not "15"). A name that is nothing but punctuation is
    its own key.
    """
    text = _THOUSANDS.sub("", " ".join(fold(name).split()))
    text = _ARTICLE.sub("", text).replace("&", " and ")
    kept = [_kept(text, place) for place in range(len(text))]
    key = re.sub(r"(?<!\d) +| +(?!\d)", "", "".join(kept).strip())
    return NUMBER_OF_WORD.get(key, key) or text or name.casefold().strip()


def _kept(text: str, place: int) -> str:
    """What the sign at `place` leaves in the key: itself, a space, or nothing."""
    sign = text[place]
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if sign in "-−" and after.isdigit() and not before.strip():
        return "-"
    if sign.isalnum() or sign in _KEPT_SIGNS or unicodedata.category(sign).startswith("S"):
        return sign
    if sign == "." and before.isdigit() and after.isdigit():
        return sign
    return " " if sign in " -–—/,_" or sign.isspace() else ""


def without_parenthesis(name: str) -> str:
    """ "Knot (kn)" -> "Knot": what stands in brackets at the end explains a name, it is not it."""
    bare = _PARENTHESIS.sub("", name).strip()
    return bare or name


def same_name(left: str, right: str) -> bool:
    return name_key(left) == name_key(right)
