"""What raters said of each reading question, the poorest first."""

from collections.abc import Mapping

import streamlit as st

from components.plain import plain
from services.compare.criteria import CRITERIA
from services.compare.item_results import ItemResult, by_item
from services.compare.models import Comparison, KeyEntry
from services.compare.study_models import Study, StudyKind
from services.compare.study_results import value_in_words

SHOWN = 30


def items_panel(study: Study, key: Mapping[str, KeyEntry], comparison: Comparison) -> None:
    """Nothing in a study of something else."""
    found = by_item(study, key, comparison)
    if not found:
        return
    st.header("Question by question")
    shown = found[:SHOWN]
    rest = len(found) - len(shown)
    more = f" {rest} better ones are in the report." if rest else ""
    st.markdown(
        "The poorest first. A question falls short of a criterion whose mean is below 3, or that "
        f"fewer than half would accept.{more}"
    )
    for each in shown:
        st.markdown(
            f"**{plain(each.title, limit=120)}**  \n{_badges(each)}  \n{_said(each, study.kind)}"
        )


def _badges(item: ItemResult) -> str:
    if not item.poor:
        return ":green-badge[:material/check: Falls short of nothing]"
    return " ".join(f":orange-badge[:material/close: {name}]" for name in item.poor)


def _said(item: ItemResult, kind: StudyKind) -> str:
    """Every mean in one line."""
    return " · ".join(
        f"{each.label} {value_in_words(each, item.means[each.name])}"
        for each in CRITERIA[kind]
        if each.name in item.means
    )
