"""Everything the pages and the command line share, opened once a process and passed along.

Heavy parts (model, encoder, spaCy) are opened when they are first used, so that making a
`Workshop` is quick and the first page draws before any of them is loaded.
"""

from functools import cached_property

from services.documents import new_id
from services.jobs import JobQueue
from services.llm import catalog, weights
from services.llm.base import Engine
from services.llm.engines import open_engine
from services.llm.host import EngineHost
from services.settings import EngineName, Settings
from services.store.connection import open_store
from services.store.repository import Repository
from services.text.embeddings import CachedEmbedder, open_embedder
from services.work.registry import all_work


class Workshop:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.host = EngineHost(lambda: open_engine(settings))

    @property
    def engine(self) -> Engine:
        """The language model, loaded now if need be. Raises `Unavailable`."""
        return self.host.engine()

    @cached_property
    def embedder(self) -> CachedEmbedder:
        return open_embedder(self.settings.embedding_model)

    @cached_property
    def repository(self) -> Repository:
        return Repository(open_store(self.settings.store_url))

    @cached_property
    def jobs(self) -> JobQueue:
        """The queue; what an ended process left unfinished is marked interrupted first."""
        self.repository.interrupt_unfinished_jobs()
        return JobQueue(
            all_work(self),
            self.repository,
            new_id,
            workers={"model": self.settings.workers},
            capacity=self.settings.queue_capacity,
        )

    @property
    def model_name(self) -> str:
        """The catalogue name of the model that the settings ask for."""
        return self.settings.model or catalog.DEFAULT_MODEL

    def needs_weights(self) -> bool:
        """Whether the model that is set would have to be fetched before it can be loaded."""
        return (
            self.settings.engine == EngineName.LLAMA_CPP
            and weights.path_of(self.model_name, self.settings.models_dir) is None
        )

    def model_status(self) -> str:
        """One line, in words, on what answers: for the sidebar. Never loads anything."""
        if (engine := self.host.loaded) is not None:
            info = engine.info
            return f"{info.model}, {info.precision}, on {info.device}"
        if self.needs_weights():
            return f"{catalog.find(self.model_name).title} is not fetched yet"
        if self.settings.engine == EngineName.DETERMINISTIC:
            return "Test engine: its texts are not a language model's"
        return f"{catalog.find(self.model_name).title} loads when it is first used"

    def close(self) -> None:
        """Stop the queue, then free the model and close the store."""
        if "jobs" in self.__dict__:
            self.jobs.close()
        self.host.close()
        if "repository" in self.__dict__:
            self.repository.close()
