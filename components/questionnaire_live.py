"""The checks of the draft on the page, again after every edit.

The encoder and spaCy are loaded once a process, and only when the page has been drawn; until then
`checks_of` gives None. One `LiveChecks` a language serves all sessions, one at a time.
"""

import threading
from collections import OrderedDict

import streamlit as st

from components.workbench import Bench, workshop
from services.errors import NotFound, Unavailable
from services.questionnaire.live import Checks, LiveChecks
from services.questionnaire.models import QuestionnaireDraft
from services.store.repository import Draft

REMEMBERED = 60


class ChecksDesk:
    """Live checks by language. `problem` says why meaning cannot be measured, if so."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._live: dict[str, LiveChecks] = {}
        self._known: OrderedDict[tuple[object, ...], Checks] = OrderedDict()
        self.problem: Unavailable | None = None

    def is_loaded(self, language: str) -> bool:
        return language in self._live

    def check(self, draft: Draft, reference: Draft | None = None) -> Checks:
        """The checks of a draft at its revision; what was checked before is remembered."""
        compared = (reference.id, reference.revision) if reference else None
        key = (draft.id, draft.revision, compared)
        with self._lock:
            if key not in self._known:
                self._known[key] = self._checked(draft.document, reference)
            self._known.move_to_end(key)
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
            return self._known[key]

    def _checked(self, document: QuestionnaireDraft, reference: Draft | None) -> Checks:
        language = document.questionnaire.language
        if language not in self._live:
            self._live[language] = self._opened(language)
        other = reference.document.questionnaire if reference else None
        live = self._live[language]
        return live.check(document.questionnaire, document.brief, reference=other)

    def _opened(self, language: str) -> LiveChecks:
        try:
            return LiveChecks(workshop().embedder_for(language))
        except Unavailable as error:
            self.problem = error
            return LiveChecks(None)


@st.cache_resource(show_spinner=False)
def checks_desk() -> ChecksDesk:
    return ChecksDesk()


def checks_of(bench: Bench) -> Checks | None:
    """The checks of the draft as it is now; None while what they need is not loaded."""
    if not checks_desk().is_loaded(bench.document.questionnaire.language):
        return None
    return checks_desk().check(bench.draft, reference_of(bench))


def load_checks(bench: Bench) -> None:
    """Load what the checks need, then draw the page with them. Call it when all else is drawn."""
    if checks_of(bench) is None and bench.document.questionnaire.items:
        with st.spinner("Loading the checks, once after a start"):
            checks_desk().check(bench.draft)
        st.rerun()


def reference_of(bench: Bench) -> Draft | None:
    """The draft that was chosen to compare with, if it is still there."""
    chosen = st.session_state.get(reference_key(bench))
    if not chosen:
        return None
    try:
        return workshop().repository.get(chosen)
    except NotFound:
        return None


def reference_key(bench: Bench) -> str:
    return f"{bench.id}:reference"
