"""Hostile and wrong files are refused with one sentence; nothing in them is run."""

import io
import json
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.errors import InvalidInput
from services.formats import guarded_cells, guarded_text, guarded_xml, guarded_zip
from services.formats.packing import zip_bytes
from services.formats.sniffing import sniff


def test_json_that_is_nested_too_deep_is_refused() -> None:
    for depth in (100, 100_000):
        with pytest.raises(InvalidInput, match="nested"):
            guarded_text.parse_json(b"[" * depth + b"]" * depth)


def test_json_names_the_place() -> None:
    with pytest.raises(InvalidInput, match="line 2, column 3"):
        guarded_text.parse_json(b'{"a":\n  }')


@pytest.mark.parametrize("said", [b'{"a": NaN}', b"[Infinity]"])
def test_json_that_is_none_is_refused(said: bytes) -> None:
    with pytest.raises(InvalidInput):
        guarded_text.parse_json(said)


def test_text_that_is_not_utf8_names_the_byte() -> None:
    with pytest.raises(InvalidInput, match="byte 3"):
        guarded_text.decode(b"caf\xe9")


def test_byte_order_marks_are_understood() -> None:
    assert guarded_text.decode("né".encode("utf-8-sig")) == "né"
    assert guarded_text.decode("né".encode("utf-16")) == "né"


def test_size_limit() -> None:
    with pytest.raises(InvalidInput, match="larger than"):
        guarded_text.decode(b"x" * (guarded_text.MAX_BYTES + 1))


@pytest.mark.parametrize(
    "document",
    [
        b'<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
        b'<!DOCTYPE a SYSTEM "http://127.0.0.1:9/x.dtd"><a/>',
        b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
        b"<a>" * 400 + b"</a>" * 400,
        b"<a><b></a>",
        b"",
    ],
)
def test_dangerous_or_broken_xml_is_refused(document: bytes) -> None:
    with pytest.raises(InvalidInput):
        guarded_xml.parse(document)


def test_a_zip_bomb_is_refused() -> None:
    bomb = zip_bytes({"xl/workbook.xml": b"\0" * (30 * 1024 * 1024)})
    assert len(bomb) < 100_000
    with pytest.raises(InvalidInput, match="200 times"):
        guarded_zip.open_archive(bomb)


def test_many_small_members_are_refused() -> None:
    with pytest.raises(InvalidInput, match="parts"):
        guarded_zip.open_archive(zip_bytes({f"m{n}": b"" for n in range(2_001)}))


@pytest.mark.parametrize("path", ["../a", "/a", "a/../../b", "C:/a", "..\\a"])
def test_paths_that_leave_the_archive_are_refused(path: str) -> None:
    with pytest.raises(InvalidInput, match="leaves the archive"):
        guarded_zip.open_archive(zip_bytes({path: b"x"}))


def test_macros_are_refused() -> None:
    book = zip_bytes({"xl/workbook.xml": b"<x/>", "xl/vbaProject.bin": b"x"})
    with pytest.raises(InvalidInput, match="macros"):
        sniff(book)


def test_a_truncated_archive_is_refused() -> None:
    whole = zip_bytes({"a": b"some text that is long enough"})
    with pytest.raises(InvalidInput, match="damaged"):
        guarded_zip.open_archive(whole[: len(whole) // 2])


def test_a_member_larger_than_it_declares_is_refused() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a", b"x" * 1000)
    archive = guarded_zip.open_archive(stream.getvalue())
    archive.getinfo("a").file_size = 10
    with pytest.raises(InvalidInput):
        guarded_zip.read_member(archive, "a")


def test_entities_in_an_office_file_are_refused() -> None:
    evil = b'<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'
    with pytest.raises(InvalidInput, match="DTD"):
        guarded_zip.open_office_file(zip_bytes({"word/document.xml": evil}))


@given(st.text())
def test_guarded_cells_come_back(text: str) -> None:
    guarded = guarded_cells.guard(text)
    assert guarded_cells.unguard(guarded) == text


@pytest.mark.parametrize("cell", ["=1+1", "+x", "-x", "@SUM(A1)", "\t=1", "\r=1"])
def test_formulas_are_guarded(cell: str) -> None:
    assert guarded_cells.guard(cell) == "'" + cell


@pytest.mark.parametrize("cell", ["-5", "+3.2", "plain", "a=b", "'quoted'"])
def test_other_cells_are_left_alone(cell: str) -> None:
    assert guarded_cells.guard(cell) == cell


def test_rows_survive_commas_quotes_and_line_breaks() -> None:
    rows = [["a,b", 'say "x"', "two\nlines"], ["=x", "", "é你"]]
    written = guarded_cells.write_rows(rows).decode("utf-8-sig")
    assert guarded_cells.read_rows(written, "It") == rows


@pytest.mark.parametrize(
    ("data", "match"),
    [
        (b"", "empty"),
        (b"   \n", "empty"),
        (b"\x1f\x8b\x08\x00", "compressed"),
        (b"<html><body/></html>", "root <html>"),
        (b"<codeBook/>", "only written"),
        (b'{"a": 1}', "no kind"),
        (b"\x89PNG\r\n\x1a\n", "byte 0"),
        (zip_bytes({"h5p.json": b"{}"}), "H5P"),
        (zip_bytes({"other": b"x"}), "no workbook"),
        (json.dumps({"room": "hints"})[:-3].encode(), "not JSON"),
    ],
)
def test_files_of_the_wrong_kind_get_one_sentence(data: bytes, match: str) -> None:
    with pytest.raises(InvalidInput, match=match) as caught:
        sniff(data)
    assert "\n" not in str(caught.value)
