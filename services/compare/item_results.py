"""What raters said of each reading question, so that the poor ones are found."""

from collections.abc import Mapping
from dataclasses import dataclass

from services.compare.criteria import CRITERIA
from services.compare.models import Comparison, KeyEntry
from services.compare.study_models import Study, StudyKind
from services.compare.study_results import by_input, ratings_on
from services.errors import InvalidInput

# Below the middle of the scale; and where fewer than half said yes.
POOR, REFUSED = 3, 0.5


@dataclass(frozen=True, slots=True)
class ItemResult:
    """A question with raters' mean on each criterion; `poor` are the criteria it falls short of."""

    title: str
    means: Mapping[str, float]
    poor: tuple[str, ...]


def by_item(
    study: Study, key: Mapping[str, KeyEntry], comparison: Comparison
) -> tuple[ItemResult, ...]:
    """The rated questions, those with the lowest mean first; empty for a study of other things.

    Raises `InvalidInput` before the end.
    """
    if not study.ended:
        raise InvalidInput("The study is still going on.", "End it to see what came of it.")
    if study.kind is not StudyKind.RATE_ITEMS:
        return ()
    criteria = CRITERIA[study.kind]
    means = {each.name: by_input(ratings_on(study, each.name, key), key, "") for each in criteria}
    found = []
    for source in comparison.inputs:
        own = {name: values[source.id] for name, values in means.items() if source.id in values}
        poor = tuple(
            each.label
            for each in criteria
            if each.name in own and own[each.name] < (REFUSED if each.yes_no else POOR)
        )
        if own:
            found.append(ItemResult(source.title, own, poor))
    scales = [each.name for each in criteria if not each.yes_no]
    return tuple(sorted(found, key=lambda each: _lowest(each, scales)))


def _lowest(item: ItemResult, scales: list[str]) -> tuple[float, float]:
    """The lowest mean first, then the sum of all of them."""
    known = [item.means[name] for name in scales if name in item.means]
    return min(known, default=0.0), sum(known)
