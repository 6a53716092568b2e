"""The passages page: empty, example, live checks while one edits, jobs, proposals, errors."""

import json
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from components.workbench import workshop
from services.errors import Unavailable
from services.reading import editing
from services.reading.example import RIVER, example
from services.reading.models import ComprehensionItem, Passage, PassageSet, SentenceRewrite
from services.store.repository import Draft
from tests.pages.conftest import run_until

Open = Callable[..., AppTest]
TEXT, QUESTIONS, SET = "The text", "The questions", "The whole set"


def draft(document: PassageSet) -> Draft:
    return workshop().repository.create(document, owner="local", author="local", what="new")


def stored(found: Draft) -> PassageSet:
    document = workshop().repository.get(found.id).document
    assert isinstance(document, PassageSet)
    return document


def opened_at(app: Open, document: PassageSet, **state: str) -> tuple[AppTest, Draft]:
    """The page on this document, with its segmented controls at what `state` says."""
    app("passages")
    found = draft(document)
    page = app("passages", draft=found.id)
    for name, value in state.items():
        page.session_state[name] = value
    page.run()
    assert not page.exception
    return page, found


def said(page: AppTest) -> str:
    return "\n".join(element.value for element in (*page.markdown, *page.warning, *page.info))


def button(page: AppTest, label: str):  # type: ignore[no-untyped-def]
    return next(each for each in page.button if each.label == label)


def field(page: AppTest, label: str):  # type: ignore[no-untyped-def]
    return next(each for each in page.text_input if each.label == label)


def value(page: AppTest, label: str) -> str:
    return next(each.value for each in page.metric if each.label == label)


def test_the_empty_room_says_what_it_is_for_and_how_to_begin(app: Open) -> None:
    page = app("passages")
    assert "apart from it" in said(page)
    button(page, "Start").click()
    page.run()
    assert not page.exception
    assert "Paste or type a text" in said(page)
    assert page.text_area[0].value == ""


def test_the_example_is_a_draft_that_is_measured_at_once(app: Open) -> None:
    page = app("passages")
    button(page, "Load an example").click()
    page.run()
    assert not page.exception
    assert page.header[0].value == "How hard is the text to read"
    assert value(page, "Grade band (Flesch-Kincaid)") == "8.3 to 10.3"
    assert value(page, "SMOG") == "Withheld"
    assert "Harder than aimed at" in said(page)
    assert "−0.01, 95% interval −0.06 to 0.04, on 1,411" in said(page)
    (summary,) = workshop().repository.recent("local", "passages")
    assert summary.title == "Example: a river and a kite"


def test_a_pasted_text_is_saved_and_measured(app: Open) -> None:
    page, found = opened_at(app, PassageSet(passages=(Passage(),)))
    page.text_area[0].set_value("The cat sat on the mat. It was warm.").run()
    assert not page.exception
    # 0.39 * 9 / 2 + 11.8 * 9 / 9 - 15.59 = -2.04
    assert value(page, "Flesch-Kincaid grade") == "-2.0"
    assert "9 words, 2 sentences, 9 syllables" in said(page)
    assert "under 100 words a score can be off" in said(page)
    assert stored(found).passages[0].text == "The cat sat on the mat. It was warm."


def test_a_text_in_another_language_gets_no_grade(app: Open) -> None:
    german = "Der Fluss war unter der Straße verschwunden. Niemand wusste, wohin er floss. " * 4
    for view in ("Measures", "Sentences", "Words", "As in the paper", "Surprise by word"):
        page, _ = opened_at(app, PassageSet(passages=(Passage(text=german),)), text_view=view)
        assert "does not look like English" in said(page)
        assert "English texts only" in said(page) or view == "Measures"


def test_smog_is_shown_when_asked_for(app: Open) -> None:
    page, _ = opened_at(app, example())
    page.toggle(key="smog_always").set_value(True).run()
    assert float(value(page, "SMOG")) > 5


def test_a_sentence_is_chosen_and_its_proposal_accepted(app: Open) -> None:
    hard = RIVER[RIVER.index("In 1921") : RIVER.index("summer.") + 7]
    rewrite = SentenceRewrite(
        original=hard,
        start=RIVER.index(hard),
        rewritten="In 1921 the council covered the Wend. It smelled.",
        grade_before=14,
        grade_after=4,
    )
    river = example().passages[0].model_copy(update={"rewrites": (rewrite,)})
    page, found = opened_at(app, PassageSet(passages=(river,)), text_view="Sentences")
    button(page, "Sentence 2, proposal").click()
    page.run()
    assert page.subheader[0].value == "Sentence 2"
    assert "4 clauses" in said(page)
    assert "This sentence: grade 14.0 → 4.0 (10.0 easier)" in said(page)
    label = page.radio[0].options[1]
    assert label.startswith("**2.** :red-background[In 1921")
    assert ":material/priority_high: Hard" in label
    button(page, "Accept").click()
    page.run()
    assert not page.exception
    text = stored(found).passages[0].text
    assert rewrite.rewritten in text
    assert hard not in text
    assert page.text_area[0].value == text


def test_text_of_the_author_is_only_text(app: Open) -> None:
    evil = "It was :red[loud] and **bold** $x^2$ <b>x</b> [a](http://b.example) `c` ]. He left."
    page, _ = opened_at(
        app, PassageSet(passages=(Passage(title="# T :red[x]", text=evil),)), text_view="Sentences"
    )
    label = page.radio[0].options[0]
    assert r"\:red\[loud\]" in label
    assert r"\*\*bold\*\*" in label
    assert r"\<b\>" in label
    assert page.text[0].value.startswith("It was :red[loud]")


def test_an_easier_version_is_asked_for_as_a_job_and_a_refusal_is_said(app: Open) -> None:
    page, found = opened_at(app, example(), text_view="Sentences")
    button(page, "Suggest an easier version").click()
    page.run()
    run_until(page, lambda p: bool(p.error) or bool(stored(found).passages[0].rewrites))
    assert not page.exception
    assert stored(found).passages[0].text == RIVER


def test_words_and_paper_views_say_what_is_missing(
    app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.text.wordnet.find", lambda: None)
    page, _ = opened_at(app, example(), text_view="Words")
    table = page.dataframe[0].value
    assert {"Word", "Times", "Frequency", "Level", "Familiar"} == set(table.columns)
    assert "kingfishers" in set(table["Word"])
    assert "WordNet" in said(page)
    page.session_state["text_view"] = "As in the paper"
    page.run()
    rows = page.table[0].value
    assert list(rows["r in the paper"]) == ["0.01", "−0.08", "0.02", "0.01", "0.00"]
    assert list(rows["This text"])[3] == "not measured"
    assert "Surprisal is not available yet" in said(page)


def test_two_versions_are_compared_edit_by_edit(app: Open) -> None:
    page, found = opened_at(app, example(), text_view="Two versions")
    button(page, "Start a second version").click()
    page.run()
    easier = RIVER.replace("It was rediscovered by accident.", "A man found it.")
    page.text_area[1].set_value(easier).run()
    assert not page.exception
    assert "easier] if only this edit is made" in said(page)
    assert stored(found).passages[0].text == RIVER
    button(page, "Take it over").click()
    page.run()
    assert stored(found).passages[0].text == easier


def test_flaws_and_estimate_change_while_one_types(app: Open) -> None:
    page, found = opened_at(app, example(), part=QUESTIONS)
    assert "None found" in said(page)
    assert "r = " in said(page)
    field(page, "Option A").set_value("All of the above").run()
    assert not page.exception
    assert "**“All of the above”**" in said(page)
    assert stored(found).passages[0].items[0].options[0] == "All of the above"
    button(page, "Not here").click()
    page.run()
    assert "**“All of the above”**" not in said(page)
    assert stored(found).passages[0].items[0].dismissed
    button(page, "“All of the above”").click()
    page.run()
    assert "**“All of the above”**" in said(page)


def test_the_line_of_the_draft_follows_an_edit_in_a_question(app: Open) -> None:
    page, found = opened_at(app, example(), part=QUESTIONS)
    assert button(page, "Undo").disabled
    field(page, "Question").set_value("Why was the Wend covered?").run()
    assert "revision 2" in said(page)
    button(page, "Undo").click()
    page.run()
    assert (
        stored(found).passages[0].items[0].question == "Why did the council have the Wend covered?"
    )
    assert field(page, "Question").value == "Why did the council have the Wend covered?"


def test_without_a_key_the_estimate_abstains_and_says_why(app: Open) -> None:
    item = ComprehensionItem(question="Why?", options=("Rain", "Sun"))
    page, _ = opened_at(
        app, PassageSet(passages=(Passage(text=RIVER, items=(item,)),)), part=QUESTIONS
    )
    assert "No estimate] No option is marked as the key" in said(page)


def test_types_are_the_classifiers_until_the_author_sets_them(app: Open) -> None:
    page, found = opened_at(app, example(), part=QUESTIONS)
    item = stored(found).passages[0].items[0]
    pills = page.get_by_key(f"{found.id}:item:{item.id}:types")
    assert "classified" in pills.label
    page.session_state[f"{found.id}:item:{item.id}:types"] = []
    page.run()
    assert stored(found).passages[0].items[0].types is None


def test_pasted_questions_are_shown_before_they_are_added(app: Open) -> None:
    page, found = opened_at(app, PassageSet(passages=(Passage(text=RIVER),)), part=QUESTIONS)
    assert "no question yet" in said(page)
    pasted = "Chapter 3\n\n1. Who came?\na) Ann\n*b) Bo\n\n2. Why?\na) rain\nb) wind\n"
    page.text_area[0].set_value(pasted).run()
    assert "2 understood] questions, 1 without a key" in said(page)
    assert any("line 1: “Chapter 3” was not taken" in each.value for each in page.text)
    button(page, "Add 2 questions").click()
    page.run()
    assert not page.exception
    items = stored(found).passages[0].items
    assert [(i.question, i.gold) for i in items] == [("Who came?", 1), ("Why?", None)]
    assert field(page, "Question").value == "Who came?"


def test_the_model_is_asked_as_a_job_and_its_answer_shown(app: Open) -> None:
    page, found = opened_at(app, example(), part=QUESTIONS)
    assert "Without a language model" in said(page)
    button(page, "Ask the language model").click()
    page.run()
    run_until(page, lambda p: stored(found).passages[0].items[0].solver is not None)
    run_until(page, lambda p: "Answered by **test engine" in said(p))
    assert "has not been measured" in said(page)
    field(page, "Question").set_value("Why was the Wend covered?").run()
    assert "Without a language model" in said(page)


def test_beating_the_reader_keeps_every_try(app: Open) -> None:
    page, found = opened_at(app, example(), part=QUESTIONS)
    button(page, "Let the reader answer (3 tries left)").click()
    page.run()
    run_until(page, lambda p: bool(stored(found).passages[0].items[0].attempts))
    run_until(page, lambda p: "**Try 1**" in said(p))
    assert any(
        ending in said(page) + "".join(each.value for each in page.success)
        for ending in ("You beat the reader", "Change the question or its options first")
    )


def test_suggestions_are_proposals_until_they_are_accepted(app: Open) -> None:
    page, found = opened_at(app, example(), part=QUESTIONS, question_view="Suggestions")
    engine = workshop().engine
    asked = {
        "question": "What did the town council put over the Wend?",
        "answer": "Brick arches",
        "evidence": "In 1921 the town council had the Wend covered with brick arches",
    }
    engine.enqueue(json.dumps(asked))  # type: ignore[attr-defined]
    engine.enqueue(json.dumps({"wrong_answers": ["A glass roof", "A wooden floor", "A net"]}))  # type: ignore[attr-defined]
    river = stored(found).passages[0]
    page.session_state[f"{found.id}:{river.id}:wanted"] = ["factoid"]
    page.run()
    button(page, "Suggest questions").click()
    page.run()
    run_until(page, lambda p: bool(stored(found).passages[0].proposals))
    run_until(page, lambda p: any(each.label == "Accept" for each in p.button))
    assert len(stored(found).passages[0].items) == 5
    assert "The passage says" in said(page)
    button(page, "Accept").click()
    page.run()
    assert not page.exception
    river = stored(found).passages[0]
    assert [i.question for i in river.items][5:] == [asked["question"]]
    assert river.proposals == ()


def test_keys_are_evened_out_only_when_accepted(app: Open) -> None:
    items = tuple(
        ComprehensionItem(question=f"Who is {name}?", options=("a", "b", "c"), gold=0)
        for name in ("Ann", "Bo", "Cy", "Di")
    )
    page, found = opened_at(
        app,
        PassageSet(passages=(Passage(text=RIVER, items=items),)),
        part=QUESTIONS,
        question_view="All together",
    )
    assert "Too many keys at A" in said(page)
    assert [i.gold for i in editing.all_items(stored(found))] == [0, 0, 0, 0]
    button(page, "Accept the new order").click()
    page.run()
    assert not page.exception
    after = editing.all_items(stored(found))
    assert sorted(i.gold or 0 for i in after) == [0, 0, 1, 2]
    assert all(i.options[i.gold or 0] == "a" for i in after)


def test_the_record_and_the_agreement_with_real_percentages(app: Open) -> None:
    page, found = opened_at(
        app, example(), part=QUESTIONS, question_view="How good is this estimate"
    )
    assert all("95% interval" in r for r in page.table[0].value["r with people's answers"])
    assert "Rank agreement needs 3" in said(page)
    for number, percent in zip(range(3), (90.0, 80.0, 70.0), strict=True):
        page.number_input[number].set_value(percent).run()
    assert not page.exception
    assert "Rank agreement]" in said(page)
    assert [i.observed for i in stored(found).passages[0].items[:3]] == [0.9, 0.8, 0.7]


def test_the_set_is_compared(app: Open) -> None:
    page, _ = opened_at(app, example(), part=SET)
    table = page.dataframe[0].value
    assert list(table["Text"]) == ["1. The river under the street", "2. The kite on the mill"]
    assert list(table["Aimed at"]) == ["8: harder", "1: fits"]
    assert table["Flesch-Kincaid grade"][1] < 3


def test_an_encoder_that_is_missing_is_said_and_the_wording_is_still_judged(
    app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> None:
        raise Unavailable("The sentence encoder is not installed.", "Install it.")

    monkeypatch.setattr("services.text.embeddings.packaged_minilm", missing)
    page, _ = opened_at(app, example(), part=QUESTIONS)
    assert any("encoder is not installed" in str(each.proto) for each in page.error)
    assert "Made from the wording of question and options alone" in said(page)


def test_a_passage_and_files_are_added_and_removed(app: Open) -> None:
    page, found = opened_at(app, example())
    page.file_uploader[0].upload("bees.txt", b"Bees make honey.")
    page.file_uploader[0].upload("odd.docx", b"PK\x03\x04 broken")
    page.run()
    assert not page.exception
    assert [p.title for p in stored(found).passages][2] == "bees"
    assert any("odd.docx cannot be read" in each.value for each in page.text)
    assert page.text_area[0].value == "Bees make honey."
    button(page, "Remove this passage and its questions").click()
    page.run()
    assert len(stored(found).passages) == 2


def test_cancel_leaves_the_draft_as_it_was(app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASKWRIGHT_DETERMINISTIC_DELAY", "0.2")
    page, found = opened_at(app, example(), part=QUESTIONS)
    before = stored(found)
    button(page, "Ask the language model").click()
    page.run()
    button(page, "Cancel").click()
    run_until(page, lambda p: any("Cancelled" in each.value for each in p.info))
    assert stored(found) == before
