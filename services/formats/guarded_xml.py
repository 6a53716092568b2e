"""XML read without entities, DTDs or network, and text made fit to be written as XML."""

import re
from typing import Any

from services.errors import InvalidInput
from services.formats.guarded_text import MAX_BYTES

MAX_XML_DEPTH = 200
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def parse(data: bytes, what: str = "The file") -> Any:
    """The root element (lxml). Raises `InvalidInput` naming line and column, or the danger."""
    from lxml import etree

    if len(data) > MAX_BYTES:
        raise InvalidInput(f"{what} is larger than {MAX_BYTES // 1024**2} MB.")
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
        strip_cdata=False,
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise InvalidInput(f"{what} is not XML: {_sentence(error)}.") from error
    if root.getroottree().docinfo.doctype:
        raise InvalidInput(f"{what} declares a DTD, which is not read.", "Remove its DOCTYPE.")
    return root


def _sentence(error: Exception) -> str:
    """The parser's complaint, which may quote the file, in short."""
    return " ".join(str(error)[:200].split()).rstrip(".")


def xml_text(text: str) -> str:
    """`text` without the characters XML 1.0 cannot hold (C0 controls, U+FFFE, U+FFFF)."""
    return _NOT_XML.sub("", text)


def local_name(element: Any) -> str:
    """The tag without its namespace; "" for comments and the like."""
    tag = element.tag
    return tag.rsplit("}", 1)[-1] if isinstance(tag, str) else ""


def children(element: Any, name: str) -> list[Any]:
    """Direct children with that local name."""
    return [child for child in element if local_name(child) == name]


def child_text(element: Any, name: str, default: str = "") -> str:
    """The text of the first direct child with that name, or `default`."""
    found = children(element, name)
    return "".join(found[0].itertext()) if found else default
