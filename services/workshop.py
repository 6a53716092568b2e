"""Everything the pages and the command line share, opened once a process and passed along.

Heavy parts (model, encoder, spaCy) are opened when they are first used, so that making a
`Workshop` is quick and the first page draws before any of them is loaded.
"""

import copy
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

from services.documents import new_id
from services.errors import Forbidden, InvalidInput, NotFound
from services.jobs import JobQueue
from services.llm import adapters, catalog, weights
from services.llm.base import Engine, Progress
from services.llm.engines import open_engine
from services.llm.host import EngineHost, HostState
from services.people import Person
from services.personal_jobs import PersonalJobs
from services.settings import EngineName, Settings
from services.store.connection import open_store
from services.store.repository import Repository
from services.text.causal_lm import CausalLm
from services.text.embeddings import MULTILINGUAL, CachedEmbedder, open_embedder
from services.text.language import UNKNOWN
from services.work.registry import all_work

CHOSEN_MODEL = ("preference", "model")
CHOSEN_ADAPTER = ("preference", "adapter")


@dataclass
class _Opened:
    """What has been opened so far; one for the process."""

    embedder: CachedEmbedder | None = None
    multilingual: CachedEmbedder | None = None
    surprisal_scorer: CausalLm | None = None
    repository: Repository | None = None
    jobs: JobQueue | None = None


class Workshop:
    """As it is made it works for the app itself; pages take it as one person sees it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.host = EngineHost(self._open_engine)
        self._opening = threading.RLock()
        self._opened = _Opened()
        self._person: Person | None = None

    def seen_by(self, person: Person) -> "Workshop":
        """The same workshop with the drafts and jobs that `person` may reach, and no others."""
        if self._person not in (None, person):
            raise Forbidden("One person cannot use the workshop for another.")
        seat = copy.copy(self)
        seat._person = person
        return seat

    @property
    def engine(self) -> Engine:
        """The language model, loaded now if need be. Raises `Unavailable`."""
        return self.host.engine()

    @property
    def embedder(self) -> CachedEmbedder:
        with self._opening:
            if self._opened.embedder is None:
                self._opened.embedder = open_embedder(self.settings.embedding_model)
            return self._opened.embedder

    def embedder_for(self, language: str) -> CachedEmbedder:
        """The encoder of the settings, or the multilingual one where it does not know `language`.

        What no language was told for ("unknown") stays with the encoder of the settings.
        """
        chosen = self.embedder
        if language == UNKNOWN or chosen.info.knows(language):
            return chosen
        with self._opening:
            if self._opened.multilingual is None:
                self._opened.multilingual = open_embedder(MULTILINGUAL)
            return self._opened.multilingual

    @property
    def surprisal_scorer(self) -> CausalLm | None:
        """The model that reads passages word by word, or None while it is not fetched.

        Raises `NotFound` when the setting names neither a folder nor a model of the catalogue.
        """
        with self._opening:
            if self._opened.surprisal_scorer is None:
                name = self.settings.surprisal_model
                path = Path(name) if Path(name).exists() else None
                path = path or weights.path_of(name, self.settings.models_dir)
                self._opened.surprisal_scorer = CausalLm(name, path) if path else None
            return self._opened.surprisal_scorer

    @property
    def repository(self) -> Repository:
        """The store: all of it, or what the person may reach."""
        if self._person is not None:
            return self._store.seen_by(self._person.id)
        return self._store

    @property
    def jobs(self) -> JobQueue | PersonalJobs:
        """The queue: all of it, or what the person may reach."""
        if self._person is not None:
            return PersonalJobs(self._queue, self.repository, self._person)
        return self._queue

    @property
    def _store(self) -> Repository:
        with self._opening:
            if self._opened.repository is None:
                self._opened.repository = Repository(open_store(self.settings.store_url))
            return self._opened.repository

    @property
    def _queue(self) -> JobQueue:
        """What an ended process left unfinished is marked interrupted before work begins."""
        with self._opening:
            if self._opened.jobs is None:
                self._store.interrupt_unfinished_jobs()
                # Handlers work for the app itself: what a person may ask for was checked before.
                whole = copy.copy(self)
                whole._person = None
                self._opened.jobs = JobQueue(
                    all_work(whole),
                    self._store,
                    new_id,
                    workers={"model": self.settings.workers},
                    capacity=self.settings.queue_capacity,
                )
            return self._opened.jobs

    @property
    def files_dir(self) -> Path:
        """Where files of whoever uses the workshop lie; those of others are not in it."""
        if self._person is None or self._person.is_local:
            return self.settings.data_dir
        return self.settings.data_dir / "people" / self._person.id

    @property
    def in_use(self) -> Settings:
        """The settings with what was chosen in the app, which the environment outranks."""
        chosen: dict[str, Any] = {}
        if not self.model_is_set_outside and (kept := self.repository.cached(*CHOSEN_MODEL)):
            # What a backup of another version brought may not be known here: then the default is.
            with suppress(NotFound):
                entry = catalog.find(kept[0])
                chosen |= {"engine": entry.engine, "model": entry.name}
        if self.settings.adapter is None and (kept := self.repository.cached(*CHOSEN_ADAPTER)):
            chosen["adapter"] = Path(kept[0]) if kept[0] else None
        return self.settings.model_copy(update=chosen)

    @property
    def model_is_set_outside(self) -> bool:
        """Whether the environment says which model to use, so that the app may not."""
        return bool(self.settings.model_fields_set & {"engine", "model"})

    def use_model(self, name: str) -> None:
        """Unload the present model and use the one called `name` from now on, and after a restart.

        An adapter is left behind: it belongs to the model that it was made for. Raises `NotFound`
        for a name that is not in the catalogue, `InvalidInput` when the environment already says
        which model to use.
        """
        entry = catalog.find(name)
        if self.model_is_set_outside:
            raise InvalidInput(
                "The model is set from outside (ASKWRIGHT_ENGINE or ASKWRIGHT_MODEL).",
                "Unset those to choose one here.",
            )
        self.repository.keep(*CHOSEN_MODEL, entry.name)
        self.repository.keep(*CHOSEN_ADAPTER, "")
        self.host.switch(self._open_engine)

    def use_adapter(self, path: Path | None) -> None:
        """Load the model in use anew with the LoRA adapter at `path`, or without one.

        Raises `InvalidInput` for a path that holds no adapter, or one for another engine, and when
        the environment says which adapter to use.
        """
        if self.settings.adapter is not None:
            raise InvalidInput(
                "The adapter is set from outside (ASKWRIGHT_ADAPTER).", "Unset it to choose here."
            )
        if path is not None:
            path = _fitting(path, self.in_use)
        self.repository.keep(*CHOSEN_ADAPTER, str(path or ""))
        self.host.switch(self._open_engine)

    @contextmanager
    def borrowed(self, model: str = "", adapter: Path | None = None) -> Iterator[Engine]:
        """The catalogue's `model` with `adapter`, or either alone, for the time of one job.

        Without both, what is in use, its adapter included; else that is loaded again when next
        needed. Raises `NotFound` for an unknown name, `InvalidInput` for an adapter that does not
        fit, and where other jobs may be at work on the model in use.
        """
        settings = self.in_use
        if model:
            entry = catalog.find(model)
            settings = settings.model_copy(update={"engine": entry.engine, "model": entry.name})
        if model or adapter:
            fitting = _fitting(adapter, settings) if adapter else None
            settings = settings.model_copy(update={"adapter": fitting})
        if _loaded_by(settings) == _loaded_by(self.in_use):
            yield self.engine
            return
        if self.settings.workers > 1:
            raise InvalidInput(
                "Another model cannot be loaded while several jobs share the one in use.",
                "Set ASKWRIGHT_WORKERS to 1 for comparisons of models.",
            )
        self.host.switch(
            lambda *, progress, cancel: open_engine(settings, progress=progress, cancel=cancel)
        )
        try:
            yield self.engine
        finally:
            self.host.switch(self._open_engine)

    def needs_weights(self) -> bool:
        """Whether the model in use would have to be fetched before it can be loaded."""
        settings = self.in_use
        if settings.engine != EngineName.LLAMA_CPP or Path(self.model_name).exists():
            return False
        return weights.path_of(self.model_name, settings.models_dir) is None

    @property
    def model_name(self) -> str:
        """The catalogue name, or the path, of the model in use."""
        settings = self.in_use
        return settings.model or catalog.default_for(settings.engine)

    def model_status(self) -> str:
        """One line, in words, on what answers: for the sidebar. Never loads anything."""
        if (status := self.host.status).state != HostState.EMPTY:
            return status.words
        settings = self.in_use
        if settings.engine == EngineName.DETERMINISTIC:
            return "Test engine: its texts are not a language model's"
        if settings.engine == EngineName.OPENAI:
            return f"{settings.server_model or 'A model'} on your server, reached when first used"
        own = Path(self.model_name)
        title = own.stem if own.exists() else catalog.find(self.model_name).title
        return (
            f"{title} {'is not fetched yet' if self.needs_weights() else 'loads when first used'}"
        )

    def close(self) -> None:
        """Stop the queue, then free the model and close the store."""
        if self._opened.jobs is not None:
            self._opened.jobs.close()
        self.host.close()
        if self._opened.repository is not None:
            self._opened.repository.close()

    def _open_engine(self, *, progress: Progress | None, cancel: Event | None) -> Engine:
        return open_engine(self.in_use, progress=progress, cancel=cancel)


def _fitting(path: Path, settings: Settings) -> Path:
    """The adapter at `path`. Raises `InvalidInput` where there is none for this engine."""
    adapter = adapters.at(path)
    if adapter.engine != settings.engine:
        raise InvalidInput(
            f"{adapter.name} is for the engine {adapter.engine}, and the model in use runs on "
            f"{settings.engine}.",
            "Convert the adapter (docs/training.md), or use a model of that engine.",
        )
    return adapter.path.absolute()


def _loaded_by(settings: Settings) -> tuple[object, ...]:
    """What tells one loaded model from another."""
    name = settings.model or catalog.default_for(settings.engine)
    return settings.engine, name, settings.adapter
