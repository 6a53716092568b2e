"""The words that repetition and overlap are counted in.

English (and every script that writes spaces) by lower-cased words without punctuation; Chinese by
jieba with punctuation kept, which reproduces the Qsnail paper's human Rep-n (24/12/7 for its
26.7/12.9/7.3). A text of mixed script is cut into runs, each in its own way.
"""

import logging
import re
import threading
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from services.questionnaire.numbering import strip_number

if TYPE_CHECKING:
    import jieba

_WORD = re.compile(r"\d+(?:[.,]\d+)+|[^\W_]+(?:['’-][^\W_]+)*")
_HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_HAN_RUN = re.compile(rf"[{_HAN}]+")
_KANA = re.compile(r"[\u3040-\u30ff]")

_lock = threading.Lock()


def words(text: str, language: str) -> tuple[str, ...]:
    """The tokens of one stem or label, its question number taken off."""
    return _words(strip_number(text), language.split("-")[0].lower() == "zh")


def forget() -> None:
    """Drop the kept tokens. For measurements."""
    _words.cache_clear()


def unit(language: str) -> str:
    """What a token is in this language, for the signature of a measure."""
    if language.split("-")[0].lower() == "zh":
        return "jieba words, punctuation kept"
    return "lower-cased words, punctuation dropped"


@lru_cache(maxsize=8_192)
def _words(text: str, chinese: bool) -> tuple[str, ...]:
    if chinese:
        return tuple(word.casefold() for word in _segment(text) if word.strip())
    found: list[str] = []
    position = 0
    for run in _HAN_RUN.finditer(text):
        found.extend(_spaced(text[position : run.start()]))
        found.extend(_segment(run[0]))
        position = run.end()
    found.extend(_spaced(text[position:]))
    return tuple(found)


def _spaced(text: str) -> list[str]:
    """Words between spaces; kana, which writes none, falls into single characters."""
    found: list[str] = []
    for word in _WORD.findall(text.casefold()):
        found.extend(word if _KANA.search(word) else [word])
    return found


def _segment(text: str) -> list[str]:
    with _lock:
        return list(_jieba().cut(text))


@cache
def _jieba() -> "jieba.Tokenizer":
    """The Chinese segmenter (about 0.8 s the first time); its chatter on stderr is silenced."""
    import jieba

    jieba.setLogLevel(logging.WARNING)
    return jieba.Tokenizer()
