"""Questions for one goal at a time: frames are filled, judged, and the best are kept.

The model gets more frames than questions are wanted and fills their blanks. What is cut off, in
another language, doubled, left out by the brief or a matter of the catalogue is dropped; the
model then judges the rest (see `judging`).
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event

from services.llm.base import Engine
from services.questionnaire import background, frame_filling, judging, prompts, question_kinds
from services.questionnaire.leave_out import LeftOut
from services.questionnaire.likeness import Likeness, subject_words
from services.questionnaire.models import Brief
from services.questionnaire.question_kinds import Frame, Stage
from services.questionnaire.section_titles import section_title
from services.questionnaire.wording import trimmed
from services.questionnaire.wording_faults import WordingCheck, doubles
from services.text.embeddings import Embedder

# Frames offered beyond the questions wanted, and the most that one request holds.
SPARE = 2
LARGEST_REQUEST = 6
# Requests in a row that bring nothing new before a goal is given up.
PATIENCE = 2
# What a fault of wording, and one place down the plan, cost against the margin of the judgement.
FAULT_COST = 1.0
RANK_COST = 0.1
OFF_TOPIC_COST = 3.0
# The first draft is the model's likeliest; asked again, it samples.
HEAT = 0.7
# Questions already there that the model is shown: the latest, for the prompt to stay short.
SHOWN = 20

OnPartial = Callable[[str, tuple[str, ...]], None]


@dataclass(frozen=True, slots=True)
class Written:
    """The questions written for a goal, in their order in a section, and a title for them."""

    title: str
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Candidate:
    text: str
    frame: Frame
    score: float

    @property
    def stage(self) -> Stage:
        return self.frame.kind.stage


class QuestionWriter:
    """Writes the questions of one draft and remembers what it has asked.

    `asked` are questions that are there already: they are shown to the model and not repeated.
    """

    def __init__(
        self,
        brief: Brief,
        engine: Engine,
        *,
        embedder: Embedder | None = None,
        asked: Sequence[str] = (),
        cancel: Event | None = None,
    ) -> None:
        self.repairs = 0
        self._brief = brief
        self._engine = engine
        self._embedder = embedder
        self._cancel = cancel
        self._prompts = prompts.of(brief.language)
        self._likeness = Likeness(brief.language, embedder)
        self._left_out = LeftOut(brief.leave_out, brief.language, self._likeness)
        self._check = WordingCheck(brief)
        self._shown = tuple(asked)[-SHOWN:]
        self._asked = list(asked)
        self._used: Counter[str] = Counter()
        for text in asked:
            self._count(question_kinds.recognise(text, brief.language))

    def write(
        self, goal: str, count: int, *, fresh: bool = False, on_partial: OnPartial | None = None
    ) -> Written:
        """Up to `count` new questions for `goal`; fewer when the model has no more to give.

        With `fresh` (or a seed in the brief) the model samples instead of giving its likeliest.
        """
        found: list[_Candidate] = []
        tried: set[str] = set()
        title, idle, rounds = "", 0, 0
        while len(found) < count and idle < PATIENCE:
            frames = self._frames(goal, count - len(found), tried)
            heat = HEAT if fresh or rounds or self._brief.seed else 0.0
            filled = self._fill(goal, frames, heat, rounds, on_partial)
            new = self._judged(goal, self._new(filled.texts, frames, [c.text for c in found]))
            title = title or filled.title
            found += new
            idle, rounds = (0 if new else idle + 1), rounds + 1
        kept = _best(found, count)
        for candidate in kept:
            self._asked.append(candidate.text)
            self._count(candidate.frame.kind)
        ordered = sorted(kept, key=lambda candidate: candidate.stage)
        title = section_title(title, goal, self._brief.topic, self._brief.language)
        return Written(title, tuple(self._mended(c.text) for c in ordered))

    def stock(self, count: int) -> tuple[str, ...]:
        """Questions made of the bare topic, for when the model gives nothing usable."""
        kept: list[str] = []
        # One topic in every question: an encoder would find them all alike.
        likeness = Likeness(self._brief.language, None)
        for frame in question_kinds.stock(self._brief.language):
            text = frame.filled(_as_phrase(self._brief.topic))
            if len(kept) < count and not likeness.repeats(text, [*self._asked, *kept]):
                kept.append(text)
        self._asked += kept
        return tuple(kept)

    def _frames(self, goal: str, missing: int, tried: set[str]) -> list[Frame]:
        """Frames not yet tried for the goal; once all were, they come round again."""
        every = question_kinds.plan(goal, self._brief.language, self._used, self._brief.topic)
        untried = [frame for frame in every if frame.kind.name not in tried]
        if not untried:
            tried.clear()
        chosen = _varied(untried or every, min(missing + SPARE, LARGEST_REQUEST))
        tried |= {frame.kind.name for frame in chosen}
        return chosen

    def _fill(
        self,
        goal: str,
        frames: Sequence[Frame],
        heat: float,
        rounds: int,
        on_partial: OnPartial | None,
    ) -> frame_filling.Filled:
        lines = [prompts.heading(self._brief, self._prompts)]
        if self._shown:
            lines.append(f"{self._prompts.asked}:\n{prompts.listed(self._shown)}")
        lines.append(f"{self._prompts.goal}: {goal}")
        filled = frame_filling.fill(
            frames,
            "\n".join(lines),
            self._engine,
            language=self._brief.language,
            temperature=heat,
            seed=self._brief.seed + rounds,
            cancel=self._cancel,
            on_partial=on_partial,
        )
        self.repairs += filled.repairs
        return filled

    def _new(
        self, texts: Sequence[str | None], frames: Sequence[Frame], found: Sequence[str]
    ) -> list[tuple[str, Frame]]:
        """What can be kept of an answer."""
        kept: list[tuple[str, Frame]] = []
        for text, frame in zip(texts, frames, strict=True):
            if text and not self._is_known(text, [*found, *(other for other, _ in kept)]):
                kept.append((text, frame))
        return kept

    def _is_known(self, text: str, others: Sequence[str]) -> bool:
        asked = [*self._asked, *others]
        return (
            self._likeness.repeats(text, asked)
            or self._left_out.holds(text)
            or background.matching(text, self._brief) is not None
            or doubles(text, self._likeness.akin(text, asked), self._brief, self._embedder)
        )

    def _judged(self, goal: str, questions: Sequence[tuple[str, Frame]]) -> list[_Candidate]:
        """The model's judgement, less what faults of wording, a late rank and words cost that
        are neither the topic's nor the goal's."""
        texts = [text for text, _ in questions]
        rows = zip(questions, self._margins(goal, texts), self._check.counts(texts), strict=True)
        return [
            _Candidate(
                text,
                frame,
                margin
                - FAULT_COST * faults
                - RANK_COST * rank
                - (OFF_TOPIC_COST if self._is_off_topic(text, frame, goal) else 0.0),
            )
            for rank, ((text, frame), margin, faults) in enumerate(rows)
        ]

    def _is_off_topic(self, text: str, frame: Frame, goal: str) -> bool:
        """Judged by words, for Chinese, where no encoder of drafts tells it."""
        language = self._brief.language
        if language.split("-")[0] != "zh":
            return False
        own = subject_words(text, language)
        own -= subject_words(f"{frame.before} {frame.after}", language)
        return not own & subject_words(f"{self._brief.topic} {goal}", language)

    def _margins(self, goal: str, texts: Sequence[str]) -> list[float]:
        """For yes over no, in nats; cosines with the goal where the engine cannot score."""
        if judging.can_judge(self._engine):
            return judging.questions(texts, self._brief.topic, goal, self._engine, self._cancel)
        aim = f"{self._brief.topic}. {goal}"
        return [self._likeness.to(text, [aim])[0] for text in texts]

    def _mended(self, text: str) -> str:
        """A kept question whose wording has a fault is rewritten if that mends it."""
        mended, repairs = self._check.mended(text, self._engine, self._cancel)
        self.repairs += repairs
        place = self._asked.index(text)
        if mended == text or self._is_known(mended, self._asked[:place] + self._asked[place + 1 :]):
            return text
        self._asked[place] = mended
        return mended

    def _count(self, kind: question_kinds.QuestionKind | None) -> None:
        if kind is not None:
            self._used[kind.name] += 1


def _varied(frames: Sequence[Frame], count: int) -> list[Frame]:
    """The first `count` frames, of each group two at most: one of them will be kept."""
    groups: Counter[str] = Counter()
    chosen: list[Frame] = []
    for frame in frames:
        group = frame.kind.group
        if not group or groups[group] < 2:
            chosen.append(frame)
            groups[group] += 1
    return (chosen or list(frames))[:count]


def _best(found: Sequence[_Candidate], count: int) -> list[_Candidate]:
    """The highest scores; a second question of one group only where there is no other."""
    ranked = sorted(found, key=lambda candidate: -candidate.score)
    first: list[_Candidate] = []
    for candidate in ranked:
        group = candidate.frame.kind.group
        if not group or group not in {kept.frame.kind.group for kept in first}:
            first.append(candidate)
    second = [candidate for candidate in ranked if candidate not in first]
    return [*first, *second][:count]


def _as_phrase(topic: str) -> str:
    """The topic inside a sentence: "Food waste" becomes "food waste", "AI" stays as it is."""
    topic = trimmed(topic)
    first = topic.split()[0] if topic else ""
    is_plain = first.isalpha() and first[:1].isupper() and first[1:].islower()
    return topic[:1].lower() + topic[1:] if is_plain else topic
