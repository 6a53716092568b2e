"""One question in the list: how it reads, its faults beside it, and, when opened, its editor."""

from collections.abc import Callable

import streamlit as st

from components import questionnaire_proposals as proposals
from components.fields import WHOLE_PAGE, commit
from components.plain import plain
from components.questionnaire_cards import ItemCard, item_card, item_key, remember
from components.questionnaire_faults import item_findings
from components.questionnaire_item_editor import item_editor
from components.questionnaire_live import checks_of
from components.questionnaire_terms import FORMAT_ICONS, FORMATS
from components.questionnaire_text import marked, marked_options
from components.workbench import Bench
from services.questionnaire import arranging
from services.questionnaire.models import Item, QuestionnaireDraft, ResponseFormat
from services.questionnaire.options import OPTIONS_MISSING

UP, DOWN, DOUBLE, REMOVE = "Move up", "Move down", "Duplicate", "Remove"


def show_item(bench: Bench, item_id: str) -> None:
    """Draw a question as a fragment of its own, so that an edit of it draws nothing else."""
    st.fragment(key=item_key(item_id))(_draw)(bench, item_id)


def open_item(bench: Bench, item_id: str | None) -> None:
    """Have the editor of this question open from the next run on, and no other."""
    st.session_state[_open_key(bench)] = item_id


def _draw(bench: Bench, item_id: str) -> None:
    card = item_card(bench.document, item_id, checks_of(bench))
    if card is None:
        return
    remember(bench, card)
    is_open = st.session_state.get(_open_key(bench)) == item_id
    with st.container(border=True, key=f"{bench.id}:{item_id}:card"):
        left, right = st.columns([3, 2], gap="medium")
        with left:
            _reading(card)
            if is_open:
                item_editor(bench, card)
            _buttons(bench, card, is_open)
        with right:
            item_findings(bench, card)
        proposals.job(bench, item_id)
        for proposal in card.proposals:
            proposals.show(bench, proposal, [card.item])


def _reading(card: ItemCard) -> None:
    """The question as it reads, with the places marked that findings are about."""
    item, found = card.item, card.findings or ()
    spans = [finding.span for finding in found if finding.span]
    text = marked(item.text, spans).strip() or ":gray-badge[:material/edit: No text yet]"
    badges = [f":gray-badge[{FORMAT_ICONS[item.format]} {FORMATS[item.format]}]"]
    badges += [":gray-badge[:material/asterisk: Required]"] if item.required else []
    lines = [f"**{card.number}.** {text}", " ".join([*badges, _answered(card)]).strip()]
    if item.help:
        lines.append(f":material/info: {plain(item.help)}")
    if card.rule:
        lines.append(f":material/alt_route: {plain(card.rule)}")
    if card.problem:
        lines.append(f":orange-badge[:material/alt_route: Skip rule] {plain(card.problem)}")
    if OPTIONS_MISSING in item.marks and not item.options:
        lines.append(
            ":orange-badge[:material/list: No options] The model gave none that can be used; "
            "write them, or ask for other options."
        )
    st.markdown("  \n".join(lines))


def _answered(card: ItemCard) -> str:
    """How the question is answered, in one line of Markdown."""
    item = card.item
    if item.format is ResponseFormat.MATRIX and item.rows:
        rows = " · ".join(plain(row.label) for row in item.rows)
        return f"{rows}  \nanswered on: {marked_options(item, card.findings or ())}"
    if item.format is ResponseFormat.NUMBER:
        return limits(item)
    return marked_options(item, card.findings or ())


def limits(item: Item) -> str:
    """The limits of a number and its unit, in words."""
    low, high = (None if v is None else f"{v:g}" for v in (item.minimum, item.maximum))
    unit = f" {plain(item.unit)}" if item.unit else ""
    if low is not None and high is not None:
        return f"{low} to {high}{unit}"
    if low is not None:
        return f"at least {low}{unit}"
    return f"at most {high}{unit}" if high is not None else unit.strip()


def _buttons(bench: Bench, card: ItemCard, is_open: bool) -> None:
    item = card.item
    with st.container(horizontal=True, gap="xsmall", key=f"{bench.id}:{item.id}:buttons"):
        st.button(
            "Done" if is_open else "Edit",
            key=f"{bench.id}:{item.id}:edit",
            icon=":material/check:" if is_open else ":material/edit:",
            on_click=_toggle,
            args=(bench, item.id, is_open),
        )
        proposals.ask_menu(bench, item.id, proposals.FOR_ITEMS)
        _more(bench, card)


def _more(bench: Bench, card: ItemCard) -> None:
    """Where else the question can go. Drag is not offered: Streamlit has none."""
    item_id, questionnaire = card.item.id, bench.document.questionnaire
    steps: dict[str, Callable[[QuestionnaireDraft], QuestionnaireDraft]] = {
        UP: lambda now: arranging.move_item(now, item_id, -1),
        DOWN: lambda now: arranging.move_item(now, item_id, 1),
    }
    for number, section in enumerate(questionnaire.sections, start=1):
        if item_id not in {item.id for item in section.items}:
            name = section.title.strip() or f"section {number}"
            steps[f"Move to {name}"] = _mover(item_id, section.id)
    steps[DOUBLE] = lambda now: arranging.duplicate_item(now, item_id)
    steps[REMOVE] = lambda now: arranging.remove_item(now, item_id)
    key = f"{bench.id}:{item_id}:more"
    st.menu_button(
        "More",
        list(steps),
        key=key,
        icon=":material/more_horiz:",
        format_func=lambda step: plain(step, limit=50),
        on_click=lambda: commit(
            bench,
            steps[st.session_state[key]],
            f"Question: {st.session_state[key].lower()}"[:80],
            WHOLE_PAGE,
        ),
    )


def _mover(item_id: str, section_id: str) -> Callable[[QuestionnaireDraft], QuestionnaireDraft]:
    return lambda now: arranging.move_item_to(now, item_id, section_id)


def _toggle(bench: Bench, item_id: str, is_open: bool) -> None:
    """Open or close an editor and draw only what that changes."""
    before = st.session_state.get(_open_key(bench))
    open_item(bench, None if is_open else item_id)
    there = [item.id for item in bench.document.questionnaire.items]
    st.rerun([item_key(each) for each in there if each in (before, item_id)])


def _open_key(bench: Bench) -> str:
    return f"{bench.id}:open"
