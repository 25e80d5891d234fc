"""The signatures, made by the library of Standard Webhooks and as the service makes its own."""

from __future__ import annotations

import hashlib
import hmac
import time
import unittest
from datetime import datetime, timezone

import standardwebhooks

from quarry import WebhookError, webhook

SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
OTHER = "whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA="
EVENT = b'{"id":"evt_1","type":"endpoint.test","timestamp":"2026-11-21T10:00:00.123Z","data":{}}'


def standard(at: float, *secrets: str) -> dict[str, str]:
    when = datetime.fromtimestamp(int(at), tz=timezone.utc)
    signatures = [standardwebhooks.Webhook(one).sign("evt_1", when, EVENT.decode()) for one in secrets]
    return {"Webhook-Id": "evt_1", "Webhook-Timestamp": str(int(at)), "Webhook-Signature": " ".join(signatures)}


def own(at: float, *secrets: str) -> dict[str, str]:
    sums = [hmac.new(one.encode(), b"%d." % int(at) + EVENT, hashlib.sha256).hexdigest() for one in secrets]
    return {"X-Service-Timestamp": str(int(at)), "X-Service-Signature": ",".join(f"sha256={one}" for one in sums)}


class WebhookTest(unittest.TestCase):
    def test_good(self) -> None:
        now = time.time()
        for headers in (standard(now, SECRET), standard(now, OTHER, SECRET), own(now, SECRET), own(now, OTHER, SECRET)):
            with self.subTest(headers=headers):
                self.assertEqual("evt_1", webhook(SECRET, headers, EVENT)["id"])

    def test_bad(self) -> None:
        now = time.time()
        cases = {
            "another secret": (SECRET, standard(now, OTHER), EVENT),
            "own, another secret": (SECRET, own(now, OTHER), EVENT),
            "another body": (SECRET, standard(now, SECRET), EVENT + b" "),
            "own, another body": (SECRET, own(now, SECRET), EVENT + b" "),
            "old": (SECRET, standard(now - 360, SECRET), EVENT),
            "own, old": (SECRET, own(now - 360, SECRET), EVENT),
            "of the future": (SECRET, standard(now + 360, SECRET), EVENT),
            "no headers": (SECRET, {}, EVENT),
            "no secret": ("", standard(now, SECRET), EVENT),
        }
        for name, (secret, headers, body) in cases.items():
            with self.subTest(name), self.assertRaises(WebhookError):
                webhook(secret, headers, body)
