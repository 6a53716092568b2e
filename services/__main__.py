"""The command line: `python -m services COMMAND`. A thin skin over the services.

With `--json` one JSON document goes to standard output and nothing else; progress and logs go to
standard error. Exit codes: 0 success, 2 bad input, 3 a model or service cannot be had.
"""

import argparse
import json
import math
import os
import sys
from importlib import import_module
from typing import Any, NoReturn

from services import logs, settings
from services.errors import AskwrightError, InvalidInput, of_the_machine
from services.workshop import Workshop

MODULES = ("questionnaires", "hints", "quiz_batches", "passages", "files", "backups", "models")


class _Parser(argparse.ArgumentParser):
    """argparse whose complaints are one line like every other error of ours."""

    def error(self, message: str) -> NoReturn:
        raise InvalidInput(f"{message[:1].upper()}{message[1:]}.", f"See `{self.prog} --help`.")


def build_parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m services", description="Askwright from the command line.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in MODULES:
        import_module(f"services.commands.{name}").register(commands)
    for command in commands.choices.values():
        command.add_argument("--json", action="store_true", help="print one JSON document")
    return parser


def plain(value: Any) -> Any:
    """JSON-ready: floats with at most 4 decimals, what is not a number as null."""
    if isinstance(value, float):
        return round(value, 4) if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    return value


def main(argv: list[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    workshop = None
    try:
        arguments = build_parser().parse_args(argv)
        configured = settings.load()
        # An error is one line: what the store and the queue tell is for servers, unless asked for.
        asked = "log_level" in configured.model_fields_set
        logs.configure(configured.log_level if asked else "WARNING")
        workshop = Workshop(configured)
        result = plain(arguments.run(arguments, workshop))
        indent = None if arguments.json else 2
        print(json.dumps(result, ensure_ascii=False, indent=indent, allow_nan=False))
    except AskwrightError as error:
        return _told(error)
    except KeyboardInterrupt:
        return 130
    except UnicodeEncodeError:
        return _told(InvalidInput("An argument or a name is not UTF-8 text.", "Write it anew."))
    except BrokenPipeError:
        # The reader went away (`| head`): not an error, and nothing more can be written.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, MemoryError) as error:
        known = of_the_machine(error)
        if known is None:
            raise
        return _told(known)
    finally:
        if workshop is not None:
            workshop.close()
    return 0


def _told(error: AskwrightError) -> int:
    print(f"askwright: {' '.join(str(error).split())}", file=sys.stderr)
    return error.exit_code


if __name__ == "__main__":
    sys.exit(main())
