from pathlib import Path

import pytest

from services.text import wordnet
from services.text.wordnet import WordNet

LICENCE = "  1 A licence stands before the words.\n  2 In lines that start with spaces.\n"
NAMES = ("noun", "verb", "adj", "adv")


def written(folder: Path) -> Path:
    """A WordNet of three senses in the format of wndb(5WN)."""
    verb = LICENCE
    soak, run = len(verb), 0
    verb += f"{soak:08} 30 v 02 absorb 0 take_in 1 001 @ 00000000 v 0000 01 + 08 00 | soak up\n"
    run = len(verb)
    verb += f'{run:08} 38 v 01 run 0 000 01 + 02 00 | move fast; "she ran"\n'
    noun = LICENCE
    dog = len(noun)
    noun += f"{dog:08} 05 n 02 dog 0 domestic_dog 0 000 | a tame animal\n"
    files = {
        "data.noun": noun,
        "data.verb": verb,
        "data.adj": LICENCE,
        "data.adv": LICENCE,
        "index.noun": LICENCE + f"dog n 1 1 @ 1 0 {dog:08}  \n",
        "index.verb": LICENCE
        + f"absorb v 1 1 @ 1 0 {soak:08}  \nrun v 1 0 1 0 {run:08}  \n"
        + f"take_in v 1 1 @ 1 0 {soak:08}  \n",
        "index.adj": LICENCE,
        "index.adv": LICENCE,
    }
    for name, content in files.items():
        (folder / name).write_text(content)
    return folder


def test_senses_of_a_word_and_of_its_inflections(tmp_path: Path) -> None:
    found = WordNet(written(tmp_path))
    (sense,) = found.senses("absorbs", "v")
    assert (sense.lemmas, sense.definition) == (("absorb", "take in"), "soak up")
    assert found.senses("take in") == [sense]
    assert [sense.definition for sense in found.senses("dogs")] == ["a tame animal"]
    assert [sense.definition for sense in found.senses("run")] == ["move fast"]


@pytest.mark.parametrize("word", ["", "aardvark", "zebra", "do", "doggy", "ru", "\u6f22"])
def test_unknown_words_have_no_sense(word: str, tmp_path: Path) -> None:
    assert WordNet(written(tmp_path)).senses(word) == []


def test_it_is_found_where_the_environment_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WNSEARCHDIR", str(written(tmp_path)))
    wordnet.find.cache_clear()
    found = wordnet.find()
    wordnet.find.cache_clear()
    assert found is not None
    assert found.folder == tmp_path
