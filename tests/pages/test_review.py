"""The review page: raters apart, the arm nowhere, nothing told before the end, results after it."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from components.workbench import workshop
from services.compare.criteria import CRITERIA
from services.compare.models import Comparison, KeyEntry
from services.compare.rating import quiz_for, rated, values_of, with_plays, with_rater
from services.compare.studies import Plan, study_of, with_key
from services.compare.study_models import Rater, Study, StudyKind
from services.compare.study_results import key_of
from services.hints.models import PlayRecord
from services.store.repository import Draft
from tests.compare.parts import hints_of_two_arms, two_arms
from tests.compare.test_item_studies import answered

Open = Callable[..., AppTest]
ANN, BEN = Rater(id="secret-of-ann", name="Ann"), Rater(id="secret-of-ben", name="Ben")
MADE = two_arms({"a": (10.0, 20.0, 60.0), "b": (20.0, 40.0, 90.0)})
RATE = StudyKind.RATE_QUESTIONNAIRES


def made(
    app: Open, comparison: Comparison = MADE, kind: StudyKind = RATE
) -> tuple[Draft, dict[str, KeyEntry]]:
    """A study with Ann and Ben in it, its comparison beside it."""
    app("review")
    repository = workshop().repository
    home = repository.create(comparison, owner="local", author="local", what="new")
    study, entries = study_of(comparison, Plan(kind, "Blind one", seed=3))
    for rater in (ANN, BEN):
        study = with_rater(study, rater)
    study = study.model_copy(update={"comparison": home.id})
    draft = repository.create(study, owner="local", author="local", what="new")
    repository.update(
        home.id, lambda now: with_key(now, draft.id, entries), author="local", what="key"
    )
    key = key_of(draft.id, repository.get(home.id).document)
    assert key is not None
    return draft, key


def stored(draft: Draft) -> Study:
    document = workshop().repository.get(draft.id).document
    assert isinstance(document, Study)
    return document


def as_rater(app: Open, draft: Draft, rater: Rater) -> AppTest:
    page = app("review", draft=draft.id, rater=rater.id)
    assert not page.exception
    return page


def button(page: AppTest, label: str):  # type: ignore[no-untyped-def]
    return next(each for each in page.button if each.label == label)


def said(page: AppTest) -> str:
    return "\n".join(each.value for each in (*page.markdown, *page.warning, *page.info))


def judge(page: AppTest, value: int) -> None:
    """Every line of the sample that is on."""
    for place in range(len(page.button_group)):
        control = page.button_group[place]
        accept = "Accept" in control.label
        control.set_value(int(value > 2) if accept else value).run()


def test_the_front_says_where_studies_come_from(app: Open) -> None:
    page = app("review")
    assert not page.exception
    assert "without knowing which made what" in said(page)


def test_a_rater_gives_a_name_and_gets_an_address_of_their_own(app: Open) -> None:
    draft, _ = made(app)
    page = app("review", draft=draft.id, rater="new")
    page.text_input[0].set_value("Cleo")
    button(page, "Begin").click().run()
    assert not page.exception
    new = stored(draft).raters[-1]
    assert new.name == "Cleo"
    assert page.query_params["rater"] in (new.id, [new.id])
    assert page.header[0].value == "Sample 1 of 6"


def test_each_choice_is_kept_at_once_and_is_there_when_the_rater_comes_back(app: Open) -> None:
    draft, _ = made(app)
    page = as_rater(app, draft, ANN)
    assert button(page, "Next").disabled
    judge(page, 4)
    assert not page.exception
    study = stored(draft)
    assert {rating.rater for rating in study.ratings} == {ANN.id}
    assert len(study.ratings) == len(CRITERIA[RATE])
    button(page, "Next").click().run()
    assert page.header[0].value == "Sample 2 of 6"
    button(page, "Skip this one").click().run()
    assert page.header[0].value == "Sample 3 of 6"
    again = as_rater(app, draft, ANN)
    assert again.header[0].value == "Sample 3 of 6"
    button(again, "Back").click().run()
    button(again, "Back").click().run()
    assert [control.value for control in again.button_group] == [4, 4, 4, 4, 4, 1]


def test_a_rater_sees_nothing_of_others_and_nothing_of_the_arms(app: Open) -> None:
    draft, _ = made(app)
    mine = as_rater(app, draft, ANN)
    judge(mine, 2)
    other = as_rater(app, draft, BEN)
    assert "0 of 6 done" in _everything(other)
    assert {control.value for control in other.button_group} == {None}
    for page in (mine, other):
        seen = _everything(page)
        assert "How much" in seen
        for hidden in ("Alpha", "Beta", "rep_2", "A model"):
            assert hidden not in seen
    assert ANN.id not in _everything(other)
    judge(other, 5)
    first = next(iter(stored(draft).ratings)).sample
    assert set(values_of(stored(draft), ANN.id, first).values()) <= {0, 2}


def _everything(page: AppTest) -> str:
    """All that is drawn, with widgets' keys and ids, as the browser gets it."""
    return "\n".join(str(getattr(node, "proto", "")) for node in page.main)


def test_the_desk_tells_how_far_raters_are_and_no_rating_before_the_end(app: Open) -> None:
    draft, _ = made(app)
    sample = stored(draft).samples[0].id
    workshop().repository.update(
        draft.id,
        lambda now: rated(now, ANN.id, sample, "relevance", 2, when="1"),
        author="local",
        what="Rated",
    )
    page = app("review", draft=draft.id)
    assert not page.exception
    assert list(page.table[0].value["Rater"]) == ["Ann", "Ben"]
    assert [each.value for each in page.header] == ["Raters", "End"]
    assert ANN.id not in _everything(page)
    button(page, "End it now").click().run()
    assert not page.exception
    assert stored(draft).ended
    assert page.header[0].value == "Ratings by arm"
    assert "One person rated" in said(page)
    late = as_rater(app, draft, BEN)
    assert "has ended" in said(late)


def test_results_are_those_of_the_ratings_by_arm(app: Open) -> None:
    draft, key = made(app)

    def all_rated(study: Study) -> Study:
        for rater, values in ((ANN, {"a": 2, "b": 5}), (BEN, {"a": 4, "b": 5})):
            for sample in study.samples:
                value = values[key[sample.id].arm]
                for criterion in CRITERIA[RATE]:
                    given = int(value > 2) if criterion.yes_no else value
                    study = rated(study, rater.id, sample.id, criterion.name, given, when="1")
        return study.model_copy(update={"ended": "2026-01-01"})

    workshop().repository.update(draft.id, all_rated, author="local", what="Rated")
    page = app("review", draft=draft.id)
    assert not page.exception
    means = page.table[0].value
    assert means.iloc[0]["Alpha \\<method\\>"].startswith("3.0")
    assert means.iloc[0]["Beta \\& co"].startswith("5.0")
    # People's questionnaires in the paper, which is told to be another study.
    assert means.iloc[0]["People (published)"] == "4.9"
    assert means.iloc[5]["People (published)"] == "90%"
    assert "three graduate students" in said(page)
    assert page.table[1].value.iloc[0, 1].startswith("+2.0")
    assert "Krippendorff" in page.table[2].value.columns[1]
    # Six samples: what is found there is no more than chance would give.
    assert "up to 0.8 is to be expected" in said(page)
    assert "No measure here goes with people's ratings more than chance would." in said(page)
    page.multiselect[0].set_value([]).run()
    assert list(page.table[0].value.columns) == ["Criterion", *means.columns[1:3]]
    assert "three graduate students" not in said(page)


def test_reading_questions_are_rated_and_told_one_by_one(app: Open) -> None:
    draft, _ = made(app, answered(), StudyKind.RATE_ITEMS)
    page = as_rater(app, draft, ANN)
    seen = _everything(page)
    assert "is green" in seen
    assert "The answer" in seen
    for hidden in ("First solver", "Second solver", "with_passage"):
        assert hidden not in seen
    judge(page, 4)
    assert not page.exception
    assert len(stored(draft).ratings) == len(CRITERIA[StudyKind.RATE_ITEMS])
    button(page, "Next").click().run()
    assert page.header[0].value == "Sample 2 of 5"
    workshop().repository.update(
        draft.id, lambda now: now.model_copy(update={"ended": "x"}), author="local", what="end"
    )
    page = app("review", draft=draft.id)
    assert not page.exception
    assert "your ratings stand alone" in said(page)
    assert page.table[0].value["All questions"][0] == "4.0"
    assert "Which colour has the lock" in said(page)
    assert "Falls short of nothing" in said(page)


def test_a_copy_of_a_study_has_no_key(app: Open) -> None:
    draft, _ = made(app)
    copy = workshop().repository.duplicate(draft.id, owner="local")
    workshop().repository.update(
        copy.id, lambda now: now.model_copy(update={"ended": "x"}), author="local", what="end"
    )
    page = app("review", draft=copy.id)
    assert "key to this study is not there" in said(page)


@pytest.mark.parametrize("rater", [ANN, BEN])
def test_questions_are_answered_in_the_play_view_and_counted_by_arm(
    app: Open, rater: Rater
) -> None:
    draft, key = made(app, hints_of_two_arms(2), StudyKind.ANSWER)
    page = as_rater(app, draft, rater)
    seen = _everything(page)
    assert "Secret" not in seen
    assert "Town 0" not in seen
    button(page, "Show a hint (3 left)").click().run()
    assert "Secret" in _everything(page)
    asked = page.header[0].value
    page.text_input[0].set_value("Town 0" if "is 0" in asked else "Town 1")
    button(page, "Answer").click().run()
    assert not page.exception
    (play,) = stored(draft).plays
    assert (play.attempt, play.hints_seen, play.solved) == (rater.id, 1, True)
    button(page, "Next question").click().run()
    button(page, "Give up").click().run()
    button(page, "See how it went").click().run()
    assert not page.exception
    assert "That was the last one" in page.success[0].value
    entries = {s.question.id: key[s.id].arm for s in stored(draft).samples if s.question}
    assert {entries[play.question_id] for play in stored(draft).plays} == {"a", "b"}


def test_answers_are_told_by_arm_beside_the_published_study(app: Open) -> None:
    draft, _ = made(app, hints_of_two_arms(2), StudyKind.ANSWER)

    def played(study: Study) -> Study:
        plays = tuple(
            PlayRecord(question_id=question.id, attempt=rater.id, hints_seen=2, solved=True)
            for rater in (ANN, BEN)
            for question in quiz_for(study, rater.id).questions
        )
        return with_plays(study, plays).model_copy(update={"ended": "2026-01-01"})

    workshop().repository.update(draft.id, played, author="local", what="Played")
    page = app("review", draft=draft.id)
    assert not page.exception
    table = page.table[0].value
    assert table.iloc[0]["Alpha \\<method\\>"] == "100% (100% to 100%)"
    assert list(table["Copilot (published)"][:4]) == ["64%", "", "", "1"]
    assert "six people" in said(page)
    assert "too few to conclude anything" in said(page)
