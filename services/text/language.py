"""Which language a text is in, or an honest "unknown".

Scripts that belong to one language decide alone (kana, Hangul, Han without kana); for the rest
py3langid gives a probability, and a guess that is no better than that is not passed on.
"""

import threading
import unicodedata
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

UNKNOWN = "unknown"
# Below this the identifier is guessing: "Hotel" scores 0.1 to 0.2, "Do you agree?" above 0.8.
MIN_PROBABILITY = 0.6
# A text of mixed script counts as Chinese, Japanese or Korean from this share of its letters:
# one such character carries about as much as two or three Latin letters.
MIN_SHARE = 0.3
# Long texts are recognised from their beginning just as well.
CHARACTERS = 2_000
# Written languages an author may use; leaving out near relatives (Nigerian Pidgin, Walloon)
# keeps a short English or French question from being split between two names.
CANDIDATES = (
    "ar", "bg", "bn", "ca", "cs", "da", "de", "el", "en", "es", "et", "eu", "fa", "fi", "fr",
    "ga", "gl", "he", "hi", "hr", "hu", "id", "is", "it", "lt", "lv", "ms", "nl", "no", "pl",
    "pt", "ro", "ru", "sk", "sl", "sq", "sv", "sw", "ta", "th", "tl", "tr", "uk", "ur", "vi",
)  # fmt: skip

_lock = threading.Lock()


def detect(text: str) -> str:
    """ISO 639-1 code of the language of `text`, or "unknown" (too short, mixed, no letters)."""
    scripts = Counter(
        script for char in text[:CHARACTERS] if char.isalpha() and (script := _script(char))
    )
    letters = scripts.total()
    if letters == 0:
        return UNKNOWN
    if scripts["kana"] / letters >= MIN_SHARE / 3:
        return "ja"
    for script, language in (("hangul", "ko"), ("han", "zh")):
        if scripts[script] / letters >= MIN_SHARE:
            return language
    with _lock:
        language, probability = _identifier().classify(text[:CHARACTERS])
    return str(language) if probability >= MIN_PROBABILITY else UNKNOWN


def _script(char: str) -> str:
    name = unicodedata.name(char, "")
    if name.startswith("CJK"):
        return "han"
    if name.startswith(("HIRAGANA", "KATAKANA")):
        return "kana"
    if name.startswith("HANGUL"):
        return "hangul"
    return "other"


@cache
def _identifier() -> "LanguageIdentifier":
    """About half a second and 60 MB the first time."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(CANDIDATES)
    return identifier
