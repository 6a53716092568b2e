"""One row of an XLSForm's survey sheet as an item."""

import re
from dataclasses import dataclass, field

from services.errors import InvalidInput
from services.formats.questionnaires.assembly import Assembly
from services.formats.questionnaires.inference import closed_format, read_role
from services.formats.workbook import Cells
from services.questionnaire.models import Item, Option, OptionRole, ResponseFormat

_ALONE = re.compile(
    r"selected\( *\. *, *['\"]([^'\"]+)['\"] *\) *and *count-selected\( *\. *\) *> *1"
)
_BOUND = re.compile(r"\. *(>=|<=) *(-?\d+(?:\.\d+)?)")
_TRUE = {"yes", "true", "true()", "1", "1.0"}


@dataclass
class Survey:
    """What is known while the rows are read: the choice lists, and what was made so far."""

    choices: dict[str, list[tuple[str, str]]]
    assembly: Assembly = field(default_factory=Assembly)
    introduction: str = ""


def kind_of(row: Cells) -> str:
    """The cell `type` with single blanks."""
    return " ".join(row.get("type", "").split())


def is_required(row: Cells) -> bool:
    """Whether the row demands an answer in whatever way people write that."""
    return row.get("required", "").strip().lower() in _TRUE


def options_of(
    survey: Survey, list_name: str, alone: set[str], *, rating: bool = False, several: bool = False
) -> tuple[Option, ...]:
    """The options of a list; `alone` are the codes that a constraint makes exclusive."""
    return tuple(
        Option(
            code=code,
            label=label,
            role=read_role(
                label, exclusive=code in alone if several else None, other=False, rating=rating
            ),
        )
        for code, label in survey.choices.get(list_name, [])
    )


_FORMATS = {
    "integer": ResponseFormat.NUMBER,
    "int": ResponseFormat.NUMBER,
    "decimal": ResponseFormat.NUMBER,
    "date": ResponseFormat.DATE,
    "text": ResponseFormat.OPEN,
    "string": ResponseFormat.OPEN,
    "select_one": ResponseFormat.SINGLE,
    "select_multiple": ResponseFormat.MULTIPLE,
}


def item_of(survey: Survey, number: int, row: Cells) -> Item | None:
    """The item of a row, or None if its type is not one of ours. Raises `InvalidInput`."""
    kind = kind_of(row).split(" ")[0]
    format = _FORMATS.get(kind)
    if format is None:
        return None
    constraint = row.get("constraint", "")
    options: tuple[Option, ...] = ()
    if kind.startswith("select"):
        options = _choice_options(survey, number, row, format)
    if kind == "select_one":
        likert = "likert" in row.get("appearance", "")
        labels = [option.label for option in options]
        format = ResponseFormat.SCALE if likert else closed_format(labels)
    bounds = {sign: float(value) for sign, value in _BOUND.findall(constraint)}
    number_item = format is ResponseFormat.NUMBER
    _tell_what_is_left(survey, number, row, format)
    return Item(
        text=row.get("label", ""),
        format=format,
        options=options,
        required=is_required(row),
        help=row.get("hint", ""),
        variable=row.get("name", "").strip(),
        minimum=bounds.get(">=") if number_item else None,
        maximum=bounds.get("<=") if number_item else None,
        decimals=kind == "decimal",
    )


def _choice_options(
    survey: Survey, number: int, row: Cells, format: ResponseFormat
) -> tuple[Option, ...]:
    _, list_name, *rest = [*kind_of(row).split(" "), ""]
    if list_name not in survey.choices:
        raise InvalidInput(
            f"Sheet survey, row {number}: there is no list named {list_name} on sheet choices."
        )
    options = options_of(
        survey,
        list_name,
        set(_ALONE.findall(row.get("constraint", ""))),
        several=format is ResponseFormat.MULTIPLE,
        rating="likert" in row.get("appearance", ""),
    )
    if "or_other" in rest:
        options += (Option(code="other", label="Other", role=OptionRole.OTHER),)
    return options


def _tell_what_is_left(survey: Survey, number: int, row: Cells, format: ResponseFormat) -> None:
    """A constraint that says more than limits and exclusive options, and cells of other columns."""
    known = _BOUND if format is ResponseFormat.NUMBER else _ALONE
    residue = known.sub("", row.get("constraint", ""))
    if residue.replace("not", "").replace("and", "").strip(" ()"):
        why = "this constraint is not taken over."
        survey.assembly.unread(number, row["constraint"], why)
    for name in ("calculation", "default", "choice_filter"):
        if row.get(name, "").strip():
            survey.assembly.unread(number, row[name], f"the column {name} is not taken over.")
