"""Which background questions a draft gets: from the catalogue, to suit the audience.

They count within the number of questions asked for, since that is what a respondent answers.
"""

import re

from services.questionnaire import scales
from services.questionnaire.models import Brief, Item
from services.questionnaire.wording import normal

TITLES = {"en": "About you", "zh": "基本信息"}
# From how many questions on a draft holds 1, 2, 3 background questions.
STEPS = (4, 10, 20)

_LEAVE_OUT_ALL = re.compile(
    r"\b(demographic|background|personal (data|detail|information|question)|about you)|"
    r"人口|背景|个人信息|基本信息",
    re.IGNORECASE,
)
_LEAVE_OUT = {
    "age": r"\bages?\b|年龄",
    "gender": r"\b(gender|sex)\b|性别",
    "education": r"\beducation\b|学历|教育程度",
    "year_of_study": r"\byear of study\b|年级",
    "employment": r"\b(employment|job|occupation)\b|职业|工作状况",
    "tenure": r"\btenure\b|工龄",
    "children": r"\bchildren\b|孩子",
    "area": r"\b(area|residence|where .*live)\b|居住地",
    "household_income": r"\bincome\b|收入",
}
_WORDINGS = {
    "age": r"\bhow old (are|is)\b|\byour age\b|您的年龄|多大年龄",
    "gender": r"\byour (gender|sex)\b|您的性别",
    "education": r"\blevel of education\b|\beducation level\b|最高学历|您的学历",
    "household_income": r"\bhousehold income\b|家庭.{0,4}收入",
}


def proposed(brief: Brief, total: int) -> tuple[Item, ...]:
    """Background items for a draft of `total` questions, in the order in which to ask them.

    None in a very short draft, or where the brief leaves them out.
    """
    wanted = sum(total >= step for step in STEPS)
    if not wanted or _LEAVE_OUT_ALL.search(brief.leave_out):
        return ()
    suited = [item for item in _catalogue(brief) if not _is_left_out(item, brief.leave_out)]
    return tuple(suited[:wanted])


def matching(text: str, brief: Brief) -> Item | None:
    """The catalogue's item that asks what `text` asks; None if it is no background question."""
    items = scales.background_items(brief.language, brief.audience)
    for item in items:
        if normal(item.text) == normal(text):
            return item
    for variable, wording in _WORDINGS.items():
        if re.search(wording, text, re.IGNORECASE):
            return next((item for item in items if item.variable == variable), None)
    return None


def title(language: str) -> str:
    """The heading of the section with background questions."""
    return TITLES["zh" if language.split("-")[0] == "zh" else "en"]


def _catalogue(brief: Brief) -> tuple[Item, ...]:
    """What was made for the audience before what suits everybody; age and income in their place."""
    items = scales.background_items(brief.language, brief.audience)
    usual = {item.variable for item in scales.background_items(brief.language, "")}
    special = [item for item in items if item.variable not in usual]
    fitting = [item for item in special if item.variable != "household_income"]
    rest = [item for item in items if item not in fitting]
    chosen = [*rest[:1], *fitting, *rest[1:]]
    return tuple(chosen)


def _is_left_out(item: Item, leave_out: str) -> bool:
    pattern = _LEAVE_OUT.get(item.variable)
    return bool(pattern and re.search(pattern, leave_out, re.IGNORECASE))
