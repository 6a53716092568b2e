"""The `draft` command: a questionnaire from a brief."""

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from services.commands.results import write_whole
from services.errors import InvalidInput, Unavailable
from services.questionnaire import drafting
from services.questionnaire.models import Brief, Intent, Method, QuestionnaireDraft
from services.questionnaire.wording import fits_language
from services.workshop import Workshop


def add_draft(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add `draft` to the parser."""
    parser = commands.add_parser("draft", help="draft a questionnaire with the model")
    parser.add_argument("--topic", required=True, help="what the survey is about")
    parser.add_argument("--intent", action="append", default=[], help="a research intent")
    parser.add_argument("--audience", default="", help="who will answer")
    parser.add_argument("--language", help="en or zh (that of the topic by default)")
    parser.add_argument("--method", choices=list(Method), default=Method.OUTLINE, type=Method)
    parser.add_argument("--questions", type=int, default=12, help="how many, 1 to 100")
    parser.add_argument("--leave-out", default="", help="subjects not to ask about")
    parser.add_argument("--seed", type=int, default=0, help="another number, another draft")
    parser.add_argument(
        "--corpus",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="a corpus of your own for --method retrieve (Qsnail JSON lines)",
    )
    parser.add_argument("--out", type=Path, help="write the draft as Askwright's JSON")
    parser.set_defaults(run=draft)


def draft(arguments: argparse.Namespace, workshop: Workshop) -> dict[str, Any]:
    """Draft, report progress on standard error, and give what the contract asks for.

    `seconds` counts from here, with the loading of the model.
    """
    started = time.monotonic()
    brief = _brief(arguments)
    _require_folder(arguments.out)
    made = drafting.draft(
        brief,
        drafting.Desk(
            workshop.engine,
            workshop.embedder,
            corpus=tuple(arguments.corpus),
            progress=_report,
        ),
    )
    document = QuestionnaireDraft(
        brief=brief, outline=made.outline, questionnaire=made.questionnaire
    )
    if arguments.out is not None:
        _write(arguments.out, document)
    result: dict[str, Any] = {
        "questionnaire": made.questionnaire.model_dump(mode="json"),
        "model": workshop.engine.info.as_json(),
        "repairs": made.repairs,
        "seconds": time.monotonic() - started,
    }
    if brief.method is Method.OUTLINE:
        result["outline"] = [section.model_dump(mode="json") for section in made.outline]
    return result


def _brief(arguments: argparse.Namespace) -> Brief:
    intents = tuple(Intent(text=text.strip()) for text in arguments.intent if text.strip())
    try:
        return Brief(
            topic=arguments.topic.strip(),
            intents=intents,
            audience=arguments.audience,
            language=arguments.language or _language(arguments.topic),
            questions=arguments.questions,
            leave_out=arguments.leave_out,
            method=arguments.method,
            seed=arguments.seed,
        )
    except ValidationError as error:
        first = error.errors()[0]
        name = "--" + str(first["loc"][0]).replace("_", "-")
        raise InvalidInput(
            f"{name} cannot be used: {first['msg']}.", "Give another value."
        ) from error


def _language(topic: str) -> str:
    return "zh" if fits_language(topic, "zh") else "en"


def _require_folder(out: Path | None) -> None:
    """Before minutes of work, not after them."""
    if out is not None and not out.resolve().parent.is_dir():
        raise InvalidInput(f"The folder of {out} does not exist.", "Make it, or choose another.")


def _write(out: Path, document: QuestionnaireDraft) -> None:
    try:
        write_whole(out, document.model_dump_json(indent=1).encode())
    except Unavailable as error:
        raise InvalidInput(error.message, "Choose another place with --out.") from error


def _report(done: int, total: int | None, note: str) -> None:
    place = f"{done} of {total}" if total else str(done)
    print(f"askwright: {note}: {place}", file=sys.stderr, flush=True)
