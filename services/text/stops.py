"""Which full stops, question and exclamation marks end a sentence.

Most can be decided by what stands around them. Those that cannot, mostly an abbreviation before
a capital ("at Acme Inc. Staff ..."), are left open: `judge` says None, and spaCy is asked.
"""

import re
import tomllib
from pathlib import Path

from services.text.syllables import lexicon

# A stop, or a run of them, with what closes after it: quotes, brackets, a note number.
STOP = re.compile(
    r"(?:\.(?:\s?\.){1,}|[.!?…。！？]+)(?P<closers>(?:\s?»|[\"'”’\)\]»]|\[\d{1,3}\]|[¹²³⁰-⁹])*)"
)
_NEXT = re.compile(
    r"(?P<gap>[\s*_\u200b]*)(?P<openers>[\"'“‘«(\[¿¡—–-]*\s?)(?P<word>[^\W_]+(?:['’][^\W\d_]+)?)"
)
_WORD_BEFORE = re.compile(r"[^\W_]+(?:[.'’&-][^\W_]+)*$")
_INITIALISM = re.compile(
    r"(?:[^\W\d_]\.)+[^\W\d_]$|(?:Ph|Ed|LL|M|B|D)\.(?:D|Sc|Phil|Ed|B|M|A|Eng)$"
)
_QUOTES = "\"'”’»"
# An enumeration inside a line: "Steps: 1. Open it."
_LEAD = (":", ";", "(")
LONGEST_WORD = 40

_LISTS = {
    name: frozenset(listed.split())
    for name, listed in tomllib.loads(
        Path(__file__).with_name("stops.toml").read_text(encoding="utf-8")
    ).items()
}
_TITLES, _MONTHS, _STARTERS = _LISTS["titles"], _LISTS["months"], _LISTS["starters"]
_NEVER_LAST, _MAYBE_LAST = _LISTS["never_last"], _LISTS["maybe_last"]
_WITH_NUMBER = _MONTHS | _LISTS["before_number"] | _MAYBE_LAST
_SAME_HOUR = _LISTS["days"] | _LISTS["zones"]
_SPEECH = re.compile(
    rf"(?:\s+[A-Z][\w.'’-]*){{0,3}}\s+(?:{'|'.join(sorted(_LISTS['speech_verbs']))})\b"
)


def judge(
    text: str, match: "re.Match[str]", start: int, end: int, *, lowercase: bool
) -> bool | None:
    """Whether the stop `match` ends the sentence that began at `start`, in `text[:end]`.

    None: doubtful. `lowercase`: the writer does not capitalise, so small letters say nothing.
    """
    sign = match.group()[: match.start("closers") - match.start()].replace(" ", "")
    if sign[-1] in "。！？":
        return True
    following = _NEXT.match(text, match.end(), end)
    if following is None:
        return not text[match.end() : end].strip()
    word, closers = following["word"], match["closers"]
    before = _word_before(text, start, match.start())
    if not following["gap"] and not following["openers"].strip() and not closers:
        return _without_space(text, sign, before, following)
    quoted = any(mark in closers for mark in _QUOTES)
    if word[0].islower():
        return _before_small(sign, before, closers, lowercase and not quoted)
    if "!" in sign or "?" in sign:
        return not (quoted and _is_speech_tag(text, following, end))
    if sign.endswith("…") or ".." in sign:
        return _after_ellipsis(before, word)
    if closers.strip("[]¹²³0123456789"):
        return True
    return _after_full_stop(text, before, start, word)


def _word_before(text: str, start: int, end: int) -> "re.Match[str] | None":
    return _WORD_BEFORE.search(text, max(start, end - LONGEST_WORD), end)


def _without_space(
    text: str, sign: str, before: "re.Match[str] | None", following: "re.Match[str]"
) -> bool:
    """ "sat.The": a word, a stop and a capitalised word; no address, no abbreviation."""
    word = following["word"]
    if before is None or not word[0].isupper() or sign[0] == "…":
        return False
    if not (word[1:].islower() or word in {"I", "A"}) or text[
        following.end() : following.end() + 1
    ] in {"/", "@"}:
        return False
    left = before.group()
    if sign[-1] in "!?":
        return True
    if len(left) < 2 or "." in left or left.lower() in _TITLES | _NEVER_LAST:
        return False
    # "Node.Js", "example.Com": names in code and addresses are no words of the dictionary.
    known = left.lower() in lexicon() or left[-1].isdigit()
    return known and word.lower() in lexicon()


def _before_small(
    sign: str, before: "re.Match[str] | None", closers: str, lowercase: bool
) -> bool | None:
    if closers.strip() and not lowercase:
        return False
    left = before.group().lower() if before else ""
    if sign == ".":
        if len(left) < 2 or "." in left or left in _TITLES | _MAYBE_LAST | _NEVER_LAST | _MONTHS:
            return False
        if not lowercase:
            return None if left in lexicon() else False
    elif "." in sign:
        return None if lowercase else False
    # "Oh! what a day": where capitals are used, a sentence starts with one.
    return lowercase


def _is_speech_tag(text: str, following: "re.Match[str]", end: int) -> bool:
    """ "Who is it?" Anna asked. — the tag belongs to the quoted sentence."""
    if following["openers"].strip(" —–-") or following["word"].lower() in _STARTERS:
        return False
    start = following.start("word")
    return bool(_SPEECH.match(" " + text[start : min(end, start + 60)]))


def _after_ellipsis(before: "re.Match[str] | None", word: str) -> bool | None:
    if before is not None and before.group().lower() == word.lower():
        return False
    return None if re.fullmatch("I(?:['’].*)?", word) else True


def _after_full_stop(
    text: str, before: "re.Match[str] | None", start: int, word: str
) -> bool | None:
    """A single stop without closers, before a capital or a digit."""
    if before is None:
        return True
    left, follows = before.group(), word.lower().replace("’", "'")
    low = left.lower()
    if left.isdigit() and (before.start() == start or text[: before.start()][-2:].strip() in _LEAD):
        return False
    starter = follows in _STARTERS and word != "A"
    if len(left) == 1 and left.isupper():
        return _after_initial(text, before, start, starter)
    if _INITIALISM.search(left):
        return _after_initialism(low, follows, starter)
    if low in _NEVER_LAST:
        return False
    if low in _TITLES:
        return starter and follows not in _LISTS["may_be_names"]
    if word[0].isdigit() and low in _WITH_NUMBER:
        return False
    month = low in _MONTHS and left[0].isupper()
    if month or (low in _MAYBE_LAST and left not in _LISTS["also_words"]):
        return True if starter else None
    return True


def _after_initial(text: str, before: "re.Match[str]", start: int, starter: bool) -> bool | None:
    """ "J. Whitfield" and "John F. Kennedy" go on, "vitamin C. The" and "than I. Ben" end."""
    if starter:
        return True
    first = max(start, before.start() - LONGEST_WORD)
    previous = _WORD_BEFORE.search(text[first : before.start()].rstrip(" ."))
    after_name = previous is None or previous.group()[0].isupper()
    if before.group() == "I":
        return None if after_name else True
    return False if after_name else None


def _after_initialism(left: str, follows: str, starter: bool) -> bool | None:
    if left in _NEVER_LAST:
        return False
    if left in {"a.m", "p.m"}:
        return follows not in _SAME_HOUR and not follows[0].isdigit()
    return True if starter and not follows[0].isdigit() else None
