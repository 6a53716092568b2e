"""The order of a questionnaire: threatening items late, facts before opinions, filters first."""

import re
from collections.abc import Iterator, Sequence

from services.questionnaire import lexicon
from services.questionnaire.faults.finding import AddItemsFix, Hit, OrderFix
from services.questionnaire.faults.option_set import has_way_out
from services.questionnaire.faults.registry import whole_rule
from services.questionnaire.faults.subject import Subject, Whole
from services.questionnaire.faults.taken_for_granted import FAMILY, assumed, owned_thing, used_thing
from services.questionnaire.faults.wording import asks_whether
from services.questionnaire.item_kind import Kind, sensitive_subject
from services.questionnaire.scales import LANGUAGES, background_items

# Fewer than this many easy questions before a threatening one are no rapport yet.
EASY_FIRST = 3
# A poll this short needs no description of its sample.
SHORT_POLL = 3
_GENERAL = re.compile(
    r"\b(?:overall|in general|generally|all things considered)\b|总体|总的来说", re.I
)
_OF_ONESELF = re.compile(r"\b(?:you|anyone|household)\b", re.IGNORECASE)
_YOU_DO = re.compile(r"\b(?:do|did|have|had|are|were|does|has) (?:you|anyone)\b", re.IGNORECASE)
_IF_ANSWERED = re.compile(
    r"^if (?:yes|no|so|not|you answered)\b|^如果?(?:是|否|选择)", re.IGNORECASE
)


@whole_rule("sensitive_too_early")
def sensitive_too_early(whole: Whole) -> Iterator[Hit]:
    """Income, drugs, sex, health and the like in the first third, before easy questions."""
    count = len(whole.subjects)
    topic = sensitive_subject(whole.topic)
    for index, subject in enumerate(whole.subjects):
        matter = sensitive_subject(subject.text)
        if matter is None or matter == topic or not _asks_of_oneself(subject):
            continue
        easy = [
            k for k in whole.content if k < index and not sensitive_subject(whole.subjects[k].text)
        ]
        later = [k for k in whole.content if k > index]
        early = index < max(1, count / 3)
        if early and len(easy) < EASY_FIRST and later:
            order = [*(k for k in range(count) if k != index), index]
            yield Hit(_sensitive_message(subject, matter), item=index, fix=OrderFix(tuple(order)))


def _asks_of_oneself(subject: Subject) -> bool:
    """A report on oneself, not an opinion on the subject at large."""
    return subject.kind is not Kind.OPINION or subject.is_yes_no


@whole_rule("demographics_missing")
def demographics_missing(whole: Whole) -> Iterator[Hit]:
    """No background item in a questionnaire long enough to compare groups in.

    In a language whose background items are not known, nothing can be said.
    """
    if len(whole.subjects) < SHORT_POLL:
        return
    if any(subject.kind is Kind.BACKGROUND for subject in whole.subjects):
        return
    language = whole.questionnaire.language
    if language.split("-")[0] not in LANGUAGES:
        return
    items = background_items(language, whole.subjects[0].audience)
    chinese = whole.subjects[0].chinese
    message = (
        "没有年龄、性别等背景问题。" if chinese else "No question says who the respondents are."
    )
    yield Hit(message, fix=AddItemsFix(items))


@whole_rule("subjective_before_objective")
def subjective_before_objective(whole: Whole) -> Iterator[Hit]:
    """Opinions open the questionnaire and the facts they rest on follow."""
    content = [(k, whole.subjects[k]) for k in whole.content]
    facts = [k for k, subject in content if subject.kind is Kind.FACT]
    opinions = [k for k, subject in content if subject.kind is Kind.OPINION]
    if not facts or not opinions:
        return
    ahead = [k for k in opinions if k < facts[0]]
    if not ahead or (len(ahead) == 1 and _GENERAL.search(whole.subjects[ahead[0]].text)):
        return
    first, fact = ahead[0], facts[0]
    order = _facts_first(len(whole.subjects), facts, ahead)
    if whole.subjects[first].chinese:
        message = f"先问事实（如第{fact + 1}题），再问看法。"
    else:
        message = f"Ask the facts first (question {fact + 1}), then what people think of them."
    yield Hit(message, item=first, related=(*ahead[1:], *facts), fix=OrderFix(order))


def _facts_first(total: int, facts: Sequence[int], ahead: Sequence[int]) -> tuple[int, ...]:
    """The opening opinions moved to just after the last fact."""
    rest = [k for k in range(total) if k not in ahead]
    place = rest.index(facts[-1]) + 1
    return (*rest[:place], *ahead, *rest[place:])


@whole_rule("filter_missing_or_late")
def filter_missing_or_late(whole: Whole) -> Iterator[Hit]:
    """A question that rests on a fact, with the question for that fact after it or nowhere."""
    for index, subject in enumerate(whole.subjects):
        rests_on = _rests_on(subject)
        if rests_on is None or subject.item.shown_if is not None:
            continue
        needed = _objects(subject, rests_on)
        if filter_before(whole, index, needed):
            continue
        late = _filter_after(whole, index, needed)
        if late is not None:
            order = _moved_up(len(whole.subjects), late, index)
            message = _filter_message(subject, late)
            yield Hit(
                message, item=index, span=rests_on.span(), related=(late,), fix=OrderFix(order)
            )
        elif _lacks_filter(whole, subject):
            yield Hit(_filter_message(subject, None), item=index, span=rests_on.span())


def filter_before(whole: Whole, index: int, needed: frozenset[str]) -> bool:
    """Whether an earlier question can tell to whom this one does not apply."""
    return any(_filters(whole.subjects[k], needed) for k in range(index))


def needed_by(subject: Subject) -> frozenset[str]:
    """What must be true of a respondent for this question, in meaning words; empty if nothing."""
    match = _rests_on(subject)
    return _objects(subject, match) if match else frozenset()


def _rests_on(subject: Subject) -> re.Match[str] | None:
    if match := _IF_ANSWERED.search(subject.text):
        return match
    return assumed(subject) or used_thing(subject) or owned_thing(subject)


def _objects(subject: Subject, match: re.Match[str]) -> frozenset[str]:
    """The meaning words of what is rested on; of the whole stem if the words say little."""
    part = subject.part(match.span())
    words = part.meaning_words & subject.meaning_words if part.text else frozenset()
    generic = frozenset({"reason", "use", "best", "like", "time", "often", "long", "much", "many"})
    return (words or subject.meaning_words) - generic or subject.meaning_words


def _filters(subject: Subject, needed: frozenset[str]) -> bool:
    asks = subject.is_yes_no or has_way_out(subject) or asks_whether(subject)
    return asks and _of_oneself(subject) and _touches(subject, needed)


def _of_oneself(subject: Subject) -> bool:
    """ "Has your town changed?" is about the town and tells no two people apart."""
    return subject.chinese or _OF_ONESELF.search(subject.text) is not None


def _own_report(subject: Subject) -> bool:
    """A fact about the respondent, which can decide what to ask next."""
    if subject.kind is Kind.OPINION:
        return False
    return subject.chinese or _YOU_DO.search(subject.text) is not None


def _touches(subject: Subject, needed: frozenset[str]) -> bool:
    """Whether a question is about one of the words; Chinese words may hold one another."""
    words = subject.meaning_words
    if words & needed:
        return True
    return subject.chinese and any(a in b or b in a for a in words for b in needed)


def _filter_after(whole: Whole, index: int, needed: frozenset[str]) -> int | None:
    for k in range(index + 1, len(whole.subjects)):
        subject = whole.subjects[k]
        asks = subject.is_yes_no or asks_whether(subject)
        if asks and _own_report(subject) and _touches(subject, needed):
            return k
    return None


def _lacks_filter(whole: Whole, subject: Subject) -> bool:
    """Missing only counts where the survey does not say that it is for owners, users, members."""
    if has_way_out(subject) or lexicon.pattern(FAMILY, "audience").search(whole.topic):
        return False
    return lexicon.pattern(FAMILY, "audience").search(subject.audience) is None


def _moved_up(total: int, late: int, index: int) -> tuple[int, ...]:
    order = [k for k in range(total) if k != late]
    order.insert(order.index(index), late)
    return tuple(order)


def _sensitive_message(subject: Subject, matter: str) -> str:
    if subject.chinese:
        return "敏感问题出现得太早，请放到靠后的位置。"
    return f"People may break off at a question about {matter} this early; ask it near the end."


def _filter_message(subject: Subject, late: int | None) -> str:
    if subject.chinese:
        return (
            f"先问第{late + 1}题，再问这题。" if late is not None else "缺少筛选题：并非人人适用。"
        )
    if late is not None:
        return f"Ask question {late + 1} first: it tells whom this question applies to."
    return "No earlier question finds out whom this applies to; ask that first."
