"""Double-barrelled questions: two issues joined in one stem.

English by spaCy's coordination (a `cc` "and" with its `conj`), after what is joined but one thing
is taken out: fixed pairs, relations between two sides, examples, sums, instructions, conditions.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from services.questionnaire import lexicon
from services.questionnaire.faults.finding import Hit, SplitFix, quoted
from services.questionnaire.faults.registry import item_rule
from services.questionnaire.faults.subject import Subject

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

FAMILY = "coordination"
JOINTS = {"and", "&", "plus"}
# A clause that sets the scene ("When you arrived and checked in, ...") is not what is asked.
SCENE = {"advcl", "relcl", "acl", "npadvmod"}
CONTENT = {"NOUN", "PROPN", "VERB", "ADJ", "ADV", "AUX", "PRON"}
CONTRASTS = re.compile(
    r"\b(local|national|physical|mental|domestic|foreign|written|oral|personal|professional|public|"
    r"private|internal|external|academic|social)\b",
    re.IGNORECASE,
)
_WH_JOINT = re.compile(
    r"\b(who|what|when|where|why|how|which|how (?:often|much|many|long)) (?:and|&) "
    r"(who|what|when|where|why|how|which)\b",
    re.IGNORECASE,
)


_OPPOSED = re.compile(
    r"\b(less|more|fewer|increase|reduce|cut|raise|lower|spend)\b.{2,40}\band "
    r"(less|more|fewer|increase|reduce|cut|raise|lower|spend)\b(?! or)",
    re.IGNORECASE,
)


@item_rule("double_barrelled")
def double_barrelled(subject: Subject) -> Iterator[Hit]:
    """One answer asked for two issues; the fix asks for each by itself."""
    if subject.chinese:
        yield from _chinese(subject)
    if subject.doc is None:
        return
    match = subject.find(_WH_JOINT) or subject.find(_OPPOSED)
    if match:
        yield _hit(subject, match[1], match[2], match.span(), None)
        return
    for left, right in (*_joined(subject.doc), *_verbs_joined(subject.doc)):
        if not _names_one_thing(subject, left, right):
            span = (left.left_edge.idx, right.idx + len(right))
            yield _hit(subject, left.text, right.text, span, _split(subject.doc, left, right))
            return


def _joined(doc: "Doc") -> Iterator[tuple["Token", "Token"]]:
    """Pairs of words joined by "and" or "as well as", the outermost first."""
    for token in doc:
        is_joint = token.lower_ in JOINTS and token.dep_ in ("cc", "conj", "punct")
        if is_joint or (token.lower_ == "as" and token.dep_ == "cc"):
            left = token.head
            rights = [child for child in left.children if child.dep_ == "conj" and child.i > left.i]
            if not rights and left.dep_ == "conj":
                left, rights = left.head, [left]
            if rights and left.pos_ in CONTENT and left.i < rights[-1].i:
                yield left, rights[-1]


def _verbs_joined(doc: "Doc") -> Iterator[tuple["Token", "Token"]]:
    """ "ban phones and shorten the break": an infinitive after "and", whatever the parse says."""
    for joint in doc[1:-2]:
        if joint.lower_ not in JOINTS or doc[joint.i + 1].tag_ not in ("VB", "VBP"):
            continue
        earlier = [t for t in doc[: joint.i] if t.tag_ == "VB"]
        before = earlier[-1] if earlier else doc[joint.i - 1]
        if earlier or doc[0].tag_ == "MD" or doc[0].lower_ in ("do", "does", "did"):
            yield before, doc[joint.i + 1]


def _names_one_thing(subject: Subject, left: "Token", right: "Token") -> bool:
    text = subject.text
    start, end = left.left_edge.idx, right.right_edge.idx + len(right.right_edge)
    around = text[max(0, start - 1) : min(len(text), end + 12)]
    before = text[:start]
    if lexicon.whole_words(FAMILY, "one_thing").search(around):
        return True
    if lexicon.pattern(FAMILY, "relation").search(before + text[start : left.idx]):
        return True
    if lexicon.pattern(FAMILY, "together").search(text):
        return True
    if lexicon.pattern(FAMILY, "instruction").search(_sentence_of(subject, left)):
        return True
    if _in_brackets(text, left.idx) or _is_number(left) or _is_number(right):
        return True
    if _is_name(left) and _is_name(right):
        return True
    if _is_attribute(left, right) and not CONTRASTS.search(around):
        return True
    if not subject.is_statement and _sentence_of(subject, left) != subject.question:
        return True
    return _is_scene(left) or _is_sum(subject, left)


def _sentence_of(subject: Subject, token: "Token") -> str:
    place = [text for offset, text in subject.sentences if offset <= token.idx]
    return place[-1] if place else subject.text


def _in_brackets(text: str, place: int) -> bool:
    return text.count("(", 0, place) > text.count(")", 0, place)


def _is_number(token: "Token") -> bool:
    return token.like_num or token.pos_ == "NUM" or token.text[:1].isdigit()


def _is_name(token: "Token") -> bool:
    return token.text[:1].isupper() and token.i > 0


def _is_attribute(left: "Token", right: "Token") -> bool:
    """ "local and national news": two words before the one noun they describe.

    "Air pollution and traffic noise" are two nouns, whatever the parse makes of them.
    """
    before = left.dep_ in ("amod", "compound", "nmod") and left.head.i > right.i
    own = left.pos_ == "NOUN" and any(c.dep_ in ("compound", "amod", "nmod") for c in left.children)
    return before and not own


def _is_scene(token: "Token") -> bool:
    """Inside a condition, a relative clause or an opening phrase rather than in what is asked."""
    for ancestor in (token, *token.ancestors):
        # "The ability to read and write" is asked for; "the food served and sold" is a scene.
        if ancestor.dep_ in SCENE and not (ancestor.dep_ == "acl" and ancestor.tag_ == "VB"):
            return True
        if (
            ancestor.dep_ == "prep"
            and ancestor.head.dep_ == "ROOT"
            and ancestor.i < _subject_of(ancestor.head)
        ):
            return True
    return False


def _subject_of(verb: "Token") -> int:
    subjects = [child.i for child in verb.children if child.dep_.startswith("nsubj")]
    return min(subjects, default=verb.i)


def _is_sum(subject: Subject, left: "Token") -> bool:
    """ "How many adults and children": one number; "Which of these": the options tell apart."""
    if left.pos_ == "VERB" and left.dep_ == "ROOT":
        return False
    return lexicon.pattern(FAMILY, "sums").search(subject.question) is not None


def _split(doc: "Doc", left: "Token", right: "Token") -> SplitFix | None:
    """The stem with only the first part, and with only the second.

    What follows the second word ("of our staff") is kept for both unless the first has its own.
    """
    if any(child.dep_ == "conj" and child.i != right.i for child in left.children):
        return None
    text = doc.text
    joint = next((t for t in doc[left.i : right.i] if t.lower_ in JOINTS or t.lower_ == "as"), None)
    if joint is None or left.pos_ != right.pos_ or right not in left.children:
        return None
    own = any(child.i > left.i and child.dep_ == "prep" for child in left.children)
    end_of_first = joint.idx
    tail = right.right_edge if own else right
    first = text[:end_of_first].rstrip(" ,") + text[tail.idx + len(tail) :]
    start = left.left_edge.idx if left.pos_ in ("NOUN", "PROPN") else left.idx
    after = doc[joint.i + 3] if joint.lower_ == "as" else doc[joint.i + 1]
    second = text[:start] + text[after.idx :]
    return SplitFix((_tidy(first), _tidy(second)))


def _tidy(text: str) -> str:
    text = re.sub(r"\s+([?.!,])", r"\1", " ".join(text.split()))
    return text[:1].upper() + text[1:]


def _chinese(subject: Subject) -> Iterator[Hit]:
    question = subject.question
    text = re.sub(r"[（(][^）)]*[）)]", lambda match: "□" * len(match[0]), question)
    if lexicon.pattern(FAMILY, "zh_not_joint").search(text):
        return
    if lexicon.pattern(FAMILY, "zh_choice").search(text):
        return
    if not (subject.is_statement or lexicon.pattern(FAMILY, "zh_evaluated").search(text)):
        return
    one_thing = lexicon.pattern(FAMILY, "one_thing")
    joint = re.compile(
        r"(?P<left>[\u4e00-\u9fff]{2,6}?)(和|与|以及|及|并且|而且|、|，并|(?<![合一])并(?![购发非不且未列排])|同时)"
        r"(?P<right>[\u4e00-\u9fff]{2,6})"
    )
    masked = one_thing.sub(lambda match: "□" * len(match[0]), text)
    match = joint.search(masked)
    if match:
        offset = subject.text.find(question)
        span = (offset + match.start(), offset + match.end())
        yield Hit("一个问题问了两件事，请分开问。", span=span)


def _hit(
    subject: Subject, left: str, right: str, span: tuple[int, int], fix: SplitFix | None
) -> Hit:
    message = f"One answer cannot tell {quoted([left, right])} apart; ask for each by itself."
    return Hit(message, span=span, fix=fix)
