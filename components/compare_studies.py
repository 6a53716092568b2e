"""The blind studies that were made of a comparison, as far as they can be reached and read."""

import streamlit as st

from components.messages import show_error
from components.workbench import workshop
from services.compare.models import Comparison
from services.compare.study_models import Study
from services.errors import InvalidInput, NotFound


def studies_of(comparison: Comparison) -> dict[str, Study]:
    """By id. One that was taken away is passed over; one that cannot be read is told on the page,
    so that nobody takes what is there for all."""
    found = {}
    for key in comparison.keys:
        try:
            study = workshop().repository.get(key.study).document
        except NotFound:
            continue
        except InvalidInput as error:
            _left_out(key.study, error)
            continue
        if isinstance(study, Study):
            found[key.study] = study
    return found


def _left_out(study: str, error: InvalidInput) -> None:
    st.markdown("A study of this comparison is left out here:")
    show_error(error)
    st.page_link(
        "pages/history.py",
        label="Its history",
        icon=":material/history:",
        query_params={"draft": study},
    )
