"""Zip archives (.xlsx, .docx, QTI packages) read within limits and without touching the disk."""

import io
import zipfile
import zlib

from services.errors import InvalidInput
from services.formats import guarded_xml
from services.formats.guarded_text import MAX_BYTES

MAX_MEMBERS = 2_000
MAX_UNPACKED = 120 * 1024 * 1024
MAX_RATIO = 200
# What damaged archives make the standard library raise.
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    OSError,
    EOFError,
    NotImplementedError,
    ValueError,
)
_MACRO_PARTS = ("vbaproject.bin", "vbadata.xml")


def is_zip(data: bytes) -> bool:
    """Whether the bytes begin like a zip archive."""
    return data[:4] in (b"PK\x03\x04", b"PK\x05\x06")


def open_archive(data: bytes, what: str = "The file") -> zipfile.ZipFile:
    """The archive, after its directory was checked. Raises `InvalidInput`.

    Refused: not a zip, encrypted members, names that leave the archive, too many members, more
    than 120 MB unpacked, or a member that unpacks to over 200 times its size (a zip bomb).
    """
    if len(data) > MAX_BYTES:
        raise InvalidInput(f"{what} is larger than {MAX_BYTES // 1024**2} MB.")
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except _BROKEN as error:
        raise InvalidInput(f"{what} is damaged: it is not a complete zip archive.") from error
    members = archive.infolist()
    if len(members) > MAX_MEMBERS:
        raise InvalidInput(f"{what} holds {len(members)} parts, more than {MAX_MEMBERS}.")
    if sum(member.file_size for member in members) > MAX_UNPACKED:
        raise InvalidInput(f"{what} unpacks to more than {MAX_UNPACKED // 1024**2} MB.")
    for member in members:
        _check(member, what)
    return archive


def _check(member: zipfile.ZipInfo, what: str) -> None:
    path = member.filename.replace("\\", "/")
    if path.startswith("/") or ".." in path.split("/") or ":" in path.split("/")[0]:
        raise InvalidInput(f"{what} holds a part whose path leaves the archive: {path[:80]}.")
    if member.flag_bits & 1:
        raise InvalidInput(f"{what} is encrypted.", "Save it without a password.")
    if path.lower().rsplit("/", 1)[-1] in _MACRO_PARTS:
        raise InvalidInput(f"{what} holds macros.", "Save it without macros.")
    # Small members may compress very well by nature; only a large one is a threat.
    large = member.file_size > 1024 * 1024
    if large and member.file_size > MAX_RATIO * max(member.compress_size, 1):
        raise InvalidInput(f"{what} holds a part that unpacks to over {MAX_RATIO} times its size.")


def read_member(archive: zipfile.ZipFile, name: str, what: str = "The file") -> bytes:
    """One member, never more than its directory entry declared. Raises `InvalidInput`."""
    try:
        declared = archive.getinfo(name).file_size
        with archive.open(name) as stream:
            data = stream.read(declared + 1)
    except KeyError as error:
        raise InvalidInput(f"{what} has no part {name}.") from error
    except _BROKEN as error:
        raise InvalidInput(f"{what} is damaged in its part {name}.") from error
    if len(data) > declared:
        raise InvalidInput(f"{what} is larger in its part {name} than it declares.")
    return data


def open_office_file(data: bytes, what: str = "The file") -> zipfile.ZipFile:
    """An .xlsx or .docx whose XML parts are well-formed and declare no DTD.

    Raises `InvalidInput`. Checked here, because the libraries that read such files parse their
    parts one by one and raise whatever their own parser raises.
    """
    archive = open_archive(data, what)
    for member in archive.infolist():
        if member.filename.lower().endswith((".xml", ".rels")):
            part = read_member(archive, member.filename, what)
            guarded_xml.parse(part, f"{what}, part {member.filename},")
    return archive
