"""Editors of the answers of a closed question: one a line, as a table, or from the catalogue."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from components.fields import Repaint, area_field, commit
from components.questionnaire_terms import ROLES, scale_words
from components.workbench import Bench
from services.errors import NotFound
from services.questionnaire import editing, option_table, scales
from services.questionnaire.editing import item_of
from services.questionnaire.models import Item, OptionRole, QuestionnaireDraft

LINES, TABLE, SCALE = "One a line", "Table", "From the catalogue"
LABEL, CODE, ROLE = "Answer", "Code", "What it is"
_ROLE_OF = {words: role for role, words in ROLES.items()}


def options_editor(bench: Bench, item: Item, key: str, repaint: Repaint) -> None:
    """The answers in one of three ways; codes stay when wordings change."""
    way = st.segmented_control(
        "Answers",
        [LINES, TABLE, SCALE],
        default=LINES,
        required=True,
        key=f"{bench.id}:{key}:way",
    )
    if way == TABLE:
        _table(bench, item, key, repaint)
    elif way == SCALE:
        _catalogue(bench, item, key, repaint)
    else:
        area_field(
            bench,
            "Answers, one a line",
            "\n".join(item.labels),
            lambda text: lambda now: editing.set_options(now, item.id, text.splitlines()),
            key=f"{key}:options",
            what="Answers",
            repaint=repaint,
            label_visibility="collapsed",
            height=min(320, 80 + 24 * len(item.options)),
            help="Saved when you leave the field, or with Ctrl+Enter. An answer whose wording you "
            "mend keeps its code.",
        )


def _table(bench: Bench, item: Item, key: str, repaint: Repaint) -> None:
    """Labels with codes and roles. Each edit is applied to the stored rows, then the table is
    built anew: its own state would otherwise be applied a second time."""
    round_key = f"{bench.id}:{key}:table"
    state = f"{round_key}:{st.session_state.setdefault(round_key, 0)}"
    st.data_editor(
        pd.DataFrame(
            {
                LABEL: [option.label for option in item.options],
                CODE: [option.code for option in item.options],
                ROLE: [ROLES[option.role] for option in item.options],
            },
            dtype="str",
        ),
        num_rows="dynamic",
        hide_index=True,
        column_config={
            LABEL: st.column_config.TextColumn(LABEL, width="medium"),
            CODE: st.column_config.TextColumn(CODE, width="small", help="What data files store."),
            ROLE: st.column_config.SelectboxColumn(ROLE, options=list(_ROLE_OF), required=True),
        },
        key=state,
        on_change=_table_edited,
        args=(bench, item, round_key, state, repaint),
        alt="Answers with their codes",
    )


def _table_edited(bench: Bench, item: Item, round_key: str, state: str, repaint: Repaint) -> None:
    edits = st.session_state[state]
    st.session_state[round_key] += 1

    def change(now: QuestionnaireDraft) -> QuestionnaireDraft:
        return option_table.edit(
            now,
            item.id,
            judged=item,
            changed={int(row): _cells(cells) for row, cells in edits["edited_rows"].items()},
            added=[_cells(cells) for cells in edits["added_rows"]],
            removed=edits["deleted_rows"],
        )

    commit(bench, change, "Answers", repaint)


def _cells(cells: Mapping[str, Any]) -> option_table.Cells:
    """What was typed into a row, in the model's terms; untouched cells are None."""
    role = cells.get(ROLE)
    return option_table.Cells(
        label=_text(cells.get(LABEL)),
        code=_text(cells.get(CODE)),
        role=OptionRole(_ROLE_OF[role]) if role in _ROLE_OF else None,
    )


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _catalogue(bench: Bench, item: Item, key: str, repaint: Repaint) -> None:
    """Balanced scales; a chosen one takes the place of the answers, escape answers stay."""
    language = bench.document.questionnaire.language.split("-")[0]
    forms = {
        (scale.name, scale.points): scale
        for scale in scales.catalogue()
        if scale.language == language
    }
    if not forms:
        st.markdown("The catalogue has no scales in this language.")
        return
    state = f"{bench.id}:{key}:scale"
    chosen = st.selectbox(
        "Scale",
        list(forms),
        index=None,
        format_func=lambda form: f"{scale_words(form[0])}, {form[1]} points",
        key=state,
        placeholder="Choose a balanced scale",
        label_visibility="collapsed",
    )
    if chosen is None:
        return
    scale = forms[chosen]
    st.markdown(f"Measures {scale.measures}: {' · '.join(scale.labels)}")
    st.button(
        "Use this scale",
        icon=":material/linear_scale:",
        key=f"{state}:use",
        on_click=commit,
        args=(bench, lambda now: _with_scale(now, item.id, chosen), "Scale", repaint),
    )


def _with_scale(now: QuestionnaireDraft, item_id: str, form: tuple[str, int]) -> QuestionnaireDraft:
    if item_of(now, item_id) is None:
        raise NotFound("That question is no longer there.", "Undo its removal, then try again.")
    return editing.set_scale(now, item_id, *form)
