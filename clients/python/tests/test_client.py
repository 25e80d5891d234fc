"""The client against a service that loses the first answer to each call: tools/clients/test."""

from __future__ import annotations

import os
import unittest
import uuid

from quarry import APIError, NetworkError, Progress, Quarry


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
        seen: list[Progress] = []
        job = self.client.scrape(
            {"url": "http://article.test/", "fresh": True, "waitTimeoutMs": 0}, on_progress=seen.append
        )["data"]
        self.assertEqual("succeeded", job["status"])
        self.assertIn("result", job)

    def test_wait_for_a_job(self) -> None:
        made = self.client.scrape({"url": "http://article.test/", "fresh": True, "wait": False})["data"]
        job = self.client.wait_job(made["jobId"])["data"]
        self.assertEqual((made["jobId"], "succeeded"), (job["jobId"], job["status"]))

    def test_key_of_the_caller(self) -> None:
        key = str(uuid.uuid4())
        first = self.client.scrape({"url": "http://article.test/"}, idempotency_key=key)["data"]
        second = self.client.scrape({"url": "http://article.test/", "fresh": True}, idempotency_key=key)["data"]
        self.assertEqual(first["jobId"], second["jobId"])

    def test_errors_have_codes(self) -> None:
        with self.assertRaises(APIError) as rejected:
            self.client.scrape({"url": "http://127.0.0.1/"})
        error = rejected.exception
        self.assertEqual((400, None, "url"), (error.status, error.job_id, error.field))
        self.assertTrue(error.remedy and error.request_id and error.idempotency_key, error)
        with self.assertRaises(APIError) as failed:
            self.client.scrape({"url": "http://wall.test/"})
        self.assertEqual("upstream_blocked", failed.exception.code)
        self.assertTrue(failed.exception.job_id)

    def test_calls_that_may_act_twice(self) -> None:
        endpoint = self.client.register_endpoint({"url": f"https://example.com/{uuid.uuid4()}"})["data"]["endpoint"]
        with self.assertRaises(NetworkError) as lost:
            self.client.rotate_endpoint_secret(endpoint["id"], {})
        self.assertEqual((1, None), (lost.exception.attempts, lost.exception.idempotency_key))
        with self.assertRaises(NetworkError):
            self.client.delete_endpoint(endpoint["id"])
        self.assertEqual([], [one for one in self.client.endpoints(limit=1) if one["id"] == endpoint["id"]])

    def test_pages(self) -> None:
        for url in ("http://article.test/", "http://feed.test/", "http://article.test/a"):
            self.client.scrape({"url": url, "wait": False})
        for list_of in (self.client.requests, self.client.jobs):
            seen: set[str] = set()
            for item in list_of(limit=1):
                seen.add(item["jobId"])
                if len(seen) == 3:
                    break
            self.assertEqual(3, len(seen))

    def test_pages_of_a_call(self) -> None:
        found = self.client.items(lambda page: self.client.scrape_hn_search({"query": "tide", "limit": 2, **page}))
        ids = [item["externalId"] for item in found]
        total = self.client.scrape_hn_search({"query": "tide", "limit": 2})["data"]["result"]["total"]
        self.assertEqual((total, total), (len(ids), len(set(ids))))

    def test_batch(self) -> None:
        seen: list[Progress] = []
        urls = [
            "http://article.test/",
            "http://127.0.0.1/",
            "http://wall.test/",
            "http://feed.test/",
            "http://article.test/",
        ]
        key = str(uuid.uuid4())
        calm = Quarry(os.environ["QUARRY_URL"] + "/~none")
        self.addCleanup(calm.close)
        before = self.balance()
        for _ in range(2):
            items = self.client.batch(
                {"urls": urls, "format": "metadata", "fresh": True}, idempotency_key=key, on_progress=seen.append
            )
            self.assertEqual(urls, [item["url"] for item in items])
            self.assertEqual([False, True, True, False, False], ["error" in item for item in items], items)
            self.assertEqual(
                ["invalid_url", "upstream_blocked"], [item["error"]["code"] for item in items if "error" in item]
            )
            self.assertEqual("http://article.test/", items[4]["result"]["finalUrl"])
        self.assertEqual(3, before - self.balance())
        self.assertEqual((4, 4, "finished"), (seen[-1].done, seen[-1].total, seen[-1].status))
        grown = calm.batch({"urls": [*urls, "http://article.test/?new"], "format": "metadata"}, idempotency_key=key)
        self.assertEqual([True, False, True, True, True, False], [item["replayed"] for item in grown])
        self.assertEqual("succeeded", grown[0]["status"])
        batch_id = seen[-1].batch_id or ""
        self.assertEqual(5, len(list(self.client.batch_jobs(batch_id))))
        self.assertEqual("finished", self.client.wait_batch(batch_id)["data"]["status"])
