"""Numeric options as intervals, and their repair."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from services.questionnaire import ranges, rates
from services.questionnaire.range_repair import repair


def bounds(*labels):
    bands = ranges.read(labels)
    assert bands is not None, labels
    return [(b.low, b.high, b.low_included, b.high_included) for b in bands.bands]


@pytest.mark.parametrize(
    ("label", "low", "high", "closed"),
    [
        ("18-24", 18, 24, "[]"),
        ("18–24", 18, 24, "[]"),
        ("18 to 24", 18, 24, "[]"),
        ("between 18 and 24", 18, 24, "[]"),
        ("１８～２４岁", 18, 24, "[]"),
        ("18至24岁", 18, 24, "[]"),
        ("5 to less than 7 hours", 5, 7, "[)"),
        ("1年至不到3年", 1, 3, "[)"),
        ("Under 18", -math.inf, 18, ")"),
        ("<18", -math.inf, 18, ")"),
        ("未满18岁", -math.inf, 18, ")"),
        ("18岁以下", -math.inf, 18, "]"),
        ("Up to 5", -math.inf, 5, "]"),
        ("5 or fewer", -math.inf, 5, "]"),
        ("More than 60", 60, math.inf, "("),
        ("65 or older", 65, math.inf, "["),
        ("65+", 65, math.inf, "["),
        ("65岁及以上", 65, math.inf, "["),
        ("at least 3", 3, math.inf, "["),
        ("$25,000-$49,999", 25_000, 49_999, "[]"),
        ("£1,500 or more", 1_500, math.inf, "["),
        ("5万-10万元", 50_000, 100_000, "[]"),
        ("Twice", 2, 2, "[]"),
        ("3 people", 3, 3, "[]"),
    ],
)
def test_one_label_is_one_interval(label, low, high, closed):
    (found, _) = bounds(label, label)
    assert found[:2] == (low, high)
    assert found[2] is (closed[0] in "[])")
    assert found[3] is (closed[-1] in "][(" if math.isinf(high) else closed[-1] == "]")


@pytest.mark.parametrize(
    "labels",
    [["Line 1", "Line 2"], ["Yes", "No"], ["1-2 times a week", "1-2 times a month"], ["3"], []],
)
def test_what_is_no_list_of_intervals_is_none(labels):
    assert ranges.read(labels) is None


def test_minutes_and_hours_in_one_list_are_one_scale():
    bands = ranges.read(["Up to 15 minutes", "16-30 minutes", "31-60 minutes", "Over an hour"])
    assert bands.bands[-1].low == 60
    assert bands.gaps() == bands.overlaps() == ()


@pytest.mark.parametrize(
    ("labels", "overlaps", "gaps"),
    [
        (["Under 18", "18-24", "25-34", "35 or older"], 0, 0),
        (["Under 18", "18-25", "25-35", "35 or older"], 2, 0),
        (["Under 18", "19-25", "26 or older"], 0, 1),
        (["Less than 5 hours", "5 to less than 7 hours", "7 hours or more"], 0, 0),
        (["0-5 km", "5-10 km", "More than 10 km"], 1, 0),
        (["$0-$999", "$1,000-$1,999", "$2,000 or more"], 0, 0),
        (["£0-£9.99", "£10-£19.99", "£20 or more"], 0, 0),
        (["0", "1-5", "7-10", "11 or more"], 0, 1),
        (["15-20", "More than 20"], 0, 0),
        (["3000元以下", "3000-4999元", "5000元及以上"], 1, 0),
    ],
)
def test_touching_sharing_and_missing_values(labels, overlaps, gaps):
    bands = ranges.read(labels)
    assert (len(bands.overlaps()), len(bands.gaps())) == (overlaps, gaps)
    falling = ranges.read(labels[::-1])
    assert (len(falling.overlaps()), len(falling.gaps())) == (overlaps, gaps)


@pytest.mark.parametrize(
    ("labels", "repaired"),
    [
        (["18-25", "25-35", "35 or more"], ["18-24", "25-34", "35 or more"]),
        (["0", "1-5", "7-10", "11 or more"], ["0", "1-6", "7-10", "11 or more"]),
        (["0-5 km", "5-10 km", "10 km or more"],
         ["0 to less than 5 km", "5 to less than 10 km", "10 km or more"]),
        (["18岁以下", "18-25岁", "25-35岁", "35岁以上"],
         ["未满18岁", "18-24岁", "25-34岁", "35岁及以上"]),
    ],
)  # fmt: skip
def test_a_repair_keeps_the_cut_points_and_the_wording(labels, repaired):
    assert list(repair(ranges.read(labels), labels)) == repaired


def test_two_bands_from_one_start_cannot_be_repaired():
    labels = ["1-5", "1-9", "10 or more"]
    assert repair(ranges.read(labels), labels) is None


cuts = st.lists(st.integers(0, 500), min_size=2, max_size=7, unique=True).map(sorted)
slips = st.lists(st.integers(-3, 3), min_size=6, max_size=6)
units = st.sampled_from(["", " hours", " km", " times", " books"])


@given(cuts, slips, units, st.booleans(), st.booleans(), st.randoms())
def test_a_repaired_range_has_neither_overlap_nor_gap(cut, slip, unit, low, high, random):
    labels = [
        f"{start}-{max(start, end + off)}{unit}"
        for start, end, off in zip(cut, cut[1:], slip, strict=False)
    ]
    labels.append(f"{cut[-1]}{unit} or more" if high else f"{cut[-1]}-{cut[-1] + 9}{unit}")
    random.shuffle(labels)
    bands = ranges.read(labels)
    assume(bands is not None)
    rebuilt = repair(bands, labels, open_low=low, open_high=not high)
    assert rebuilt is not None
    again = ranges.read(rebuilt)
    assert again is not None, rebuilt
    assert again.overlaps() == again.gaps() == ()
    assert again.rising
    assert repair(again, rebuilt) == rebuilt


@given(st.lists(st.text(max_size=20), max_size=6))
def test_any_labels_are_read_or_refused(labels):
    bands = ranges.read(labels)
    assert bands is None or len(bands.bands) == len(labels)
    assert rates.read(labels) is None or len(rates.read(labels)) == len(labels)


def test_rates_are_events_a_year():
    assert rates.read(["Never", "Once a month", "1-3 days a week", "Daily"]) == (0, 12, 104, 365)
    assert rates.read(["从不", "每月1-3次", "每天"]) == (0, 24, 365)
    assert rates.read(["Yes", "No"]) is None
