"""A blind study in words. Ratings are no part of it: nobody is told them before the end."""

from collections.abc import Iterator

from services.compare.study_models import Study
from services.contents.parts import Part, lines, spelled


def renamed(study: Study, title: str) -> Study:
    return study.model_copy(update={"name": title})


def parts(study: Study) -> tuple[Part, ...]:
    return tuple(_parts(study))


def _parts(study: Study) -> Iterator[Part]:
    yield Part(
        "study",
        "The study",
        lines(
            ("Name", study.name),
            ("Of", spelled(study.kind)),
            ("Samples", len(study.samples)),
            ("Ended", study.ended),
        ),
    )
    for number, sample in enumerate(study.samples, start=1):
        yield Part(f"sample:{sample.id}", f"Sample {number}", lines(("About", sample.title)))
