"""Which background questions a draft gets: from the catalogue, to suit the audience.

They count within the number of questions asked for, since that is what a respondent answers.
"""

import re

from services.questionnaire import scales
from services.questionnaire.escape import role_of
from services.questionnaire.models import Brief, Item, Option, OptionRole, Origin, ResponseFormat
from services.questionnaire.option_labels import coded
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
# Two nouns in the plural, so that "bed and breakfast guests" are one group.
_TWO_GROUPS = {
    "en": re.compile(
        r"(?P<first>[A-Za-z][a-z]+(?: [a-z]+)?[^\Ws]s) (?:and|or) "
        r"(?P<second>[a-z]+(?: [a-z]+)?[^\Ws]s)(?= (?:of|in|at|from|who|with)\b|$)"
    ),
    "zh": re.compile(r"(?P<first>[\u4e00-\u9fff]{2,6})[和与及](?P<second>[\u4e00-\u9fff]{2,6})$"),
}
_AGES = re.compile(
    r"\b(?:aged?|ages)\s*(?:from |between )?(\d{1,2})\s*(?:to|and|-|–)\s*(\d{1,2})\b"
    r"|\b(\d{1,2})\s*(?:to|-|–)\s*(\d{1,2})[- ]year[- ]olds?\b"
    r"|(\d{1,2})\s*(?:至|到|-|–)\s*(\d{1,2})\s*岁",
    re.IGNORECASE,
)
# Up to so many years an age is asked by year, beyond that in bands.
MOST_YEARS = 6
_OUTSIDE = {"en": ("Under {}", "{} or older"), "zh": ("不满{}岁", "{}岁及以上")}
_WHICH = {"en": "Which of these describes you?", "zh": "以下哪一项符合您的情况？"}
_BOTH = {"en": ("Both", "Neither of these"), "zh": ("两者都是", "以上都不是")}
_WORDINGS = {
    "age": r"\bhow old are you\b|\byour age\b|您的年龄|多大年龄",
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


def role_item(brief: Brief) -> Item | None:
    """Which of two groups a respondent is of, where the audience is of two ("Residents and shop
    owners of the old town"): without it their answers cannot be compared. None otherwise."""
    language = "zh" if brief.language.split("-")[0] == "zh" else "en"
    found = _TWO_GROUPS[language].match(brief.audience.strip())
    if found is None:
        return None
    labels = [_singular(found["first"]), _singular(found["second"]), *_BOTH[language]]
    options = tuple(
        Option(label=label, code=str(number), role=role_of(label))
        for number, label in enumerate(labels, start=1)
    )
    return Item(
        text=_WHICH[language],
        format=ResponseFormat.SINGLE,
        options=options,
        variable="role",
        origin=Origin.CATALOGUE,
    )


def matching(text: str, brief: Brief) -> Item | None:
    """The catalogue's item that asks what `text` asks; None if it is no background question."""
    items = scales.background_items(brief.language, brief.audience)
    role = role_item(brief)
    for item in (*items, role) if role else items:
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
    """What was made for the audience before what suits everybody.

    Age comes first. Where one lives tells little of people of one place, and income is asked last.
    """
    items = tuple(
        _of_the_audience(item, brief)
        for item in scales.background_items(brief.language, brief.audience)
    )
    usual = {item.variable for item in scales.background_items(brief.language, "")}
    special = [item for item in items if item.variable not in usual]
    fitting = [item for item in special if item.variable not in ("household_income", "area")]
    rest = [item for item in items if item not in fitting]
    role = role_item(brief)
    return (*([role] if role else []), *rest[:1], *fitting, *rest[1:])


def _of_the_audience(item: Item, brief: Brief) -> Item:
    """The age question with each year of an audience of few ages ("apprentices aged 16 to 20")."""
    found = _AGES.search(brief.audience) if item.variable == "age" else None
    if found is None:
        return item
    low, high = (int(number) for number in found.groups() if number)
    if not 0 < high - low <= MOST_YEARS:
        return item
    ways_out = [o for o in item.options if role_of(o.label) is not OptionRole.ORDINARY]
    under, over = _OUTSIDE["zh" if brief.language.split("-")[0] == "zh" else "en"]
    years = [str(year) for year in range(low, high + 1)]
    labels = [under.format(low), *years, over.format(high + 1)]
    options = [Option(label=label) for label in labels]
    return item.model_copy(update={"options": coded([*options, *ways_out])})


def _singular(group: str) -> str:
    """ "Shop owners" as one of them: "Shop owner"; Chinese has no plural."""
    group = group[:1].upper() + group[1:]
    if group.endswith("ies"):
        return f"{group[:-3]}y"
    return group.removesuffix("s")


def _is_left_out(item: Item, leave_out: str) -> bool:
    pattern = _LEAVE_OUT.get(item.variable)
    return bool(pattern and re.search(pattern, leave_out, re.IGNORECASE))
