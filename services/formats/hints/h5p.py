"""Hint quizzes as an H5P package (Fill in the Blanks): one tip a blank, so hints are joined.

The package holds the content only; the site must have the H5P.Blanks library, as any H5P site
does or can install.
"""

import json

from services.formats.hints.preparation import Part, Target, losses_for, prepare
from services.formats.html_text import to_html
from services.formats.packing import zip_bytes
from services.formats.rewriting import LINE_ENDS, NOT_HTML, ONE_LINE, TRIMMED, rewrite
from services.hints.models import HintQuiz, TriviaQuestion

NOTICE = "H5P has one tip for each blank: all hints of a question are joined in it."
TARGET = Target(
    label="H5P",
    carries=frozenset({Part.NAME, Part.ALIASES, Part.HINTS}),
    texts=(
        NOT_HTML,
        LINE_ENDS,
        rewrite(r"\*", "∗", "an asterisk would begin or end a blank"),
    ),
    lines=(ONE_LINE, TRIMMED),
    answers=(
        rewrite(r"/", "∕", "a slash parts accepted answers"),
        rewrite(r":", "∶", "a colon begins the tip"),
    ),
    blank="(empty)",
    max_hints=1,
)
losses = losses_for(TARGET)
_LIBRARY = {"machineName": "H5P.Blanks", "majorVersion": 1, "minorVersion": 14}


def write(quiz: HintQuiz) -> bytes:
    """The .h5p file."""
    kept = prepare(quiz, TARGET).quiz
    title = kept.name or "Hint quiz"
    metadata = {
        "title": title,
        "language": "und",
        "mainLibrary": _LIBRARY["machineName"],
        "embedTypes": ["iframe"],
        "license": "U",
        "defaultLanguage": "en",
        "preloadedDependencies": [_LIBRARY],
    }
    content = {
        "text": "<p>Fill in the answer.</p>",
        "questions": [_paragraph(question) for question in kept.questions],
        "behaviour": {
            "enableRetry": True,
            "enableSolutionsButton": True,
            "caseSensitive": False,
            "acceptSpellingErrors": False,
            "separateLines": False,
        },
    }
    return zip_bytes(
        {
            "h5p.json": json.dumps(metadata, ensure_ascii=False, indent=1).encode(),
            "content/content.json": json.dumps(content, ensure_ascii=False, indent=1).encode(),
        }
    )


def _paragraph(question: TriviaQuestion) -> str:
    """The question with one blank: *answer/alias:tip*."""
    accepted = "/".join(to_html(each) for each in (question.answer, *question.aliases))
    tip = f":{to_html(question.hints[0].text)}" if question.hints else ""
    return f"<p>{to_html(question.question)}</p><p>*{accepted}{tip}*</p>"
