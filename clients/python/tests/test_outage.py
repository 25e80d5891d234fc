"""Crawls whose service is killed and started again 10 seconds later, by tools/clients/outage."""

from __future__ import annotations

import asyncio
import os
import unittest
from pathlib import Path

from quarry import AsyncQuarry, Quarry, models

WANT = list(range(1, 8))


def body(name: str) -> models.CrawlRequest:
    return {"url": f"http://{name}.site.test/", "limit": 7, "sitemap": "skip"}


@unittest.skipUnless(os.environ.get("QUARRY_OUTAGE"), "run by tools/clients/outage")
class OutageTest(unittest.TestCase):
    def seen(self, name: str, found: list[int]) -> None:
        """Say, by a file, that the service may go."""
        if len(found) == 3:
            Path(os.environ["QUARRY_OUTAGE"], name).touch()

    def test_followed(self) -> None:
        with Quarry() as client:
            crawl, found = client.crawl(body("python")), list[int]()
            for page in crawl:
                found.append(page["number"])
                self.seen("python", found)
            self.assertEqual(WANT, sorted(found))
            self.assertEqual(WANT[5:], [page["number"] for page in client.crawl_handle(crawl.id).all(last=5)])

    def test_waited_for(self) -> None:
        with Quarry() as client:
            crawl, polls = client.crawl(body("python-wait")), list[int]()

            def on_progress(_: object) -> None:
                polls.append(1)
                self.seen("python-wait", polls)

            self.assertEqual("finished", crawl.wait(on_progress=on_progress)["status"])

    def test_asynchronous(self) -> None:
        async def follow() -> None:
            async with AsyncQuarry() as client:
                crawl, found = await client.crawl(body("python-async")), list[int]()
                async for page in crawl:
                    found.append(page["number"])
                    self.seen("python-async", found)
                self.assertEqual(WANT, sorted(found))
                rest = [page["number"] async for page in client.crawl_handle(crawl.id).all(last=5)]
                self.assertEqual(WANT[5:], rest)

        asyncio.run(follow())
