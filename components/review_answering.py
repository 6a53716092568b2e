"""The answering study: the play view, on a list of questions of this person's own."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from components.hints_play import ATTEMPT, play
from components.workbench import Bench, workshop
from services.compare.rating import quiz_for, with_plays
from services.compare.study_models import Rater
from services.hints import attempts
from services.hints.models import HintQuiz


class RaterBench(Bench):
    """The study as the quiz of one person: what they play is kept in the study."""

    def __init__(self, bench: Bench, rater: Rater) -> None:
        super().__init__(bench.draft)
        self._rater = rater

    @property
    def document(self) -> HintQuiz:
        return quiz_for(self.draft.document, self._rater.id)

    def add(self, change: Callable[[Any], Any], *, author: str, what: str) -> None:
        plays = change(self.document).plays
        self.draft = workshop().repository.update(
            self.id, lambda now: with_plays(now, plays), author=author, what=what
        )


def answering(bench: Bench, rater: Rater) -> None:
    """One run through the questions; its id is the rater's, so that there is only one."""
    seat = RaterBench(bench, rater)
    kept = workshop().repository.cached(attempts.NAMESPACE, rater.id)
    if kept is None:
        attempt = attempts.begin(seat.document, rater.name).model_copy(update={"id": rater.id})
        workshop().repository.keep(attempts.NAMESPACE, attempt.id, attempt.model_dump_json())
    elif attempts.Attempt.model_validate_json(kept[0]).turn is None:
        st.success("That was the last one. Thank you: everything is kept.", icon=":material/flag:")
        return
    st.query_params[ATTEMPT] = rater.id
    play(seat)
