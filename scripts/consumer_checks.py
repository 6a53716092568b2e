"""One check a consumer: which files it gets, and what must be true of its answer."""

import html
import io
import json
import re
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scripts.consumer_samples import GARDEN, QUIZ, SET, samples, write_samples
from scripts.consumer_tools import (
    CONSUMERS,
    Failed,
    NotInstalled,
    command,
    node,
    odk_lint,
    office_to_text,
    python_tool,
    system_tool,
)
from services.formats.questionnaires import surveyjs
from services.formats.questionnaires.preparation import prepare
from services.questionnaire.models import QuestionnaireDraft

MOODLE_SCHEMA = Path(__file__).parent / "consumers" / "moodle.rng"


@dataclass(frozen=True)
class Check:
    """`run` gets a folder for its files and says in a few words what was found."""

    tool: str
    run: Callable[[Path], str]


def _require(fact: object, what: str) -> None:
    if not fact:
        raise Failed(what)


def xlsform(folder: Path) -> str:
    """pyxform, ODK Validate and xlsform-lint take both forms."""
    warnings = 0
    for kind, path in write_samples(folder, "questionnaires", "xlsform").items():
        answer = python_tool("xlsform", path)
        _require(not answer["errors"], f"{kind}: {answer['errors']}")
        warnings += len(answer["warnings"])
        lint = odk_lint(path)
        _require(lint["errors"] == 0, f"{kind}: xlsform-lint {lint}")
    return f"2 forms valid, {warnings} warnings"


STEPS: list[dict[str, Any]] = [
    {"visible": ["grows", "views", "ease", "since", "age"]},
    {
        "set": {"grows": "1"},
        "visible": ["grows", "hours", "crops", "views", "ease", "since", "age"],
    },
    {"set": {"hours": 101}, "invalid": ["hours"]},
    {
        "set": {"hours": 3, "crops": ["3"]},
        "visible": ["grows", "hours", "crops", "herb", "views", "ease", "since", "barrier", "age"],
    },
    {"choose": {"crops": ["1", "97"]}, "keeps": ["97"]},
    {"set": {"grows": "2"}, "visible": ["grows", "views", "ease", "since", "age"]},
]


def survey_core(folder: Path) -> str:
    """Models without errors, no text changed, a response played through the rules."""
    steps = folder / "steps.json"
    steps.write_text(json.dumps(STEPS), encoding="utf-8")
    for kind, path in write_samples(folder, "questionnaires", "surveyjs").items():
        found = node("surveyjs.js", path, *([steps] if kind == "usual" else []))
        problems = {k: v for k, v in found.items() if k != "questions" and v}
        _require(not problems, f"{kind}: {problems}")
        draft = samples("questionnaires")[kind]
        assert isinstance(draft, QuestionnaireDraft)
        kept = prepare(draft.questionnaire, surveyjs.TARGET).questionnaire
        _require(found["questions"] == len(kept.items), f"{kind}: {found['questions']} questions")
    return f"models built, expressions valid, {len(STEPS)} steps played"


def redcap(folder: Path) -> str:
    """Every field fits the schema of data dictionaries."""
    fields = 0
    for kind, path in write_samples(folder, "questionnaires", "redcap").items():
        answer = python_tool("redcap", path)
        _require(not answer["errors"], f"{kind}: {answer['errors'][:3]}")
        fields += answer["fields"]
    return f"{fields} fields valid"


def apps_script(folder: Path) -> str:
    """The scripts type-check against the Apps Script types."""
    compiler = CONSUMERS / "node_modules" / ".bin" / "tsc"
    if not compiler.exists():
        raise NotInstalled("typescript is not installed")
    for kind, path in write_samples(folder, "questionnaires", "google-forms").items():
        script = path.with_suffix(".js")
        script.write_bytes(path.read_bytes())
        options = ["--noEmit", "--allowJs", "--checkJs", "--lib", "es2019"]
        types = ["--typeRoots", str(CONSUMERS / "node_modules" / "@types")]
        done = command([compiler, *options, *types, "--types", "google-apps-script", script])
        _require(done.returncode == 0, f"{kind}: {done.stdout[:300]}")
    return "2 scripts type-check"


def qsf(folder: Path) -> str:
    """The parser finds the questions in their blocks, with their display logic."""
    paths = write_samples(folder, "questionnaires", "qsf")
    usual = python_tool("qsf", paths["usual"])
    # The introduction of one section is a question of its own in Qualtrics.
    wanted = {
        "errors": [],
        "name": GARDEN.title,
        "questions": len(GARDEN.items) + 1,
        "sections": [section.title for section in GARDEN.sections],
        "logic": 4,
    }
    _require(usual == wanted, f"usual: {usual}")
    awkward_answer = python_tool("qsf", paths["awkward"])
    _require(not awkward_answer["errors"], f"awkward: {awkward_answer}")
    return f"{usual['questions']} questions, {usual['logic']} with display logic"


def word(folder: Path) -> str:
    """LibreOffice prints every question."""
    pages = 0
    texts = {
        "questionnaires": [item.text for item in GARDEN.items],
        "hints": [q.question for q in QUIZ.questions],
        "passages": [i.question for p in SET.passages for i in p.items],
    }
    for room, wanted in texts.items():
        printed, number = office_to_text(write_samples(folder, room, "docx")["usual"], folder)
        plain = " ".join(printed.split())
        missing = [text for text in wanted if " ".join(text.split()) not in plain]
        _require(not missing, f"{room}: not on paper: {missing}")
        pages += number
    return f"3 documents, {pages} pages, all questions on them"


def codebook(folder: Path) -> str:
    """Well-formed, and valid where the schema is at hand."""
    xmllint = system_tool("xmllint")
    schema = CONSUMERS / "ddi" / "codebook.xsd"
    options = ["--schema", schema] if schema.exists() else []
    for kind, path in write_samples(folder, "questionnaires", "ddi").items():
        done = command([xmllint, "--noout", "--nonet", *options, path])
        _require(done.returncode == 0, f"{kind}: {done.stderr[:300]}")
    return "valid by codebook.xsd" if options else "well-formed (no codebook.xsd at hand)"


def lss(folder: Path) -> str:
    """Well-formed."""
    xmllint = system_tool("xmllint")
    for kind, path in write_samples(folder, "questionnaires", "limesurvey-lss").items():
        done = command([xmllint, "--noout", "--nonet", path])
        _require(done.returncode == 0, f"{kind}: {done.stderr[:300]}")
    return "well-formed (no package has LimeSurvey's importer)"


def olx(folder: Path) -> str:
    """The course is taken without errors."""
    cleaner = CONSUMERS / "venv" / "bin" / "edx-cleaner"
    if not cleaner.exists():
        raise NotInstalled("olxcleaner is not installed")
    for kind, path in write_samples(folder, "hints", "olx").items():
        course = folder / f"olx-{kind}"
        with tarfile.open(fileobj=io.BytesIO(path.read_bytes())) as archive:
            archive.extractall(course, filter="data")
        done = command([cleaner, "-c", course / "course" / "course.xml"])
        _require("ERROR" not in done.stdout, f"{kind}: {done.stdout[-400:]}")
        _require(done.returncode == 0, f"{kind}: {done.stdout[-400:]}")
    return "2 courses without errors"


def anki(folder: Path) -> str:
    """Imported; each card shows its hints in order behind links of their own."""
    paths = write_samples(folder, "hints", "anki")
    answer = python_tool("anki", paths["usual"])
    fronts = [html.unescape(card["front"]) for card in answer["cards"]]
    for question in QUIZ.questions:
        shown = [hint.text for hint in question.kept_hints]
        front = next((f for f in fronts if f.startswith(question.question)), "")
        _require(front, f"no card asks {question.question!r}")
        places = [front.find(text) for text in shown]
        _require(-1 not in places and places == sorted(places), f"hints on the card: {places}")
        _require(front.count('class="hint"') == len(shown), "a link for each hint")
        _require(question.answer not in front, "the front does not tell the answer")
    awkward_answer = python_tool("anki", paths["awkward"])
    return f"{answer['notes']} and {awkward_answer['notes']} notes imported and rendered"


def gift(folder: Path) -> str:
    """Parsed as the kinds of questions they are."""
    counted = 0
    for room in ("hints", "passages"):
        for kind, path in write_samples(folder, room, "gift").items():
            found = node("gift.js", path)
            _require("error" not in found, f"{room} {kind}: {found}")
            known = {"Category", "Description", "Short", "MC"}
            _require(set(found["types"]) <= known, f"{room} {kind}: {set(found['types'])}")
            counted += sum(kind in ("Short", "MC") for kind in found["types"])
    return f"{counted} questions parsed"


def h5p(folder: Path) -> str:
    """The packages are valid."""
    for kind, path in write_samples(folder, "hints", "h5p").items():
        target = folder / f"h5p-{kind}"
        with zipfile.ZipFile(path) as archive:
            archive.extractall(target)  # nosec B202 - a package that was just written here
        found = node("h5p.js", target)
        _require(not found, f"{kind}: {found}")
    return "2 packages valid"


def qti(folder: Path) -> str:
    """What the converter makes of our 3.0 must be what we write as 2.1."""
    converter = CONSUMERS / "venv" / "bin" / "qti-convert"
    if not converter.exists():
        raise NotInstalled("citolab-qti-convert is not installed")
    compared = 0
    for room in ("hints", "passages"):
        third, second = write_samples(folder, room, "qti3"), write_samples(folder, room, "qti21")
        for kind, path in third.items():
            converted = folder / f"{room}-{kind}-converted.zip"
            done = command([converter, "downgrade", path, converted])
            _require(done.returncode == 0, f"{room} {kind}: {done.stderr[-300:]}")
            ours, theirs = _items(second[kind]), _items(converted)
            _require(ours.keys() == theirs.keys(), f"{room} {kind}: other files")
            different = [name for name in ours if ours[name] != theirs[name]]
            _require(not different, f"{room} {kind}: {different[:3]} differ")
            compared += len(ours)
    return f"{compared} items convert to what is written as 2.1"


def _items(package: Path) -> dict[str, bytes]:
    """The items of a package in canonical form, without where their schema is said to lie."""
    from lxml import etree

    found = {}
    with zipfile.ZipFile(package) as archive:
        for name in archive.namelist():
            if not name.startswith("items/"):
                continue
            root = etree.fromstring(archive.read(name))
            for attribute in [a for a in root.attrib if "schemaLocation" in a]:
                del root.attrib[attribute]
            etree.cleanup_namespaces(root)
            canonical = etree.tostring(root, method="c14n")
            found[name] = re.sub(rb">\s+<", b"><", canonical)
    return found


def moodle(folder: Path) -> str:
    """Valid by our schema; the last try always earns something."""
    from lxml import etree

    schema = etree.RelaxNG(etree.parse(str(MOODLE_SCHEMA)))
    questions = 0
    for room in ("hints", "passages"):
        for kind, path in write_samples(folder, room, "moodle").items():
            document = etree.parse(str(path))
            _require(schema.validate(document), f"{room} {kind}: {schema.error_log.last_error}")
            for question in document.getroot():
                tries = len(question.findall("hint")) + 1
                penalty = float(question.findtext("penalty") or 0)
                _require(penalty * tries <= 1, f"{room} {kind}: the last try earns nothing")
                questions += 1
    return f"{questions} questions valid by moodle.rng"


CHECKS = {
    "xlsform": Check("pyxform, ODK Validate, xlsform-lint", xlsform),
    "surveyjs": Check("survey-core", survey_core),
    "redcap": Check("linkml with linkml-redcap", redcap),
    "google-forms": Check("tsc --checkJs, Apps Script types", apps_script),
    "qsf": Check("qualtrics (QSF parser)", qsf),
    "docx": Check("LibreOffice, pdftotext", word),
    "ddi": Check("xmllint", codebook),
    "limesurvey-lss": Check("xmllint", lss),
    "moodle": Check("RELAX NG of the importer's facts", moodle),
    "qti": Check("citolab-qti-convert", qti),
    "olx": Check("olxcleaner", olx),
    "anki": Check("anki", anki),
    "gift": Check("gift-pegjs", gift),
    "h5p": Check("h5p-server", h5p),
}
