"""The client: calls wait for their job's end and are sent again when that cannot charge twice."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, TypeVar
from urllib.parse import quote

import httpx

from . import _batch, models
from ._answer import Answer
from ._body import takes_body
from ._crawl import CrawlHandle
from ._events import Event, Stream, is_stream
from ._flow import Flow, Lost, OnProgress, Pause, Send, foreign
from ._generated.calls import Calls
from ._http import Body, Cursor, Pages, Settings, lost, request

T = TypeVar("T")


class Quarry(Calls):
    """A service. Use it as a context manager, or close it; it can be shared by threads.

    base_url and token are those of QUARRY_URL and QUARRY_TOKEN by default. A request is sent up to
    attempts times and waits timeout seconds for its answer; a call takes up to deadline seconds in
    all, waiting for its job included. What waits for a job, a batch or a crawl, or follows one, goes on over a service
    that is away for up to outage seconds. http sends single requests.
    """

    def __init__(
        self,
        base_url: str | None = None,
        token: str | None = None,
        *,
        attempts: int = 5,
        deadline: float = 1200,
        timeout: float = 60,
        outage: float = 120,
        http: httpx.Client | None = None,
    ) -> None:
        self._settings = Settings(base_url, token, attempts, deadline, timeout, outage)
        self._http = http or httpx.Client()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def __enter__(self) -> Quarry:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def wait_job(
        self, job_id: str, *, deadline: float | None = None, on_progress: OnProgress | None = None
    ) -> models.AnyJobResponse:
        """Wait for the end of a job, for example of a call with "wait": False. One that failed raises APIError."""
        answer: models.AnyJobResponse = self._run(self._settings.flows.wait_job(job_id, deadline, on_progress))
        return answer

    def wait_batch(
        self, batch_id: str, *, deadline: float | None = None, on_progress: OnProgress | None = None
    ) -> models.BatchResponse:
        """Wait for the end of a batch."""
        flows = self._settings.flows
        answer: models.BatchResponse = self._run(_batch.ended(flows, batch_id, flows.end(deadline), on_progress))  # type: ignore[assignment]
        return answer

    @takes_body
    def batch(
        self,
        body: models.ScrapeBatchRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> list[models.BatchItem]:
        """Scrape many URLs, wait for all, and return an item for each in their order: with a result, or its own error."""
        send = request("POST", "/v1/public/scrape/batch", body, None)
        items: Any = self._run(_batch.batch(self._settings.flows, send, idempotency_key, deadline, on_progress))
        found: list[models.BatchItem] = items
        return found

    def batch_jobs(self, batch_id: str) -> Iterator[models.BatchItem]:
        """Yield the jobs of a batch with their results, in the order of the call, page after page."""
        return self.items(lambda page: self.get_batch(batch_id, limit=_batch.PAGE, results=True, **page))

    @takes_body
    def crawl(self, body: models.CrawlRequest, *, idempotency_key: str | None = None) -> CrawlHandle:
        """Start a crawl of a site; for goes through its pages as they end."""
        made = self.start_crawl(body, idempotency_key=idempotency_key)
        return self.crawl_handle(made["data"]["crawlId"])

    def crawl_handle(self, crawl_id: str) -> CrawlHandle:
        """Return a crawl that was started before. Nothing is sent."""
        return CrawlHandle(self, crawl_id)

    def job_events(self, job_id: str, *, last: str = "", deadline: float | None = None) -> Iterator[Event]:
        """Yield what happens to a job until its end, over broken connections, too. last is the id of an event."""
        return self._events(f"/v1/public/jobs/{quote(job_id, safe='')}/events", last, deadline)

    def batch_events(self, batch_id: str, *, last: str = "", deadline: float | None = None) -> Iterator[Event]:
        """Yield what happens to a batch until its end: each job's end once. last is the id of an event."""
        return self._events(f"/v1/public/batches/{quote(batch_id, safe='')}/events", last, deadline)

    def jobs(self, **filters: Any) -> Iterator[models.JobSummary]:
        """Yield the jobs of the organization, newest first, page after page."""
        return self.items(lambda page: self.list_jobs(**{**filters, **page}))

    def batches(self, **filters: Any) -> Iterator[models.BatchSummary]:
        """Yield the batches of the organization, newest first, page after page."""
        return self.items(lambda page: self.list_batches(**{**filters, **page}))

    def crawls(self, **filters: Any) -> Iterator[models.Crawl]:
        """Yield the crawls of the organization, newest first, page after page."""
        return self.items(lambda page: self.list_crawls(**{**filters, **page}))

    def requests(self, **filters: Any) -> Iterator[models.RequestItem]:
        """Yield the calls of the organization, newest first, page after page."""
        return self.items(lambda page: self.list_requests(**{**filters, **page}))

    def deliveries(self, **filters: Any) -> Iterator[models.WebhookDelivery]:
        """Yield the attempts to post events, newest first, page after page."""
        return self.items(lambda page: self.list_deliveries(**{**filters, **page}))

    def endpoints(self, **filters: Any) -> Iterator[models.WebhookEndpoint]:
        """Yield the endpoints of webhooks, oldest first, page after page."""
        return self.items(lambda page: self.list_endpoints(**{**filters, **page}))

    def items(self, read: Callable[[Cursor], Any]) -> Iterator[Any]:
        """Yield the items of all pages of any call with a cursor.

        read makes the call: lambda page: quarry.scrape_hn_search({"query": "tide", **page}).
        """
        pages = Pages()
        while pages.more:
            yield from pages.items(read(pages.next))

    def _following(self) -> Quarry:
        """Return the same client for what follows a crawl."""
        other = copy.copy(self)
        other._settings = self._settings.following()
        return other

    def _call(
        self,
        method: str,
        path: str,
        *,
        body: object = None,
        query: dict[str, Any] | None = None,
        keyed: bool = False,
        key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> Any:
        wait = not (isinstance(body, dict) and body.get("wait") is False)
        send = request(method, path, body, query)
        return self._run(
            self._settings.flows.call(send, keyed=keyed, key=key, wait=wait, deadline=deadline, on_progress=on_progress)
        )

    def _run(self, flow: Flow[T]) -> T:
        """Do what a flow yields."""
        try:
            step = next(flow)
            while True:
                if isinstance(step, Pause):
                    time.sleep(step.seconds)
                    step = flow.send(None)
                    continue
                try:
                    answer = self._sent(step)
                except (httpx.RequestError, Lost) as error:
                    step = flow.throw(lost(error))
                else:
                    step = flow.send(answer)
        except StopIteration as end:
            found: T = end.value
            return found

    def _sent(self, send: Send) -> Answer:
        body = Body(send)
        response = self._http.send(self._settings.request(self._http, send), stream=True, follow_redirects=True)
        try:
            for chunk in response.iter_bytes():
                body.add(chunk)
        finally:
            response.close()
        return Answer(response.status_code, response.headers, bytes(body.whole))

    def _events(self, path: str, last: str, deadline: float | None) -> Iterator[Event]:
        stream = Stream(self._settings.flows, path, deadline)
        stream.last = last
        wait: float | None = 0.0
        while wait is not None:
            time.sleep(wait)
            answer, gone = None, None
            headers = {**self._settings.authorization(), **stream.headers()}
            try:
                with self._http.stream(
                    "GET", self._settings.base + path, headers=headers, timeout=stream.timeout(), follow_redirects=True
                ) as response:
                    if response.status_code != 200:
                        answer = Answer(response.status_code, response.headers, response.read())
                    elif not is_stream(response.headers):
                        gone = foreign(Answer(response.status_code, response.headers, b""))
                    else:
                        for chunk in response.iter_bytes():
                            stream.timeout()
                            yield from stream.feed(chunk)
            except httpx.RequestError as error:
                gone = lost(error)
            wait = stream.over(answer, gone)
