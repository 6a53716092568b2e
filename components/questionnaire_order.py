"""The questions in their order with what each asks about, and how long they take."""

import streamlit as st

from components.plain import plain
from components.questionnaire_terms import KINDS
from services.questionnaire.item_kind import kind_of, sensitive_subject
from services.questionnaire.minutes import estimate, item_seconds
from services.questionnaire.models import Item, QuestionnaireDraft


def order_panel(document: QuestionnaireDraft) -> None:
    """Facts before opinions, sensitive late, topics together: the list to see it by."""
    questionnaire = document.questionnaire
    times = estimate(questionnaire)
    st.header("Time")
    st.markdown(
        f"About **{max(1, round(times.minutes))} minutes**, from {times.low:.0f} to "
        f"{times.high:.0f}. {plain(times.source)}"
    )
    st.header("Order")
    st.markdown(
        "Facts come before the opinions that rest on them, sensitive questions late, and "
        "questions on one topic together. What breaks this is told among the faults."
    )
    items = questionnaire.items
    st.table(
        {
            "No.": [str(place) for place in range(1, len(items) + 1)],
            "Question": [plain(item.text, limit=110) for item in items],
            "Asks for": [_kind(item) for item in items],
            "Seconds": [f"{item_seconds(item, questionnaire.language):.0f}" for item in items],
        },
        border="horizontal",
        hide_index=True,
        alt="Questions in order with what they ask for and how long they take",
    )


def _kind(item: Item) -> str:
    subject = sensitive_subject(item.text)
    kind = KINDS[kind_of(item)]
    if subject is None:
        return kind
    return f"{kind} :orange-badge[:material/lock: Sensitive: {plain(subject)}]"
