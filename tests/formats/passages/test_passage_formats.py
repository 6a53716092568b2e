"""Passages and items come back as the losses say, and files of others are understood."""

from importlib import import_module

import pytest
from hypothesis import given, settings

from services.errors import InvalidInput
from services.formats.packing import zip_bytes
from services.formats.passages import aiken, gift, moodle, qti, qti_reader, table, text, word
from services.formats.passages.preparation import prepare
from services.reading.models import PassageSet
from tests.formats.passages.generated import SET, SETS
from tests.formats.questionnaires.generated import EXAMPLES

PAIRS = {
    "moodle": (moodle.write, moodle.read),
    "gift": (gift.write, gift.read),
    "aiken": (aiken.write, aiken.read),
    "table": (table.write, table.read),
    "word": (word.write, word.read),
    "qti3": (qti.write_qti3, qti_reader.read),
    "qti21": (qti.write_qti21, qti_reader.read),
}


def content(passages: PassageSet) -> list[tuple]:
    return [
        (
            p.title,
            p.text,
            [(i.question, i.options, i.gold, i.feedback, i.types) for i in p.items],
        )
        for p in passages.passages
    ]


def target_of(name: str):
    module = "qti" if name.startswith("qti") else name
    return import_module(f"services.formats.passages.{module}").TARGET


@pytest.mark.parametrize("name", PAIRS)
@settings(max_examples=2 * EXAMPLES, deadline=None)
@given(passages=SETS)
def test_what_was_written_is_read_back(name: str, passages: PassageSet) -> None:
    write, read = PAIRS[name]
    kept = prepare(passages, target_of(name)).passages
    if not any(p.items for p in kept.passages) and name.startswith("qti"):
        return
    imported = read(write(passages))
    assert content(imported.document) == content(kept)
    assert imported.document.name == kept.name
    assert imported.unread == ()


@pytest.mark.parametrize("name", PAIRS)
@settings(max_examples=EXAMPLES, deadline=None)
@given(passages=SETS)
def test_every_difference_is_listed(name: str, passages: PassageSet) -> None:
    prepared = prepare(passages, target_of(name))
    listed = {(loss.item, loss.field) for loss in prepared.losses}
    kept = {item.id: item for p in prepared.passages.passages for item in p.items}
    everything = [item for p in passages.passages for item in p.items]
    for index, item in enumerate(everything):
        if item.id not in kept:
            assert (index, "items") in listed
            continue
        after = kept[item.id]
        for field in ("question", "options", "gold", "feedback"):
            assert getattr(item, field) == getattr(after, field) or (index, field) in listed
        assert (item.types or None) == after.types or (index, "types") in listed
    before = [(p.title, p.text) for p in passages.passages]
    if before != [(p.title, p.text) for p in prepared.passages.passages]:
        assert {"passages", "titles"} & {field for item, field in listed if item is None}


def test_gift_puts_the_passage_before_its_items() -> None:
    written = gift.write(SET).decode()
    assert written.index("The old bridge") < written.index("When was the bridge")
    assert "####See the first sentence." in written


def test_qti_of_others_is_read() -> None:
    item = b"""<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i1"
 title="t" adaptive="false" timeDependent="false">
<responseDeclaration identifier="R" cardinality="single" baseType="identifier">
<correctResponse><value>b</value></correctResponse></responseDeclaration>
<itemBody><p>Read the notice.</p>
<choiceInteraction responseIdentifier="R" shuffle="true" maxChoices="1">
<prompt>What is <strong>forbidden</strong>?</prompt>
<simpleChoice identifier="a">Walking</simpleChoice>
<simpleChoice identifier="b"><p>Smoking</p></simpleChoice>
</choiceInteraction></itemBody></assessmentItem>"""
    (passage,) = qti_reader.read(item).document.passages
    (found,) = passage.items
    assert found.question == "Read the notice.\nWhat is forbidden?"
    assert (found.options, found.gold) == (("Walking", "Smoking"), 1)


@pytest.mark.parametrize("path", ["../evil.xml", "/etc/x.xml", "a/../../b.xml", "c:\\x.xml"])
def test_a_package_whose_paths_leave_it_is_refused(path: str) -> None:
    with pytest.raises(InvalidInput, match="leaves the archive"):
        qti_reader.read(zip_bytes({path: b"<x/>"}))


def test_csv_of_others_is_read() -> None:
    text = "Question,Option A,Option B,Answer,Level\nWhich?,x,y,b,hard\nWhat?,x,y,E,\n"
    imported = table.read(text.encode())
    (passage,) = imported.document.passages
    assert [(i.question, i.options, i.gold) for i in passage.items] == [
        ("Which?", ("x", "y"), 1),
        ("What?", ("x", "y"), None),
    ]
    assert [(u.line, u.text) for u in imported.unread] == [(1, "level"), (3, "E")]


def test_text_with_items_below_the_passage() -> None:
    said = "The bridge\n\nIt was closed in March.\nIt was old.\n\n1. When?\nA. March\nB. May\n"
    said += "2. Why?\na) age\nb) war\n\nAnswers: 1 A, 2 a\n"
    (passage,) = text.read(said.encode()).document.passages
    assert (passage.title, passage.text) == ("The bridge", "It was closed in March.\nIt was old.")
    assert [(i.question, i.options, i.gold) for i in passage.items] == [
        ("When?", ("March", "May"), 0),
        ("Why?", ("age", "war"), 0),
    ]


def test_a_plain_text_is_a_passage() -> None:
    (passage,) = text.read(b"# Bees\n\nBees make honey. Do they sleep?\n").document.passages
    assert (passage.title, passage.text) == ("Bees", "Bees make honey. Do they sleep?")
    assert passage.items == ()
