"""Everything the pages and the command line share, opened once a process and passed along.

Heavy parts (model, encoder, spaCy) are opened when they are first used, so that making a
`Workshop` is quick and the first page draws before any of them is loaded.
"""

import threading
from pathlib import Path
from threading import Event

from services.documents import new_id
from services.errors import InvalidInput
from services.jobs import JobQueue
from services.llm import catalog, weights
from services.llm.base import Engine, Progress
from services.llm.engines import open_engine
from services.llm.host import EngineHost, HostState
from services.settings import EngineName, Settings
from services.store.connection import open_store
from services.store.repository import Repository
from services.text.causal_lm import CausalLm
from services.text.embeddings import MULTILINGUAL, CachedEmbedder, open_embedder
from services.text.language import UNKNOWN
from services.work.registry import all_work

CHOSEN_MODEL = ("preference", "model")


class Workshop:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.host = EngineHost(self._open_engine)
        self._opening = threading.RLock()
        self._embedder: CachedEmbedder | None = None
        self._multilingual: CachedEmbedder | None = None
        self._surprisal_scorer: CausalLm | None = None
        self._repository: Repository | None = None
        self._jobs: JobQueue | None = None

    @property
    def engine(self) -> Engine:
        """The language model, loaded now if need be. Raises `Unavailable`."""
        return self.host.engine()

    @property
    def embedder(self) -> CachedEmbedder:
        with self._opening:
            if self._embedder is None:
                self._embedder = open_embedder(self.settings.embedding_model)
            return self._embedder

    def embedder_for(self, language: str) -> CachedEmbedder:
        """The encoder of the settings, or the multilingual one where it does not know `language`.

        What no language was told for ("unknown") stays with the encoder of the settings.
        """
        chosen = self.embedder
        if language == UNKNOWN or chosen.info.knows(language):
            return chosen
        with self._opening:
            if self._multilingual is None:
                self._multilingual = open_embedder(MULTILINGUAL)
            return self._multilingual

    @property
    def surprisal_scorer(self) -> CausalLm | None:
        """The model that reads passages word by word, or None while it is not fetched.

        Raises `NotFound` when the setting names neither a folder nor a model of the catalogue.
        """
        with self._opening:
            if self._surprisal_scorer is None:
                name = self.settings.surprisal_model
                path = Path(name) if Path(name).exists() else None
                path = path or weights.path_of(name, self.settings.models_dir)
                self._surprisal_scorer = CausalLm(name, path) if path else None
            return self._surprisal_scorer

    @property
    def repository(self) -> Repository:
        with self._opening:
            if self._repository is None:
                self._repository = Repository(open_store(self.settings.store_url))
            return self._repository

    @property
    def jobs(self) -> JobQueue:
        """The queue; what an ended process left unfinished is marked interrupted first."""
        with self._opening:
            if self._jobs is None:
                self.repository.interrupt_unfinished_jobs()
                self._jobs = JobQueue(
                    all_work(self),
                    self.repository,
                    new_id,
                    workers={"model": self.settings.workers},
                    capacity=self.settings.queue_capacity,
                )
            return self._jobs

    @property
    def in_use(self) -> Settings:
        """The settings with the model chosen in the app, which the environment outranks."""
        if self.settings.model_fields_set & {"engine", "model"}:
            return self.settings
        chosen = self.repository.cached(*CHOSEN_MODEL)
        if chosen is None:
            return self.settings
        entry = catalog.find(chosen[0])
        return self.settings.model_copy(update={"engine": entry.engine, "model": entry.name})

    def use_model(self, name: str) -> None:
        """Unload the present model and use the one called `name` from now on, and after a restart.

        Raises `NotFound` for a name that is not in the catalogue, `InvalidInput` when the
        environment already says which model to use.
        """
        entry = catalog.find(name)
        if self.settings.model_fields_set & {"engine", "model"}:
            raise InvalidInput(
                "The model is set from outside (ASKWRIGHT_ENGINE or ASKWRIGHT_MODEL).",
                "Unset those to choose one here.",
            )
        self.repository.keep(*CHOSEN_MODEL, entry.name)
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
        if self._jobs is not None:
            self._jobs.close()
        self.host.close()
        if self._repository is not None:
            self._repository.close()

    def _open_engine(self, *, progress: Progress | None, cancel: Event | None) -> Engine:
        return open_engine(self.in_use, progress=progress, cancel=cancel)
