"""The client for asyncio: the same calls, which end with their task."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import AsyncIterator, Awaitable, Callable
from types import TracebackType
from typing import Any, TypeVar
from urllib.parse import quote

import httpx

from . import _batch, models
from ._answer import Answer
from ._body import takes_body
from ._crawl import AsyncCrawlHandle
from ._events import Event, Stream, is_stream
from ._flow import Flow, Lost, OnProgress, Pause, Send, foreign
from ._generated.calls import AsyncCalls
from ._http import Body, Cursor, Pages, Settings, lost, request

T = TypeVar("T")


class AsyncQuarry(AsyncCalls):
    """A service, for asyncio; its options and calls are those of Quarry. A task that is cancelled ends its call at once."""

    def __init__(
        self,
        base_url: str | None = None,
        token: str | None = None,
        *,
        attempts: int = 5,
        deadline: float = 1200,
        timeout: float = 60,
        outage: float = 120,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self._settings = Settings(base_url, token, attempts, deadline, timeout, outage)
        self._http = http or httpx.AsyncClient()

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> AsyncQuarry:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.close()

    async def wait_job(
        self, job_id: str, *, deadline: float | None = None, on_progress: OnProgress | None = None
    ) -> models.AnyJobResponse:
        """Wait for the end of a job, for example of a call with "wait": False. One that failed raises APIError."""
        answer: models.AnyJobResponse = await self._run(self._settings.flows.wait_job(job_id, deadline, on_progress))
        return answer

    async def wait_batch(
        self, batch_id: str, *, deadline: float | None = None, on_progress: OnProgress | None = None
    ) -> models.BatchResponse:
        """Wait for the end of a batch."""
        flows = self._settings.flows
        answer: Any = await self._run(_batch.ended(flows, batch_id, flows.end(deadline), on_progress))
        found: models.BatchResponse = answer
        return found

    @takes_body
    async def batch(
        self,
        body: models.ScrapeBatchRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> list[models.BatchItem]:
        """Scrape many URLs, wait for all, and return an item for each in their order: with a result, or its own error."""
        send = request("POST", "/v1/public/scrape/batch", body, None)
        items: Any = await self._run(_batch.batch(self._settings.flows, send, idempotency_key, deadline, on_progress))
        found: list[models.BatchItem] = items
        return found

    def batch_jobs(self, batch_id: str) -> AsyncIterator[models.BatchItem]:
        """Yield the jobs of a batch with their results, in the order of the call, page after page."""
        return self.items(lambda page: self.get_batch(batch_id, limit=_batch.PAGE, results=True, **page))

    @takes_body
    async def crawl(self, body: models.CrawlRequest, *, idempotency_key: str | None = None) -> AsyncCrawlHandle:
        """Start a crawl of a site; async for goes through its pages as they end."""
        made = await self.start_crawl(body, idempotency_key=idempotency_key)
        return self.crawl_handle(made["data"]["crawlId"])

    def crawl_handle(self, crawl_id: str) -> AsyncCrawlHandle:
        """Return a crawl that was started before. Nothing is sent."""
        return AsyncCrawlHandle(self, crawl_id)

    def job_events(self, job_id: str, *, last: str = "", deadline: float | None = None) -> AsyncIterator[Event]:
        """Yield what happens to a job until its end, over broken connections, too. last is the id of an event."""
        return self._events(f"/v1/public/jobs/{quote(job_id, safe='')}/events", last, deadline)

    def batch_events(self, batch_id: str, *, last: str = "", deadline: float | None = None) -> AsyncIterator[Event]:
        """Yield what happens to a batch until its end: each job's end once. last is the id of an event."""
        return self._events(f"/v1/public/batches/{quote(batch_id, safe='')}/events", last, deadline)

    def jobs(self, **filters: Any) -> AsyncIterator[models.JobSummary]:
        """Yield the jobs of the organization, newest first, page after page."""
        return self.items(lambda page: self.list_jobs(**{**filters, **page}))

    def batches(self, **filters: Any) -> AsyncIterator[models.BatchSummary]:
        """Yield the batches of the organization, newest first, page after page."""
        return self.items(lambda page: self.list_batches(**{**filters, **page}))

    def crawls(self, **filters: Any) -> AsyncIterator[models.Crawl]:
        """Yield the crawls of the organization, newest first, page after page."""
        return self.items(lambda page: self.list_crawls(**{**filters, **page}))

    def requests(self, **filters: Any) -> AsyncIterator[models.RequestItem]:
        """Yield the calls of the organization, newest first, page after page."""
        return self.items(lambda page: self.list_requests(**{**filters, **page}))

    def deliveries(self, **filters: Any) -> AsyncIterator[models.WebhookDelivery]:
        """Yield the attempts to post events, newest first, page after page."""
        return self.items(lambda page: self.list_deliveries(**{**filters, **page}))

    def endpoints(self, **filters: Any) -> AsyncIterator[models.WebhookEndpoint]:
        """Yield the endpoints of webhooks, oldest first, page after page."""
        return self.items(lambda page: self.list_endpoints(**{**filters, **page}))

    async def items(self, read: Callable[[Cursor], Awaitable[Any]]) -> AsyncIterator[Any]:
        """Yield the items of all pages of any call with a cursor.

        read makes the call: lambda page: quarry.scrape_hn_search({"query": "tide", **page}).
        """
        pages = Pages()
        while pages.more:
            for item in pages.items(await read(pages.next)):
                yield item

    def _following(self) -> AsyncQuarry:
        """Return the same client for what follows a crawl."""
        other = copy.copy(self)
        other._settings = self._settings.following()
        return other

    async def _call(
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
        return await self._run(
            self._settings.flows.call(send, keyed=keyed, key=key, wait=wait, deadline=deadline, on_progress=on_progress)
        )

    async def _run(self, flow: Flow[T]) -> T:
        """Do what a flow yields."""
        try:
            step = next(flow)
            while True:
                if isinstance(step, Pause):
                    await asyncio.sleep(step.seconds)
                    step = flow.send(None)
                    continue
                try:
                    answer = await self._sent(step)
                except (httpx.RequestError, Lost) as error:
                    step = flow.throw(lost(error))
                else:
                    step = flow.send(answer)
        except StopIteration as end:
            found: T = end.value
            return found

    async def _sent(self, send: Send) -> Answer:
        body = Body(send)
        response = await self._http.send(self._settings.request(self._http, send), stream=True, follow_redirects=True)
        try:
            async for chunk in response.aiter_bytes():
                body.add(chunk)
        finally:
            await response.aclose()
        return Answer(response.status_code, response.headers, bytes(body.whole))

    async def _events(self, path: str, last: str, deadline: float | None) -> AsyncIterator[Event]:
        stream = Stream(self._settings.flows, path, deadline)
        stream.last = last
        wait: float | None = 0.0
        while wait is not None:
            await asyncio.sleep(wait)
            answer, gone = None, None
            headers = {**self._settings.authorization(), **stream.headers()}
            try:
                async with self._http.stream(
                    "GET", self._settings.base + path, headers=headers, timeout=stream.timeout(), follow_redirects=True
                ) as response:
                    if response.status_code != 200:
                        answer = Answer(response.status_code, response.headers, await response.aread())
                    elif not is_stream(response.headers):
                        gone = foreign(Answer(response.status_code, response.headers, b""))
                    else:
                        async for chunk in response.aiter_bytes():
                            stream.timeout()
                            for event in stream.feed(chunk):
                                yield event
            except httpx.RequestError as error:
                gone = lost(error)
            wait = stream.over(answer, gone)
