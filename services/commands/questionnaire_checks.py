"""The command `check`: metrics, faults and coverage of questionnaire files. No language model."""

import argparse
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from services.commands.sources import read_json
from services.documents import require_moderate
from services.errors import InvalidInput
from services.questionnaire import qsnail
from services.questionnaire.live import check
from services.questionnaire.models import Brief, Intent, Questionnaire, QuestionnaireDraft, upgrade
from services.workshop import Workshop


@dataclass(frozen=True, slots=True)
class _Source:
    """One file: the questionnaire, and what it says it is about."""

    questionnaire: Questionnaire
    brief: Brief


def add_check(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add `check FILE... [--topic T] [--intent I]... [--reference FILE]`."""
    parser = commands.add_parser("check", help="metrics, faults and coverage of questionnaires")
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="own JSON or Qsnail's; - for stdin"
    )
    parser.add_argument("--topic", help="the research topic; else the file's own, or its title")
    parser.add_argument("--intent", action="append", metavar="I", help="an intent; may be repeated")
    parser.add_argument(
        "--reference", metavar="FILE", help="a questionnaire to compare with (BLEU)"
    )
    parser.set_defaults(run=_check)


def _check(arguments: argparse.Namespace, workshop: Workshop) -> Any:
    reference = _read(arguments.reference).questionnaire if arguments.reference else None
    sources = [_read(name) for name in arguments.files]
    checked = [
        check(
            source.questionnaire,
            _brief(source.brief, arguments),
            workshop.embedder_for(source.questionnaire.language),
            reference=reference,
        ).as_json()
        for source in sources
    ]
    return checked if len(checked) > 1 else checked[0]


def _brief(brief: Brief, arguments: argparse.Namespace) -> Brief:
    """The file's own topic and intents, where the command line does not say others."""
    update: dict[str, Any] = {}
    if arguments.topic is not None:
        update["topic"] = arguments.topic
    if arguments.intent is not None:
        update["intents"] = tuple(Intent(text=text) for text in arguments.intent)
    return brief.model_copy(update=update)


def _read(name: str) -> _Source:
    document = read_json(name)
    where = "standard input" if name == "-" else name
    try:
        require_moderate(document)
        return _source(document)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the document"
        raise InvalidInput(
            f"{where} is no questionnaire of this app: {place}: {first['msg']}.",
            "Export it again, or give it in Qsnail's form.",
        ) from error
    except InvalidInput as error:
        raise InvalidInput(f"{where}: {error.message}", error.hint) from error


def _source(document: Any) -> _Source:
    """A Qsnail document, a draft, the output of `draft`, or a questionnaire alone."""
    if qsnail.looks_like_qsnail(document):
        file = qsnail.parse(document)
        intents = tuple(Intent(text=text) for text in file.intents)
        return _Source(file.questionnaire, Brief(topic=file.topic, intents=intents))
    if isinstance(document, dict) and document.get("room") == "questionnaires":
        draft = QuestionnaireDraft.model_validate(upgrade(document))
        topic = draft.brief.topic or draft.questionnaire.title
        return _Source(draft.questionnaire, draft.brief.model_copy(update={"topic": topic}))
    if isinstance(document, dict) and isinstance(document.get("questionnaire"), dict):
        document = document["questionnaire"]
    if isinstance(document, dict) and isinstance(document.get("sections"), list):
        questionnaire = Questionnaire.model_validate(document)
        return _Source(questionnaire, Brief(topic=questionnaire.title))
    raise InvalidInput(
        "This is no questionnaire.",
        'Give the app\'s own JSON, or {"title": …, "qa": [{"question": …, "options": [...]}]}.',
    )
