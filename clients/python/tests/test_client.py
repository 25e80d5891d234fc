"""The client against a service that loses the first answer to each call: tools/clients/test."""

from __future__ import annotations

import os
import unittest

import httpx

from quarry import Quarry, QuarryError


@unittest.skipUnless(os.environ.get("QUARRY_URL"), "run by make clients-test")
class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Quarry()
        self.addCleanup(self.client.close)

    def balance(self) -> int:
        return self.client.get_balance()["data"]["balance"]

    def test_lost_answers_charge_once(self) -> None:
        before = self.balance()
        job = self.client.scrape({"url": "http://article.test/", "fresh": True})["data"]
        self.assertEqual(("succeeded", 1), (job["status"], job["creditsCharged"]))
        self.assertEqual(1, before - self.balance())

    def test_calls_wait_for_the_end(self) -> None:
        job = self.client.scrape({"url": "http://article.test/", "fresh": True, "waitTimeoutMs": 0})["data"]
        self.assertEqual("succeeded", job["status"])
        self.assertIn("result", job)

    def test_key_of_the_caller(self) -> None:
        first = self.client.scrape({"url": "http://article.test/"}, idempotency_key="python-key")["data"]
        second = self.client.scrape({"url": "http://article.test/", "fresh": True}, idempotency_key="python-key")["data"]
        self.assertEqual(first["jobId"], second["jobId"])

    def test_errors_have_codes(self) -> None:
        with self.assertRaises(QuarryError) as rejected:
            self.client.scrape({"url": "http://127.0.0.1/"})
        self.assertEqual((400, ""), (rejected.exception.status, rejected.exception.job_id))
        with self.assertRaises(QuarryError) as failed:
            self.client.scrape({"url": "http://wall.test/"})
        self.assertEqual("upstream_blocked", failed.exception.code)
        self.assertNotEqual("", failed.exception.job_id)

    def test_retry_after(self) -> None:
        self.assertIn("data", self.client.get_token_info())

    def test_calls_without_keys_are_not_sent_again(self) -> None:
        with self.assertRaises(httpx.TransportError):
            self.client.register_endpoint({"url": "https://example.com/python"})

    def test_pages(self) -> None:
        for url in ("http://article.test/", "http://feed.test/", "http://article.test/a"):
            self.client.scrape({"url": url, "wait": False})
        seen: set[str] = set()
        for item in self.client.requests(limit=1):
            seen.add(item["jobId"])
            if len(seen) == 3:
                return
        self.fail(f"got {len(seen)} jobs over all pages, want 3")
