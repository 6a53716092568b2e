"""`models list|fetch|bench`: what can be had, getting it, and how fast it is here."""

import argparse
import sys
import time
from typing import Any

from services.llm import catalog, speed, weights
from services.llm.catalog import CatalogEntry
from services.workshop import Workshop


def register(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add this module's commands."""
    models = commands.add_parser("models", help="list, fetch or measure language models")
    actions = models.add_subparsers(dest="action", required=True, metavar="ACTION")
    actions.add_parser("list", help="every model in the catalogue").set_defaults(run=_list)
    fetch = actions.add_parser("fetch", help="get a model; returns at once if it is there")
    fetch.add_argument("name", nargs="?", default="", help="a name of `models list`")
    fetch.add_argument("--verify", action="store_true", help="compute the file's hash again")
    fetch.set_defaults(run=_fetch)
    actions.add_parser("bench", help="measure the model in use on this machine").set_defaults(
        run=_bench
    )
    for action in actions.choices.values():
        action.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help="print one JSON document"
        )


def _list(arguments: argparse.Namespace, workshop: Workshop) -> list[dict[str, Any]]:
    return [_described(entry, workshop) for entry in catalog.entries()]


def _fetch(arguments: argparse.Namespace, workshop: Workshop) -> dict[str, Any]:
    entry = catalog.find(arguments.name)
    models_dir = workshop.settings.models_dir
    if weights.path_of(entry.name, models_dir) is None:
        print(
            f"Fetching {entry.title}, {entry.size_bytes / 1e9:.2f} GB, licence {entry.licence} "
            f"({entry.licence_url}).",
            file=sys.stderr,
        )
    with _Bar(entry) as bar:
        weights.fetch(entry.name, models_dir, progress=bar.show, verify=arguments.verify)
    return _described(entry, workshop)


def _bench(arguments: argparse.Namespace, workshop: Workshop) -> dict[str, Any]:
    import psutil

    started = time.perf_counter()
    engine = workshop.engine
    loading = time.perf_counter() - started
    measured = speed.measure(engine)
    return {
        "model": engine.info.as_json(),
        "context_length": engine.info.context_length,
        "missing": list(engine.info.capabilities.missing),
        "seconds_loading": loading,
        "reading_tokens_per_second": measured.reading,
        "writing_tokens_per_second": measured.writing,
        "judgements_per_second": measured.judging,
        "memory_bytes": psutil.Process().memory_info().rss,
    }


def _described(entry: CatalogEntry, workshop: Workshop) -> dict[str, Any]:
    models_dir = workshop.settings.models_dir
    path = weights.path_of(entry.name, models_dir)
    return {
        "name": entry.name,
        "title": entry.title,
        "note": entry.note,
        "role": entry.role,
        "engine": entry.engine,
        "default": entry.name == catalog.DEFAULT_MODEL,
        "licence": entry.licence,
        "licence_url": entry.licence_url,
        "source_url": entry.source_url,
        "size_bytes": entry.size_bytes,
        "memory_bytes": dict(entry.memory),
        "context_length": entry.context_length,
        "fetched": path is not None,
        "path": None if path is None else str(path),
        "sha256": weights.sha256_of(entry.name, models_dir) or entry.sha256,
    }


class _Bar:
    """A progress bar on standard error, drawn from the first report on."""

    def __init__(self, entry: CatalogEntry) -> None:
        self._entry = entry
        self._bar: Any = None

    def __enter__(self) -> "_Bar":
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def show(self, done: int, total: int) -> None:
        from tqdm import tqdm

        if self._bar is None:
            self._bar = tqdm(
                total=total,
                initial=done,
                desc=self._entry.name,
                unit="B",
                unit_scale=True,
                file=sys.stderr,
                # A log file gets a line every ten seconds instead of ten a second.
                mininterval=0.2 if sys.stderr.isatty() else 10,
            )
        self._bar.update(done - self._bar.n)
