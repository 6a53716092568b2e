"""The example of the questionnaire room: a survey of our own, good items and flawed ones.

It has every response format, skip logic, an intent that no question serves, and faults to find.
"""

from services.questionnaire import background, scales
from services.questionnaire.escape import role_of
from services.questionnaire.models import (
    Brief,
    Condition,
    Intent,
    Item,
    Option,
    OutlineQuestion,
    OutlineSection,
    Questionnaire,
    QuestionnaireDraft,
    ResponseFormat,
    Row,
    Section,
)

USE = Intent(id="use", text="Find out how often people borrow tools and which ones")
OPINION = Intent(id="opinion", text="Measure satisfaction with tools, opening times and staff")
BARRIERS = Intent(id="barriers", text="Learn what keeps people from borrowing")
PRICE = Intent(id="price", text="Estimate the yearly membership fee that people would pay")

BRIEF = Brief(
    topic="The neighbourhood tool library",
    intents=(USE, OPINION, BARRIERS, PRICE),
    audience="Adults living within walking distance of the tool library",
    questions=13,
)
YES = Condition(item_id="borrowed", codes=("1",))
NO = Condition(item_id="borrowed", codes=("2",))


def example() -> QuestionnaireDraft:
    """A draft like any other, with its outline."""
    sections = (
        Section(id="borrowing", title="Borrowing", items=_borrowing()),
        Section(id="judging", title="What you think of it", items=_judging()),
        Section(id="not-borrowing", title="Not borrowing", items=_not_borrowing()),
        Section(id="about-you", title=background.title("en"), items=_about_you()),
    )
    questionnaire = Questionnaire(
        title=BRIEF.topic,
        introduction="We would like to know how you use the tool library. There are no right or "
        "wrong answers, and nobody outside our team sees them.",
        sections=sections,
    )
    return QuestionnaireDraft(
        brief=BRIEF, outline=tuple(_outlined(s) for s in sections), questionnaire=questionnaire
    )


def _borrowing() -> tuple[Item, ...]:
    return (
        _item(
            "borrowed",
            "In the past 12 months, have you borrowed anything from the tool library?",
            ResponseFormat.YES_NO,
            ("Yes", "No"),
            intents=(USE.id,),
            required=True,
        ),
        _item(
            "how-many",
            "In the past 12 months, how many tools did you borrow?",
            ResponseFormat.SINGLE,
            ("1 to 3", "3 to 6", "8 or more"),
            intents=(USE.id,),
            shown_if=YES,
        ),
        _item(
            "which",
            "Which kinds of tools did you borrow?",
            ResponseFormat.MULTIPLE,
            ("Drills and saws", "Garden tools", "Ladders", "Cleaning machines", "Other"),
            help="Select all that apply.",
            intents=(USE.id,),
            shown_if=YES,
        ),
        _item(
            "last-time",
            "When did you last borrow a tool?",
            ResponseFormat.DATE,
            help="A rough date is enough.",
            intents=(USE.id,),
            shown_if=YES,
        ),
        _item(
            "distance",
            "How many minutes does the way to the tool library take you?",
            ResponseFormat.NUMBER,
            minimum=0.0,
            maximum=120.0,
            unit="minutes",
            intents=(BARRIERS.id,),
        ),
    )


def _judging() -> tuple[Item, ...]:
    rows = ("Opening times", "Condition of the tools", "Advice of the volunteers")
    return (
        _item(
            "satisfaction",
            "How satisfied or dissatisfied are you with each of these?",
            ResponseFormat.MATRIX,
            scales.named("satisfaction").labels,
            rows=tuple(Row(label=label, code=str(n)) for n, label in enumerate(rows, start=1)),
            scale="satisfaction",
            intents=(OPINION.id,),
            shown_if=YES,
        ),
        _item(
            "website",
            "How satisfied or dissatisfied are you with our website and our newsletter?",
            ResponseFormat.SCALE,
            scales.named("satisfaction").labels,
            scale="satisfaction",
            intents=(OPINION.id,),
            shown_if=YES,
        ),
        _item(
            "workshop",
            "Don't you agree that our wonderful volunteers deserve a larger workshop?",
            ResponseFormat.YES_NO,
            ("Yes", "No"),
            intents=(OPINION.id,),
        ),
        _item(
            "recommend",
            "How likely or unlikely are you to recommend the tool library to a neighbour?",
            ResponseFormat.SCALE,
            ("Very likely", "Unlikely", "Neither likely nor unlikely", "Likely", "Very unlikely"),
            intents=(OPINION.id,),
        ),
        _item(
            "improve",
            "What should the tool library improve first?",
            ResponseFormat.OPEN,
            intents=(OPINION.id,),
        ),
    )


def _not_borrowing() -> tuple[Item, ...]:
    return (
        _item(
            "reason",
            "What is your main reason for not borrowing tools?",
            ResponseFormat.SINGLE,
            (
                "I own the tools I need",
                "I did not know about the tool library",
                "The opening times do not suit me",
                "It is too far away",
            ),
            intents=(BARRIERS.id,),
            shown_if=NO,
        ),
    )


def _about_you() -> tuple[Item, ...]:
    """Age and gender, from the catalogue."""
    return tuple(
        item.model_copy(update={"id": item.variable})
        for item in scales.background_items("en", BRIEF.audience)
        if item.variable in ("age", "gender")
    )


def _item(
    name: str, text: str, format: ResponseFormat, labels: tuple[str, ...] = (), **more: object
) -> Item:
    options = tuple(
        Option(label=label, code=str(code), role=role_of(label))
        for code, label in enumerate(labels, start=1)
    )
    variable = name.replace("-", "_")
    fields = {"id": name, "variable": variable, "text": text, "format": format}
    return Item.model_validate({**fields, "options": options, **more})


def _outlined(section: Section) -> OutlineSection:
    questions = tuple(
        OutlineQuestion(id=item.id, text=item.text, intent=next(iter(item.intents), None))
        for item in section.items
    )
    return OutlineSection(id=section.id, title=section.title, questions=questions)
