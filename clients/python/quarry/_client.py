"""The client: calls wait for their job's end and are sent again when that cannot charge twice."""

from __future__ import annotations

import os
import random
import time
import uuid
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any
from urllib.parse import quote

import httpx

from ._errors import NotFinished, QuarryError, failure
from ._generated import models
from ._generated.calls import Calls


class Quarry(Calls):
    """A service. Use it as a context manager, or close it; it can be shared by threads.

    base_url and token are those of QUARRY_URL and QUARRY_TOKEN by default. A request is sent up to
    attempts times; a call takes up to deadline seconds, waiting included. http sends single
    requests, by default with a time limit of a minute for each.
    """

    def __init__(
        self,
        base_url: str | None = None,
        token: str | None = None,
        *,
        attempts: int = 5,
        deadline: float = 1200,
        http: httpx.Client | None = None,
    ) -> None:
        base_url, token = base_url or os.environ.get("QUARRY_URL"), token or os.environ.get("QUARRY_TOKEN")
        if not base_url or not token:
            raise ValueError("set base_url and token, or QUARRY_URL and QUARRY_TOKEN")
        self._base, self._token = base_url.rstrip("/"), token
        self._attempts, self._deadline = attempts, deadline
        self._http = http or httpx.Client(timeout=60, follow_redirects=True)

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def __enter__(self) -> Quarry:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def requests(self, **filters: Any) -> Iterator[models.RequestItem]:
        """Yield the jobs of the organization, newest first, page after page."""
        return _pages(lambda cursor: self.list_requests(**{"cursor": cursor, **filters})["data"])

    def deliveries(self, **filters: Any) -> Iterator[models.WebhookDelivery]:
        """Yield the attempts to post events, newest first, page after page."""
        return _pages(lambda cursor: self.list_deliveries(**{"cursor": cursor, **filters})["data"])

    def endpoints(self, **filters: Any) -> Iterator[models.WebhookEndpoint]:
        """Yield the endpoints of webhooks, oldest first, page after page."""
        return _pages(lambda cursor: self.list_endpoints(**{"cursor": cursor, **filters})["data"])

    def _call(
        self,
        method: str,
        path: str,
        *,
        body: object = None,
        query: dict[str, Any] | None = None,
        keyed: bool = False,
        key: str | None = None,
    ) -> Any:
        end = time.monotonic() + self._deadline
        headers = {"Authorization": f"Bearer {self._token}", "Accept": "application/json"}
        if keyed:
            headers["Idempotency-Key"] = key or str(uuid.uuid4())
        request = self._http.build_request(
            method,
            self._base + path,
            json=body,
            params={name: value for name, value in (query or {}).items() if value is not None},
            headers=headers,
        )
        response = self._send(request, end)
        waits = keyed and not (isinstance(body, dict) and body.get("wait") is False)
        return self._ended(response, end) if waits else response.json()

    def _send(self, request: httpx.Request, end: float) -> httpx.Response:
        """Send a request until there is a response that another attempt cannot better."""
        for attempt in range(1, self._attempts + 1):
            response: httpx.Response | None = None
            error: Exception
            try:
                response = self._http.send(request)
                if response.is_success:
                    return response
                error = failure(response)
            except httpx.TransportError as lost:
                error = lost
            wait = _delay(response, attempt)
            if attempt == self._attempts or not _again(request, response) or time.monotonic() + wait > end:
                raise error
            time.sleep(wait)
        raise ValueError("attempts must be at least 1")

    def _ended(self, response: httpx.Response, end: float) -> Any:
        """Poll a job until its end. What is no job is returned as it is."""
        job: dict[str, Any] = response.json()["data"]
        if "jobId" not in job:
            return response.json()
        job_id: str = job["jobId"]
        while response.status_code == 202 or job["status"] in ("queued", "running"):
            wait = _delay(response, 2)
            if time.monotonic() + wait > end:
                raise NotFinished(job_id)
            time.sleep(wait)
            poll = self._http.build_request(
                "GET",
                f"{self._base}/v1/public/jobs/{quote(job_id, safe='')}",
                headers={"Authorization": f"Bearer {self._token}"},
            )
            response = self._send(poll, end)
            job = response.json()["data"]
        if job["status"] != "succeeded" and "error" in job:
            raise QuarryError(job["error"], job_id=job_id)
        return response.json()


def _again(request: httpx.Request, response: httpx.Response | None) -> bool:
    """Whether a request can be sent once more. Without a key only reading is safe after a lost response."""
    if response is not None and response.status_code == 429:
        return True
    lost = response is None or response.status_code >= 500
    return lost and (request.method == "GET" or "Idempotency-Key" in request.headers)


def _delay(response: httpx.Response | None, attempt: int) -> float:
    """What Retry-After says; without it half a second, twice as long each time, with jitter."""
    said = response.headers.get("Retry-After", "") if response is not None else ""
    if said.isdecimal():
        return float(said)
    return float(min(30, 2**attempt / 4) * random.uniform(0.5, 1))


def _pages(read: Callable[[str | None], Any]) -> Iterator[Any]:
    """Yield the items of all pages. A page can be empty and have a successor."""
    cursor: str | None = None
    while True:
        page = read(cursor)
        yield from page["items"]
        cursor = page.get("nextCursor")
        if not cursor:
            return
