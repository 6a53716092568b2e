"""Every importer, parser and metric on hostile input: 500 cases here, 10,000 in the long run."""

import random
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from components.plain import plain
from services.hints import answers, clean_up, filters, leaks, names
from services.questionnaire import live
from services.questionnaire.models import Brief, Item, Option, Questionnaire, Section
from services.reading import item_flaws, item_parsing, item_sets, plain_markdown, report
from services.reading.models import ComprehensionItem
from services.text import language
from tests.faults.fuzzing import SOAK, Trouble, damaged, files, hostile_text, read_file, tried

FILES = files()
PASSAGE = "The tower was built in 1889. It stands in Paris, and many people climb it."


def _questionnaire(text: str) -> None:
    items = (Item(text=text), Item(text="How old are you?", options=(Option(label=text),)))
    live.check(
        Questionnaire(title=text, sections=(Section(title=text, items=items),)),
        Brief(topic=text, audience=text),
        None,
    )


def _items(text: str) -> None:
    item = ComprehensionItem(question=text, options=(text, "Paris", "Rome"), gold=0)
    item_sets.review([item, item])


TEXTS: dict[str, Callable[[str], object]] = {
    "readability": lambda text: report.readability(text),
    "report": lambda text: report.read("x", text).as_json(),
    "item": lambda text: item_flaws.find(PASSAGE, text, [text, "Paris", "Rome"], 0),
    "passage": lambda text: item_flaws.find(text, "When?", ["In 1889", "Never"], 0),
    "item set": _items,
    "item parsing": item_parsing.parse,
    "Markdown": plain_markdown.plain,
    "language": language.detect,
    "leak in a hint": lambda text: leaks.find_leak("Paris", ["City of Light"], text),
    "leak of an answer": lambda text: leaks.find_leak(text, [text[:40]], "It is on the Seine."),
    "near leak": lambda text: leaks.near_leak(text, [], text[:200]),
    "filters": lambda text: filters.inspect(text, "x", [], [text, text + "."], None),
    "hint clean-up": lambda text: [clean_up.clean(line) for line in clean_up.lines(text)],
    "guess": lambda text: answers.fit(text, "Paris", [text[:30]], [text]),
    "name": names.name_key,
    "questionnaire": _questionnaire,
    "drawn text": plain,
}
# Rounds that make 500 cases of files and texts together.
FILE_ROUNDS, TEXT_ROUNDS = 11, 8


def told(troubles: list[Trouble | None]) -> str:
    return "\n".join(f"{t.subject}, seed {t.seed}: {t.what}" for t in troubles if t is not None)


@pytest.fixture(scope="module", autouse=True)
def _loaded() -> None:
    """What is loaded once counts for no case."""
    for check in TEXTS.values():
        check("Which tower is it that stands in Paris?")


def test_damaged_files_are_read_or_refused_in_one_sentence() -> None:
    troubles = []
    for seed in range(FILE_ROUNDS * SOAK):
        for name, whole in FILES.items():
            luck = random.Random(f"{name} {seed}")
            data = damaged(whole, luck)
            troubles.append(tried(name, seed, partial(read_file, data, luck)))
    assert not told(troubles)


def test_hostile_texts_are_measured_or_refused_in_one_sentence() -> None:
    troubles = []
    for seed in range(TEXT_ROUNDS * SOAK):
        for name, check in TEXTS.items():
            text = hostile_text(random.Random(f"{name} {seed}"))
            troubles.append(tried(name, seed, partial(check, text)))
    assert not told(troubles)


@pytest.mark.parametrize("name", TEXTS)
@settings(max_examples=6 * SOAK, suppress_health_check=list(HealthCheck), database=None)
@given(text=st.text(max_size=300) | st.text("aA1.,-'’\"() \n?*_#", max_size=300))
def test_any_text_is_measured(name: str, text: str) -> None:
    trouble = tried(name, 0, lambda: TEXTS[name](text))
    assert trouble is None, trouble


def test_a_long_passage_of_prices_takes_little_memory() -> None:
    """As many signs as words: three times the tokens of prose of that length."""
    trouble = tried("report", 0, lambda: report.read("x", "$1 " * 12_000).as_json())
    assert trouble is None, trouble
