"""Options that let a respondent out: Other, None, Not applicable, Don't know, refusal.

They are no points of a scale and no band of a range: balance, order and count are judged
without them (Willis & Lessler 1999, QAS-99 step 7; Taherdoost 2022).
"""

import re
from collections.abc import Iterable

from services.questionnaire.models import Option, OptionRole

# The order in which they close a list of options.
CLOSING_ORDER = (
    OptionRole.OTHER,
    OptionRole.NONE,
    OptionRole.NOT_APPLICABLE,
    OptionRole.DONT_KNOW,
    OptionRole.REFUSAL,
)

_LABELS = {
    "en": {
        OptionRole.OTHER: "Other (please specify)",
        OptionRole.NONE: "None of these",
        OptionRole.NOT_APPLICABLE: "Not applicable",
        OptionRole.DONT_KNOW: "Don't know",
        OptionRole.REFUSAL: "Prefer not to say",
    },
    "zh": {
        OptionRole.OTHER: "其他（请注明）",
        OptionRole.NONE: "以上都没有",
        OptionRole.NOT_APPLICABLE: "不适用",
        OptionRole.DONT_KNOW: "不清楚",
        OptionRole.REFUSAL: "不愿透露",
    },
}

_PATTERNS = (
    (
        OptionRole.REFUSAL,
        r"^(i('d| would)? )?(rather not (say|answer|tell))|"
        r"^(i('d| would)? )?(prefer|choose|decline|refuse|wish|do not wish|don't wish|"
        r"don't want|do not want)( not)? to (say|answer|disclose|respond|share|state|tell)|"
        r"^(decline|refused|no answer|no response)\b|"
        r"不(愿|想|便)(意)?(透露|回答|告知|说|作答)|拒绝(回答|透露|作答)|^保密$|"
        r"^keine (angabe|antwort)n?$|"
        r"^(das )?möchte ich (lieber )?nicht (sagen|angeben|beantworten)|"
        r"^(je )?(préfère|souhaite) ne pas (répondre|dire|le dire)|^(je )?ne souhaite pas répondre|"
        r"^prefiero no (decir|contestar|responder)",
    ),
    (
        OptionRole.DONT_KNOW,
        r"^(i )?(do not|don't|dont|can't|cannot|can not)( really)? (know|remember|recall|say)|"
        r"^(i('m| am) )?(not sure|unsure|uncertain|undecided)|^no (opinion|idea|view)|^unknown$|"
        r"^(ich )?wei(ß|ss) (es )?(ich )?nicht$|^kann ich nicht (sagen|beurteilen|einschätzen)|"
        r"^(je )?ne sais pas$|^sans opinion$|^no (lo )?s(é|abe)\b|"
        r"^(不知道|不清楚|不确定|说不清|不好说|不了解|没想过|记不清|不记得|无法判断)(楚)?$",
    ),
    (
        OptionRole.NOT_APPLICABLE,
        r"^(not applicable|n/?\.?a\.?)\b|^(this )?does(n't| not) apply|not relevant to me|"
        r"不适用|不涉及|^无关$|^entfällt$|^nicht (anwendbar|relevant)|^sans objet$|"
        r"^no (aplica|procede)$",
    ),
    (
        OptionRole.NONE,
        r"^(none|neither|nothing)( (of|at|in)\b.*| apply| applies)?$|^no preference$|"
        r"^(i )?(do not|don't|did not|didn't|have not|haven't|have never|am not|never|no longer|"
        r"was not|wasn't|have no) "
        r"(?!(really )?(like|want|need|trust|feel|think|believe|understand|enjoy|(have )?"
        r"(a |an |any )?(good|clear|proper|real|fair|nice|suitable|reliable|decent)\b|(have )?"
        r"(the |enough |much )?(time|money|interest|energy|idea|opinion|need)|agree|"
        r"care)\b).+|^no, i .+|"
        r"^(keine?[rs]?|nichts) (davon|der genannten|von (diesen|alledem))|^aucun(e)? de ces|"
        r"^ningun[oa] de|"
        r"^(以上)?(都没有|都不是|均无|均不|都不|皆无|皆非)|以上(都|皆|均)(不|没|无|非)|"
        r"^(我)?(没有|从未|从没|从不|未曾|没|不(愿意?|想|打算|会)?)(付费|支付|花钱|用|使用|参加|去|买|购买|看|听|吃|喝|养|开)过?.*$",
    ),
    (
        OptionRole.OTHER,
        r"^(an)?others?(?! than)(\s[\w/'-]+){0,2}\s*([(:,–—-].*)?$|"
        r"^(something|someone|somewhere|anything) else|"
        r"\b(please )?(specify|describe|write in)\b|another (way|option|reason|answer)|"
        r"^(sonstige[rs]?|andere[rs]?|etwas anderes)(,? und zwar)?\s*([(:,–—-].*)?$|"
        r"^autres?\s*([(:,–—-].*)?$|^otr[oa]s?\s*([(:,–—-].*)?$|"
        r"elsewhere$|^其(他|它)|请(注明|说明|填写|补充)|^别的",
    ),
)
_ROLES = tuple((role, re.compile(pattern, re.IGNORECASE)) for role, pattern in _PATTERNS)
_QUOTES = str.maketrans({"’": "'", "‘": "'", "＇": "'"})


def role_of(label: str) -> OptionRole:
    """What an option is for, by its wording (English, Chinese); ordinary when nothing says so."""
    text = " ".join(label.translate(_QUOTES).split()).rstrip(".。")
    for role, pattern in _ROLES:
        if pattern.search(text):
            return role
    return OptionRole.ORDINARY


def escape_option(role: OptionRole, language: str = "en") -> Option:
    """The usual wording of an escape option in `language` (English where it is not known)."""
    labels = _LABELS.get(language.split("-")[0], _LABELS["en"])
    return Option(label=labels[role], role=role)


def is_substantive(option: Option) -> bool:
    """Whether an option is a real answer: neither marked nor worded as an escape."""
    return option.role is OptionRole.ORDINARY and role_of(option.label) is OptionRole.ORDINARY


def effective_role(option: Option) -> OptionRole:
    """The option's own role, or what its wording says when it has none."""
    return option.role if option.role is not OptionRole.ORDINARY else role_of(option.label)


def in_closing_order(options: Iterable[Option]) -> tuple[Option, ...]:
    """Substantive options as they stand, then the escape options in their usual order."""
    options = tuple(options)
    substantive = [option for option in options if is_substantive(option)]
    escapes = [option for option in options if not is_substantive(option)]
    return (*substantive, *sorted(escapes, key=lambda o: CLOSING_ORDER.index(effective_role(o))))
