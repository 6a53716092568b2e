"""The formulas against values worked out by hand and published ones."""

import json
import math
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.reading import bands, counting, readability, report
from services.reading.counting import Counts
from services.reading.readability import MEASURES, dale_chall_level, scores

PLATYPUS = "The Australian platypus is seemingly a hybrid of a mammal and reptilian creature."
PROSE = "The cat ran home. It was cold and the dog sat near the old stove all day."
SHARED_KEYS = {
    "word_count": "words",
    "syllable_count": "syllables",
    "sentence_count": "sentences",
    "automated_readability_index": "automated_readability",
    "coleman_liau_index": "coleman_liau",
    "smog_index": "smog",
    "dale_chall_1948_score": "dale_chall_1948",
    "dale_chall_unfamiliar_count": "dale_chall_unfamiliar",
}


def shared(name: str) -> Any:
    folder = os.environ.get("ASKWRIGHT_SHARED")
    if not folder:
        pytest.skip("ASKWRIGHT_SHARED is not set: the shared cases are not here")
    return json.loads((Path(folder) / "data" / "reading" / name).read_text("utf-8"))


def test_flesch_of_published_sentences() -> None:
    platypus = scores(counting.count(PLATYPUS))
    assert platypus["flesch_reading_ease"] == pytest.approx(37.46, abs=0.01)
    assert platypus["flesch_kincaid_grade"] == pytest.approx(11.26, abs=0.01)
    reading = (
        "This sentence, taken as a reading passage unto itself, is being used to prove a point."
    )
    assert scores(counting.count(reading))["flesch_reading_ease"] == pytest.approx(68.98, abs=0.01)
    cat = scores(counting.count("The cat sat on the mat."))
    assert cat["flesch_reading_ease"] == pytest.approx(116.145)


def test_scales_are_not_clamped() -> None:
    easiest = scores(counting.count("Go. Run. Sit. Hop."))
    assert easiest["flesch_reading_ease"] == pytest.approx(121.22)
    assert easiest["flesch_kincaid_grade"] == pytest.approx(-3.4)
    hardest = scores(counting.count("Institutionalized internationalization unquestionably is."))
    assert hardest["flesch_reading_ease"] < 0  # type: ignore[operator]


def test_automated_readability_counts_letters_and_digits_only() -> None:
    # 21 letters, 7 words, 1 sentence: 4.71 * 3 + 0.5 * 7 - 21.43
    found = scores(counting.count("The dog ran, and the cat hid."))
    assert found["automated_readability"] == pytest.approx(-3.8)


def test_coleman_liau_by_hand() -> None:
    # 17 letters and 1 sentence on 6 words: 0.0588 * 283.33 - 0.296 * 16.67 - 15.8
    found = scores(counting.count("The cat sat on the mat."))
    assert found["coleman_liau"] == pytest.approx(16.66 - 4.9333 - 15.8, abs=1e-3)


def test_fog_by_hand() -> None:
    # 13 words; platypus, seemingly, Australian is a name, reptilian: 3 hard words.
    found = scores(counting.count(PLATYPUS))
    assert found["gunning_fog"] == pytest.approx(0.4 * (13 + 300 / 13))


def test_new_dale_chall_of_the_book() -> None:
    # Chall & Dale (1995): 20% unfamiliar, 10 words a sentence; 11%, 100 words in 27 sentences.
    assert readability.dale_chall(said(100, 10, unfamiliar=20)) == pytest.approx(38.1)
    assert readability.dale_chall(said(100, 27, unfamiliar=11)) == pytest.approx(50.99, abs=0.01)


def test_dale_chall_1948_adds_its_constant_only_above_five_per_cent() -> None:
    assert readability.dale_chall_1948(said(100, 10, unfamiliar=5)) == pytest.approx(1.2855)
    assert readability.dale_chall_1948(said(100, 10, unfamiliar=6)) == pytest.approx(5.0799)
    none = scores(counting.count("The dog ran to the tree."))
    assert none["dale_chall_1948"] == pytest.approx(0.2976)


def test_smog_by_hand_and_withheld_under_thirty_sentences() -> None:
    assert readability.smog(said(600, 30, polysyllables=36)) == pytest.approx(9.3871)
    short, long = counting.count(PROSE), counting.count("\n\n".join([PROSE] * 15))
    assert scores(short)["smog"] is None
    assert scores(short, smog_always=True)["smog"] == pytest.approx(3.1291)
    assert scores(long)["smog"] == pytest.approx(3.1291)
    smog = next(measure for measure in MEASURES if measure.key == "smog")
    assert "30 sentences" in (readability.why_withheld(smog, short) or "")


def said(words: int, sentences: int, **more: int) -> Counts:
    class Said(Counts):
        @property
        def words(self) -> int:
            return words

        @property
        def sentences(self) -> int:
            return sentences

    counts = Said(())
    counts.__dict__.update(more)
    return counts


def test_no_text_has_no_score() -> None:
    for text in ("", " \n", "...", "— — —"):
        assert set(scores(counting.count(text)).values()) == {None}


@pytest.mark.parametrize(
    ("cloze", "level"),
    [(60, "1"), (57.01, "1"), (57, "2"), (45, "4"), (36.37, "7-8"), (22.98, "11-12"), (15, "16+")],
)
def test_reading_levels_of_cloze_scores(cloze: float, level: str) -> None:
    assert dale_chall_level(cloze) == level


def test_a_grade_is_a_band_with_all_core_bands_that_fit() -> None:
    band = bands.grade_band(7.04, 500)
    assert (band.low, band.high, band.label) == (6.0, 8.0, "grades 4-5 and 6-8")
    assert bands.label(1.0) == "below grades 2-3"
    assert bands.label(20.0) == "above grades 11-CCR"
    assert bands.grade_band(-2.0, 500).low == 0.0


def test_a_short_text_has_a_wide_band() -> None:
    short, norm = bands.grade_band(8.0, 25), bands.grade_band(8.0, 100)
    assert (short.low, short.high) == (4.0, 12.0)
    assert (norm.low, norm.high) == (7.0, 9.0)


def test_a_target_is_met_missed_or_within_the_band() -> None:
    band = bands.grade_band(7.0, 500)
    assert [bands.against_target(band, grade) for grade in (5, 7.5, 9)] == [
        "harder",
        "fits",
        "easier",
    ]


@given(st.text(max_size=400))
def test_scores_of_any_text_are_finite_or_withheld(text: str) -> None:
    found = report.readability(text)
    assert all(value is None or math.isfinite(value) for value in found.scores.values())
    assert (found.band is None) == (found.scores["flesch_kincaid_grade"] is None)


def test_the_signature_names_what_the_numbers_depend_on() -> None:
    signature = report.signature()
    assert "senter" in signature
    assert "cmu:1." in signature
    assert "none" not in signature


def test_a_report_in_one_row() -> None:
    row = report.read("cats", "The cat sat on the mat.").summary()
    assert (row["name"], row["words"], row["smog"]) == ("cats", 6, None)
    assert row["grade_label"] == "below grades 2-3"


def test_shared_cases() -> None:
    for case in shared("readability_cases.json"):
        found = report.read(case["id"], case["text"]).as_json()
        got = found[SHARED_KEYS.get(case["metric"], case["metric"])]
        if case["expected"] is None:
            assert got is None, case["id"]
        else:
            assert got == pytest.approx(case["expected"], abs=case["tolerance"]), case["id"]


def test_shared_passages_are_within_a_third_of_a_grade() -> None:
    for passage in shared("passages.json")["passages"]:
        found = scores(counting.count(passage["text"]), smog_always=True)
        reference = passage["reference"]
        pairs = (
            ("flesch_kincaid_grade", "fkgl"),
            ("automated_readability", "ari"),
            ("coleman_liau", "cli"),
            ("smog", "smog_if_30_sentences"),
        )
        for ours, theirs in pairs:
            assert found[ours] == pytest.approx(reference[theirs], abs=0.3), passage["id"]
