"""The signatures of webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Iterable
from typing import Protocol, cast

from . import models
from ._errors import WebhookError

TOLERANCE = 300  # seconds that the time of a delivery may be away


class Headers(Protocol):
    """The headers of a request, of any framework."""

    def items(self) -> Iterable[tuple[str, str]]: ...


def webhook(secret: str, headers: Headers, body: bytes, *, now: float | None = None) -> models.WebhookEvent:
    """Check a delivery and return its event, or raise WebhookError.

    The body must be as it was received: request.get_data() in Flask, await request.body() in
    FastAPI, request.body in Django. The headers of Standard Webhooks are checked where they are,
    else those of the service; while a secret is replaced there are two signatures, and either will do.
    """
    secret = secret.strip()
    key = _key(secret)
    given = {name.lower(): value for name, value in headers.items()}
    if "webhook-signature" in given:
        at = given.get("webhook-timestamp", "")
        digest = _sum(key, f"{given.get('webhook-id', '')}.{at}.", body)
        want, signatures = "v1," + base64.b64encode(digest).decode(), given["webhook-signature"].split()
    else:
        at = given.get("x-service-timestamp", "")
        want = "sha256=" + _sum(secret.encode(), f"{at}.", body).hex()
        signatures = given.get("x-service-signature", "").split(",")
    if not _is_near(at, time.time() if now is None else now):
        raise WebhookError("the timestamp is missing or too far away")
    if not any([hmac.compare_digest(_bytes(one.strip()), want.encode()) for one in signatures]):
        raise WebhookError("no signature is of this body")
    try:
        event = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise WebhookError("the body is not JSON") from error
    if not isinstance(event, dict):
        raise WebhookError("the body is no event")
    return cast(models.WebhookEvent, event)


def _key(secret: str) -> bytes:
    """Return what a secret stands for. One without a key would be known to everybody."""
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except ValueError as error:
        raise WebhookError("the secret is none of a webhook") from error
    if not key:
        raise WebhookError("there is no secret")
    return key


def _is_near(at: str, now: float) -> bool:
    """Whether a time in seconds is near. Those of more than 12 digits are not, and Python refuses to read the longest."""
    return at.isascii() and at.isdecimal() and len(at) <= 12 and abs(now - int(at)) <= TOLERANCE


def _sum(key: bytes, prefix: str, body: bytes) -> bytes:
    return hmac.new(key, _bytes(prefix) + body, hashlib.sha256).digest()


def _bytes(text: str) -> bytes:
    """Return the bytes of a header, which some servers read with surrogates in it."""
    return text.encode(errors="surrogatepass")
