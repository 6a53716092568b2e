"""The paper's measures by hand: each on an example small enough to count on paper."""

import json
import math
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.questionnaire import metrics, qsnail
from services.questionnaire.bands import PAPER_HUMAN
from services.questionnaire.models import Item, Option, Questionnaire, Row, Section
from services.questionnaire.tokens import words
from services.text.embeddings import EncoderInfo

# Table 3 of the Qsnail paper: Rep-2, Rep-3, Rep-4, Diversity of its 14 rows.
TABLE_3 = [
    (26.69, 12.92, 7.28, 59.19),
    (32.58, 19.25, 13.78, 46.93),
    (50.00, 39.30, 32.85, 20.38),
    (74.41, 68.76, 64.20, 2.86),
    (63.82, 55.79, 49.85, 8.02),
    (63.87, 55.40, 49.12, 8.19),
    (77.77, 73.31, 70.25, 1.76),
    (46.53, 35.29, 28.73, 24.65),
    (46.54, 34.66, 27.25, 25.41),
    (47.27, 35.96, 28.51, 24.14),
    (45.53, 33.15, 26.09, 26.91),
    (55.04, 44.85, 37.50, 15.49),
    (39.41, 27.99, 20.56, 34.66),
    (42.31, 30.17, 22.55, 31.20),
]


class Compass:
    """An encoder of three fixed directions, so that every cosine is known."""

    def __init__(self, languages=frozenset({"en"}), name="all-MiniLM-L6-v2"):
        self.info = EncoderInfo(name, languages, 3)

    def encode(self, texts):
        return np.array([self._vector(text) for text in texts], np.float32).reshape(-1, 3)

    def _vector(self, text):
        if "north" in text:
            return (1.0, 0.0, 0.0)
        return (0.6, 0.8, 0.0) if "east" in text else (0.0, 0.0, 1.0)


def questionnaire(*stems, language="en", options=()):
    items = tuple(
        Item(text=stem, options=tuple(Option(label=label) for label in options)) for stem in stems
    )
    return Questionnaire(sections=(Section(items=items),), language=language)


def measure(asked, topic="", intents=(), embedder=None, reference=None):
    return metrics.measure(
        asked, topic=topic, intents=intents, embedder=embedder, reference=reference
    )


@pytest.mark.parametrize(("rep_2", "rep_3", "rep_4", "expected"), TABLE_3)
def test_diversity_reproduces_the_papers_column(rep_2, rep_3, rep_4, expected):
    value = metrics.diversity([rep_2 / 100, rep_3 / 100, rep_4 / 100])
    assert 100 * value == pytest.approx(expected, abs=0.015)


def test_rep_n_counts_repeated_n_grams_over_the_joined_stems():
    # do you like tea do you like milk: 7 bigrams, "do you" and "you like" twice; 6 trigrams,
    # "do you like" twice; 5 different 4-grams.
    result = measure(questionnaire("Do you like tea?", "Do you like milk?"))
    assert result.rep_2 == pytest.approx(100 * 2 / 7)
    assert result.rep_3 == pytest.approx(100 * 1 / 6)
    assert result.rep_4 == 0
    assert result.diversity == pytest.approx(100 * (5 / 7) * (5 / 6))
    assert (result.questions, result.tokens) == (2, 8)


def test_question_numbers_and_case_do_not_count():
    plain = measure(questionnaire("Do you like tea?", "Do you like milk?"))
    numbered = measure(questionnaire("1. DO you like tea?", "Q2: do you like milk?"))
    assert numbered.rep_2 == plain.rep_2
    assert numbered.tokens == plain.tokens


def test_a_repeated_question_repeats_every_n_gram():
    # a b c a b c: 5 bigrams of which ab, bc come twice, ca once: 3 distinct.
    result = measure(questionnaire("alpha beta gamma", "alpha beta gamma"), embedder=Compass())
    assert result.rep_2 == pytest.approx(40)
    assert result.rep_sem == pytest.approx(50)


def test_one_question_repeats_nothing_and_says_so_with_none():
    result = measure(questionnaire("Do you north?"), "north", embedder=Compass())
    assert result.rep_2 is result.rep_3 is result.rep_4 is None
    assert result.rep_sem is result.diversity is None
    assert result.cohen_sem == pytest.approx(100)


def test_an_empty_questionnaire_has_no_measures():
    result = measure(questionnaire(), "north", ["east"], Compass())
    assert result.questions == result.tokens == 0
    values = [v for k, v in result.as_json().items() if k not in {"questions", "tokens"}]
    assert values[:-1] == [None] * 11


def test_stems_too_short_for_an_n_gram_give_none_not_zero():
    result = measure(questionnaire("Age?", "Sex?"))
    assert result.rep_2 == 0
    assert result.rep_3 is None
    assert result.diversity is None


def test_chinese_is_counted_by_words_with_its_punctuation():
    assert words("1、您喜欢喝茶吗？", "zh") == ("您", "喜欢", "喝茶", "吗", "？")
    result = measure(questionnaire("您喜欢喝茶吗？", "您喜欢喝酒吗？", language="zh"))
    # 您 喜欢 喝茶 吗 ？ 您 喜欢 喝酒 吗 ？: 9 bigrams, 您喜欢 and 吗？ twice.
    assert result.rep_2 == pytest.approx(100 * 2 / 9)


def test_other_scripts_and_mixed_text_are_cut_in_their_own_way():
    assert words("The word 图书馆 means library", "en") == (
        "the",
        "word",
        "图书馆",
        "means",
        "library",
    )
    assert words("您用校园App吗", "zh") == ("您", "用", "校园", "app", "吗")
    assert words("당신의 나이는?", "ko") == ("당신의", "나이는")
    assert words("don't 3.5 %", "en") == ("don't", "3.5")


def test_rep_sem_counts_questions_near_an_earlier_one():
    # The cosine of north and east is 0.6, below alpha; the third repeats the first.
    result = measure(questionnaire("go north", "go east", "north again"), embedder=Compass())
    assert result.rep_sem == pytest.approx(100 / 3)
    vectors = Compass().encode(["north", "east", "north"])
    assert metrics.rep_sem(vectors, 0.5) == pytest.approx(2 / 3)


def test_cohen_sem_is_the_mean_cosine_with_topic_and_intents():
    result = measure(questionnaire("go north", "go east"), "north", embedder=Compass())
    assert result.cohen_sem == pytest.approx(100 * (1 + 0.6) / 2, abs=1e-4)
    assert measure(questionnaire("go north"), embedder=Compass()).cohen_sem is None


def test_option_cohen_sem_is_over_closed_questions_only():
    closed = questionnaire("go north", options=("north", "east"))
    asked = closed.model_copy(
        update={"sections": (*closed.sections, Section(items=(Item(text="open"),)))}
    )
    result = measure(asked, embedder=Compass())
    assert result.option_cohen_sem == pytest.approx(80, abs=1e-4)
    assert measure(questionnaire("go north"), embedder=Compass()).option_cohen_sem is None


def test_an_encoder_that_does_not_know_the_language_withholds_and_says_so():
    asked = questionnaire("向北走", "向东走", language="zh")
    result = measure(asked, "北", embedder=Compass())
    assert result.rep_sem is result.cohen_sem is result.option_cohen_sem is None
    assert "withheld, all-MiniLM-L6-v2 does not know zh" in result.signature
    assert result.rep_2 is not None


def test_an_encoder_nobody_calibrated_has_no_alpha():
    result = measure(
        questionnaire("go north", "go east"), "north", embedder=Compass(frozenset(), "my/encoder")
    )
    assert result.rep_sem is None
    assert result.cohen_sem is not None
    assert "no alpha for this encoder" in result.signature


def test_rouge_l_is_the_mean_f_measure_of_the_longest_common_subsequence():
    # T∘I: "tea habits drinking" (3 words). "tea drinking now": LCS 2, P 2/3, R 2/3, F 2/3.
    # "milk": 0.
    result = measure(questionnaire("Tea drinking now", "Milk"), "Tea habits", ["drinking"])
    assert result.rouge_l == pytest.approx(100 * (2 / 3) / 2)
    assert measure(questionnaire("Tea")).rouge_l is None
    chinese = measure(questionnaire("喝茶习惯", language="zh"), "喝茶")
    assert chinese.rouge_l == pytest.approx(100 * 2 / 3)


def test_bleu_is_papinenis_over_stems_and_options():
    reference = questionnaire("the cat is on the mat")
    asked = questionnaire("the cat sat on the mat")
    result = measure(asked, reference=reference)
    # 5 of 6 unigrams; 3 of 5 bigrams (the cat, on the, the mat); no 4-gram.
    assert result.bleu_1 == pytest.approx(100 * 5 / 6)
    assert result.bleu_2 == pytest.approx(100 * math.sqrt(5 / 6 * 3 / 5))
    assert result.bleu_4 == 0
    same = measure(reference, reference=reference)
    assert (same.bleu_1, same.bleu_2, same.bleu_4) == pytest.approx((100, 100, 100))


def test_bleu_punishes_brevity():
    result = measure(questionnaire("the cat"), reference=questionnaire("the cat is on the mat"))
    assert result.bleu_1 == pytest.approx(100 * math.exp(1 - 6 / 2))


def test_a_matrix_counts_with_its_statements():
    item = Item(text="How much do you agree?", rows=(Row(label="I like tea"),))
    assert metrics.stem(item) == "How much do you agree? I like tea"


def test_json_has_the_contracts_keys_in_percent():
    document = measure(questionnaire("a b", "c d")).as_json()
    assert list(document) == [
        "rep_2", "rep_3", "rep_4", "rep_sem", "diversity", "rouge_l", "cohen_sem",
        "option_cohen_sem", "bleu_1", "bleu_2", "bleu_4", "questions", "tokens", "signature",
    ]  # fmt: skip


@given(st.lists(st.lists(st.sampled_from("abcd"), min_size=1, max_size=8), min_size=2, max_size=8))
def test_measures_stay_in_their_range_and_grow_with_n(stems):
    result = measure(questionnaire(*(" ".join(stem) for stem in stems)))
    reps = [result.rep_2, result.rep_3, result.rep_4]
    present = [rep for rep in reps if rep is not None]
    assert all(0 <= rep < 100 for rep in present)
    if None not in reps:
        product = math.prod(1 - rep / 100 for rep in reps)
        assert result.diversity == pytest.approx(100 * product)


@given(st.lists(st.text(max_size=40), max_size=6), st.sampled_from(["en", "zh", "ko", "unknown"]))
def test_any_text_in_any_script_is_measured(stems, language):
    result = measure(questionnaire(*stems, language=language), "topic", ["intent"])
    assert 0 <= result.questions <= len(stems)


def test_a_question_without_a_text_yet_is_none():
    empty = measure(questionnaire("How old are you?", "", "  "), "topic", [])
    assert empty == measure(questionnaire("How old are you?"), "topic", [])
    assert empty.questions == 1


def test_questionnaires_by_people_come_out_near_the_papers_human_row():
    shared = os.environ.get("ASKWRIGHT_SHARED")
    if not shared:
        pytest.skip("ASKWRIGHT_SHARED is not set: no questionnaires by people at hand")
    path = Path(shared, "data", "questionnaires", "human_questionnaires_zh.jsonl")
    results = [
        measure(qsnail.parse(json.loads(line)).questionnaire)
        for line in path.read_text("utf-8").splitlines()
    ]
    for name, recomputed in {"rep_2": 24.1, "rep_3": 12.4, "rep_4": 6.7}.items():
        mean = np.mean([getattr(result, name) for result in results])
        assert mean == pytest.approx(recomputed, abs=2.5)
        assert mean == pytest.approx(PAPER_HUMAN[name], abs=2.5)
