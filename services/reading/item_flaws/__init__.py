"""Item-writing flaws: threats to validity, reported as such and never as points of difficulty.

Twelve checks after Haladyna, Downing & Rodriguez (2002). Each is one function from an item to a
finding or None; `find` runs them in the order of `CHECKS`.
"""

from collections.abc import Callable, Sequence

from services.reading.item_flaws.finding import Flaw, FlawCode, ItemUnderReview, SolverRecord
from services.reading.item_flaws.grammar import grammatical_cue
from services.reading.item_flaws.key import longest_option_correct, verbatim_key
from services.reading.item_flaws.meaning import (
    answerable_without_passage,
    implausible_distractor,
    overlapping_options,
)
from services.reading.item_flaws.stem import clang_association, negative_stem
from services.reading.item_flaws.wording import (
    absolute_terms,
    all_of_the_above,
    combination_option,
    none_of_the_above,
)
from services.reading.models import SolverResult
from services.text.embeddings import Embedder
from services.text.language import UNKNOWN, detect

__all__ = ["CHECKS", "MAX_OPTIONS", "Flaw", "FlawCode", "ItemUnderReview", "SolverRecord", "find"]

CHECKS: tuple[Callable[[ItemUnderReview], Flaw | None], ...] = (
    overlapping_options,
    grammatical_cue,
    longest_option_correct,
    verbatim_key,
    clang_association,
    absolute_terms,
    implausible_distractor,
    answerable_without_passage,
    all_of_the_above,
    combination_option,
    none_of_the_above,
    negative_stem,
)

# Every pair of options is compared: beyond this an item is a list, and takes seconds.
MAX_OPTIONS = 60
# Hold in every language; the others know English words and grammar.
LANGUAGE_FREE = (overlapping_options, longest_option_correct, verbatim_key)


def find(
    passage: str,
    question: str,
    options: Sequence[str],
    gold: int | None,
    *,
    embedder: Embedder | None = None,
    solved: SolverResult | None = None,
    blind_record: SolverRecord | None = None,
) -> list[Flaw]:
    """The flaws of one item, at most one a code.

    Without `gold` the checks that need the key find nothing; without `embedder` those that
    compare meanings fall back on words. `blind_record` is the record of the solver that made
    `solved`, without the passage: unless it is above chance, nothing is claimed from `solved`.
    An item that is plainly not in English gets only the checks that do without English; one with
    more than `MAX_OPTIONS` options gets none.
    """
    if len(options) > MAX_OPTIONS:
        return []
    item = ItemUnderReview(passage, question, tuple(options), gold, embedder, solved, blind_record)
    english = detect(" ".join((question, *options, passage))) in ("en", UNKNOWN)
    checks = CHECKS if english else LANGUAGE_FREE
    return [flaw for check in checks if (flaw := check(item)) is not None]
