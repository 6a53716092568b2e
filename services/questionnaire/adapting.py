"""Questions of other questionnaires, made to fit a topic."""

from collections.abc import Callable, Sequence

from services.errors import UnusableAnswer
from services.llm.base import Sampling
from services.llm.structured import generate
from services.questionnaire import options, prompts
from services.questionnaire.item_kind import is_background
from services.questionnaire.leave_out import LeftOut
from services.questionnaire.likeness import Likeness
from services.questionnaire.models import Brief, Item, Origin, ResponseFormat
from services.questionnaire.options import Filling
from services.questionnaire.question_kinds import recognise
from services.questionnaire.retrieval import Retrieved
from services.questionnaire.settling import settled
from services.questionnaire.wording import without_instruction
from services.questionnaire.wording_faults import Rewritten, WordingCheck, doubles, usable_question

Progress = Callable[[int, int | None, str], None]
_FIXED = (ResponseFormat.SCALE, ResponseFormat.YES_NO)


def adapted(
    found: Sequence[Retrieved], wanted: int, filling: Filling, progress: Progress
) -> tuple[list[Item], int]:
    """Up to `wanted` items: the best questionnaire's questions, then those of the next.

    A question that comes out doubled, faulty, off the topic or about what the brief leaves out is
    passed over. Scales and yes/no stay as they were; other options are written anew.
    """
    goals = [intent.text for intent in filling.brief.intents] or [filling.brief.topic]
    judge = _Judge(filling, goals)
    kept: list[Item] = []
    repairs = 0
    sources = [(hit.questionnaire.title, item) for hit in found for item in hit.questionnaire.items]
    for title, source in sources:
        if len(kept) == wanted:
            break
        if is_background(source):
            continue
        progress(len(kept), wanted, "questions")
        text = _reworded(source, goals[len(kept) % len(goals)], filling)
        asked = [item.text for item in kept]
        if text is None or not judge.takes(text, asked, title):
            repairs += 1
            continue
        item, more = _item(source, text, filling)
        kept.append(item)
        repairs += more
    return kept, repairs


class _Judge:
    """Decides whether an adapted question is one for the new topic."""

    def __init__(self, filling: Filling, goals: Sequence[str]) -> None:
        self._brief = filling.brief
        self._embedder = filling.embedder
        self._aims = [filling.brief.topic, *goals]
        self._likeness = Likeness(filling.brief.language, filling.embedder)
        self._left_out = LeftOut(filling.brief.leave_out, filling.brief.language, self._likeness)
        self._check = WordingCheck(filling.brief)

    def takes(self, text: str, asked: Sequence[str], source_title: str) -> bool:
        if not self._likeness.touches(text, self._aims) or self._left_out.holds(text):
            return False
        # What is nearer to where it came from was not adapted.
        near_topic, near_source = self._likeness.to(text, [self._brief.topic, source_title])
        if near_topic < near_source or self._likeness.repeats(text, asked):
            return False
        akin = self._likeness.akin(text, asked)
        if doubles(text, akin, self._brief, self._embedder):
            return False
        return self._check.counts([text]) == [0]


def _reworded(source: Item, goal: str, filling: Filling) -> str | None:
    """The source's question about the new topic; None when the model gives nothing usable."""
    words = prompts.of(filling.brief.language)
    heading = prompts.heading(filling.brief, words)
    asked = without_instruction(source.text)
    request = f"{heading}\n{words.goal}: {goal}\n{words.question}: {asked}"
    try:
        answer = generate(
            filling.engine,
            words.adapt.messages(request),
            Rewritten,
            Sampling(
                max_tokens=90,
                temperature=0.7 if filling.brief.seed else 0.0,
                seed=filling.brief.seed,
            ),
            max_repairs=0,
            cancel=filling.cancel,
        )
    except UnusableAnswer:
        return None
    if words.adapt.echoes(answer.value.question):
        return None
    return usable_question(answer.value.question, filling.brief.language)


def _item(source: Item, text: str, filling: Filling) -> tuple[Item, int]:
    """The adapted question with the source's scale, or with options of its own."""
    item = Item(text=text, origin=Origin.MODEL)
    keeps = source.format in _FIXED and _answers_alike(source, text, filling.brief)
    if keeps:
        scaled = item.model_copy(
            update={"format": source.format, "options": source.options, "scale": source.scale}
        )
        return settled(scaled, filling.brief)
    filled = options.refilled(item, filling)
    return filled.item, filled.repairs


def _answers_alike(source: Item, text: str, brief: Brief) -> bool:
    """Whether the new wording is answered as the old one was: the model may have changed it."""
    before, after = recognise(source.text, brief.language), recognise(text, brief.language)
    return before is not None and after is not None and before.name == after.name
