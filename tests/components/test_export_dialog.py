"""What is lost is said once, with all the places where it is lost."""

from components.export_dialog import worded
from services.formats.base import Loss


def test_the_same_loss_is_one_line_with_its_places() -> None:
    losses = [
        Loss(0, "Skip logic is not stored."),
        Loss(1, "Skip logic is not stored."),
        Loss(2, "Skip logic is not stored."),
        Loss(6, "Skip logic is not stored."),
        Loss(None, "The title is not stored."),
        Loss(3, "Its unit is not stored."),
    ]
    assert worded(losses) == [
        r"Skip logic is not stored\. (Questions 1 to 3, 7)",
        r"The title is not stored\.",
        r"Its unit is not stored\. (Question 4)",
    ]


def test_what_is_counted_is_named_by_the_room() -> None:
    assert worded([Loss(0, "x"), Loss(4, "x")], "Item") == ["x (Items 1, 5)"]


def test_text_of_a_document_in_a_loss_stays_text() -> None:
    assert worded([Loss(None, "Section '<b>*A*' is joined.")]) == [
        r"Section \'\<b\>\*A\*\' is joined\."
    ]
