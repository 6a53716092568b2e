"""TriviaHG JSON: the sixteen attributes of the published data (arXiv 2403.18426, Table 1).

The published files spell two of them in two ways (Candidate(s)_Answers, Famil(i)arity); both are
read. Citation marks like [^1^] in hints lead to the entries of Hints_Sources; on reading they
become the hint's source, on writing they are set again.
"""

import json
import re
from typing import Any

from services.errors import InvalidInput
from services.formats.base import Imported, Unread
from services.formats.guarded_text import parse_json
from services.formats.hints.preparation import Part, Target, losses_for, prepare
from services.formats.hints.trec_names import COARSE, FINE
from services.formats.rewriting import rewrite
from services.hints.models import Entity, Hint, HintQuiz, QuestionType, TriviaQuestion

TARGET = Target(
    label="TriviaHG",
    carries=frozenset({Part.ALIASES, Part.HINTS, Part.GRADES}),
    texts=(rewrite(r"\[\^\d+\^\]", "", "it would be read as a citation mark"),),
    needs_answer=False,
)
losses = losses_for(TARGET)
_MARK = re.compile(r"\[\^(\d+)\^\]")
_SOURCE = re.compile(r"\[(\d+)\]:\s*(.*)", re.DOTALL)
Json = dict[str, Any]


def write(quiz: HintQuiz) -> bytes:
    """A JSON list with one object a question, all sixteen attributes in each."""
    kept = prepare(quiz, TARGET).quiz
    records = [_record(question) for question in kept.questions]
    return json.dumps(records, ensure_ascii=False, indent=1).encode()


def _record(question: TriviaQuestion) -> Json:
    sources = list(dict.fromkeys(hint.source for hint in question.hints if hint.source))
    kind = question.question_type
    return {
        "Q_ID": question.id,
        "Question": question.question,
        "Hints": [_marked(hint, sources) for hint in question.hints],
        "Hints_Sources": [f"[{n}]: {source}" for n, source in enumerate(sources, start=1)],
        "Snippet": "",
        "Snippet_Sources": [],
        "ExactAnswer": [question.answer, *question.aliases],
        "MajorType": _coarse(kind.coarse) if kind else "",
        "MinorType": _fine(kind.fine) if kind else "",
        "Candidates_Answers": list(question.candidates),
        "Q_Popularity": {},
        "Exact_Answer_Popularity": _popularity(question.answer_popularity),
        "H_Popularity": [_entities(hint) for hint in question.hints],
        "Scores": [_scores(hint, question.candidates) for hint in question.hints],
        "Convergence": [hint.hicos for hint in question.hints],
        "Familiarity": [
            {"Min": hint.hifas_min, "Avg": hint.hifas, "Max": hint.hifas_max}
            for hint in question.hints
        ],
    }


def _marked(hint: Hint, sources: list[str]) -> str:
    return f"{hint.text}[^{sources.index(hint.source) + 1}^]" if hint.source else hint.text


def _coarse(code: str) -> str:
    return f"{code}:{COARSE.get(code, code)}"


def _fine(code: str) -> str:
    return f"{code.partition(':')[2]}:{FINE.get(code, code)}"


def _popularity(value: float | None) -> Json:
    """The paper's three bands of answers: below 0.33 hard, below 0.66 medium, else easy."""
    if value is None:
        return {}
    band = "Hard" if value < 0.33 else "Medium" if value < 0.66 else "Easy"
    return {"Normalized": value, "Category": band}


def _entities(hint: Hint) -> Json:
    return {e.title: e.normalized for e in hint.entities if e.normalized is not None}


def _scores(hint: Hint, candidates: tuple[str, ...]) -> Json:
    pairs = zip(candidates, hint.verdicts, strict=False)
    return {candidate: verdict for candidate, verdict in pairs if verdict is not None}


def is_data(value: Any) -> bool:
    """Whether parsed JSON looks like TriviaHG's."""
    return (
        isinstance(value, list)
        and bool(value)
        and isinstance(value[0], dict)
        and {"Question", "ExactAnswer"} <= set(value[0])
    )


def read(data: bytes) -> Imported[HintQuiz]:
    """The questions. Raises `InvalidInput` naming the entry that has no question."""
    value = parse_json(data)
    if value != [] and not is_data(value):
        raise InvalidInput(
            "The file is no TriviaHG list: its entries need Question and ExactAnswer."
        )
    unread: list[Unread] = []
    questions = []
    for number, record in enumerate(value, start=1):
        if not isinstance(record, dict) or not isinstance(record.get("Question"), str):
            raise InvalidInput(f"Entry {number} has no Question text.")
        questions.append(_question(record))
        for name in ("Snippet", "Snippet_Sources", "Q_Popularity"):
            if record.get(name):
                unread.append(Unread(number, name, "this attribute has no place in a hint quiz."))
    return Imported(HintQuiz(questions=tuple(questions)), tuple(unread))


def _question(record: Json) -> TriviaQuestion:
    exact = record.get("ExactAnswer")
    answers = [str(each) for each in (exact if isinstance(exact, list) else [exact or ""])]
    candidates = _list(record.get("Candidates_Answers") or record.get("Candidate_Answers"))
    names = tuple(str(candidate) for candidate in candidates)
    popularity = _object(record.get("Exact_Answer_Popularity"))
    fields: Json = {"id": str(record["Q_ID"])} if record.get("Q_ID") else {}
    return TriviaQuestion(
        question=record["Question"],
        answer=answers[0] if answers else "",
        aliases=tuple(answers[1:]),
        question_type=_type(record),
        answer_popularity=_number(popularity.get("Normalized")),
        candidates=names,
        hints=_hints(record, names),
        **fields,
    )


def _type(record: Json) -> QuestionType | None:
    coarse = str(record.get("MajorType") or "").partition(":")[0]
    fine = str(record.get("MinorType") or "").partition(":")[0]
    if f"{coarse}:{fine}" not in FINE:
        return None
    # The file states the class; nothing was guessed.
    return QuestionType(coarse=coarse, fine=f"{coarse}:{fine}", confidence=1.0)


def _hints(record: Json, candidates: tuple[str, ...]) -> tuple[Hint, ...]:
    sources = _sources(record.get("Hints_Sources"))
    familiarity = record.get("Familiarity") or record.get("Familarity")
    hints = []
    for place, said in enumerate(_list(record.get("Hints"))):
        named = [sources[n] for n in _MARK.findall(str(said)) if n in sources]
        text = _MARK.sub(lambda m: "" if m[1] in sources else m[0], str(said))
        grades = _at(familiarity, place)
        grades = grades if isinstance(grades, dict) else {"Avg": grades}
        scores = _object(_at(record.get("Scores"), place))
        popularity = _object(_at(record.get("H_Popularity"), place))
        hints.append(
            Hint(
                text=text,
                source=" ".join(dict.fromkeys(named)),
                order=place + 1,
                hicos=_number(_at(record.get("Convergence"), place)),
                hifas=_number(grades.get("Avg")),
                hifas_min=_number(grades.get("Min")),
                hifas_max=_number(grades.get("Max")),
                verdicts=tuple(_verdict(scores, name) for name in candidates) if scores else (),
                entities=tuple(
                    Entity(name=title, title=title, normalized=_number(value))
                    for title, value in popularity.items()
                ),
            )
        )
    return tuple(hints)


def _sources(entries: Any) -> dict[str, str]:
    """Sources by their number, as the citation marks name them."""
    matches = [_SOURCE.fullmatch(str(entry)) for entry in _list(entries)]
    return {match[1]: match[2] for match in matches if match}


def _at(values: Any, place: int) -> Any:
    return values[place] if isinstance(values, list) and place < len(values) else None


def _number(value: Any) -> float | None:
    usable = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if usable else None


def _verdict(scores: Json, name: str) -> int | None:
    value = scores.get(name)
    return int(value) if isinstance(value, int) and value in (0, 1) else None


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _object(value: Any) -> Json:
    return value if isinstance(value, dict) else {}
