"""Commands of files: between the app's documents and the formats of other tools."""

import argparse
from pathlib import Path
from typing import Any

from services.commands.results import write_whole
from services.commands.sources import read_bytes
from services.errors import InvalidInput
from services.formats import registry
from services.formats.base import Format, Loss, Room, Unread
from services.formats.sniffing import sniff
from services.workshop import Workshop


def register(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add this module's commands."""
    export = commands.add_parser("export", help="write a document in another tool's format")
    export.add_argument("file", help="a document, or any file that can be imported; - for stdin")
    export.add_argument("--to", required=True, metavar="FORMAT", help="the format to write")
    export.add_argument("--out", required=True, metavar="PATH", help="where to write it")
    export.set_defaults(run=_export)
    imports = commands.add_parser("import", help="read another tool's file into a document")
    imports.add_argument("path", help="the file to read; - for stdin")
    imports.add_argument("--out", required=True, metavar="FILE", help="where to write the document")
    imports.add_argument("--from", dest="source", metavar="FORMAT", help="force the format")
    imports.add_argument("--room", choices=[room.value for room in Room], help="force the room")
    imports.set_defaults(run=_import)


def _export(arguments: argparse.Namespace, workshop: Workshop) -> dict[str, Any]:
    data = read_bytes(arguments.file)
    loaded = registry.load(data, _fitting(data, arguments.to))
    exported = registry.export(loaded.document, arguments.to)
    write_whole(Path(arguments.out), exported.data)
    return {
        "format": exported.format.name,
        "out": arguments.out,
        "bytes": len(exported.data),
        "notice": exported.format.notice or None,
        "losses": [*_unread(loaded.unread), *_losses(exported.losses)],
    }


def _fitting(data: bytes, target: str) -> Format:
    """The file's format; where several rooms read it, that of a room which writes `target`."""
    found = sniff(data)
    others = [room for room in Room if registry.has(room, target) and room is not found.room]
    if registry.has(found.room, target):
        return found
    for room in others:
        try:
            return sniff(data, room)
        except InvalidInput:
            continue
    return found


def _import(arguments: argparse.Namespace, workshop: Workshop) -> dict[str, Any]:
    data = read_bytes(arguments.path)
    room = Room(arguments.room) if arguments.room else None
    format = _named(data, arguments.source, room) if arguments.source else sniff(data, room)
    loaded = registry.load(data, format)
    exported = registry.export(loaded.document, "json")
    write_whole(Path(arguments.out), exported.data)
    return {
        "format": loaded.format.name,
        "room": loaded.document.room,
        "title": loaded.document.title,
        "out": arguments.out,
        "losses": _unread(loaded.unread),
    }


def _named(data: bytes, name: str, room: Room | None) -> Format:
    """The format of that name; of several rooms that have it, the one the content speaks for."""
    rooms = [room] if room else list(Room)
    found = [
        each
        for place in rooms
        for each in registry.for_room(place)
        if name.strip().lower() in (each.name, *each.aliases) and each.can_read
    ]
    if not found:
        known = sorted({each.name for each in registry.FORMATS if each.can_read})
        raise InvalidInput(f"No format {name!r} is read.", f"Formats: {', '.join(known)}.")
    if len(found) == 1:
        return found[0]
    guess = sniff(data, room)
    return next((each for each in found if each.room is guess.room), found[0])


def _losses(losses: tuple[Loss, ...]) -> list[dict[str, Any]]:
    return [{"item": loss.item, "what": loss.what} for loss in losses]


def _unread(unread: tuple[Unread, ...]) -> list[dict[str, Any]]:
    """Lines that were not understood, said like losses."""
    found = []
    for line in unread:
        place = f"Line {line.line}" if line.line is not None else "The file"
        found.append({"item": None, "what": f"{place}: {line.text!r} was not taken: {line.why}"})
    return found
