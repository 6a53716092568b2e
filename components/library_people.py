"""Who made something, as it is said in the library and in a draft's history."""

from collections.abc import Iterable

from components.company import names_of
from components.sign_in import person
from services.backup.restoring import BACKUP
from services.people import LOCAL

MODEL = "model"
# Those who are no person that is known here.
UNKNOWN = {
    MODEL: "The model",
    LOCAL: "Somebody before there was a sign-in",
    BACKUP: "Somebody, as a backup says",
}


def makers(ids: Iterable[str]) -> dict[str, str]:
    """What each author of a revision is called: a person's name, or the model."""
    people = set(ids)
    known = names_of(people)
    return {
        each: UNKNOWN.get(each, "Somebody")
        if known[each] == each and each != person().id
        else known[each]
        for each in people
    }
