"""QTI items and packages in versions 3.0 and 2.1, which differ mostly in how they spell names.

Elements and attributes are given in the 3.0 spelling without its prefix ("response-declaration",
"base-type"); a `Version` spells them for its schema.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from services.formats.packing import zip_bytes

_HTML = {"p", "div", "h3", "br", "span"}
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


@dataclass(frozen=True)
class Version:
    """How one version spells and packages items."""

    label: str
    namespace: str
    prefix: str
    manifest_namespace: str
    manifest_schema: tuple[str, str]
    item_type: str
    identifiers_in_content: bool

    def tag(self, name: str) -> str:
        if name in _HTML:
            return f"{{{self.namespace}}}{name}"
        return f"{{{self.namespace}}}{self.prefix}{self.spelt(name)}"

    def spelt(self, name: str) -> str:
        """`base-type` as it is, or as `baseType`."""
        return name if self.prefix else re.sub(r"-(\w)", lambda m: m[1].upper(), name)


QTI3 = Version(
    label="QTI 3.0",
    namespace="http://www.imsglobal.org/xsd/imsqtiasi_v3p0",
    prefix="qti-",
    manifest_namespace="http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1",
    manifest_schema=("QTI Package", "3.0.0"),
    item_type="imsqti_item_xmlv3p0",
    identifiers_in_content=True,
)
QTI21 = Version(
    label="QTI 2.1",
    namespace="http://www.imsglobal.org/xsd/imsqti_v2p1",
    prefix="",
    manifest_namespace="http://www.imsglobal.org/xsd/imscp_v1p1",
    manifest_schema=("QTIv2.1 Package", "1.0.0"),
    item_type="imsqti_item_xmlv2p1",
    identifiers_in_content=False,
)


class ItemBuilder:
    """Builds one item in one version."""

    def __init__(self, version: Version, identifier: str, title: str, *, adaptive: bool) -> None:
        from lxml import etree

        self.version = version
        self.root: Any = etree.Element(
            version.tag("assessment-item"), nsmap={None: version.namespace}
        )
        for name, value in {
            "identifier": identifier,
            "title": title,
            "adaptive": "true" if adaptive else "false",
            "time-dependent": "false",
        }.items():
            self.root.set(version.spelt(name), value)

    def add(self, parent: Any, name: str, text: str | None = None, **attributes: str) -> Any:
        """An element; underscores in attribute names stand for hyphens, `class_` for class."""
        from lxml import etree

        element = etree.SubElement(parent, self.version.tag(name))
        for key, value in attributes.items():
            element.set(self.version.spelt(key.rstrip("_").replace("_", "-")), value)
        element.text = text
        return element

    def paragraphs(self, parent: Any, text: str) -> None:
        """`text` as paragraphs, one a line."""
        for line in text.split("\n"):
            self.add(parent, "p", line)

    def response(self, identifier: str, kind: str, correct: str | None = None) -> Any:
        declaration = self.add(
            self.root,
            "response-declaration",
            identifier=identifier,
            cardinality="single",
            base_type=kind,
        )
        if correct is not None:
            self.add(self.add(declaration, "correct-response"), "value", correct)
        return declaration

    def outcome(self, identifier: str, cardinality: str, kind: str, default: str = "") -> None:
        declaration = self.add(
            self.root,
            "outcome-declaration",
            identifier=identifier,
            cardinality=cardinality,
            base_type=kind,
        )
        if default:
            self.add(self.add(declaration, "default-value"), "value", default)

    def set_outcome(self, parent: Any, identifier: str) -> Any:
        return self.add(parent, "set-outcome-value", identifier=identifier)

    def value(self, parent: Any, kind: str, text: str) -> None:
        self.add(parent, "base-value", text, base_type=kind)

    def feedback_block(self, parent: Any, outcome: str, identifier: str) -> Any:
        """A block shown once `outcome` holds `identifier`; where its content goes."""
        block = self.add(
            parent,
            "feedback-block",
            outcome_identifier=outcome,
            identifier=identifier,
            show_hide="show",
        )
        if self.version.identifiers_in_content:
            return self.add(block, "content-body")
        return block

    def finish(self) -> bytes:
        from lxml import etree

        # Not indented: blanks between inline elements would become part of the text.
        document: bytes = etree.tostring(self.root, xml_declaration=True, encoding="UTF-8")
        return document


def package(version: Version, items: Mapping[str, bytes]) -> bytes:
    """A content package (.zip): a manifest and one file an item, by identifier."""
    from lxml import etree

    space = version.manifest_namespace

    def add(parent: Any, name: str, text: str | None = None, **attributes: str) -> Any:
        element = etree.SubElement(parent, f"{{{space}}}{name}", attributes)
        element.text = text
        return element

    root = etree.Element(f"{{{space}}}manifest", {"identifier": "MANIFEST"}, nsmap={None: space})
    metadata = add(root, "metadata")
    add(metadata, "schema", version.manifest_schema[0])
    add(metadata, "schemaversion", version.manifest_schema[1])
    add(root, "organizations")
    resources = add(root, "resources")
    members: dict[str, bytes] = {}
    for identifier, data in items.items():
        path = f"items/{identifier}.xml"
        resource = add(
            resources, "resource", identifier=f"RES_{identifier}", type=version.item_type, href=path
        )
        add(resource, "file", href=path)
        members[path] = data
    manifest = etree.tostring(root, xml_declaration=True, encoding="UTF-8", pretty_print=True)
    return zip_bytes({"imsmanifest.xml": manifest, **members})
