"""Whoever may only read a study can rate in it, and can neither change a rating nor end it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from services.compare.rating import ended, rated, with_rater
from services.compare.studies import Plan, study_of
from services.compare.study_models import Rater, Study, StudyKind
from services.errors import Forbidden, NotFound
from services.store.connection import open_store
from services.store.repository import Repository, Right
from tests.compare.parts import two_arms

STUDY, _ = study_of(two_arms({"a": (1.0,), "b": (2.0,)}), Plan(StudyKind.RATE_QUESTIONNAIRES, "x"))
SAMPLE = STUDY.samples[0].id


@pytest.fixture
def repository(tmp_path: Path) -> Iterator[Repository]:
    opened = Repository(open_store(f"sqlite:///{tmp_path / 'store.db'}"))
    yield opened
    opened.close()


def test_a_link_to_read_lets_people_rate_and_nothing_else(repository: Repository) -> None:
    owner = repository.seen_by("olga")
    study = owner.create(STUDY, owner="olga", author="olga", what="new")
    secret = owner.share(study.id, Right.VIEW)

    def change(person: Repository, edit: object) -> Study:
        kept = person.update(study.id, edit, author="p", what="Rated")  # type: ignore[arg-type]
        assert isinstance(kept.document, Study)
        return kept.document

    with pytest.raises(NotFound):
        change(repository.seen_by("ann"), lambda now: with_rater(now, Rater(id="r", account="ann")))
    ann, ben = repository.seen_by("ann"), repository.seen_by("ben")
    for person, name in ((ann, "ann"), (ben, "ben")):
        person.open_link(study.id, secret)
        rater = Rater(id=f"id-of-{name}", account=name)
        change(person, lambda now, rater=rater: with_rater(now, rater))
    change(ann, lambda now: rated(now, "id-of-ann", SAMPLE, "relevance", 2, when="1"))
    change(ben, lambda now: rated(now, "id-of-ben", SAMPLE, "relevance", 5, when="2"))

    def overwrite(now: Study) -> Study:
        first, *rest = now.ratings
        return now.model_copy(update={"ratings": (first.model_copy(update={"value": 5}), *rest)})

    for edit in (
        overwrite,
        lambda now: now.model_copy(update={"ratings": now.ratings[:1]}),
        lambda now: ended(now, "2026"),
    ):
        with pytest.raises(Forbidden):
            change(ben, edit)
    kept = owner.get(study.id).document
    assert [rating.value for rating in kept.ratings] == [2, 5]
    assert not kept.ended
    # Coming twice makes no second rater, and what was said is no revision to step back from.
    again = change(ann, lambda now: with_rater(now, Rater(account="ann")))
    assert len(again.raters) == 2
    assert owner.get(study.id).revision == 1
