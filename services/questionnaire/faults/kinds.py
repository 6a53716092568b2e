"""The 23 faults: the field's term, what is wrong, who says so, how grave it is."""

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """An error spoils the data, a warning biases it, advice is a matter of judgement."""

    ERROR = "error"
    WARNING = "warning"
    ADVICE = "advice"


@dataclass(frozen=True, slots=True)
class FaultKind:
    """`whole` faults are of the questionnaire and need several questions to be seen."""

    code: str
    term: str
    definition: str
    reference: str
    severity: Severity
    whole: bool = False


_QAS = "Willis & Lessler 1999, QAS-99"
_KP = "Krosnick & Presser 2010, Handbook of Survey Research"
_DSC = "Dillman, Smyth & Christian 2014"
_QUAID = "Graesser et al. 2006, QUAID"
_LIETZ = "Lietz 2010"
_SG = "Saris & Gallhofer 2014"
_QSNAIL = "Qsnail"
_TAH = "Taherdoost 2022"

_ERROR, _WARNING, _ADVICE = Severity.ERROR, Severity.WARNING, Severity.ADVICE

KINDS: dict[str, FaultKind] = {
    kind.code: kind
    for kind in (
        FaultKind(
            "double_barrelled",
            "double-barrelled",
            "One answer is asked for two or more issues.",
            f"{_QAS} step 4c; {_DSC}",
            _WARNING,
        ),
        FaultKind(
            "leading",
            "leading question",
            "The wording or its context points to the wanted answer.",
            f"{_KP}; {_QAS} step 6",
            _WARNING,
        ),
        FaultKind(
            "loaded",
            "loaded wording",
            "Value-laden words carry a judgement into the question.",
            f"{_KP}; {_LIETZ}",
            _WARNING,
        ),
        FaultKind(
            "double_negative",
            "double negation",
            "Two negations must be untangled, counting a negative one may have to disagree with.",
            f"{_KP}; {_LIETZ}",
            _WARNING,
        ),
        FaultKind(
            "vague_quantifier",
            "vague quantifier",
            "A word for how often or how much means something else to each reader.",
            f"{_QUAID}; {_QAS} step 3c; Schaeffer 1991",
            _WARNING,
        ),
        FaultKind(
            "no_reference_period",
            "undefined reference period",
            "Events are to be counted, but over which time is not said.",
            f"{_QAS} step 3d",
            _WARNING,
        ),
        FaultKind(
            "too_long_complex",
            "complex syntax",
            "A long or deeply nested sentence overtaxes working memory.",
            f"{_QUAID}; Lenzner, Kaczmirek & Lenzner 2010; {_QAS} step 3a",
            _WARNING,
        ),
        FaultKind(
            "technical_term",
            "unfamiliar technical term",
            "A term or abbreviation is not known to everybody who is asked.",
            f"{_QAS} step 3b; {_QUAID}",
            _WARNING,
        ),
        FaultKind(
            "presupposition",
            "inappropriate assumption",
            "The question takes for granted what is not true of everybody.",
            f"{_QAS} steps 4a and 4b",
            _WARNING,
        ),
        FaultKind(
            "unbalanced_scale",
            "unbalanced scale",
            "A scale has more points on one side, or its middle off the centre.",
            f"{_DSC}; {_SG}",
            _ERROR,
        ),
        FaultKind(
            "overlapping_ranges",
            "options not mutually exclusive",
            "One value fits two options.",
            f"{_QAS} step 7e; {_KP}; {_QSNAIL}",
            _ERROR,
        ),
        FaultKind(
            "gap_in_ranges",
            "options not exhaustive",
            "Some values fit no option.",
            f"{_QAS} step 7f; {_QSNAIL}",
            _ERROR,
        ),
        FaultKind(
            "unsorted_options",
            "illogical order of options",
            "Options that have an order do not stand in it.",
            f"{_QAS} step 7g; {_QSNAIL}",
            _ERROR,
        ),
        FaultKind(
            "missing_escape_option",
            "options not exhaustive",
            "Somebody to whom no option applies, or who will not tell, has nothing to choose.",
            f"{_QAS} step 7f; {_TAH}",
            _WARNING,
        ),
        FaultKind(
            "option_question_mismatch",
            "question-response mismatch",
            "The options answer another kind of question.",
            f"{_QAS} step 7b; {_SG}",
            _ERROR,
        ),
        FaultKind(
            "too_many_options",
            "too many options",
            "There are more options than one can weigh.",
            f"{_KP}; {_LIETZ}",
            _ADVICE,
        ),
        FaultKind(
            "absolutes",
            "absolute term",
            "Always, never or all leave only one true answer.",
            _DSC,
            _WARNING,
        ),
        FaultKind(
            "sensitive_too_early",
            "threatening question too early",
            "A threatening question comes before the respondent trusts the survey.",
            f"{_DSC}; {_QAS} step 6 (evidence is mixed)",
            _ADVICE,
            whole=True,
        ),
        FaultKind(
            "demographics_missing",
            "no background questions",
            "Without background questions no group can be compared and no sample described.",
            _QSNAIL,
            _ADVICE,
            whole=True,
        ),
        FaultKind(
            "subjective_before_objective",
            "opinions before facts",
            "Opinions are asked before the facts they rest on.",
            f"{_QSNAIL}; {_TAH}",
            _ADVICE,
            whole=True,
        ),
        FaultKind(
            "topics_not_grouped",
            "topics not grouped",
            "Questions on one topic are split by another topic.",
            f"{_QSNAIL}; {_TAH}",
            _ADVICE,
            whole=True,
        ),
        FaultKind(
            "filter_missing_or_late",
            "filter question missing or late",
            "A dependent question has no filter before it.",
            f"{_QSNAIL} (Figure 1); {_QAS} step 4a",
            _WARNING,
            whole=True,
        ),
        FaultKind(
            "duplicate",
            "redundant question",
            "Two questions ask the same.",
            f"{_QSNAIL} (Rep-sem)",
            _WARNING,
            whole=True,
        ),
    )
}
