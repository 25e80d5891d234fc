"""Crawls: they go on whether somebody follows them or not."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote

import httpx

from . import models
from ._errors import APIError, NetworkError, QuarryError, TimeoutError
from ._events import SILENCE, Event
from ._flow import Flow, Flows, Lost, OnProgress, Progress, Send, checked_path
from ._http import in_circles, lost

if TYPE_CHECKING:
    from ._async import AsyncQuarry
    from ._client import Quarry

Status = Literal["queued", "running", "succeeded", "failed", "cancelled"]
Change = Literal["new", "changed", "same", "gone"]

LONGEST = 25 * 3600.0  # seconds; a crawl ends by itself after a day at the latest
PAGE = 100  # pages of a crawl, and files of its export, that are read at once
SHORT = {
    "code": "insufficient_credits",
    "message": "the crawl has more pages than credits: with a higher balance resume goes on, and where maxCredits is used up with more of them",
}
WAIT = 1.0  # seconds until a list of a crawl that runs is read again


def _more(max_credits: int | None) -> models.ResumeCrawlRequest:
    return {} if max_credits is None else {"maxCredits": max_credits}


class CrawlHandle:
    """A crawl of a site. Iterating goes through its pages as they end.

    What follows it ends with its deadline in seconds, not with the client's: a crawl can take hours. Each error has the
    crawl_id.
    """

    def __init__(self, quarry: Quarry, crawl_id: str) -> None:
        self.id = crawl_id
        checked_path(_path(crawl_id))
        self._quarry, self._follows = quarry, quarry._following()

    def status(self) -> models.Crawl:
        """Return where the crawl stands."""
        with _named(self.id):
            return self._quarry.get_crawl(self.id)["data"]

    def cancel(self) -> models.Crawl:
        """End the crawl: no more pages, and what has not ended is cancelled and refunded."""
        with _named(self.id):
            return self._quarry.cancel_crawl(self.id)["data"]

    def resume(self, *, max_credits: int | None = None) -> models.Crawl:
        """Let a crawl go on that ended by credits, time or cancel.

        max_credits is the most that it costs from then on, what it has cost included.
        """
        with _named(self.id):
            return self._quarry.resume_crawl(self.id, _more(max_credits))["data"]

    def wait(self, *, deadline: float = LONGEST, on_progress: OnProgress | None = None) -> models.Crawl:
        """Wait for the crawl's end.

        One whose first page could not be read raises APIError; that there are more pages is said by truncatedBy.
        """
        with _named(self.id):
            crawl: models.Crawl = self._quarry._run(  # type: ignore[assignment]
                ended(self._quarry._settings.flows, self.id, deadline, on_progress)
            )
            return crawl

    def events(self, *, last: str = "", deadline: float = LONGEST) -> Iterator[Event]:
        """Yield what happens to the crawl until its end: crawl.page for each page's end, crawl.progress, crawl.finished.

        last is the id of the last event that you have.
        """
        return self._quarry._events(f"{_path(self.id)}/events", last, deadline)

    def __iter__(self) -> Iterator[models.CrawlPage]:
        return self.all()

    def all(self, *, last: int = 0, deadline: float = LONGEST) -> Iterator[models.CrawlPage]:
        """Yield the crawl's pages as they end, each once, with the whole of its result or with its error.

        last is the number of the last page that you have: those behind it are yielded. At the end a crawl whose first
        page could not be read raises APIError, and so does one with more pages than credits: insufficient_credits.
        """
        pages = Follower(last)
        with _named(self.id):
            for event in self.events(deadline=deadline):
                if page := pages.of_event(event):
                    yield self._whole(page)
            if pages.missing():
                for page in self.pages(results=True, deadline=deadline):
                    if pages.of_list(page):
                        yield self._whole(page)
            through(pages.last or self.status())

    def pages(
        self,
        *,
        status: Status | None = None,
        change: Change | None = None,
        results: bool = False,
        limit: int = PAGE,
        deadline: float = LONGEST,
    ) -> Iterator[models.CrawlPage]:
        """Yield the pages that have a job, by their numbers, as they are when they are read.

        status is for those in one status, change for those that are this to the earlier crawl, results for the results that
        fit, limit how many are read at once. While the crawl runs it waits for more.
        """
        at = Lister(deadline)
        with _named(self.id):
            while at.more:
                answer = self._follows.list_crawl_pages(
                    self.id, limit=limit, cursor=at.cursor, status=status, change=change, results=results
                )
                yield from at.items(answer)
                if at.empty and self._follows.get_crawl(self.id)["data"]["status"] == "running":
                    time.sleep(at.pause())
                else:
                    at.advance()

    def lines(self, *, deadline: float = LONGEST) -> Iterator[models.CrawlPage]:
        """Yield all pages of the crawl that have ended, by their numbers and with their whole results.

        They come out of the files of its export, which is asked for where the crawl has none. The files are read line by
        line; one whose download breaks off is read on from there. While the crawl runs it waits for more.
        """
        at, export = Lister(deadline), Export(self._quarry._settings.flows)
        with _named(self.id):
            self._follows.export_crawl(self.id)
            while at.more:
                files = at.items(self._follows.list_crawl_files(self.id, limit=PAGE, cursor=at.cursor))
                try:
                    for file in export.unread(files):
                        yield from self._file(file, export)
                except Lost as gone:
                    time.sleep(export.failed(gone, at))
                    continue  # with the same cursor: the links are new
                if at.empty:
                    time.sleep(at.pause())
                else:
                    at.advance()

    def _file(self, file: models.CrawlPart, export: Export) -> Iterator[models.CrawlPage]:
        """Yield the lines of a file, from its link, which says by itself who may read it."""
        export.begin()
        try:
            with self._quarry._http.stream("GET", file["url"], timeout=SILENCE, follow_redirects=True) as response:
                if response.status_code != 200:
                    raise Lost(f"a file of the export was answered with status {response.status_code}")
                for chunk in response.iter_bytes():
                    yield from export.feed(chunk)
        except (httpx.RequestError, httpx.InvalidURL) as error:
            raise lost(error) from error
        export.over(file)

    def _whole(self, page: models.CrawlPage) -> models.CrawlPage:
        if not page.get("resultTruncated"):
            return page
        try:
            return whole(page, self._follows.get_job_result(page["jobId"]))
        except APIError as error:
            if error.status >= 500:
                raise
            return page  # The service no longer has it.


class AsyncCrawlHandle:
    """A crawl of a site, for asyncio; its methods are those of CrawlHandle."""

    def __init__(self, quarry: AsyncQuarry, crawl_id: str) -> None:
        self.id = crawl_id
        checked_path(_path(crawl_id))
        self._quarry, self._follows = quarry, quarry._following()

    async def status(self) -> models.Crawl:
        """Return where the crawl stands."""
        with _named(self.id):
            return (await self._quarry.get_crawl(self.id))["data"]

    async def cancel(self) -> models.Crawl:
        """End the crawl: no more pages, and what has not ended is cancelled and refunded."""
        with _named(self.id):
            return (await self._quarry.cancel_crawl(self.id))["data"]

    async def resume(self, *, max_credits: int | None = None) -> models.Crawl:
        """Let a crawl go on that ended by credits, time or cancel.

        max_credits is the most that it costs from then on, what it has cost included.
        """
        with _named(self.id):
            return (await self._quarry.resume_crawl(self.id, _more(max_credits)))["data"]

    async def wait(self, *, deadline: float = LONGEST, on_progress: OnProgress | None = None) -> models.Crawl:
        """Wait for the crawl's end, as CrawlHandle.wait."""
        with _named(self.id):
            answer: Any = await self._quarry._run(ended(self._quarry._settings.flows, self.id, deadline, on_progress))
            crawl: models.Crawl = answer
            return crawl

    def events(self, *, last: str = "", deadline: float = LONGEST) -> AsyncIterator[Event]:
        """Yield what happens to the crawl until its end."""
        return self._quarry._events(f"{_path(self.id)}/events", last, deadline)

    def __aiter__(self) -> AsyncIterator[models.CrawlPage]:
        return self.all()

    async def all(self, *, last: int = 0, deadline: float = LONGEST) -> AsyncIterator[models.CrawlPage]:
        """Yield the crawl's pages as they end, as CrawlHandle.all."""
        pages = Follower(last)
        with _named(self.id):
            async for event in self.events(deadline=deadline):
                if page := pages.of_event(event):
                    yield await self._whole(page)
            if pages.missing():
                async for page in self.pages(results=True, deadline=deadline):
                    if pages.of_list(page):
                        yield await self._whole(page)
            through(pages.last or await self.status())

    async def pages(
        self,
        *,
        status: Status | None = None,
        change: Change | None = None,
        results: bool = False,
        limit: int = PAGE,
        deadline: float = LONGEST,
    ) -> AsyncIterator[models.CrawlPage]:
        """Yield the pages that have a job, as CrawlHandle.pages."""
        at = Lister(deadline)
        with _named(self.id):
            while at.more:
                answer = await self._follows.list_crawl_pages(
                    self.id, limit=limit, cursor=at.cursor, status=status, change=change, results=results
                )
                for page in at.items(answer):
                    yield page
                if at.empty and (await self._follows.get_crawl(self.id))["data"]["status"] == "running":
                    await asyncio.sleep(at.pause())
                else:
                    at.advance()

    async def lines(self, *, deadline: float = LONGEST) -> AsyncIterator[models.CrawlPage]:
        """Yield all pages of the crawl that have ended out of its export, as CrawlHandle.lines."""
        at, export = Lister(deadline), Export(self._quarry._settings.flows)
        with _named(self.id):
            await self._follows.export_crawl(self.id)
            while at.more:
                files = at.items(await self._follows.list_crawl_files(self.id, limit=PAGE, cursor=at.cursor))
                try:
                    for file in export.unread(files):
                        async for page in self._file(file, export):
                            yield page
                except Lost as gone:
                    await asyncio.sleep(export.failed(gone, at))
                    continue  # with the same cursor: the links are new
                if at.empty:
                    await asyncio.sleep(at.pause())
                else:
                    at.advance()

    async def _file(self, file: models.CrawlPart, export: Export) -> AsyncIterator[models.CrawlPage]:
        export.begin()
        try:
            async with self._quarry._http.stream(
                "GET", file["url"], timeout=SILENCE, follow_redirects=True
            ) as response:
                if response.status_code != 200:
                    raise Lost(f"a file of the export was answered with status {response.status_code}")
                async for chunk in response.aiter_bytes():
                    for page in export.feed(chunk):
                        yield page
        except (httpx.RequestError, httpx.InvalidURL) as error:
            raise lost(error) from error
        export.over(file)

    async def _whole(self, page: models.CrawlPage) -> models.CrawlPage:
        if not page.get("resultTruncated"):
            return page
        try:
            return whole(page, await self._follows.get_job_result(page["jobId"]))
        except APIError as error:
            if error.status >= 500:
                raise
            return page  # The service no longer has it.


class Follower:
    """Which pages of a crawl were yielded, whatever its events leave out or say twice."""

    def __init__(self, last: int) -> None:
        self.last: models.Crawl | None = None
        self._before, self._seen = last, set[int]()

    def of_event(self, event: Event) -> models.CrawlPage | None:
        """Return the page of an event, if it is to be yielded."""
        data: Any = event.data
        if event.type == "crawl.finished":
            self.last = data
        if event.type != "crawl.page" or self._had(data["number"]):
            return None
        self._seen.add(data["number"])
        page: models.CrawlPage = data
        return page

    def missing(self) -> bool:
        """Return whether pages have ended that no event was about."""
        return self.last is None or self._before + len(self._seen) < pages_over(self.last)

    def of_list(self, page: models.CrawlPage) -> bool:
        """Return whether a page of the list is to be yielded."""
        return page["status"] not in ("queued", "running") and not self._had(page["number"])

    def _had(self, number: int) -> bool:
        return number <= self._before or number in self._seen


class Lister:
    """The way from page to page of a list that grows while its crawl runs."""

    def __init__(self, deadline: float) -> None:
        self.cursor: str | None = None
        self.more, self.empty = True, False
        self._end, self._seen = time.monotonic() + deadline, set[str]()
        self._next: str | None = None

    def items(self, answer: Any) -> list[Any]:
        """Take a page's answer, and return its items."""
        data = answer["data"]
        found: list[Any] = data.get("items")
        if not isinstance(found, list):
            raise QuarryError("the answer has no list")
        self._next = None if data.get("exhausted") else data.get("nextCursor") or None
        self.more, self.empty = self._next is not None, not found and self._next is not None
        return found

    def pause(self) -> float:
        """Return the time until the list is read again, behind what was read."""
        self.cursor = self._next
        return self.within(WAIT)

    def advance(self) -> None:
        """Go on to the next page, which was not there before."""
        if self._next is not None and self._next in self._seen:
            raise in_circles(self._next)
        if self._next is not None:
            self._seen.add(self._next)
        self.cursor = self._next

    def within(self, wait: float) -> float:
        """Return a time to wait, unless the deadline comes before its end."""
        if time.monotonic() + wait > self._end:
            raise TimeoutError
        return wait


class Export:
    """Where the reading of an export is."""

    def __init__(self, flows: Flows) -> None:
        self._done, self._failures, self._rest = 0, flows.following().failures(), b""

    def unread(self, files: list[models.CrawlPart]) -> Iterator[models.CrawlPart]:
        return (file for file in files if file["last"] > self._done)

    def begin(self) -> None:
        """Begin a file."""
        self._rest = b""

    def feed(self, chunk: bytes) -> Iterator[models.CrawlPage]:
        """Take bytes, and yield the pages whose lines are whole and were not there before."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            page = _page(line)
            if page["number"] > self._done:
                self._done, self._failures.count = page["number"], 0
                yield page

    def over(self, file: models.CrawlPart) -> None:
        """End a file."""
        if self._rest or self._done < file["last"]:
            raise Lost("a file of the export ended early")

    def failed(self, gone: Lost, at: Lister) -> float:
        """Return the time until another attempt, or raise why there is none."""
        if not self._failures.more():
            error = NetworkError(self._failures.count, gone)
            error.__cause__ = gone.__cause__
            raise error
        at.more = True
        return at.within(self._failures.delay(None))


def _page(line: bytes) -> models.CrawlPage:
    try:
        page: models.CrawlPage = json.loads(line)
        if isinstance(page, dict) and isinstance(page.get("number"), int):
            return page
    except (ValueError, RecursionError):
        pass
    raise Lost("a line of the export is no page")


def ended(flows: Flows, crawl_id: str, deadline: float, on_progress: OnProgress | None) -> Flow[dict[str, Any]]:
    """Poll a crawl until its end, and return it."""
    end, poll = flows.end(deadline), Send("GET", _path(crawl_id), needs=("crawlId", "status", "counts"))
    while True:
        answer = yield from flows.following().sent(poll, end)
        crawl: dict[str, Any] = json.loads(answer.body)["data"]
        if on_progress:
            done = pages_over(crawl)
            on_progress(Progress(crawl["status"], crawl_id=crawl_id, done=done, total=crawl["counts"].get("total")))
        if crawl["status"] != "running":
            good(crawl)
            return crawl
        yield from flows.pause(answer, end)


def pages_over(crawl: Any) -> int:
    """Return how many pages of a crawl have ended."""
    return sum(crawl["counts"].get(name, 0) for name in ("succeeded", "failed", "cancelled"))


def good(crawl: Any) -> None:
    """Raise the error of a crawl whose first page could not be read."""
    if "error" in crawl:
        raise APIError(crawl["error"])


def through(crawl: Any) -> None:
    """Raise the error of a crawl that ended since it failed, or before its pages did since there are no credits for them."""
    good(crawl)
    if crawl.get("truncatedBy") == "credits" and crawl["status"] != "running":
        raise APIError(SHORT, status=402)


def whole(page: models.CrawlPage, result: Any) -> models.CrawlPage:
    """Return a page with all of its result, of which events and lists have only the beginning where it is large."""
    found: models.CrawlPage = {**page, "result": result, "resultTruncated": False}
    return found


@contextmanager
def _named(crawl_id: str) -> Iterator[None]:
    try:
        yield
    except QuarryError as error:
        error.crawl_id = crawl_id
        raise


def _path(crawl_id: str) -> str:
    return f"/v1/public/crawl/{quote(crawl_id, safe='')}"
