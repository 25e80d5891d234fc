"""Crawls, against a service in the trouble that tools/clients/lossy makes, and against servers that are at fault."""

from __future__ import annotations

import asyncio
import json
import os
import threading
import unittest
from collections.abc import Callable, Iterator
from typing import Any

import httpx

from quarry import APIError, AsyncQuarry, CrawlHandle, NetworkError, Progress, Quarry, QuarryError

FINISHED = {
    "crawlId": "crl_1",
    "status": "finished",
    "counts": {"total": 3, "succeeded": 3, "failed": 0, "cancelled": 0},
}
Routes = dict[str, Callable[[httpx.Request], httpx.Response]]


def maze(limit: int, **more: Any) -> Any:
    return {"url": "http://maze.test/", "limit": limit, "sitemap": "skip", "format": "metadata", **more}


@unittest.skipUnless(os.environ.get("QUARRY_URL"), "run by make clients-test")
class CrawlTest(unittest.TestCase):
    def client(self, trouble: str = "") -> Quarry:
        client = Quarry(os.environ["QUARRY_URL"] + trouble, attempts=2)
        self.addCleanup(client.close)
        return client

    def test_a_crawl(self) -> None:
        for trouble, limit in (("", 12), ("/~flaky", 12), ("/~broken", 2)):
            with self.subTest(trouble):
                client, seen = self.client(trouble), list[Progress]()
                crawl = client.crawl(maze(limit))
                now = crawl.wait(on_progress=seen.append)
                self.assertEqual(("finished", "limit"), (now["status"], now.get("truncatedBy")))
                self.assertEqual(Progress("finished", crawl_id=crawl.id, done=limit, total=limit), seen[-1])
                self.assertEqual(now["counts"]["succeeded"], now["creditsCharged"] - now["creditsRefunded"])
                again, want = client.crawl_handle(crawl.id), list(range(1, limit + 1))
                lists = {"all": again.all(), "pages": again.pages(limit=5), "lines": again.lines()}
                for name, pages in lists.items():
                    self.assertEqual(want, sorted(page["number"] for page in pages), name)
                for page in again.pages(status="succeeded", results=True):
                    self.assertTrue(page["status"] == "succeeded" and page.get("result"), page)
                self.assertIn(crawl.id, [one["crawlId"] for one in client.crawls(limit=2)])
                self.assertEqual("crawl.finished", list(again.events())[-1].type)

    def test_cancelled_and_resumed(self) -> None:
        crawl = self.client().crawl(maze(12, delayMs=60_000))
        crawl.cancel()
        self.assertEqual("cancelled", crawl.wait()["status"])
        self.assertEqual("running", crawl.resume()["status"])
        self.assertEqual(crawl.id, crawl.cancel()["crawlId"])

    def test_a_crawl_that_fails(self) -> None:
        client = self.client()
        crawl = client.crawl({"url": "http://wall.test/"})
        none = client.crawl_handle("crl_none")
        calls: tuple[tuple[Callable[[], object], str, str], ...] = (
            (crawl.wait, "upstream_blocked", crawl.id),
            (lambda: list(crawl), "upstream_blocked", crawl.id),
            (none.status, "crawl_not_found", "crl_none"),
        )
        for call, code, crawl_id in calls:
            with self.subTest(code), self.assertRaises(APIError) as raised:
                call()
            self.assertEqual((code, crawl_id), (raised.exception.code, raised.exception.crawl_id))

    def test_asynchronous(self) -> None:
        async def follow() -> None:
            async with AsyncQuarry(attempts=2) as client:
                crawl = await client.crawl(maze(4))
                found = [page["number"] async for page in crawl]
                self.assertEqual([1, 2, 3, 4], sorted(found))
                self.assertEqual("finished", (await crawl.wait())["status"])
                self.assertEqual(found, [page["number"] async for page in crawl.pages(limit=3)])
                self.assertEqual(found, [page["number"] async for page in crawl.lines()])
                self.assertEqual("crawl.finished", [event.type async for event in crawl.events()][-1])
                self.assertEqual("finished", (await crawl.cancel())["status"])
                with self.assertRaises(APIError):  # It has as many pages as it may.
                    await crawl.resume()

        asyncio.run(follow())


def line(number: int, **more: object) -> dict[str, object]:
    return {"number": number, "url": "http://a.test/", "jobId": f"job_{number}", "status": "succeeded", **more}


def answer(data: object) -> httpx.Response:
    return httpx.Response(200, json={"data": data})


def text(*lines: object) -> bytes:
    return "".join(one if isinstance(one, str) else json.dumps(one) + "\n" for one in lines).encode()


def served(routes: Routes) -> httpx.MockTransport:
    """Answer by path; what is not there is a finished crawl of 3 pages."""

    def respond(request: httpx.Request) -> httpx.Response:
        route = routes.get(request.url.path.removeprefix("/v1/public/crawl/crl_1"))
        return route(request) if route and request.method == "GET" else answer(FINISHED)

    return httpx.MockTransport(respond)


class FaultTest(unittest.TestCase):
    def crawl(self, routes: Routes) -> CrawlHandle:
        client = Quarry("http://quarry.test", "t", attempts=3, outage=0, deadline=20, http=httpx.Client(transport=served(routes)))
        self.addCleanup(client.close)
        return client.crawl_handle("crl_1")

    def test_pages_that_no_event_is_about(self) -> None:
        cut = line(2, resultTruncated=True, result={"markdown": "the"})
        sent = (
            ("crawl.page", cut),
            ("crawl.progress", FINISHED),
            ("crawl.page", line(1)),
            ("crawl.finished", FINISHED),
        )
        stream = "".join(f"id: {n}\nevent: {kind}\ndata: {json.dumps(data)}\n\n" for n, (kind, data) in enumerate(sent))
        kind = {"Content-Type": "text/event-stream"}
        routes: Routes = {
            "/events": lambda _: httpx.Response(200, headers=kind, text=stream),
            "/pages": lambda _: answer({"items": [line(1), cut, line(3)], "exhausted": True}),
            "/v1/public/jobs/job_2/result": lambda _: httpx.Response(200, json={"markdown": "the whole of it"}),
        }
        found = [(page["number"], page.get("result")) for page in self.crawl(routes)]
        self.assertEqual([(2, {"markdown": "the whole of it"}), (1, None), (3, None)], found)

    def test_pages_by_their_change(self) -> None:
        asked = list[str]()

        def pages(request: httpx.Request) -> httpx.Response:
            asked.append(request.url.params.get("change", ""))
            return answer({"items": [line(1, change="changed")], "exhausted": True})

        crawl = self.crawl({"/pages": pages})
        self.assertEqual([1], [page["number"] for page in crawl.pages(change="changed")])
        self.assertEqual([1], [page["number"] for page in crawl.pages()])
        self.assertEqual(["changed", ""], asked)

    def test_cut_short_by_credits(self) -> None:
        short = {**FINISHED, "truncatedBy": "credits"}
        kind = {"Content-Type": "text/event-stream"}
        stream = f"event: crawl.finished\ndata: {json.dumps(short)}\n\n"
        crawl = self.crawl({
            "": lambda _: answer(short),
            "/events": lambda _: httpx.Response(200, headers=kind, text=stream),
            "/pages": lambda _: answer({"items": [line(1), line(2), line(3)], "exhausted": True}),
        })
        found = list[int]()
        with self.assertRaises(APIError) as raised:
            for page in crawl.all(last=1):
                found.append(page["number"])
        self.assertEqual([2, 3], found)
        self.assertEqual(("insufficient_credits", "crl_1"), (raised.exception.code, raised.exception.crawl_id))
        self.assertEqual("credits", crawl.wait().get("truncatedBy"))

    def test_lines_are_streamed(self) -> None:
        links, read = list[str](), threading.Event()

        def export(_: httpx.Request) -> httpx.Response:
            links.append(f"http://files.test/{len(links)}")
            return answer({"items": [{"first": 1, "last": 3, "bytes": 9, "url": links[-1]}], "exhausted": True})

        def broken() -> Iterator[bytes]:
            yield text(line(1), '{"numb')
            self.assertTrue(read.is_set(), "the next part was read before the first line was yielded")
            raise httpx.ReadError("broken off")

        def first(request: httpx.Request) -> httpx.Response:
            self.assertNotIn("Authorization", request.headers, "the token is for the service alone")
            return httpx.Response(200, content=broken())

        whole = text(line(1), line(2), line(3))
        crawl = self.crawl({"/export": export, "/0": first, "/1": lambda _: httpx.Response(200, content=whole)})
        found = []
        for page in crawl.lines():
            found.append(page["number"])
            read.set()
        self.assertEqual(([1, 2, 3], 2), (found, len(links)))

    def test_files_that_cannot_be_read(self) -> None:
        link = {"items": [{"first": 1, "last": 3, "bytes": 9, "url": "http://files.test/file"}], "exhausted": True}
        files = {
            "gone": httpx.Response(404),
            "a page": httpx.Response(200, text="<html>Log in to this network.</html>\n"),
            "too few": httpx.Response(200, content=text(line(1))),
            "cut line": httpx.Response(200, content=text(line(1), '{"numb')),
        }
        for name, file in files.items():

            def read(_: httpx.Request, file: httpx.Response = file) -> httpx.Response:
                return httpx.Response(file.status_code, content=file.content)

            with self.subTest(name), self.assertRaises(NetworkError) as raised:
                list(self.crawl({"/export": lambda _: answer(link), "/file": read}).lines())
            self.assertEqual((3, "crl_1"), (raised.exception.attempts, raised.exception.crawl_id))

    def test_lists_of_a_faulty_service(self) -> None:
        circle = {"": "a", "a": "b", "b": "a"}
        counts = dict.fromkeys(("succeeded", "failed", "cancelled", "queued", "running"), 0)
        empty: dict[str, object] = {"items": [], "jobs": []}
        lists: dict[str, tuple[Callable[[str], dict[str, object]], bool]] = {
            "null": (lambda _: {"items": None, "jobs": None, "exhausted": True}, False),
            "text": (lambda _: {"items": "none", "jobs": "none", "exhausted": True}, False),
            "circle": (lambda cursor: {**empty, "nextCursor": circle[cursor], "exhausted": False}, False),
            "exhausted and a cursor": (lambda _: {**empty, "nextCursor": "a", "exhausted": True}, True),
            "empty cursor": (lambda _: {**empty, "nextCursor": "", "exhausted": False}, True),
        }
        for name, (found, good) in lists.items():

            def respond(request: httpx.Request, found: Any = found) -> httpx.Response:
                if request.method == "POST":
                    return answer({"batchId": "batch_1", "jobs": []})
                if request.url.path.endswith("crl_1"):
                    return answer(FINISHED)
                if request.url.params.get("limit") == "1":
                    return answer({"status": "finished", "counts": counts, "jobs": []})
                return answer(found(request.url.params.get("cursor") or ""))

            http = httpx.Client(transport=httpx.MockTransport(respond))
            client = Quarry("http://quarry.test", "t", attempts=1, outage=0, http=http)
            self.addCleanup(client.close)
            reads: dict[str, Callable[[], object]] = {
                "jobs": lambda client=client: list(client.jobs()),  # type: ignore[misc]
                "crawls": lambda client=client: list(client.crawls()),  # type: ignore[misc]
                "batches": lambda client=client: list(client.batches()),  # type: ignore[misc]
                "jobs of a batch": lambda client=client: list(client.batch_jobs("batch_1")),  # type: ignore[misc]
                "batch": lambda client=client: client.batch({"urls": ["a"]}),  # type: ignore[misc]
                "pages of a crawl": lambda client=client: list(client.crawl_handle("crl_1").pages()),  # type: ignore[misc]
            }
            for of, read in reads.items():
                with self.subTest(name, of=of):
                    if good:
                        self.assertEqual([], read())
                    else:
                        self.assertRaises(QuarryError, read)
