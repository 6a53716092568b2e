"""The Compare page: begin, set up, run, results with published rows, report, a blind study."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from components.compare_views import EXPORT, OUTPUTS, PEOPLE, RESULTS, SET_UP
from components.workbench import workshop
from services.compare.models import Arm, Comparison, Subject, finished
from services.compare.study_models import Study
from services.questionnaire.models import Method
from services.store.repository import Draft
from tests.compare.parts import one_item, two_arms
from tests.pages.conftest import run_until

Open = Callable[..., AppTest]
MADE = two_arms({"a": (10.0, 20.0, 60.0), "b": (20.0, 40.0, 90.0)})


def kept(document: Comparison) -> Draft:
    return workshop().repository.create(document, owner="local", author="local", what="new")


def stored(found: Draft) -> Comparison:
    document = workshop().repository.get(found.id).document
    assert isinstance(document, Comparison)
    return document


def opened_at(app: Open, document: Comparison, view: str) -> tuple[AppTest, Draft]:
    app("compare")
    found = kept(document)
    page = app("compare", draft=found.id)
    page.session_state["compared"] = view
    page.run()
    assert not page.exception
    return page, found


def button(page: AppTest, label: str):  # type: ignore[no-untyped-def]
    return next(each for each in page.button if each.label == label)


def said(page: AppTest) -> str:
    return "\n".join(each.value for each in (*page.markdown, *page.warning, *page.info))


def test_the_empty_page_offers_the_three_subjects_the_example_and_a_report(app: Open) -> None:
    page = app("compare")
    assert not page.exception
    labels = [each.label for each in page.button]
    for label in ("Questionnaires", "Hints", "Reading questions", "Load an example"):
        assert label in labels
    assert "None yet" in said(page)


def test_arms_and_inputs_are_set_up_and_saved(app: Open) -> None:
    page = app("compare")
    button(page, "Questionnaires").click().run()
    assert not page.exception
    (area,) = page.text_area
    area.set_value("Cycling to work\n- How often\n- Why not\nBaking bread")
    button(page, "Add these").click().run()
    assert not page.exception
    draft = workshop().repository.recent("local", "comparisons")[0]
    comparison = workshop().repository.get(draft.id).document
    first, second = comparison.inputs
    assert (first.brief.topic, len(first.brief.intents)) == ("Cycling to work", 2)
    assert second.brief.topic == "Baking bread"
    method = next(each for each in page.selectbox if each.label == "Method")
    method.set_value(Method.RETRIEVE).run()
    button(page, "Add an arm").click().run()
    comparison = workshop().repository.get(draft.id).document
    assert comparison.arms[0].method is Method.RETRIEVE
    assert [arm.seed for arm in comparison.arms] == [0, 0, 1]
    assert "0 of 6 cells" in said(page)


def test_an_intent_without_a_topic_is_said_and_nothing_is_lost(app: Open) -> None:
    page = app("compare")
    button(page, "Questionnaires").click().run()
    page.text_area[0].set_value("- How often")
    button(page, "Add these").click().run()
    assert "Line 1 is an intent without a topic" in said(page)
    assert page.text_area[0].value == "- How often"


def test_the_example_is_a_draft_like_any_other(app: Open) -> None:
    page = app("compare")
    button(page, "Load an example").click().run()
    assert not page.exception
    assert "0 of 2 cells" in said(page)
    assert workshop().repository.recent("local", "comparisons")[0].title.startswith("Example")


def test_a_comparison_runs_to_its_end_and_shows_its_results(app: Open) -> None:
    inputs = (one_item(),)
    document = Comparison(subject=Subject.ITEMS, arms=(Arm(id="a"), Arm(id="b")), inputs=inputs)
    page, found = opened_at(app, document, SET_UP)
    button(page, "Run").click().run()
    run_until(page, lambda now: "All 2 cells are finished" in said(now))
    assert len(finished(stored(found))["b"]) == 1
    button(page, "See the results").click().run()
    assert not page.exception
    means = page.table[0].value
    assert list(means["Measure"])[:2] == ["Right with the passage, % ↑", "Right without it, % ↓"]
    assert "One input says nothing about others" in said(page)


def test_results_are_the_table_worked_out_by_hand(app: Open) -> None:
    page, _ = opened_at(app, MADE, RESULTS)
    means = page.table[0].value
    row = means[means["Measure"] == "Rep-2, % ↓"].iloc[0]
    assert [str(cell).split(" ")[0] for cell in row.iloc[1:4]] == ["30.0", "50.0", "26.7"]
    assert "yours of English" in said(page)
    apart = page.table[1].value
    row = apart[apart["Measure"] == "Rep-2, % ↓"].iloc[0]
    assert row["Difference"].startswith("+20.0 (")
    # More repetition, and its interval leaves 0 out.
    assert "Worse" in row["Verdict"]


def test_outputs_stand_side_by_side_as_text(app: Open) -> None:
    page, _ = opened_at(app, MADE, OUTPUTS)
    assert [each.value for each in page.header] == ["Alpha \\<method\\>", "Beta \\& co"]
    assert "How much Sleep" in said(page)


def test_a_comparison_without_results_has_nothing_to_report(app: Open) -> None:
    bare = MADE.model_copy(update={"cells": ()})
    page, _ = opened_at(app, bare, EXPORT)
    assert "nothing to report yet" in said(page)
    page, _ = opened_at(app, bare, PEOPLE)
    button(page, "Make the study").click().run()
    assert "Run the comparison to its end first" in page.error[0].value
    assert workshop().repository.recent("local", "studies") == []


def test_the_settings_can_be_copied_to_run_again(app: Open) -> None:
    page, found = opened_at(app, MADE, EXPORT)
    button(page, "Copy the settings to run again").click().run()
    assert not page.exception
    again = workshop().repository.recent("local", "comparisons")[0]
    assert again.id != found.id
    assert again.title == "Two arms, run again"
    assert "0 of 6 cells" in said(page)


def test_a_study_is_made_and_its_key_stays_with_the_comparison(app: Open) -> None:
    page, found = opened_at(app, MADE, PEOPLE)
    button(page, "Make the study").click().run()
    assert not page.exception
    (made,) = workshop().repository.recent("local", "studies")
    study = workshop().repository.get(made.id).document
    assert isinstance(study, Study)
    (key,) = stored(found).keys
    assert key.study == made.id
    assert {entry.sample for entry in key.entries} == {sample.id for sample in study.samples}
    # An undo of the arms takes no result and no key away.
    assert finished(stored(found))["a"]


@pytest.mark.parametrize(
    ("view", "headers"),
    [
        (EXPORT, ["Report", "Table", "Run it again"]),
        (PEOPLE, ["Studies of this comparison", "Make a blind study"]),
    ],
)
def test_a_study_that_cannot_be_read_is_left_out_and_told(
    app: Open, view: str, headers: list[str]
) -> None:
    page, found = opened_at(app, MADE, PEOPLE)
    button(page, "Make the study").click().run()
    (key,) = stored(found).keys
    repository = workshop().repository
    with repository._writing() as session:
        damage = "UPDATE revision SET document = X'7878' WHERE draft_id = ?"
        session.connection().exec_driver_sql(damage, (key.study,))
    page.session_state["compared"] = view
    page.run()
    assert not page.exception
    assert "cannot be read" in str(page.error[0].proto)
    assert "left out here" in said(page)
    links = page.main.get("page_link")
    assert any(link.proto.label == "Its history" for link in links)
    assert [each.value for each in page.header] == headers
