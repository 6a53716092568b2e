"""Numbers as they are read aloud: "$4.2" is "four point two dollars", 1995 is a year.

American reading without "and": 205 is "two hundred five". A bare number of four digits from
1010 to 2099 is read as a year; with a comma (1,995) or a unit it is read in full.
"""

import re
import unicodedata

_ONES = [
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
]
_TENS = [*("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")]
_GROUPS = ("", "thousand", "million", "billion", "trillion", "quadrillion")
_IRREGULAR_ORDINALS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
_CURRENCIES = {
    "$": ("dollar", "cent"),
    "£": ("pound", "pence"),
    "€": ("euro", "cent"),
    "¥": ("yen", "yen"),
    "₹": ("rupee", "paisa"),
}
_SHAPE = re.compile(
    r"(?P<sign>[-−–+±]?)(?P<currency>[$£€¥₹]?)\s?(?P<number>\d[\d.,:/⁄]*|\.\d+)"
    r"(?P<ending>st|nd|rd|th|'?s)?\s?(?P<unit>%|‰|°\s?[CF]?)?"
)
_UNITS = {"%": ["percent"], "‰": ["per", "mille"], "°": ["degrees"]}
# Other pairs are dates and scores: 9/11 is "nine eleven".
_DENOMINATORS = {2, 3, 4, 5, 6, 8, 10, 16, 20, 32, 100}
# More digits than any magnitude word covers are read one by one.
_LONGEST = 18


def read_aloud(token: str) -> list[str] | None:
    """The words of a number written in digits, or None when `token` is not such a number."""
    if (halves := _vulgar_fraction(token)) is not None:
        return halves
    match = _SHAPE.fullmatch(_with_ascii_digits(token))
    if match is None:
        return None
    words = {"-": ["minus"], "−": ["minus"], "–": ["minus"], "+": ["plus"]}.get(match["sign"], [])
    if match["sign"] == "±":
        words = ["plus", "or", "minus"]
    bare = not (match["currency"] or match["unit"])
    words = words + _number(match["number"], match["ending"] or "", bare)
    if match["currency"]:
        words = _with_money(match["number"], match["currency"], words)
    if match["unit"]:
        words = words + _UNITS[match["unit"][0]] + _scale(match["unit"])
    return words


def _with_ascii_digits(token: str) -> str:
    """Other scripts' digits as 0-9."""
    return "".join(
        str(unicodedata.digit(c)) if c.isdigit() and not c.isascii() else c for c in token
    ).replace("’", "'")


def _vulgar_fraction(token: str) -> list[str] | None:
    """ "2½" is "two and one half"; None for a token that does not end in such a sign."""
    written = unicodedata.normalize("NFKC", token[-1:])
    if "⁄" not in written or len(written) < 3:
        return None
    fraction = _fraction(written.split("⁄"))
    if len(token) == 1:
        return fraction
    if "⁄" in unicodedata.normalize("NFKC", token[-2]):
        return None  # a row of fractions is no number
    whole = read_aloud(token[:-1])
    return None if whole is None else [*whole, "and", *fraction]


def _scale(unit: str) -> list[str]:
    return {"C": ["celsius"], "F": ["fahrenheit"]}.get(unit[-1], [])


def _number(number: str, ending: str, bare: bool) -> list[str]:
    number = number.rstrip(".,:/⁄")
    if re.fullmatch(r"\d{1,2}(:\d{2}){1,2}", number):
        return _clock(number.split(":"))
    if re.fullmatch(r"\d{1,9}[/⁄]\d{1,9}", number):
        return _fraction(re.split(r"[/⁄]", number))
    if re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d+)?", number):
        number, bare = number.replace(",", ""), False
    if re.fullmatch(r"\d*\.\d+", number):
        whole, _, decimals = number.partition(".")
        spoken = _whole(whole, "", False) if whole else []
        return [*spoken, "point", *(_ONES[int(digit)] for digit in decimals)]
    parts = [part for part in re.split(r"\D+", number) if part]
    if len(parts) == 1:
        return _whole(parts[0], ending, bare)
    between = ["point"] if re.fullmatch(r"[\d.]+", number) else []
    words = [word for part in parts for word in [*between, *_whole(part, "", False)]]
    return words[len(between) :]


def _whole(digits: str, ending: str, bare: bool) -> list[str]:
    if len(digits) > _LONGEST or (digits.startswith("0") and len(digits) > 1):
        return [_ONES[int(digit)] for digit in digits]
    value = int(digits)
    is_year = bare and 1010 <= value < 2100
    words = _year(value) if is_year else cardinal(value)
    if ending in {"st", "nd", "rd", "th"}:
        return [*words[:-1], _ordinal(words[-1])]
    if ending:
        return [*words[:-1], _plural(words[-1])]
    return words


def cardinal(value: int) -> list[str]:
    """The words of a whole number of at most 18 digits."""
    if value < 20:
        return [_ONES[value]]
    if value < 100:
        return [_TENS[value // 10]] + ([_ONES[value % 10]] if value % 10 else [])
    if value < 1000:
        rest = cardinal(value % 100) if value % 100 else []
        return [_ONES[value // 100], "hundred", *rest]
    words: list[str] = []
    for power in range(len(_GROUPS) - 1, -1, -1):
        group = value // 1000**power % 1000
        if group:
            words += cardinal(group) + ([_GROUPS[power]] if power else [])
    return words


def _year(value: int) -> list[str]:
    century, rest = divmod(value, 100)
    if 2000 <= value < 2010:
        return cardinal(value)
    if rest == 0:
        return [*cardinal(century), "hundred"]
    return cardinal(century) + (["oh"] if rest < 10 else []) + cardinal(rest)


def _clock(parts: list[str]) -> list[str]:
    """3:30 "three thirty", 3:05 "three oh five", 3:00 "three o'clock"."""
    words: list[str] = []
    for position, part in enumerate(parts):
        value = int(part)
        if position and value == 0:
            words += ["o'clock"] if position == 1 and len(parts) == 2 else []
        else:
            words += (["oh"] if position and value < 10 else []) + cardinal(value)
    return words


def _fraction(parts: list[str]) -> list[str]:
    top, bottom = (int(part) for part in parts)
    if bottom not in _DENOMINATORS or top >= bottom:
        return cardinal(top) + cardinal(bottom)
    words = cardinal(bottom)
    last = {2: "half", 4: "quarter"}.get(bottom) or _ordinal(words[-1])
    many = {"half": "halves"}.get(last, last + "s")
    return cardinal(top) + words[:-1] + [last if top == 1 else many]


def _ordinal(word: str) -> str:
    if word in _IRREGULAR_ORDINALS:
        return _IRREGULAR_ORDINALS[word]
    return word[:-1] + "ieth" if word.endswith("y") else word + "th"


def _plural(word: str) -> str:
    if word.endswith("y"):
        return word[:-1] + "ies"
    return word + ("es" if word.endswith("x") else "s")


def _with_money(number: str, sign: str, words: list[str]) -> list[str]:
    """$1 "one dollar", $3.75 "three dollars and seventy five cents", $4.2 as a decimal."""
    unit, small = _CURRENCIES[sign]
    whole, _, cents = number.replace(",", "").rstrip(".").partition(".")
    name = unit if (whole == "1" and not cents) or unit == "yen" else unit + "s"
    if len(cents) != 2 or not (cents.isdigit() and whole.isdigit()):
        return [*words, name]
    spoken = [*_whole(whole, "", False), name]
    return spoken + (["and", *cardinal(int(cents)), small + "s"] if int(cents) else [])
