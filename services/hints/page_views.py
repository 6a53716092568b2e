"""Monthly page views of English Wikipedia, through mwviews, as the TriviaHG paper counts them:
all access ways, all agents, 2015-07 (where the service begins) to 2023-12.
"""

import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime
from typing import Any

import httpx

from services.errors import Unavailable

SERVICE = "https://wikimedia.org/api/rest_v1/metrics/pageviews"
FIRST_MONTH = date(2015, 7, 1)
LAST_MONTH = date(2023, 12, 1)
# The service leaves out the month its end date falls in unless it is over, so the first day after
# the window is asked for, and months outside the window are dropped.
END = date(2024, 1, 1)
RETRIES = 3
MAX_WAIT = 10.0
# Seconds for which nothing comes, and for all of a reply.
TIMEOUT = 15.0
LONGEST = 30.0
AT_ONCE = 4
# A reply of ten years of months has some 20 kB.
MOST_BYTES = 2_000_000


def monthly_views(
    titles: Sequence[str],
    user_agent: str,
    *,
    service: str = SERVICE,
    wait: Callable[[float], None] = time.sleep,
) -> dict[str, float | None]:
    """Mean views a month of each page title, over the months that have data; None for no data.

    Raises `Unavailable` when the service fails or keeps asking to wait.
    """
    client = _client(user_agent, service.rstrip("/"), wait)
    months = client.article_views(
        "en.wikipedia", list(titles), granularity="monthly", start=FIRST_MONTH, end=END
    )
    if client.failure is not None:
        raise client.failure
    return {title: _mean(months, title.replace(" ", "_")) for title in titles}


def _mean(months: dict[Any, dict[str, int | None]], article: str) -> float | None:
    counts = [
        count
        for month, views in months.items()
        if FIRST_MONTH <= month.date() <= LAST_MONTH and (count := views.get(article)) is not None
    ]
    return sum(counts) / len(counts) if counts else None


def _client(user_agent: str, service: str, wait: Callable[[float], None]) -> Any:
    """mwviews with time-outs, polite retries and errors that can be told apart.

    The original has no time-out, takes "not found" and "too many requests" for one thing, and
    prints to standard output when nothing came; so failures are kept and raised afterwards.
    """
    from mwviews.api import PageviewsClient
    from mwviews.api.pageviews import endpoints

    class PatientClient(PageviewsClient):
        failure: Unavailable | None = None

        def get_concurrent(self, urls: Sequence[str]) -> list[dict[str, Any]]:
            addresses = [
                url.replace(endpoints["article"], f"{service}/per-article") for url in urls
            ]
            with ThreadPoolExecutor(self.parallelism) as pool:
                return list(pool.map(self._items, addresses))

        def _items(self, address: str) -> dict[str, Any]:
            try:
                return {"items": _get(address, self.headers, wait)}
            except Unavailable as error:
                self.failure = error
                return {"items": []}

    return PatientClient(user_agent, parallelism=AT_ONCE)


def _get(address: str, headers: dict[str, str], wait: Callable[[float], None]) -> list[Any]:
    """The `items` of a reply; none for a page without views. Tries three times."""
    reason = ""
    for attempt in range(RETRIES):
        asked_to_wait = None
        try:
            status, content, asked_to_wait = reply_of(address, headers)
            if status == httpx.codes.NOT_FOUND:
                return []
            if status == httpx.codes.OK:
                return _items(content)
            reason = f"it answered {status}"
        except (httpx.HTTPError, ValueError) as error:
            reason = f"{type(error).__name__}"
        if attempt + 1 < RETRIES:
            wait(pause(asked_to_wait, attempt))
    raise Unavailable(
        f"Wikipedia's page views cannot be had now: {reason}.", "Try again in a few minutes."
    )


def reply_of(
    address: str, headers: dict[str, str], parameters: dict[str, Any] | None = None
) -> tuple[int, bytes, str | None]:
    """Status, content and how long it asks to wait.

    Raises `httpx.HTTPError`, also for what comes so slowly that it never ends, and `ValueError` for
    what is too long to be a reply of the service.
    """
    until = time.monotonic() + LONGEST
    content = b""
    with httpx.stream(
        "GET", address, params=parameters, headers=headers, timeout=TIMEOUT, follow_redirects=True
    ) as reply:
        for piece in reply.iter_bytes():
            content += piece
            if len(content) > MOST_BYTES:
                raise ValueError("too long")
            if time.monotonic() > until:
                raise httpx.ReadTimeout("too slow")
        return reply.status_code, content, reply.headers.get("Retry-After")


def _items(content: bytes) -> list[Any]:
    """The months in a reply. Raises `ValueError` for what is no reply of the service."""
    value = json.loads(content)
    items = value.get("items") if isinstance(value, dict) else None
    if not isinstance(items, list) or not all(map(_is_month, items)):
        raise ValueError("no items")
    return items


def _is_month(item: Any) -> bool:
    if not isinstance(item, dict) or not isinstance(item.get("article"), str):
        return False
    datetime.strptime(str(item.get("timestamp")), "%Y%m%d%H")
    return isinstance(item.get("views"), int)


def pause(retry_after: str | None, attempt: int) -> float:
    """Seconds to wait before the next try: what the server asks for, else 1, 2, 4; at most 10."""
    asked = float(retry_after) if retry_after and retry_after.isdigit() else 2.0**attempt
    return min(asked, MAX_WAIT)
