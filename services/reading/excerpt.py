"""The part of a long passage that a question is about."""

from dataclasses import dataclass

from services.text.sentences import split


@dataclass(frozen=True, slots=True)
class Excerpt:
    """`text` holds `kept` of the passage's `total` sentences, in their order."""

    text: str
    kept: int
    total: int


def most_relevant(passage: str, query: str, max_words: int) -> Excerpt:
    """The sentences that score highest for `query` by BM25, at most `max_words` words of them.

    A passage that fits is given back as it is. At least one sentence is kept.
    """
    if len(passage.split()) <= max_words:
        return Excerpt(passage, 1, 1)
    candidates = [sentence.text for sentence in split(passage)]
    ranked = sorted(
        range(len(candidates)), key=_relevance(candidates, query).__getitem__, reverse=True
    )
    kept: list[int] = []
    words = 0
    for index in ranked:
        words += len(candidates[index].split())
        if kept and words > max_words:
            break
        kept.append(index)
    text = " ".join(candidates[index] for index in sorted(kept))
    # A "sentence" without end is cut in the middle.
    return Excerpt(" ".join(text.split()[:max_words]), len(kept), len(candidates))


def _relevance(candidates: list[str], query: str) -> list[float]:
    import bm25s

    tokens = bm25s.tokenize(candidates, stopwords="en", return_ids=False, show_progress=False)
    asked = bm25s.tokenize(query, stopwords="en", return_ids=False, show_progress=False)[0]
    if not {word for sentence in tokens for word in sentence}.intersection(asked):
        return [0.0] * len(candidates)
    index = bm25s.BM25()
    index.index(tokens, show_progress=False)
    return [float(score) for score in index.get_scores(asked)]
