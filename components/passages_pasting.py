"""Questions that are pasted or opened from a file; each line that was not understood is shown."""

import streamlit as st

from components.fields import commit
from components.passages_import import FILES, UNREAD, short, take_files, unread_of
from components.passages_terms import REPAINT, letter
from components.plain import plain
from components.workbench import Bench
from services.errors import InvalidInput
from services.formats.passages.intake import Intake, items_in
from services.reading import editing
from services.reading.models import LONGEST_PASSAGE, ComprehensionItem, Passage

STYLES = """1. Why did the bees stay in?
a) They were ill.
*b) It was wet.
c) They had no food.

Or with a line ANSWER: B, or as GIFT, CSV or Moodle XML."""


def paste_questions(bench: Bench, passage: Passage) -> None:
    """A field for text with what was understood of it under it, and files."""
    key = f"{bench.id}:{passage.id}:pasted"
    st.text_area(
        "Questions with their options",
        key=key,
        height=180,
        max_chars=LONGEST_PASSAGE,
        placeholder=STYLES,
    )
    if pasted := st.session_state[key].strip():
        _understood(bench, passage, key, pasted)
    round_ = st.session_state.setdefault(f"{bench.id}:question_files", 0)
    files = f"{bench.id}:question_file:{round_}"
    st.file_uploader(
        "Or files with questions",
        type=FILES,
        accept_multiple_files=True,
        key=files,
        help="Moodle XML, GIFT, Aiken, QTI, CSV, Word or text. Passages in them are added too.",
        on_change=_open_files,
        args=(bench, passage, files),
    )


def _understood(bench: Bench, passage: Passage, key: str, pasted: str) -> None:
    try:
        found = items_in(pasted)
    except InvalidInput as error:
        st.error(plain(str(error)))
        return
    count = len(found.items)
    unkeyed = sum(item.gold is None for item in found.items)
    if count:
        missing = f", {unkeyed} without a key" if unkeyed else ""
        st.markdown(f":green-badge[:material/check: {count} understood] questions{missing}:")
        for number, item in enumerate(found.items, start=1):
            st.markdown(f"{number}. {short(item)}")
    else:
        st.markdown(":orange-badge[:material/warning: No question found]")
    for sentence in unread_of(found, "Pasted text"):
        st.text(sentence)
    st.button(
        f"Add {count} {'question' if count == 1 else 'questions'}",
        type="primary",
        disabled=not count,
        key=f"{key}:add",
        on_click=_add_pasted,
        args=(bench, passage, key, found),
    )


def _add_pasted(bench: Bench, passage: Passage, key: str, found: Intake) -> None:
    st.session_state[key] = ""
    _look_at(bench, passage, found.items)
    commit(
        bench,
        lambda now: editing.add_items(now, passage.id, found.items),
        "Questions pasted",
        REPAINT,
    )


def _open_files(bench: Bench, passage: Passage, key: str) -> None:
    """Items on this text, or on none, go to this passage; other passages are added with theirs."""
    found = take_files(st.session_state[key])
    st.session_state[f"{bench.id}:question_files"] += 1
    here = [p for p in found.passages if not p.text.strip() or p.text == passage.text]
    others = [p for p in found.passages if p not in here and p.items]
    items = [item for p in here for item in p.items]
    if not items and not others:
        st.session_state.setdefault(UNREAD, []).append("No question was found in the files.")
    _look_at(bench, passage, items)

    def change(now: object) -> object:
        return editing.add_passages(editing.add_items(now, passage.id, items), others)  # type: ignore[arg-type]

    commit(bench, change, "Questions opened", "app")  # type: ignore[arg-type]


def _look_at(bench: Bench, passage: Passage, items: object) -> None:
    first = next(iter(items), None)  # type: ignore[call-overload]
    if first is not None:
        st.session_state[f"{bench.id}:{passage.id}:item"] = first.id


def preview(item: ComprehensionItem) -> str:
    """An item as Markdown: question, options with the key, types."""
    lines = [f"**{plain(item.question)}**"]
    for place, option in enumerate(item.options):
        key = " :green-badge[:material/key: Key]" if place == item.gold else ""
        lines.append(f"- {letter(place)}. {plain(option)}{key}")
    return "\n".join(lines)
