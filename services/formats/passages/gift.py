"""Comprehension items in GIFT: the passage stands as a description before its items."""

from services.formats import gift
from services.formats.base import Imported, Unread
from services.formats.guarded_text import decode
from services.formats.moodle_xml import CATEGORY_EDGES, category_path
from services.formats.passages.preparation import Part, Target, grouped, losses_for, prepare
from services.formats.rewriting import LINE_ENDS, NOT_HTML, ONE_LINE, TRIMMED, rewrite
from services.reading.models import ComprehensionItem, PassageSet

_ACTS = rewrite(
    r"\A(?=//|\$CATEGORY|\[(html|moodle|plain|markdown)\])", "- ", "GIFT would act on it"
)
TARGET = Target(
    label="GIFT",
    carries=frozenset({Part.NAME, Part.PASSAGES, Part.TITLES, Part.FEEDBACK}),
    texts=(NOT_HTML, LINE_ENDS, TRIMMED),
    passages=(_ACTS,),
    titles=(ONE_LINE,),
    questions=(_ACTS,),
    options=(
        ONE_LINE,
        rewrite(r"\A(?=%-?\d)", "- ", "a percentage would be read as a weight"),
        rewrite(r"->", "→", "an arrow would make it a matching question"),
    ),
    names=(ONE_LINE, CATEGORY_EDGES),
    blank="(empty)",
    blank_passage="(no text)",
)
losses = losses_for(TARGET)


def write(passages: PassageSet) -> bytes:
    """UTF-8 text."""
    kept = prepare(passages, TARGET).passages
    blocks = []
    if kept.name:
        blocks.append(f"$CATEGORY: {category_path(kept.name)}")
    for number, passage in enumerate(kept.passages, start=1):
        if passage.title or passage.text:
            title = f"::{gift.escape(passage.title)}:: " if passage.title else ""
            blocks.append(title + gift.escape(passage.text))
        for place, item in enumerate(passage.items, start=1):
            blocks.append(_item(item, f"P{number}Q{place}"))
    return ("\n\n".join(blocks) + "\n").encode()


def _item(item: ComprehensionItem, name: str) -> str:
    options = "".join(
        f" {'=' if place == item.gold else '~'}{gift.escape(option)}"
        for place, option in enumerate(item.options)
    )
    feedback = f" ####{gift.escape(item.feedback)}" if item.feedback else ""
    return f"::{name}:: {gift.escape(item.question)} {{{options}{feedback} }}"


def read(data: bytes) -> Imported[PassageSet]:
    """Choices with one right answer; a description is the passage of what follows."""
    text = decode(data)
    rows, unread = [], []
    title, passage = "", ""
    unused: Unread | None = None
    for line, block in gift.split(text):
        found = gift.parse(line, block)
        answers = found.answers or ()
        right = [place for place, answer in enumerate(answers) if answer.right]
        if found.answers is None:
            unread += [unused] if unused else []
            unused = Unread(line, block, "no question follows this text.")
            title, passage = found.name, found.text
        elif len(right) != 1 or len(answers) < 2:
            unread.append(Unread(line, block, "it is no choice with one right answer."))
        else:
            item = ComprehensionItem(
                question=found.text,
                options=tuple(answer.text for answer in answers),
                gold=right[0],
                feedback=found.feedback,
                origin="import",
            )
            rows.append((title, passage, item))
            unused = None
    unread += [unused] if unused else []
    name = gift.category(text)
    return Imported(PassageSet(name=name, passages=grouped(rows)), tuple(unread))
