import pytest

from services.reading import counting, vocabulary
from services.reading.vocabulary import HardWord
from services.text import wordnet
from services.text.wordnet import WordNet
from tests.text.test_wordnet import written

TEXT = "The plant absorbs light. Chlorophyll absorbs it. Anna saw 12 buns."


def rows(text: str) -> dict[str, HardWord]:
    return {row.word: row for row in vocabulary.hard_words(counting.count(text))}


def test_hard_words_are_counted_with_frequency_level_and_list() -> None:
    found = rows(TEXT)
    assert found["absorbs"].count == 2
    assert found["chlorophyll"].zipf == pytest.approx(2.75, abs=0.3)
    assert found["chlorophyll"].cefr == "C2"
    assert not found["chlorophyll"].dale_chall
    assert "anna" not in found
    assert "light" not in found


def test_the_rarest_come_first() -> None:
    zipfs = [row.zipf or 0.0 for row in vocabulary.hard_words(counting.count(TEXT))]
    assert zipfs == sorted(zipfs)


def test_without_wordnet_definitions_are_missing_not_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordnet, "find", lambda: None)
    row = rows(TEXT)["absorbs"]
    assert row.definition is None
    assert row.synonyms is None


def test_synonyms_are_easier_and_of_the_same_kind(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    found = WordNet(written(tmp_path_factory.mktemp("wordnet")))
    monkeypatch.setattr(wordnet, "find", lambda: found)
    row = rows(TEXT)["absorbs"]
    assert row.definition == "soak up"
    assert row.synonyms == ("take in",)


def test_the_profile_shares_sum_to_one() -> None:
    profile = vocabulary.profile(counting.count(TEXT))
    assert profile.words == 9
    assert sum(profile.zipf.values()) == pytest.approx(1)
    assert sum(profile.cefr.values()) == pytest.approx(1)
    assert sum(vocabulary.profile(counting.count("")).zipf.values()) == 0
