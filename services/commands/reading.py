"""The command `read`: how hard passages are to read."""

import argparse
import sys
from typing import Any

from services.commands.sources import read_bytes
from services.formats.passages.texts import texts
from services.reading.report import read
from services.workshop import Workshop


def register(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command."""
    reading = commands.add_parser("read", help="measure how hard passages are to read")
    reading.add_argument(
        "files", nargs="+", metavar="FILE", help=".txt, .md, .docx, .pdf or .csv; - for text"
    )
    reading.set_defaults(run=run)


def run(arguments: argparse.Namespace, workshop: Workshop) -> Any:
    """One report a passage, in the order of the files; all are opened before any work is done."""
    passages = [found for name in arguments.files for found in texts(name, read_bytes(name))]
    scorer = workshop.surprisal_scorer
    reports = []
    for number, (name, text) in enumerate(passages, start=1):
        if len(passages) > 1:
            print(f"{number}/{len(passages)} {name}", file=sys.stderr)
        reports.append(read(name, text, scorer).as_json())
    return reports
