"""What the checks found: term, reason, place, source, the fix to accept, and "not here"."""

from collections import Counter
from collections.abc import Iterable, Sequence

import streamlit as st

from components.fields import WHOLE_PAGE, Repaint, commit
from components.plain import plain
from components.questionnaire_cards import ItemCard, changed
from components.questionnaire_opinion import ask_opinion, opinion
from components.questionnaire_terms import SEVERITY_MEANS, knows_wording, severity_badge
from components.workbench import Bench
from services.questionnaire import editing
from services.questionnaire.faults.finding import (
    AddItemsFix,
    Finding,
    OptionsFix,
    OrderFix,
    RemoveFix,
    SplitFix,
    TextFix,
)
from services.questionnaire.faults.kinds import KINDS, Severity
from services.questionnaire.fixing import accept_fix
from services.questionnaire.live import Checks
from services.questionnaire.models import QuestionnaireDraft

SHOWN_LABELS = 12


def item_findings(bench: Bench, card: ItemCard) -> None:
    """Everything found about one question, and what was put aside for it."""
    item = card.item
    if card.findings is None:
        st.markdown(":gray-badge[:material/hourglass_top: Checking]")
    elif not item.text.strip():
        st.markdown(":gray-badge[:material/edit: Nothing to check yet]")
    elif not card.findings:
        st.markdown(_nothing_found(bench.document))
    for place, finding in enumerate(card.findings or ()):
        _finding(bench, finding, item.text, f"{bench.id}:{item.id}:{finding.code}:{place}")
    put_aside(bench, item.dismissed, item.id)


def whole_findings(bench: Bench, checks: Checks) -> None:
    """What is found about the questionnaire as a whole, and what was put aside for it."""
    for place, finding in enumerate(of_the_whole(checks, bench.document)):
        _finding(bench, finding, "", f"{bench.id}:whole:{finding.code}:{place}")
    put_aside(bench, bench.document.dismissed, None)


def of_the_whole(checks: Checks, document: QuestionnaireDraft) -> tuple[Finding, ...]:
    """Findings that belong to no single question, without those put aside."""
    return tuple(
        finding
        for finding in checks.findings
        if finding.item_id is None and finding.code not in document.dismissed
    )


def counts(checks: Checks, document: QuestionnaireDraft) -> Counter[Severity]:
    """How many findings there are of each severity, without those put aside."""
    of_items = [finding for finding in checks.findings if finding.item_id is not None]
    return Counter(finding.severity for finding in [*of_items, *of_the_whole(checks, document)])


def _nothing_found(document: QuestionnaireDraft) -> str:
    """No praise for a wording that nobody looked at."""
    if knows_wording(document.questionnaire.language):
        return ":green-badge[:material/check: No fault found]"
    return ":gray-badge[:material/translate: Wording not checked]"


def count_badges(found: Counter[Severity], document: QuestionnaireDraft) -> str:
    """The counts as badges of Markdown, gravest first; a word of praise when there are none."""
    if not found.total():
        return _nothing_found(document)
    return " ".join(severity_badge(each, found[each]) for each in Severity if found[each])


def severity_words() -> str:
    """What the three severities mean, in one line."""
    return ", ".join(f"{name.value}: {means}" for name, means in SEVERITY_MEANS.items())


def put_aside(bench: Bench, codes: Iterable[str], item_id: str | None) -> None:
    """What the author said does not apply here, each to be shown again."""
    for code in codes:
        term = KINDS[code].term if code in KINDS else "a fault"
        st.button(
            f"Check again: {term}",
            key=f"{bench.id}:recall:{item_id}:{code}",
            icon=":material/visibility_off:",
            type="tertiary",
            help="You said that this does not apply here, so it is not shown.",
            on_click=commit,
            args=(
                bench,
                lambda now, code=code: editing.recall_finding(now, code, item_id),
                f"Check again: {term}",
                _repaint(bench, item_id),
            ),
        )


def _finding(bench: Bench, finding: Finding, text: str, key: str) -> None:
    with st.container(gap="xsmall", key=f"{key}:found"):
        kind = finding.kind
        place = text[slice(*finding.span)] if finding.span else ""
        quoted = f" “{plain(place, limit=60)}”" if place and place not in finding.message else ""
        badge = severity_badge(finding.severity)
        st.markdown(
            f"{badge} **{plain(kind.term).capitalize()}**{quoted}  \n{plain(finding.message)}",
            help=f"{plain(kind.definition)}\n\nSource: {plain(kind.reference)}",
        )
        if proposed := fix_in_words(finding, bench.document):
            st.markdown(f":material/arrow_forward: {proposed}")
        _answers(bench, finding, key)


def _answers(bench: Bench, finding: Finding, key: str) -> None:
    term, judged = finding.kind.term, bench.document.questionnaire
    with st.container(horizontal=True, gap="xsmall"):
        if finding.fix is not None:
            st.button(
                "Accept fix",
                key=f"{key}:fix",
                icon=":material/auto_fix_high:",
                on_click=commit,
                args=(
                    bench,
                    lambda now: accept_fix(now, finding, judged),
                    f"Fixed: {term}",
                    lambda: changed(bench),
                ),
            )
        st.button(
            "Not here",
            key=f"{key}:not",
            icon=":material/visibility_off:",
            type="tertiary",
            help="Do not show this fault here any more. It can be brought back.",
            on_click=commit,
            args=(
                bench,
                lambda now: editing.dismiss_finding(now, finding.code, finding.item_id),
                f"Not here: {term}",
                _repaint(bench, finding.item_id),
            ),
        )
        ask_opinion(bench, finding, key)
    opinion(bench, finding, key)


def _repaint(bench: Bench, item_id: str | None) -> Repaint:
    """What to draw after an answer: in the questions view only what changed."""
    return (lambda: changed(bench)) if item_id is not None else WHOLE_PAGE


def fix_in_words(finding: Finding, document: QuestionnaireDraft) -> str:
    """What accepting the fix would put in place, as Markdown; empty without a fix."""
    match finding.fix:
        case OptionsFix(options):
            return _labels([option.label for option in options])
        case TextFix(text):
            return f"“{plain(text)}”"
        case SplitFix(texts):
            return "; ".join(f"“{plain(text)}”" for text in texts)
        case AddItemsFix(items):
            return "Add: " + "; ".join(f"“{plain(item.text)}”" for item in items)
        case RemoveFix():
            return "Take this question out."
        case OrderFix(order):
            return _moves(order, document)
    return ""


def _labels(labels: Sequence[str]) -> str:
    shown = [plain(label) for label in labels[:SHOWN_LABELS]]
    more = len(labels) - len(shown)
    return " · ".join([*shown, *([f"and {more} more"] if more else [])])


def _moves(order: Sequence[int], document: QuestionnaireDraft) -> str:
    """Where the questions go that leave their place: "Question 5 becomes 2"."""
    if len(order) != len(document.questionnaire.items):
        return "Another order of the questions."
    moved = [(old, new) for new, old in enumerate(order) if abs(old - new) > 1]
    moved = moved or [(old, new) for new, old in enumerate(order) if old != new]
    words = [f"question {old + 1} becomes {new + 1}" for old, new in moved[:3]]
    return f"{', '.join(words)[:1].upper()}{', '.join(words)[1:]}; the others close up."
