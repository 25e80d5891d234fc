"""The signatures: the verdicts of the library of Standard Webhooks, and the service's own."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import random
import time
import unittest
from collections.abc import Callable
from datetime import datetime, timezone

import standardwebhooks

from quarry import WebhookError, webhook

SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
OTHER = "whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA="
EVENT = b'{"id":"evt_1","type":"endpoint.test","timestamp":"2026-11-21T10:00:00.123Z","data":{}}'


def standard(at: float, *secrets: str, body: bytes = EVENT, id: str = "evt_1") -> dict[str, str]:
    when = datetime.fromtimestamp(int(at), tz=timezone.utc)
    signatures = [standardwebhooks.Webhook(one).sign(id, when, body.decode()) for one in secrets]
    return {"Webhook-Id": id, "Webhook-Timestamp": str(int(at)), "Webhook-Signature": " ".join(signatures)}


def own(at: float, *secrets: str, body: bytes = EVENT) -> dict[str, str]:
    sums = [hmac.new(one.encode(), b"%d." % int(at) + body, hashlib.sha256).hexdigest() for one in secrets]
    return {"X-Service-Timestamp": str(int(at)), "X-Service-Signature": ",".join(f"sha256={one}" for one in sums)}


class WebhookTest(unittest.TestCase):
    def test_good(self) -> None:
        now = time.time()
        for headers in (standard(now, SECRET), standard(now, OTHER, SECRET), own(now, SECRET), own(now, OTHER, SECRET)):
            with self.subTest(headers=headers):
                self.assertEqual("evt_1", webhook(SECRET, headers, EVENT)["id"])
                self.assertEqual("evt_1", webhook(SECRET + "\n", headers, EVENT)["id"])

    def test_bad(self) -> None:
        now = time.time()
        empty = base64.b64encode(hmac.new(b"", b"evt_1.%d." % now + EVENT, hashlib.sha256).digest()).decode()
        forged = {**standard(now, SECRET), "Webhook-Signature": f"v1,{empty}"}
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
            "a secret without a key": ("whsec_", forged, EVENT),
            "own, a secret without a key": ("whsec_", own(now, "whsec_"), EVENT),
            "a secret of other signs": ("whsec_é", forged, EVENT),
            "own, a secret of other signs": ("whsec_é", own(now, "whsec_é"), EVENT),
            "a signature of other signs": (
                SECRET,
                {**standard(now, SECRET), "Webhook-Signature": "v1,é v1,\udc80 \ud800"},
                EVENT,
            ),
            "an id of other signs": (SECRET, {**standard(now, SECRET), "Webhook-Id": "\udcff\ud800é"}, EVENT),
            "the longest time": (SECRET, {**standard(now, SECRET), "Webhook-Timestamp": "1" * 5000}, EVENT),
            "own, the longest time": (SECRET, {**own(now, SECRET), "X-Service-Timestamp": "1" * 5000}, EVENT),
            "a time of other digits": (SECRET, {**standard(now, SECRET), "Webhook-Timestamp": "²"}, EVENT),
            "no JSON": (SECRET, standard(now, SECRET, body=b"{"), b"{"),
            "no event": (SECRET, standard(now, SECRET, body=b"[]"), b"[]"),
            "too deep": (SECRET, standard(now, SECRET, body=b"[" * 100000), b"[" * 100000),
            "no text": (SECRET, own(now, SECRET, body=b"\xff\xfe{"), b"\xff\xfe{"),
        }
        for name, (secret, headers, body) in cases.items():
            with self.subTest(name), self.assertRaises(WebhookError):
                webhook(secret, headers, body)

    def test_verdicts_of_the_library(self) -> None:
        """Random deliveries, whole and damaged, have the verdict of the library."""
        chance = random.Random(20261123)
        verdicts = {True: 0, False: 0}
        for round in range(1000):
            secrets = [
                "whsec_" + base64.b64encode(chance.randbytes(chance.choice((24, 32, 64)))).decode() for _ in range(3)
            ]
            text = "".join(
                chr(chance.choice((chance.randrange(32, 127), chance.randrange(0xA1, 0xD7FF))))
                for _ in range(chance.randrange(80))
            )
            body = json.dumps(
                {"id": f"evt_{round}", "data": {"text": text}}, ensure_ascii=chance.random() < 0.5
            ).encode()
            at = time.time() + chance.choice((0, 0, 0, -290, 290, -310, 310, -86400, 86400))
            headers = standard(at, *chance.sample(secrets, chance.randrange(1, 4)), body=body, id=f"msg_{round}")
            if chance.random() < 0.3:
                name = chance.choice(list(headers))
                place = chance.randrange(1, len(headers[name]))
                damaged = headers[name][:place] + chance.choice("x0 ") + headers[name][place + chance.randrange(2) :]
                headers[name] = damaged.strip()
            if chance.random() < 0.2:
                place = chance.randrange(len(body))
                body = body[:place] + bytes([chance.randrange(32, 127)]) + body[place + 1 :]
            want = verdict(lambda: standardwebhooks.Webhook(secrets[0]).verify(body, headers))
            got = verdict(lambda: webhook(secrets[0], headers, body))
            if want is not None:
                self.assertEqual(want, got, (secrets[0], headers, body))
                verdicts[want] += 1
        self.assertGreater(min(verdicts.values()), 100, verdicts)


def verdict(check: Callable[[], object]) -> bool | None:
    """Return None where the library fails over a header instead of judging."""
    try:
        check()
    except (WebhookError, standardwebhooks.WebhookVerificationError):
        return False
    except ValueError:
        return None
    return True
