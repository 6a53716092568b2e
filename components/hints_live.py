"""What the room finds out while one types: filters, strength and the question's class.

The encoder and the classifier are loaded once a process, and only when the page has been drawn;
until then edits are checked by their words alone.
"""

import threading
from collections import OrderedDict

import streamlit as st

from components.workbench import workshop
from services.errors import Unavailable
from services.hints import question_type
from services.hints.intake import is_english
from services.hints.models import QuestionType
from services.reading import report
from services.text.embeddings import Embedder

REMEMBERED = 2_000


class HintsDesk:
    """`embedder` is None until it is loaded, or when it cannot be (`problem` says why)."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._classes: OrderedDict[str, QuestionType] = OrderedDict()
        self.loaded = False
        self.embedder: Embedder | None = None
        self.problem: Unavailable | None = None

    def load(self) -> None:
        """Load what the checks need; several sessions wait for one loading."""
        with self._lock:
            if self.loaded:
                return
            try:
                workshop().embedder.encode(["a"])
                question_type.load().classify(["What is it?"])
                self.embedder = workshop().embedder
            except Unavailable as error:
                self.problem = error
            self.loaded = True

    def class_of(self, text: str) -> QuestionType | None:
        """The class of a question as it is worded now; None while nothing can tell, or if it is not
        English."""
        if self.embedder is None or not text.strip() or not is_english(text):
            return None
        with self._lock:
            if text not in self._classes:
                self._classes[text] = question_type.load().classify([text])[0]
            self._classes.move_to_end(text)
            while len(self._classes) > REMEMBERED:
                self._classes.popitem(last=False)
            return self._classes[text]


@st.cache_resource(show_spinner=False)
def hints_desk() -> HintsDesk:
    return HintsDesk()


def encoder() -> Embedder | None:
    """The encoder if it is loaded."""
    return hints_desk().embedder


def load_checks() -> None:
    """Load what the checks need, then draw the page with it. Call it when all else is drawn."""
    if not hints_desk().loaded:
        with st.spinner("Loading the checks, once after a start"):
            hints_desk().load()
        st.rerun()


@st.cache_resource(max_entries=4_000, show_spinner=False)
def reading_grade(text: str) -> float | None:
    """Flesch-Kincaid grade of one hint; None where it is withheld."""
    return report.readability(text).scores["flesch_kincaid_grade"]
