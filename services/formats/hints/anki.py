"""Hint quizzes as an Anki deck (.apkg): one field a hint, each opened by its own link."""

import hashlib
import tempfile
from pathlib import Path

from services.formats.hints.preparation import Part, Target, losses_for, prepare
from services.formats.html_text import to_html
from services.formats.rewriting import LINE_ENDS, NOT_HTML, ONE_LINE, TRIMMED, rewrite
from services.hints.models import HintQuiz, TriviaQuestion

TARGET = Target(
    label="Anki",
    carries=frozenset({Part.NAME, Part.ALIASES, Part.HINTS}),
    texts=(
        NOT_HTML,
        LINE_ENDS,
        rewrite(r"\[(?=sound:|anki:|latex\]|\$)", "[ ", "Anki would run it as a command"),
        rewrite(r"\\(?=[(\[])", "\\\\ ", "Anki would set it as a formula"),
    ),
    lines=(ONE_LINE, TRIMMED),
    blank="(empty)",
)
losses = losses_for(TARGET)
_MODEL_NAME = "Askwright hint quiz"
_CSS = (
    ".card { font-family: sans-serif; font-size: 20px; text-align: center; }\n"
    ".hint { margin: 0.6em; }\n.aliases { color: #666; font-size: 16px; }\n"
)


def write(quiz: HintQuiz) -> bytes:
    """The deck. Notes keep their identity, so a later export updates them in place."""
    import genanki

    kept = prepare(quiz, TARGET).quiz
    fields = max([len(question.hints) for question in kept.questions], default=0)
    model = _model(fields)
    name = kept.name or "Hint quiz"
    deck = genanki.Deck(_number(f"deck {name}"), name)
    for question in kept.questions:
        deck.add_note(
            genanki.Note(
                model=model,
                fields=_fields(question, fields),
                guid=genanki.guid_for("askwright", question.id),
            )
        )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "deck.apkg"
        # Ids are times in Anki; a time made of the name gives the same file for the same quiz.
        moment = 1_600_000_000 + _number(f"time {name}") % 100_000_000
        genanki.Package(deck).write_to_file(path, timestamp=float(moment))
        return path.read_bytes()


def _number(name: str) -> int:
    """A stable number of 31 bits, as genanki wants for ids."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") >> 1


def hint_fields(count: int) -> list[str]:
    """The names of the note's hint fields."""
    return [f"Hint{number}" for number in range(1, count + 1)]


def _model(count: int) -> object:
    import genanki

    names = ["Question", *hint_fields(count), "Answer", "Also accepted"]
    hints = "".join(
        f'{{{{#{name}}}}}<div class="hint">{{{{hint:{name}}}}}</div>{{{{/{name}}}}}\n'
        for name in hint_fields(count)
    )
    back = (
        "{{FrontSide}}<hr id=answer>{{Answer}}\n"
        '{{#Also accepted}}<div class="aliases">{{Also accepted}}</div>{{/Also accepted}}'
    )
    return genanki.Model(
        _number(f"{_MODEL_NAME} {count}"),
        f"{_MODEL_NAME} ({count})",
        fields=[{"name": name} for name in names],
        templates=[
            {"name": "Hints", "qfmt": f"{{{{Question}}}}\n{hints}", "afmt": back},
        ],
        css=_CSS,
    )


def _fields(question: TriviaQuestion, count: int) -> list[str]:
    hints = [to_html(hint.text) for hint in question.hints]
    hints += [""] * (count - len(hints))
    return [
        to_html(question.question),
        *hints,
        to_html(question.answer),
        to_html("; ".join(question.aliases)),
    ]
