"""What both clients have in common: where the service is, and how requests and pages look."""

from __future__ import annotations

import copy
import json
import os
import time
from typing import TYPE_CHECKING, Any

import httpx

from ._errors import QuarryError
from ._flow import Flows, Lost, Send

LISTS = ("jobs", "results", "creatives", "advertisers", "candidates", "alternatives", "launches")
"""Lists that calls were made for and that are not called items: docs/conventions.md."""


class Settings:
    """Where the service is, whom it charges, and how long calls may take."""

    def __init__(
        self, base_url: str | None, token: str | None, attempts: int, deadline: float, timeout: float, outage: float
    ) -> None:
        base_url, token = base_url or os.environ.get("QUARRY_URL"), token or os.environ.get("QUARRY_TOKEN")
        if not base_url or not token:
            raise ValueError("set base_url and token, or QUARRY_URL and QUARRY_TOKEN")
        if not base_url.startswith(("http://", "https://")) or not (token.isascii() and token.isprintable()):
            raise ValueError("base_url begins with http:// or https://, and a token has no blanks around it")
        if attempts < 1:
            raise ValueError("attempts must be at least 1")
        self.base, self.token = base_url.rstrip("/"), token
        self.flows = Flows(attempts, deadline, timeout, outage)

    def following(self) -> Settings:
        """Return the same for what waits or follows."""
        other = copy.copy(self)
        other.flows = self.flows.following()
        return other

    def request(self, http: httpx.Client | httpx.AsyncClient, send: Send) -> httpx.Request:
        headers = {"Accept": "application/json", **self.authorization()}
        if send.content is not None:
            headers["Content-Type"] = "application/json"
        if send.key is not None:
            headers["Idempotency-Key"] = send.key
        return http.build_request(
            send.method,
            self.base + send.path,
            params=send.query,
            content=send.content,
            headers=headers,
            timeout=send.timeout,
        )

    def authorization(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


class Body:
    """A body as it comes, which is lost when it goes on beyond its request's end."""

    def __init__(self, send: Send) -> None:
        self.whole = bytearray()
        self._until = min(send.end, time.monotonic() + send.timeout)

    def add(self, chunk: bytes) -> None:
        if time.monotonic() > self._until:
            raise Lost("the answer does not end")
        self.whole += chunk


if TYPE_CHECKING:
    from typing_extensions import TypedDict

    class Cursor(TypedDict, total=False, closed=True):
        """Where a page begins: nothing for the first one. It is closed, so that it can be unpacked into every body."""

        cursor: str
else:
    Cursor = dict


class Pages:
    """The way from page to page."""

    def __init__(self) -> None:
        self.next: Cursor = {}
        self.more = True
        self._seen = set[str]()

    def items(self, answer: Any) -> list[Any]:
        """Return a page's list. A page can be empty and have a successor."""
        data = answer["data"]
        page = data.get("result") if "jobId" in data else data
        if not isinstance(page, dict):
            raise QuarryError("the answer has no result, and so no list")
        cursor = None if page.get("exhausted") else page.get("nextCursor")
        if cursor and cursor in self._seen:
            raise in_circles(cursor)
        if cursor:
            self._seen.add(cursor)
        self.next, self.more = {"cursor": cursor} if cursor else {}, bool(cursor)
        return _list_of(page)


def in_circles(cursor: str) -> QuarryError:
    """Return the error of a list that would have no end."""
    return QuarryError(f"the cursor {cursor} leads back to a page that was read")


def _list_of(page: dict[str, Any]) -> list[Any]:
    lists = ["items"] if "items" in page else [name for name in LISTS if name in page]
    if len(lists) != 1 or not isinstance(page[lists[0]], list):
        raise QuarryError(f"the answer has not one list, but {', '.join(lists) or 'none'}")
    found: list[Any] = page[lists[0]]
    return found


def lost(error: Exception) -> Lost:
    """Return what an error of a connection is to a flow."""
    if isinstance(error, Lost):
        return error
    gone = Lost(f"{type(error).__name__}: {error}" if str(error) else type(error).__name__)
    gone.__cause__ = error
    return gone


def request(method: str, path: str, body: object, query: dict[str, Any] | None) -> Send:
    given = {name: value for name, value in (query or {}).items() if value is not None}
    return Send(method, path, given, None if body is None else json.dumps(body).encode())
