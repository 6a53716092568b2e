"""A questionnaire with everything the formats are about: filter, limits, matrix, exclusives."""

from itertools import cycle

from services.questionnaire.models import (
    Condition,
    Item,
    Option,
    OptionRole,
    Questionnaire,
    ResponseFormat,
    Row,
    Section,
)

AGREE = tuple(
    Option(code=str(n), label=label)
    for n, label in enumerate(
        ("Strongly disagree", "Disagree", "Neither agree nor disagree", "Agree", "Strongly agree"),
        start=1,
    )
)
KEEPS = Item(
    text="Do you grow any food at home?",
    format=ResponseFormat.YES_NO,
    options=(Option(code="1", label="Yes"), Option(code="2", label="No")),
    required=True,
    variable="grows",
)
HOURS = Item(
    text="About how many hours did you spend on it in the past 7 days?",
    format=ResponseFormat.NUMBER,
    minimum=0,
    maximum=100,
    variable="hours",
    shown_if=Condition(item_id=KEEPS.id, codes=("1",)),
    help="Your best estimate will do.",
)
CROPS = Item(
    text="Which of these did you grow in the past 12 months? Select all that apply.",
    format=ResponseFormat.MULTIPLE,
    options=(
        Option(code="1", label="Vegetables"),
        Option(code="2", label="Fruit"),
        Option(code="3", label="Herbs"),
        Option(code="96", label="Other (please specify)", role=OptionRole.OTHER),
        Option(code="97", label="None of these", role=OptionRole.NONE),
        Option(code="99", label="Prefer not to say", role=OptionRole.REFUSAL),
    ),
    variable="crops",
    shown_if=Condition(item_id=KEEPS.id, codes=("1",)),
)
HERBS = Item(
    text="Which herb did you use most?",
    variable="herb",
    shown_if=Condition(item_id=CROPS.id, codes=("3", "96")),
)
VIEWS = Item(
    text="How much do you agree or disagree with each statement?",
    format=ResponseFormat.MATRIX,
    options=AGREE,
    rows=(
        Row(code="a", label="Gardening is worth the time"),
        Row(code="b", label="Home-grown food tastes better"),
        Row(code="c", label="Water is too expensive"),
    ),
    required=True,
    variable="views",
)
EASE = Item(
    text="How easy or difficult is it to find space for plants?",
    format=ResponseFormat.SCALE,
    options=tuple(
        Option(code=str(n), label=label)
        for n, label in enumerate(("Very difficult", "Difficult", "Easy", "Very easy"), start=1)
    ),
    variable="ease",
)
SINCE = Item(text="When did you start?", format=ResponseFormat.DATE, variable="since")
MUCH = Item(
    text="What stopped you from doing more?",
    variable="barrier",
    shown_if=Condition(item_id=HOURS.id, minimum=1, maximum=5),
)
AGE = Item(
    text="How old are you?",
    format=ResponseFormat.SINGLE,
    options=(
        Option(code="1", label="Under 18"),
        Option(code="2", label="18 to 39"),
        Option(code="3", label="40 or older"),
        Option(code="99", label="Prefer not to say", role=OptionRole.REFUSAL),
    ),
    variable="age",
)
GARDEN = Questionnaire(
    title="Growing food at home",
    introduction="This survey takes about 5 minutes.",
    sections=(
        Section(title="Your garden", items=(KEEPS, HOURS, CROPS, HERBS)),
        Section(
            title="Your views",
            introduction="There are no right or wrong answers.",
            items=(VIEWS, EASE, SINCE, MUCH),
        ),
        Section(title="About you", items=(AGE,)),
    ),
)


def awkward(texts: tuple[str, ...]) -> Questionnaire:
    """A questionnaire of every kind of question made of awkward texts, codes and names."""
    words = cycle(texts)
    items: list[Item] = []
    for number in range(len(texts)):
        for format in ResponseFormat:
            options = tuple(
                Option(label=next(words), code=next(words)[:8], role=role)
                for role in (OptionRole.ORDINARY, OptionRole.ORDINARY, OptionRole.NONE)
            )
            earlier = items[-1] if items else None
            items.append(
                Item(
                    text=next(words),
                    format=format,
                    options=options,
                    rows=(Row(label=next(words)), Row(label=next(words))),
                    help=next(words),
                    unit=next(words)[:5],
                    variable=next(words),
                    minimum=0,
                    maximum=number + 0.5,
                    required=number % 2 == 0,
                    shown_if=Condition(item_id=earlier.id, codes=(options[0].code,), minimum=1)
                    if earlier
                    else None,
                )
            )
    middle = len(items) // 2
    return Questionnaire(
        title=next(words),
        introduction=next(words),
        sections=(
            Section(title=next(words), introduction=next(words), items=tuple(items[:middle])),
            Section(title=next(words), items=tuple(items[middle:])),
        ),
        language="zh",
    )
