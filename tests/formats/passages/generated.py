"""Passage sets for the tests: generated ones of any kind, and one made by hand."""

from itertools import cycle

from hypothesis import strategies as st

from services.reading.models import ComprehensionItem, ComprehensionType, Passage, PassageSet
from tests.formats.hints.generated import TEXTS

ITEMS = st.builds(
    ComprehensionItem,
    question=TEXTS,
    options=st.lists(TEXTS, max_size=5).map(tuple),
    gold=st.one_of(st.none(), st.integers(0, 4)),
    types=st.one_of(
        st.none(), st.lists(st.sampled_from(list(ComprehensionType)), max_size=2).map(tuple)
    ),
    feedback=st.one_of(st.just(""), TEXTS),
)
PASSAGES = st.builds(
    Passage,
    title=st.one_of(st.just(""), TEXTS),
    text=st.one_of(TEXTS, st.just("One paragraph.\n\nAnother one.")),
    items=st.lists(ITEMS, max_size=3).map(tuple),
)
SETS = st.builds(
    PassageSet,
    name=st.one_of(st.just(""), TEXTS),
    passages=st.lists(PASSAGES, max_size=3).map(tuple),
)

BRIDGE = Passage(
    title="The bridge",
    text="The old bridge was closed in March.\nRepairs took two years & cost <2 million.",
    items=(
        ComprehensionItem(
            question="When was the bridge closed?",
            options=("In March", "In May", "In June", "In July"),
            gold=0,
            feedback="See the first sentence.",
            types=(ComprehensionType.SPATIAL_TEMPORAL,),
        ),
        ComprehensionItem(
            question="How long did the repairs take?",
            options=("One year", "Two years", "Three years"),
            gold=1,
        ),
    ),
)
SET = PassageSet(name="Town news", passages=(BRIDGE,))


def awkward_set(texts: tuple[str, ...]) -> PassageSet:
    """Passages and items made of awkward texts."""
    words = cycle(texts)
    passages = tuple(
        Passage(
            title=next(words),
            text=f"{next(words)}\n\n{next(words)}",
            items=tuple(
                ComprehensionItem(
                    question=next(words),
                    options=(next(words), next(words), next(words)),
                    gold=place,
                    feedback=next(words),
                )
                for place in range(2)
            ),
        )
        for _ in texts
    )
    return PassageSet(name="Awkward: /names/ & {braces}", passages=passages)
