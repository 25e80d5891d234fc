"""The client against what stands between it and the service, and against answers that it did not expect."""

from __future__ import annotations

import json
import unittest
from typing import Any

import httpx

from quarry import AsyncQuarry, NetworkError, Quarry, QuarryError
from quarry.models import BatchItem

QUEUED = '{"data":{"jobId":"job_1","status":"queued"}}'
FOREIGN = {
    "message": '{"message":"proxy"}',
    "error": '{"error":{"code":"proxy","message":"log in"}}',
    "null": '{"data":null}',
    "text": '{"data":"proxy"}',
    "empty object": '{"data":{}}',
    "deep": '{"data":' * 100_000 + "1" + "}" * 100_000,
}


def answering(created: object, read: object, kind: str = "application/json") -> httpx.MockTransport:
    """Answer what creates with one body, and reads with another."""

    def answer(request: httpx.Request) -> httpx.Response:
        body = created if request.method == "POST" else read
        text = body if isinstance(body, str) else json.dumps(body)
        return httpx.Response(200, headers={"Content-Type": kind, "Retry-After": "0"}, content=text)

    return httpx.MockTransport(answer)


class ForeignTest(unittest.TestCase):
    def client(self, created: object, read: object, kind: str = "application/json") -> Quarry:
        http = httpx.Client(transport=answering(created, read, kind))
        client = Quarry("http://quarry.test", "t", http=http, attempts=2, outage=0, deadline=20)
        self.addCleanup(client.close)
        return client

    def test_foreign_objects_are_no_answers(self) -> None:
        made: dict[str, Any] = {"data": {"batchId": "batch_1", "jobs": []}}
        for name, body in FOREIGN.items():
            calls: tuple[tuple[str, tuple[str | None, str | None, str | None], Any], ...] = (
                ("call", ("k", None, None), lambda: self.client(body, body).scrape({"url": "a"}, idempotency_key="k")),
                (
                    "poll",
                    ("k", "job_1", None),
                    lambda: self.client(QUEUED, body).scrape({"url": "a"}, idempotency_key="k"),
                ),
                (
                    "batch",
                    ("k", None, "batch_1"),
                    lambda: self.client(made, body).batch({"urls": ["a"]}, idempotency_key="k"),
                ),
                ("wait for a batch", (None, None, "batch_1"), lambda: self.client("", body).wait_batch("batch_1")),
            )
            for call, want, made_call in calls:
                with self.subTest(name, call=call), self.assertRaises(NetworkError) as raised:
                    made_call()
                error = raised.exception
                self.assertEqual((2, want), (error.attempts, (error.idempotency_key, error.job_id, error.batch_id)))
            with self.subTest(name, call="list"), self.assertRaises(QuarryError):
                list(self.client("", body).jobs())

    def test_a_crawl_is_no_job(self) -> None:
        made = self.client({"data": {"crawlId": "crawl_1", "status": "running"}}, "").crawl({"url": "a"})
        self.assertEqual("crawl_1", made.id)
        with self.assertRaises(NetworkError):
            self.client(QUEUED, "").crawl({"url": "a"})

    def test_results_are_not_held_to_data(self) -> None:
        self.assertEqual({"title": "Tide"}, self.client("", {"title": "Tide"}).get_job_result("job_1"))

    def test_pages_instead_of_streams(self) -> None:
        with self.assertRaises(NetworkError) as raised:
            list(self.client("", "<html>Log in to this network.</html>", "text/html").job_events("job_1"))
        self.assertEqual((2, "job_1"), (raised.exception.attempts, raised.exception.job_id))

    def test_batch_with_refused_entries(self) -> None:
        refused = {"url": "nowhere", "error": {"code": "invalid_url", "message": "no URL"}}
        job = {"url": "http://article.test/", "jobId": "job_1"}
        ended = {
            "status": "finished",
            "counts": dict.fromkeys(("succeeded", "failed", "cancelled", "queued", "running"), 0),
        }
        client = self.client(
            {"data": {"batchId": "batch_1", "jobs": [job, refused]}},
            {"data": {**ended, "jobs": [refused, {**job, "status": "succeeded"}]}},
        )
        items: list[BatchItem] = client.batch({"urls": ["http://article.test/", "nowhere"]})
        self.assertEqual(["succeeded", None], [item.get("status") for item in items])
        self.assertEqual(["invalid_url"], [item["error"]["code"] for item in items if "error" in item])

    def test_lists_by_their_names(self) -> None:
        done = {"jobId": "job_1", "status": "succeeded"}
        for name in ("items", "creatives", "results"):
            client = self.client({"data": {**done, "result": {name: [1, 2], "archives": [3]}}}, "")
            with self.subTest(name):
                self.assertEqual(
                    [1, 2], list(client.items(lambda page: client.scrape_ads({"companyName": "a", **page})))
                )
        for name, data in {
            "no list": {**done, "result": {"archives": []}},
            "two lists": {**done, "result": {"creatives": [], "advertisers": []}},
            "no result": done,
            "null": {**done, "result": {"items": None}},
        }.items():
            client = self.client({"data": data}, "")
            with self.subTest(name), self.assertRaises(QuarryError):
                list(client.items(lambda page: client.scrape_ads({"companyName": "a", **page})))


class AsyncForeignTest(unittest.IsolatedAsyncioTestCase):
    async def test_pages_instead_of_streams(self) -> None:
        http = httpx.AsyncClient(transport=answering("", "<html></html>", "text/html"))
        async with AsyncQuarry("http://quarry.test", "t", http=http, attempts=2, outage=0) as client:
            with self.assertRaises(NetworkError):
                async for event in client.job_events("job_1"):
                    self.fail(f"got {event}")
