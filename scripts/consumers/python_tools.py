"""Runs inside the consumers' own virtual environment: one tool and one file a call.

`python_tools.py TOOL FILE` prints one JSON object; `errors` is empty if the tool took the file.
"""

import csv
import json
import sys
import tempfile
from pathlib import Path
from typing import Any


def xlsform(path: Path) -> dict[str, Any]:
    """pyxform, and ODK Validate (Java) on the XForm it makes."""
    from pyxform.errors import PyXFormError
    from pyxform.xls2xform import convert

    try:
        result = convert(xlsform=str(path), validate=True)
    except PyXFormError as error:
        return {"errors": [str(error)]}
    except Exception as error:
        if type(error).__name__ != "ODKValidateError":
            raise
        return {"errors": [str(error)]}
    return {"errors": [], "warnings": result.warnings}


def redcap(path: Path) -> dict[str, Any]:
    """The LinkML schema of REDCap's data dictionary."""
    from linkml.validator import validate
    from linkml_redcap.data_dictionary import schema_path

    names = [
        "variable_field_name",
        "form_name",
        "section_header",
        "field_type",
        "field_label",
        "choices_calculations_slider_labels",
        "field_note",
        "text_validation_type_or_show_slider_number",
        "text_validation_min",
        "text_validation_max",
        "identifier",
        "branching_logic",
        "required_field",
        "custom_alignment",
        "question_number",
        "matrix_group_name",
        "matrix_ranking",
        "field_annotation",
    ]
    with path.open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.reader(stream))[1:]
    fields = [{n: c for n, c in zip(names, row, strict=True) if c} for row in rows]
    report = validate({"fields": fields}, str(schema_path()), "DataDictionary")
    return {"errors": [result.message for result in report.results], "fields": len(fields)}


def qsf(path: Path) -> dict[str, Any]:
    """The QSF parser of the `qualtrics` package."""
    from qualtrics._common.parsers.qsf import _qsf

    entry, questions, placed, sections = _qsf(path)
    logic = sum("DisplayLogic" in question for question in questions.values())
    return {
        "errors": [] if set(placed) == set(questions) else ["questions outside blocks"],
        "name": entry.get("SurveyName"),
        "questions": len(questions),
        "sections": [section["section_name"] for section in sections],
        "logic": logic,
    }


def anki(path: Path) -> dict[str, Any]:
    """The official anki package: imports the deck and renders every card."""
    from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest

    with tempfile.TemporaryDirectory() as folder:
        collection = Collection(str(Path(folder) / "collection.anki2"))
        request = ImportAnkiPackageRequest(
            package_path=str(path), options=ImportAnkiPackageOptions()
        )
        log = collection.import_anki_package(request)
        cards = []
        for number in collection.find_cards(""):
            rendered = collection.get_card(number).render_output()
            cards.append({"front": rendered.question_text, "back": rendered.answer_text})
        collection.close()
    return {"errors": [], "notes": len(log.log.new), "cards": cards}


TOOLS = {"xlsform": xlsform, "redcap": redcap, "qsf": qsf, "anki": anki}

if __name__ == "__main__":
    print(json.dumps(TOOLS[sys.argv[1]](Path(sys.argv[2]))))
