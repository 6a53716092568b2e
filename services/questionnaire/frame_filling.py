"""One request: the model fills the blanks of several frames for one goal."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any

from pydantic import BaseModel, Field, create_model
from pydantic_core import from_json

from services.errors import UnusableAnswer
from services.llm.base import Engine, Message, Sampling
from services.llm.structured import generate
from services.questionnaire import prompts
from services.questionnaire.prompts import Task
from services.questionnaire.question_kinds import Frame, Stage
from services.questionnaire.wording import (
    fits_language,
    is_whole,
    sentence_case,
    trimmed,
    without_asides,
)

# In a question of fact the model sometimes repeats what the goal asks for: "使用单车的目的".
_GOAL_WORD = re.compile(r"的(地点|目的|频率|次数|原因|时间|时长|情况|方式)$")
# "停车困难" before "有多容易或多困难".
_HARD = re.compile(r"(?<=..)(?:很|非常)?(?:困难|容易|方便|不便)$")
# An act, where things to list are wanted: no 的, and no noun at its end that would make it one.
_ACT = re.compile(
    r"^(?:使用|参加|参与|购买|选择|乘坐|前往|去|观看|阅读|学习|食用|服用|租用|驾驶|骑|练习|访问|联系)"
    r"(?!.*的)(?!.*(?:方式|方法|问题|困难|功能|原因|理由|内容|种类|类型|项目|渠道|平台|地点|场所|工具"
    r"|用途|时间|目的|场景|服务)$)"
)
_MOMENT = re.compile(
    r"(?:receive|get|have|own|know|buy|order|hear|find|choose|decide|need|want|think|feel|leave)\b",
    re.IGNORECASE,
)
_ABSTRACT = re.compile(r"^the (?:importance|concept|idea|issue|topic|meaning) of (?=\w)", re.I)
_DEGREE_OF = ("familiar are you with", "interested are you in", "satisfied are you with")
LONGEST_BLANK = 90
LONGEST_TITLE = 60


@dataclass(frozen=True, slots=True)
class Filled:
    """`texts` runs beside the frames asked for: the whole question, or None where the blank is
    missing, cut off, in another language, or that of an example. `title` may be empty."""

    title: str
    texts: tuple[str | None, ...]
    repairs: int


def fill(
    frames: Sequence[Frame],
    request: str,
    engine: Engine,
    *,
    language: str,
    temperature: float = 0.0,
    seed: int = 0,
    cancel: Event | None = None,
    on_partial: Callable[[str, tuple[str, ...]], None] | None = None,
) -> Filled:
    """Fill the frames for a request (topic, audience, goal) in one answer.

    Asks once (and once more if the answer is no JSON); an answer that breaks off is salvaged.

    `on_partial` gets the title and the questions so far while they are written.
    """
    words = prompts.of(language)
    task, title_key = words.finish, words.title

    def show(raw: str) -> None:
        if on_partial is not None:
            on_partial(*_partial(raw, frames, title_key))

    sampling = Sampling(
        max_tokens=60 + 50 * len(frames), temperature=temperature, top_p=0.95, seed=seed
    )
    answer_type = _answer_type(frames, title_key)
    values, repairs = _asked(engine, task.messages(request), answer_type, sampling, show, cancel)
    blanks = [values.get(frame.key) for frame in frames]
    usable = [None if _is_echo(blank, task) else blank for blank in blanks]
    texts = tuple(_whole(f, blank, language) for f, blank in zip(frames, usable, strict=True))
    return Filled(_title(values.get(title_key), language), texts, repairs)


def _asked(
    engine: Engine,
    messages: Sequence[Message],
    answer_type: type[BaseModel],
    sampling: Sampling,
    on_text: Callable[[str], None],
    cancel: Event | None,
) -> tuple[dict[str, Any], int]:
    """An answer's fields by the names they have in the prompt, and how often it was repaired."""
    try:
        answer = generate(
            engine, messages, answer_type, sampling, max_repairs=1, cancel=cancel, on_text=on_text
        )
    except UnusableAnswer as problem:
        return _salvaged(problem.raw), 1
    return answer.value.model_dump(by_alias=True), answer.repairs


def _answer_type(frames: Sequence[Frame], title_key: str) -> type[BaseModel]:
    """The form that an answer is held to: a title, and a blank for each frame."""
    blanks: dict[str, Any] = {
        f"blank_{number}": (str, Field(alias=frame.key, max_length=LONGEST_BLANK))
        for number, frame in enumerate(frames)
    }
    title = Field(alias=title_key, max_length=LONGEST_TITLE)
    return create_model("Questions", title=(str, title), **blanks)


def _is_echo(blank: Any, task: Task) -> bool:
    return isinstance(blank, str) and task.echoes(blank)


def _whole(frame: Frame, blank: Any, language: str) -> str | None:
    """The frame with its blank; None when the blank is not usable."""
    if not isinstance(blank, str) or len(blank) >= LONGEST_BLANK:
        return None
    text = trimmed(without_asides(blank.replace("？", "?").split("?")[0]))
    # The model sometimes repeats the words before the blank, or writes those after it.
    before, after = trimmed(frame.before), trimmed(frame.after)
    if before and text.casefold().startswith(before.casefold()):
        text = trimmed(text[len(before) :])
    if before.casefold().startswith("in the past"):
        text = text.removeprefix("ever ")
    if frame.kind.stage <= Stage.REASON:
        text = _GOAL_WORD.sub("", text)
    if before.casefold().endswith(_DEGREE_OF):
        # "Familiar with the importance of date labels" asks about the labels.
        text = _ABSTRACT.sub("", text)
    if before.casefold().endswith("important to you is"):
        # "How important to you is to have a garden?" lacks a subject; the garden is one.
        text = re.sub(r"^to (?:have|get|see|find|be able to) ", "", text, flags=re.IGNORECASE)
        if text.casefold().startswith("to "):
            return None
    if before.casefold().endswith("how many hours do you") and _MOMENT.match(text):
        # Nobody receives a letter for hours.
        return None
    if after.startswith("有哪些") and (text.startswith(("没", "不", "未")) or _ACT.search(text)):
        # "您没有找到的单车有哪些": nobody can list what there was not; and "您使用单车有哪些" is
        # no sentence.
        return None
    if "多困难" in after:
        text = _HARD.sub("", text)
    text = _without_common_end(text, after)
    if not is_whole(text, LONGEST_BLANK) or not fits_language(text, language):
        return None
    return frame.filled(text)


def _without_common_end(text: str, after: str) -> str:
    """`text` without an end that is how `after` begins: "…的次数" before "的次数是多少"."""
    for length in range(min(len(text) - 1, len(after)), 1, -1):
        if text.endswith(after[:length]):
            return text[:-length]
    return text


def _partial(raw: str, frames: Sequence[Frame], title_key: str) -> tuple[str, tuple[str, ...]]:
    """What can be shown of an answer that is still being written."""
    values = _salvaged(raw)
    blanks = ((frame, values.get(frame.key)) for frame in frames)
    texts = tuple(
        frame.filled(trimmed(blank)) for frame, blank in blanks if isinstance(blank, str) and blank
    )
    title = values.get(title_key)
    return (title if isinstance(title, str) else ""), texts


def _salvaged(raw: str) -> dict[str, Any]:
    """The fields of an answer that broke off; empty when there is nothing in it."""
    try:
        found = from_json(raw, allow_partial="trailing-strings")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _title(value: Any, language: str) -> str:
    if not isinstance(value, str) or len(value) >= LONGEST_TITLE:
        return ""
    title = sentence_case(trimmed(value))
    return title if is_whole(title, LONGEST_TITLE) and fits_language(title, language) else ""
