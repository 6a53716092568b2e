"""Reads QTI choices, versions 2.x and 3.0: a package (.zip) or one item (.xml)."""

import re
from typing import Any

from services.errors import InvalidInput
from services.formats import guarded_xml
from services.formats.base import Imported, Unread
from services.formats.guarded_xml import local_name
from services.formats.guarded_zip import is_zip, open_archive, read_member
from services.formats.passages.preparation import grouped
from services.formats.passages.qti import PASSAGE_CLASS
from services.reading.models import ComprehensionItem, PassageSet

_BLOCKS = {"p", "div", "li", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "blockquote"}


def read(data: bytes) -> Imported[PassageSet]:
    """Single choices with a correct response. Raises `InvalidInput` if there is no item at all."""
    rows, unread = [], []
    for name, root in _items(data):
        found = _item(root)
        if isinstance(found, str):
            unread.append(Unread(None, name, found))
        else:
            rows.append(found)
    return Imported(PassageSet(passages=grouped(rows)), tuple(unread))


def name_of(element: Any) -> str:
    """The local name in the 2.x spelling: `qti-simple-choice` and `simpleChoice` are one."""
    plain = local_name(element).removeprefix("qti-")
    return re.sub(r"-(\w)", lambda m: m[1].upper(), plain)


def _items(data: bytes) -> list[tuple[str, Any]]:
    if not is_zip(data):
        root = guarded_xml.parse(data)
        if name_of(root) != "assessmentItem":
            raise InvalidInput(f"The file's root is <{local_name(root)}>, no QTI item.")
        return [(_attribute(root, "identifier"), root)]
    archive = open_archive(data, "The package")
    found = []
    for path in _paths(archive):
        root = guarded_xml.parse(read_member(archive, path, "The package"), path)
        if name_of(root) == "assessmentItem":
            found.append((path, root))
    if not found:
        raise InvalidInput("The package holds no QTI item.")
    return found


def _paths(archive: Any) -> list[str]:
    """XML members in the order of the manifest, or of the archive where it has none."""
    members = [name for name in archive.namelist() if name.lower().endswith(".xml")]
    if "imsmanifest.xml" not in members:
        return members
    root = guarded_xml.parse(read_member(archive, "imsmanifest.xml", "The package"))
    hrefs = [e.get("href", "") for e in root.iter() if local_name(e) == "resource"]
    listed = [href for href in hrefs if href in members]
    return listed or [name for name in members if name != "imsmanifest.xml"]


def _attribute(element: Any, name: str) -> str:
    """An attribute by its 2.x spelling, or its 3.0 one."""
    hyphenated = re.sub(r"([A-Z])", lambda m: f"-{m[1].lower()}", name)
    return element.get(name) or element.get(hyphenated) or ""


def _all(element: Any, name: str) -> list[Any]:
    return [each for each in element.iter() if name_of(each) == name]


def _item(root: Any) -> tuple[str, str, ComprehensionItem] | str:
    """(passage title, passage, item); or why it is none that can be taken over."""
    choices = _all(root, "choiceInteraction")
    if len(choices) != 1:
        return "it is not one choice."
    choice = choices[0]
    simple = _all(choice, "simpleChoice")
    wanted = _attribute(choice, "responseIdentifier")
    declared = [
        d for d in _all(root, "responseDeclaration") if _attribute(d, "identifier") == wanted
    ]
    values = [
        (value.text or "").strip()
        for declaration in declared
        for correct in _all(declaration, "correctResponse")
        for value in _all(correct, "value")
    ]
    identifiers = [_attribute(each, "identifier") for each in simple]
    if len(values) != 1 or values[0] not in identifiers:
        return "it has no single correct response."
    title, passage, stem = _body(root, choice)
    prompts = _all(choice, "prompt")
    prompt = _text(prompts[0]) if prompts else ""
    return (
        title,
        passage,
        ComprehensionItem(
            question="\n".join(part for part in (stem, prompt) if part),
            options=tuple(_text(each) for each in simple),
            gold=identifiers.index(values[0]),
            feedback="\n".join(_text(each) for each in _all(root, "modalFeedback")),
            origin="import",
        ),
    )


def _body(root: Any, choice: Any) -> tuple[str, str, str]:
    """Passage title and text where they are marked as such, and the text before the choice."""
    bodies = _all(root, "itemBody")
    title, passage, stem = "", "", list[str]()
    for child in bodies[0] if bodies else ():
        if child is choice or choice in child.iter():
            break
        if PASSAGE_CLASS in (child.get("class") or "").split():
            heads = [each for each in child if local_name(each) == "h3"]
            title = _text(heads[0]) if heads else ""
            blocks = [each for each in child if each not in heads]
            passage = "\n".join(_text(each) for each in blocks)
        else:
            stem.append(_text(child))
    return title, passage, "\n".join(part for part in stem if part)


def _text(element: Any) -> str:
    """The text with `br` as line breaks and block children on lines of their own."""
    blocks = [c for c in element.iter() if c is not element and local_name(c) in _BLOCKS]
    if blocks:
        return "\n".join(_inline(block) for block in blocks)
    return _inline(element)


def _inline(element: Any) -> str:
    parts = [element.text or ""]
    for child in element:
        parts.append("\n" if local_name(child) == "br" else _inline(child))
        parts.append(child.tail or "")
    return "".join(parts)
