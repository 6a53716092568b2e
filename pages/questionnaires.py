"""The questionnaires room: from a brief to items that are checked while one types."""

import streamlit as st

from components.draft_bar import draft_bar
from components.drafts_list import recent_drafts
from components.messages import show_notice
from components.navigation import enter
from components.questionnaire_brief import brief_view
from components.questionnaire_checks import checks_view
from components.questionnaire_export import export_view
from components.questionnaire_front import front
from components.questionnaire_outline import outline_view
from components.questionnaire_preview import preview_view
from components.questionnaire_questions import questions_view
from components.questionnaire_views import BRIEF, CHECKS, EXPORT, OUTLINE, PREVIEW, choose_view
from components.workbench import open_bench

enter()

st.title("Questionnaires")
bench = open_bench("questionnaires")
show_notice()
if bench is None:
    front()
    recent_drafts("questionnaires")
else:
    draft_bar(bench)
    view = choose_view()
    if view == BRIEF:
        brief_view(bench)
    elif view == OUTLINE:
        outline_view(bench)
    elif view == CHECKS:
        checks_view(bench)
    elif view == PREVIEW:
        preview_view(bench)
    elif view == EXPORT:
        export_view(bench)
    else:
        questions_view(bench)
