"""Questions taken over from elsewhere leave behind what belongs to the draft they come from."""

from services.questionnaire.example import example
from services.questionnaire.models import Item, QuestionnaireDraft, Section
from services.questionnaire.reuse import add_reused

SOURCE = example().questionnaire.items


def empty() -> QuestionnaireDraft:
    own = Item(id="own", text="Own question?", variable="which")
    draft = QuestionnaireDraft()
    sections = (Section(id="s", items=(own,)),)
    questionnaire = draft.questionnaire.model_copy(update={"sections": sections})
    return draft.model_copy(update={"questionnaire": questionnaire})


def added(*names: str) -> tuple[Item, ...]:
    chosen = [item for item in SOURCE if item.id in names]
    return add_reused(empty(), "s", chosen).questionnaire.items[1:]


def test_copies_have_ids_of_their_own_and_keep_their_answers() -> None:
    [copy] = added("how-many")
    assert copy.id != "how-many"
    assert copy.labels == ("1 to 3", "3 to 6", "8 or more")
    assert copy.intents == ()


def test_a_rule_comes_along_with_the_question_it_rests_on() -> None:
    asked, dependent = added("borrowed", "how-many")
    assert dependent.shown_if is not None
    assert dependent.shown_if.item_id == asked.id
    assert dependent.shown_if.codes == ("1",)


def test_without_that_question_the_rule_stays_behind() -> None:
    [copy] = added("how-many")
    assert copy.shown_if is None


def test_a_variable_name_that_is_taken_is_not_given_twice() -> None:
    [copy] = added("which")
    assert copy.variable == ""
    assert added("borrowed")[0].variable == "borrowed"


def test_a_section_that_is_gone_takes_nothing() -> None:
    draft = empty()
    assert add_reused(draft, "gone", SOURCE) == draft
