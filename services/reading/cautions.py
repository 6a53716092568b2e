"""What a reader of the scores must know about the text: too short, not English, verse, a list."""

import unicodedata
from collections import Counter

from services.reading.counting import Counts
from services.reading.readability import SHORT_TEXT
from services.text.language import UNKNOWN, detect

# Share of words on the list of familiar words: running English has about 0.7 to 0.95, other
# languages in Latin letters under 0.4.
ENGLISH = 0.45
# Detectors guess on so few words: there one word that only English has outweighs them.
FEW_WORDS = 25
SAID_IN_ENGLISH = 0.2
_ENGLISH = frozenset({"the", "and", "are", "it", "they", "that", "this", "with", "were", "she"})
# Written without spaces between words.
UNSPACED = frozenset({"zh", "ja", "th", "lo", "km", "my", "bo"})
MANY = 0.5
# Words a sentence has before it looks as if its stops were lost (OCR, a transcript).
ENDLESS = 80
BROKEN_WORDS = 0.08


def language(text: str, counts: Counts) -> str | None:
    """ISO 639-1 code, None when there is nothing to tell it by.

    Most words familiar to an English fourth-grader decide alone: short texts mislead detectors.
    """
    if not counts.words:
        return None
    plain = [word for word in counts.all_words if not word.is_name]
    familiar = sum(word.is_familiar for word in plain) / max(1, len(plain))
    few = len(plain) < FEW_WORDS and familiar >= SAID_IN_ENGLISH
    spoken = few and any(word.word.text.lower() in _ENGLISH for word in plain)
    if (familiar >= ENGLISH or spoken) and _is_latin(text):
        return "en"
    found = detect(text)
    return None if found == UNKNOWN else found


def is_measurable(counts: Counts, code: str | None) -> bool:
    """Whether formulas made for English say anything about the text."""
    return counts.words > 0 and code in {"en", None}


def has_words(code: str | None) -> bool:
    """Whether the language sets words apart, so that counts of them mean something."""
    return code not in UNSPACED


def cautions(text: str, counts: Counts, code: str | None) -> list[str]:
    """Sentences for the user, the weightiest first."""
    if not counts.words:
        return ["There is no text to measure: paste or type a passage."]
    found = []
    if not is_measurable(counts, code):
        found.append(
            f"The text does not look like English ({code}): the formulas hold for English only, "
            "so their scores are withheld."
        )
    elif counts.words < SHORT_TEXT:
        length = "one word" if counts.words == 1 else f"{counts.words} words"
        found.append(
            f"The text has {length}: under {SHORT_TEXT} words a score can be off by several "
            "grades, so the band is wide."
        )
    if not has_words(code):
        found.append("Words are not counted: this language is written without spaces.")
    return found + _of_form(text, counts)


def _of_form(text: str, counts: Counts) -> list[str]:
    kinds = Counter(sentence.sentence.kind for sentence in counts.sentences_counted)
    found = []
    if kinds["verse"] >= MANY * counts.sentences:
        found.append("The text looks like verse: the formulas were made for prose.")
    if kinds["item"] + kinds["heading"] >= MANY * counts.sentences and counts.sentences > 1:
        found.append(
            "Half or more of the text is list lines or headings, each counted as a sentence: "
            "the grade comes out low."
        )
    if all(sentence.sentence.is_shouted for sentence in counts.sentences_counted):
        found.append("The text is in capitals: names and initialisms cannot be told from words.")
    if counts.longest_sentence >= ENDLESS:
        found.append(
            f"One sentence has {counts.longest_sentence} words: check that no full stops are "
            "missing."
        )
    if _broken_words(text, counts) >= BROKEN_WORDS:
        found.append("Many words are broken or joined, as after scanning: correct them first.")
    return found


def _broken_words(text: str, counts: Counts) -> float:
    """Share of words nobody types: a figure inside letters, a lone consonant, "\ufffd"."""
    broken = text.count("\ufffd")
    for counted in counts.all_words:
        word = counted.word.text
        inside = word[1:-1]
        mixed = word.isalnum() and any(map(str.isdigit, inside)) and word[-1:].islower()
        lone = len(word) == 1 and word.islower() and word not in "aionvxy"
        broken += (mixed and word[0].isalpha()) or lone
    return broken / counts.words


def _is_latin(text: str) -> bool:
    letters = [character for character in text[:2000] if character.isalpha()]
    latin = sum(unicodedata.name(letter, "").startswith("LATIN") for letter in letters)
    return latin >= MANY * len(letters)
