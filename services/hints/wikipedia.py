"""Pages of English Wikipedia: which one a name means, its lead, its views. Needs the network.

Used only when ASKWRIGHT_WIKIPEDIA is on. Names are looked up by title first, through redirects;
of a disambiguation page the link that fits the question best is taken; only a name that is no
title is searched for.
"""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import httpx

from services.errors import Unavailable
from services.hints import page_views
from services.hints.names import name_key, without_parenthesis
from services.hints.words import content_words
from services.text.embeddings import Embedder, cosines

API = "https://en.wikipedia.org/w/api.php"
BATCH = 50
# The lists in a reply that are read, and the texts that each of their rows must have.
_ROWS = {
    "pages": ("title",),
    "search": ("title",),
    "normalized": ("from", "to"),
    "redirects": ("from", "to"),
}


@dataclass(frozen=True, slots=True)
class Page:
    title: str
    description: str = ""
    disambiguation: bool = False


class Wikipedia:
    """`contact` is an address or mail that Wikimedia's operators can write to, as they ask."""

    def __init__(
        self,
        contact: str = "",
        *,
        api: str = API,
        views_service: str = page_views.SERVICE,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        about = contact or "no contact set"
        self.user_agent = f"Askwright/0.1 ({about}) mwviews httpx"
        self._api = api
        self._views_service = views_service
        self._wait = wait

    def titles(
        self, names: Sequence[str], context: str, embedder: Embedder | None = None
    ) -> dict[str, str | None]:
        """The title of the page each name means, given `context` (the question and the hint).

        None where no page fits. Raises `Unavailable` when Wikipedia cannot be had.
        """
        found: dict[str, str | None] = {}
        for start in range(0, len(names), BATCH):
            batch = list(names[start : start + BATCH])
            for name, page in self._pages_by_title(batch).items():
                if page is None:
                    found[name] = self._searched(name, context)
                elif page.disambiguation:
                    found[name] = self._disambiguated(page, name, context, embedder)
                else:
                    found[name] = page.title
        return found

    def monthly_views(self, titles: Sequence[str]) -> dict[str, float | None]:
        """See `page_views.monthly_views`."""
        return page_views.monthly_views(
            titles, self.user_agent, service=self._views_service, wait=self._wait
        )

    def lead(self, title: str) -> str:
        """The plain text before the first heading of a page; empty if there is no such page."""
        reply = self._query(prop="extracts", exintro=1, explaintext=1, redirects=1, titles=title)
        pages = reply.get("pages", [])
        return str(pages[0].get("extract", "")).strip() if pages else ""

    def _pages_by_title(self, names: Sequence[str]) -> dict[str, Page | None]:
        reply = self._query(
            titles="|".join(names),
            redirects=1,
            prop="pageprops|description",
            ppprop="disambiguation",
        )
        steps = {
            step["from"]: step["to"]
            for kind in ("normalized", "redirects")
            for step in reply.get(kind, [])
        }
        pages = {entry["title"]: _page(entry) for entry in reply.get("pages", [])}
        return {name: pages.get(_follow(steps, name)) for name in names}

    def _disambiguated(
        self, page: Page, name: str, context: str, embedder: Embedder | None
    ) -> str | None:
        """Of the pages that a disambiguation page offers for `name`, the one closest in meaning
        to `context`; without an encoder, the best hit of a search for both."""
        reply = self._query(
            generator="links",
            titles=page.title,
            gplnamespace=0,
            gpllimit=100,
            redirects=1,
            prop="pageprops|description",
            ppprop="disambiguation",
        )
        offered = [_page(entry) for entry in reply.get("pages", [])]
        own = [p for p in offered if p and not p.disambiguation and _carries(p.title, name)]
        if embedder is None or not own:
            return self._searched(name, context)
        texts = [f"{p.title}: {p.description}" for p in own]
        rows = embedder.encode([context, *texts])
        return own[int(cosines(rows[:1], rows[1:])[0].argmax())].title

    def _searched(self, name: str, context: str) -> str | None:
        """The first hit that carries the name: with the context's words, then alone."""
        words = " ".join(dict.fromkeys(word.text for word in content_words(context)))
        for query in (f"{name} {words}"[:280], name):
            reply = self._query(list="search", srsearch=query, srlimit=5, srprop="")
            for hit in reply.get("search", []):
                if _carries(hit["title"], name):
                    return str(hit["title"])
        return None

    def _query(self, **parameters: Any) -> dict[str, Any]:
        asked = {"action": "query", "format": "json", "formatversion": 2, **parameters}
        reason = ""
        for attempt in range(page_views.RETRIES):
            asked_to_wait = None
            try:
                status, content, asked_to_wait = page_views.reply_of(
                    self._api, {"User-Agent": self.user_agent}, asked
                )
                if status == httpx.codes.OK:
                    return _told(content)
                reason = f"it answered {status}"
            except (httpx.HTTPError, ValueError) as error:
                reason = type(error).__name__
            if attempt + 1 < page_views.RETRIES:
                self._wait(page_views.pause(asked_to_wait, attempt))
        raise Unavailable(
            f"Wikipedia cannot be reached: {reason}.",
            "Check the network, or unset ASKWRIGHT_WIKIPEDIA.",
        )


def _told(content: bytes) -> dict[str, Any]:
    """The `query` of a reply. Raises `ValueError` for what is no reply of the service."""
    value = json.loads(content)
    query = value.get("query", {}) if isinstance(value, dict) else None
    if not isinstance(query, dict):
        raise ValueError("no query")
    for kind, names in _ROWS.items():
        rows = query.get(kind, [])
        if not isinstance(rows, list) or not all(_has(row, names) for row in rows):
            raise ValueError(f"no {kind}")
    return query


def _has(row: Any, names: Sequence[str]) -> bool:
    if not isinstance(row, dict) or not isinstance(row.get("pageprops", {}), dict):
        return False
    texts = (*(row.get(name) for name in names), row.get("description", ""), row.get("extract", ""))
    return all(isinstance(text, str) for text in texts)


def _page(entry: dict[str, Any]) -> Page | None:
    if entry.get("missing") or entry.get("invalid"):
        return None
    return Page(
        entry["title"],
        entry.get("description", ""),
        "disambiguation" in entry.get("pageprops", {}),
    )


def _follow(steps: dict[str, str], name: str) -> str:
    seen = {name}
    while name in steps and steps[name] not in seen:
        name = steps[name]
        seen.add(name)
    return name


def _carries(title: str, name: str) -> bool:
    """Whether a page title is about `name`: the same name, or it has all its content words."""
    if name_key(without_parenthesis(title)) == name_key(name):
        return True
    shown = {form for word in content_words(title) for form in word.forms}
    own = content_words(name)
    return bool(own) and all(word.forms & shown for word in own)
