"""Everything the pages and the command line share, opened once a process and passed along.

Heavy parts (model, encoder, spaCy) are opened when they are first used, so that making a
`Workshop` is quick and the first page draws before any of them is loaded.
"""

from functools import cached_property

from services.llm.base import Engine
from services.llm.engines import open_engine
from services.llm.host import EngineHost
from services.settings import Settings
from services.store.connection import open_store
from services.store.repository import Repository
from services.text.embeddings import CachedEmbedder, open_embedder


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

    def close(self) -> None:
        self.host.close()
        if "repository" in self.__dict__:
            self.repository.close()
