"""Damaged files: whatever is in them, a reader answers or says one sentence."""

import io
import json
import random
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from services.errors import InvalidInput
from services.formats import registry
from services.formats.base import Format, Room
from services.formats.guarded_zip import is_zip
from services.formats.packing import zip_bytes
from services.formats.sniffing import sniff
from tests.formats.test_registry import BOTH_WAYS, DOCUMENTS

ROUNDS = 25
PIECES = (b'"', b"\n", b"\t", b"<", b"{", b"}", b"[[", b"|", b"=", b"~", b"\0", b"\xe9", b"1. ")
VALUES: tuple[Any, ...] = (None, 1, -1.5, "x", "", [], {}, [1], {"a": 1}, True, [[]], ["x", {}])


def damaged(data: bytes, luck: random.Random) -> bytes:
    """`data` with a part of an archive, some values of its JSON, or some bytes changed."""
    if is_zip(data) and luck.random() < 0.8:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = {name: archive.read(name) for name in archive.namelist()}
        victim = luck.choice([name for name in members if name.endswith(".xml")])
        members[victim] = with_other_bytes(members[victim], luck)
        if luck.random() < 0.1:
            del members[victim]
        return zip_bytes(members)
    is_json = data[:1] in (b"{", b"[") and not data.startswith(b"[[")
    if is_json and luck.random() < 0.8:
        return json.dumps(with_other_values(json.loads(data), luck)).encode()
    return with_other_bytes(data, luck)


def with_other_bytes(data: bytes, luck: random.Random) -> bytes:
    for _ in range(luck.randint(1, 6)):
        place = luck.randrange(len(data) + 1)
        length = luck.randint(0, 30)
        piece = luck.choice((b"", luck.choice(PIECES), data[place : place + length]))
        data = data[:place] + piece + data[place + luck.choice((0, length)) :]
    return data


def with_other_values(value: Any, luck: random.Random) -> Any:
    places: list[tuple[Any, Any]] = []
    pending = [value]
    while pending:
        node = pending.pop()
        keys = list(node) if isinstance(node, dict) else range(len(node))
        places += [(node, key) for key in keys]
        pending += [node[key] for key in keys if isinstance(node[key], (dict, list))]
    for holder, key in luck.sample(places, min(3, len(places))):
        holder[key] = luck.choice(VALUES)
    return value


def refusal(data: bytes, find: Callable[[], Format]) -> str | None:
    """What is said about a file that is not read; None if it is."""
    try:
        registry.load(data, find())
    except InvalidInput as error:
        return str(error)
    return None


@pytest.mark.parametrize(("room", "name"), BOTH_WAYS)
def test_a_damaged_file_is_read_or_refused_in_one_sentence(room: Room, name: str) -> None:
    luck = random.Random(f"{room} {name}")
    whole = registry.export(DOCUMENTS[room], name).data
    for _ in range(ROUNDS):
        data = damaged(whole, luck)
        for find in (lambda data=data: sniff(data), lambda: registry.get(room, name)):
            said = refusal(data, find)
            assert said is None or ("\n" not in said and said.strip())
