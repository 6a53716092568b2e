"""Passages from PDF files that hold text (not scans). Read only."""

import io
import re

from services.errors import InvalidInput
from services.formats.base import Imported
from services.formats.guarded_text import MAX_BYTES
from services.formats.passages.text import understand
from services.reading.models import PassageSet

MAX_PAGES = 200
_MIN_LETTERS = 20
_SENTENCE_END = re.compile(r"[.!?:;。！？：；”\"')\]]\s*$")


def read(data: bytes) -> Imported[PassageSet]:
    """The text of the pages, their line ends joined. Raises `InvalidInput` saying what is wrong."""
    text = "\n\n".join(_unwrapped(page) for page in _pages(data))
    if sum(char.isalpha() for char in text) < _MIN_LETTERS:
        raise InvalidInput(
            "The PDF holds no text, only pictures of pages.",
            "Use a PDF with text, or paste the text.",
        )
    return understand(text)


def _pages(data: bytes) -> list[str]:
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    if len(data) > MAX_BYTES:
        raise InvalidInput(f"The PDF is larger than {MAX_BYTES // 1024**2} MB.")
    # What a damaged file makes the library raise is not only its own errors.
    broken = (PyPdfError, ValueError, KeyError, TypeError, IndexError, AttributeError, OSError)
    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise InvalidInput("The PDF is encrypted.", "Save it without a password.")
        if len(reader.pages) > MAX_PAGES:
            raise InvalidInput(
                f"The PDF has {len(reader.pages)} pages, more than {MAX_PAGES}.",
                "Choose the pages you need.",
            )
        return [page.extract_text() for page in reader.pages]
    except (*broken, RecursionError) as error:
        raise InvalidInput("The PDF is damaged and cannot be read.") from error


def _unwrapped(page: str) -> str:
    """Lines joined where a sentence runs on; a word divided at a line end is made whole."""
    result: list[str] = []
    for line in (raw.strip() for raw in page.splitlines()):
        before = result[-1] if result else ""
        runs_on = before and line and not _SENTENCE_END.search(before) and line[0].islower()
        if runs_on and before.endswith("-"):
            result[-1] = before[:-1] + line
        elif runs_on:
            result[-1] = f"{before} {line}"
        else:
            result.append(line)
    return "\n".join(result)
