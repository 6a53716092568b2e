from services.reading import counting, sentence_view
from services.reading.sentence_view import SentenceView


def views(text: str) -> list[SentenceView]:
    return sentence_view.view(counting.count(text))


def codes(text: str) -> list[str]:
    return [reason.code for view in views(text) for reason in view.reasons]


def test_a_plain_sentence_has_no_reason() -> None:
    (view,) = views("The children walked to the old mill.")
    assert view.reasons == ()
    assert view.level == 0


def test_length_is_told_in_words() -> None:
    text = "The boy went to the shop and then to the park and then to the river " * 2
    (view,) = views(text.strip() + ".")
    assert view.words == 32
    assert view.reasons[0].message == "32 words"


def test_clauses_are_counted_with_their_verbs() -> None:
    text = "Because it rained, the girl who lived next door said that she would stay."
    (reason,) = (r for r in views(text)[0].reasons if r.code == "clauses")
    assert reason.message == "4 clauses"
    assert set(reason.words) == {"rained", "lived", "said", "stay"}


def test_passive_names_the_verb() -> None:
    (view,) = views("The bridge was built by soldiers.")
    assert [reason.message for reason in view.reasons] == ["passive: was built"]
    assert codes("Soldiers built the bridge.") == []


def test_rare_words_are_listed_but_names_and_numbers_are_not() -> None:
    (view,) = views("The chloroplasts and mitochondria of Mr. Zyblikov weighed 0.00317 grams.")
    (reason,) = (r for r in view.reasons if r.code == "rare_words")
    assert reason.words == ("chloroplasts", "mitochondria")


def test_nominalisations_come_from_verbs_and_adjectives() -> None:
    assert "nominalisation" in codes("The establishment of cooperation requires persistence.")
    assert "nominalisation" not in codes("The station in the city has a question of the moment.")


def test_a_sentence_lies_where_it_says_and_is_ready_to_jump_to() -> None:
    text = "# Rain\n\nIt fell. The bridge was washed away by the river."
    for view in views(text):
        assert text[view.start : view.end] == view.text
    assert [v.text for v in sentence_view.hardest(views(text))] == [views(text)[-1].text]


def test_a_word_of_the_topic_is_rare_only_where_it_first_stands() -> None:
    first, *rest = views(
        "The osprey and the heron fish here. An osprey's heron is rare. Ospreys eat. An osprey "
        "sleeps. The heron and the osprey met a bittern and a grebe. The heron flew. Herons sing."
    )
    assert first.reasons[0].words == ("osprey", "heron")
    found = [reason.words for view in rest for reason in view.reasons]
    assert found == [("bittern", "grebe")]
