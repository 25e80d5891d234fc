"""The client in all sorts of trouble that tools/clients/lossy makes: what is raised, and after how long."""

from __future__ import annotations

import asyncio
import os
import time
import unittest
from typing import Any

import httpx

from quarry import APIError, AsyncQuarry, NetworkError, Quarry, QuarryError, TimeoutError

PAGE = "http://article.test/"
STREAM = {"Content-Type": "text/event-stream; charset=utf-8"}


@unittest.skipUnless(os.environ.get("QUARRY_URL"), "run by make clients-test")
class TroubleTest(unittest.TestCase):
    def client(self, trouble: str, *, attempts: int = 2, deadline: float = 20, timeout: float = 10) -> Quarry:
        client = Quarry(f"{os.environ['QUARRY_URL']}/~{trouble}", attempts=attempts, outage=0, deadline=deadline, timeout=timeout)
        self.addCleanup(client.close)
        return client

    def test_all_answers_lost(self) -> None:
        for trouble in ("lost", "cut", "page"):
            with self.subTest(trouble), self.assertRaises(NetworkError) as raised:
                self.client(trouble).scrape({"url": PAGE, "fresh": True})
            self.assertEqual(2, raised.exception.attempts)
            self.assertIn(raised.exception.idempotency_key or "no key", str(raised.exception))

    def test_ask_again_after_all_answers_were_lost(self) -> None:
        good = self.client("none")
        before = good.get_balance()["data"]["balance"]
        with self.assertRaises(NetworkError) as raised:
            self.client("lost").scrape({"url": PAGE, "fresh": True})
        job = good.scrape({"url": PAGE, "fresh": True}, idempotency_key=raised.exception.idempotency_key)["data"]
        self.assertTrue(job["meta"]["idempotency"]["bodyMatched"], job["meta"])
        self.assertEqual(1, before - good.get_balance()["data"]["balance"])

    def test_polls_lost(self) -> None:
        with self.assertRaises(NetworkError) as raised:
            self.client("orphan").scrape({"url": PAGE, "fresh": True, "waitTimeoutMs": 0})
        error = raised.exception
        self.assertTrue(error.idempotency_key and error.job_id)
        self.assertEqual("succeeded", self.client("none").wait_job(error.job_id or "")["data"]["status"])
        with self.assertRaises(NetworkError) as raised:
            self.client("orphan").batch({"urls": [PAGE]})
        self.assertTrue(raised.exception.idempotency_key and raised.exception.batch_id)

    def test_nobody_there(self) -> None:
        with Quarry("http://127.0.0.1:1", attempts=2) as client, self.assertRaises(NetworkError):
            client.get_balance()

    def test_silence(self) -> None:
        for trouble in ("stall", "trickle"):
            with self.subTest(trouble):
                with self.assertRaises(NetworkError):
                    self.client(trouble, timeout=0.3).scrape({"url": PAGE})
                begun = time.monotonic()
                with self.assertRaises(TimeoutError) as raised:
                    self.client(trouble, deadline=0.5).scrape({"url": PAGE})
                self.assertTrue(raised.exception.idempotency_key)
                self.assertLess(time.monotonic() - begun, 5)

    def test_gateway(self) -> None:
        with self.assertRaises(APIError) as raised:
            self.client("gateway").get_balance()
        self.assertEqual(
            ("http_502", True, 502), (raised.exception.code, raised.exception.retryable, raised.exception.status)
        )

    def test_retry_after(self) -> None:
        client = self.client("date")
        self.assertEqual("succeeded", client.scrape({"url": PAGE, "fresh": True})["data"]["status"])
        self.assertIn("data", client.get_token_info())

    def test_retry_after_is_bounded(self) -> None:
        for name in ("scrape", "balance"):
            client = self.client("later", attempts=5)
            with self.subTest(name), self.assertRaises(APIError) as raised:
                client.scrape({"url": PAGE}) if name == "scrape" else client.get_balance()
            self.assertEqual(
                ("rate_limited", 3600, "req_proxy"),
                (raised.exception.code, raised.exception.retry_after, raised.exception.request_id),
            )

    def test_polls_are_not_busy(self) -> None:
        seen = []
        with self.assertRaises(TimeoutError) as raised:
            self.client("eager").scrape(
                {"url": PAGE}, idempotency_key="python-eager", deadline=2, on_progress=seen.append
            )
        self.assertEqual(
            ("job_eager_python-eager", "python-eager"), (raised.exception.job_id, raised.exception.idempotency_key)
        )
        self.assertEqual((1, 3, "pages"), (seen[-1].done, seen[-1].total, seen[-1].stage))

    def test_cursor_that_leads_to_itself(self) -> None:
        with self.assertRaises(QuarryError):
            list(self.client("stuck").jobs())

    def test_streams_go_on_after_they_broke(self) -> None:
        client = self.client("broken")
        batch = client.scrape_batch({"urls": [PAGE, "http://wall.test/", "http://feed.test/"], "fresh": True})["data"]
        events = list(client.batch_events(batch["batchId"]))
        self.assertEqual("batch.finished", events[-1].type)
        ended = [event.data["jobId"] for event in events if event.type.startswith("job.")]
        self.assertEqual(sorted(item["jobId"] for item in batch["jobs"]), sorted(ended))
        last = list(client.job_events(ended[0]))
        self.assertIn(last[-1].type, ("job.succeeded", "job.failed"))
        self.assertEqual([], list(client.job_events(ended[0], last=last[-1].id)))

    def test_streams_that_cannot_be(self) -> None:
        with self.assertRaises(APIError) as raised:
            list(self.client("none").job_events("job_none"))
        self.assertEqual("job_not_found", raised.exception.code)
        with self.assertRaises(NetworkError):
            list(self.client("lost").job_events("job_none"))
        with self.assertRaises(TimeoutError):
            list(self.client("stall").job_events("job_none", deadline=0.5))

    def test_misuse(self) -> None:
        for key in ("", "ключ", "a\nb"):
            with self.subTest(key), self.assertRaises(ValueError):
                self.client("none").scrape({"url": PAGE}, idempotency_key=key)
        with self.assertRaises(ValueError):
            Quarry("example.com")


class MisuseTest(unittest.TestCase):
    def setUp(self) -> None:
        def send(_: httpx.Request) -> httpx.Response:
            raise AssertionError("got a request, want none")

        self.client: Any = Quarry("http://quarry.test", "t", http=httpx.Client(transport=httpx.MockTransport(send)))
        self.addCleanup(self.client.close)

    def test_calls_without_a_body(self) -> None:
        calls = [
            lambda: self.client.scrape(PAGE),
            lambda: self.client.scrape(url=PAGE),
            lambda: self.client.crawl(url=PAGE),
            lambda: self.client.crawl(PAGE),
            lambda: self.client.batch([PAGE]),
            lambda: self.client.update_endpoint("ep_1", url=PAGE),
            lambda: self.client.update_endpoint("ep_1", None),
            lambda: self.client.resume_crawl("crl_1", 5),
        ]
        for call in calls:
            with self.assertRaisesRegex(TypeError, "stand in one dictionary"):
                call()

    def test_calls_whose_body_is_optional(self) -> None:
        sent: list[tuple[str, bytes]] = []

        def answer(request: httpx.Request) -> httpx.Response:
            sent.append((request.url.path, request.content))
            return httpx.Response(200, json={"data": {}})

        with Quarry("http://quarry.test", "t", http=httpx.Client(transport=httpx.MockTransport(answer))) as client:
            client.resume_crawl("crl_1")
            client.resume_crawl("crl_1", {"maxCredits": 5})
            client.rotate_endpoint_secret("ep_1")

        async def ask() -> None:
            http = httpx.AsyncClient(transport=httpx.MockTransport(answer))
            async with AsyncQuarry("http://quarry.test", "t", http=http) as client:
                await client.resume_crawl("crl_1")

        asyncio.run(ask())
        resumed = "/v1/public/crawl/crl_1/resume"
        rotated = "/v1/public/webhooks/endpoints/ep_1/secret/rotate"
        self.assertEqual([(resumed, b""), (resumed, b'{"maxCredits": 5}'), (rotated, b""), (resumed, b"")], sent)

    def test_calls_without_an_id(self) -> None:
        calls = [
            lambda: self.client.crawl_handle(""),
            lambda: self.client.wait_job(""),
            lambda: self.client.wait_batch(""),
            lambda: self.client.get_job(""),
            lambda: next(self.client.job_events("")),
        ]
        for call in calls:
            with self.assertRaisesRegex(ValueError, "is empty"):
                call()


class PiecesTest(unittest.TestCase):
    def test_events_that_arrive_in_pieces(self) -> None:
        sent = (
            'retry: 1000\r\n\r\n: still here\n\nid: 1\nevent: job.running\ndata: {"jobId":\ndata: "\u0085\u2028🌊"}\n\n'
            "id: 2\nevent: job.failed\ndata: {}\n\n"
        ).encode()
        pieces = (sent[at : at + 1] for at in range(len(sent)))
        http = httpx.Client(
            transport=httpx.MockTransport(lambda _: httpx.Response(200, headers=STREAM, content=pieces))
        )
        with Quarry("http://quarry.test", "t", http=http) as client:
            events = [(event.id, event.type, event.data) for event in client.job_events("job_1")]
        self.assertEqual([("1", "job.running", {"jobId": "\u0085\u2028🌊"}), ("2", "job.failed", {})], events)


@unittest.skipUnless(os.environ.get("QUARRY_URL"), "run by make clients-test")
class AsyncTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        asyncio.get_running_loop().slow_callback_duration = 10  # A busy machine is no finding.

    async def client(self, trouble: str, deadline: float = 20) -> AsyncQuarry:
        client = AsyncQuarry(f"{os.environ['QUARRY_URL']}/~{trouble}", attempts=2, outage=0, deadline=deadline)
        self.addAsyncCleanup(client.close)
        return client

    async def test_calls(self) -> None:
        client = await self.client("none")
        jobs = await asyncio.gather(*(client.scrape({"url": f"{PAGE}?{n}"}) for n in range(3)))
        self.assertEqual(3, len({job["data"]["jobId"] for job in jobs}))
        items = await client.batch({"urls": [PAGE, "http://127.0.0.1/"]})
        self.assertEqual([False, True], ["error" in item for item in items])
        listed = [job["jobId"] async for job in client.jobs(limit=50)]
        self.assertEqual(len(listed), len(set(listed)))
        made = (await client.scrape_batch({"urls": [PAGE]}))["data"]
        self.assertEqual("finished", (await client.wait_batch(made["batchId"]))["data"]["status"])
        self.assertEqual(1, len([job async for job in client.batch_jobs(made["batchId"])]))
        self.assertEqual("batch.finished", [event.type async for event in client.batch_events(made["batchId"])][-1])

    async def test_cancellation(self) -> None:
        client = await self.client("stall")
        for call in (client.scrape({"url": PAGE}), anext(client.job_events("job_none"))):
            task = asyncio.ensure_future(call)
            await asyncio.sleep(0.1)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task

    async def test_errors(self) -> None:
        with self.assertRaises(NetworkError) as raised:
            await (await self.client("lost")).scrape({"url": PAGE})
        self.assertTrue(raised.exception.idempotency_key)
        with self.assertRaises(TimeoutError):
            await (await self.client("stall", deadline=0.3)).scrape({"url": PAGE})
