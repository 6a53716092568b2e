"""Who somebody is, by what an identity provider signed."""

import pytest

from services.errors import Forbidden
from services.people import person_of


def test_the_same_subject_of_two_providers_is_two_people() -> None:
    one = person_of({"iss": "https://a.example", "sub": "7", "name": "Ann"})
    assert one == person_of({"iss": "https://a.example", "sub": "7", "name": "Ann"})
    assert one.id != person_of({"iss": "https://b.example", "sub": "7", "name": "Ann"}).id
    # Neither claim can be read into the other.
    assert person_of({"iss": "a", "sub": "b\nc"}).id != person_of({"iss": "a\nb", "sub": "c"}).id


def test_names_and_addresses_make_nobody_somebody_else() -> None:
    claims = {"iss": "https://a.example", "sub": "7"}
    ids = {
        person_of(claims | more).id
        for more in ({}, {"name": "Ann"}, {"email": "ann@example.org"}, {"name": 5})
    }
    assert len(ids) == 1
    assert person_of(claims | {"name": " Ann \n Lee "}).name == "Ann Lee"
    assert person_of(claims | {"email": "ann@example.org"}).name == "ann@example.org"
    assert person_of(claims).name == "Somebody without a name"


@pytest.mark.parametrize(
    "claims",
    [{}, {"iss": "https://a.example"}, {"sub": "7"}, {"iss": "", "sub": "7"}, {"iss": 1, "sub": 2}],
)
def test_without_issuer_and_subject_nobody_is_let_in(claims: dict[str, object]) -> None:
    with pytest.raises(Forbidden, match="did not say who you are"):
        person_of(claims)
