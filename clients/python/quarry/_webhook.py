"""The signatures of webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import cast

from ._errors import WebhookError
from ._generated import models

TOLERANCE = 300  # seconds that the time of a delivery may be away


def webhook(secret: str, headers: Mapping[str, str], body: bytes, *, now: float | None = None) -> models.WebhookEvent:
    """Check a delivery and return its event, or raise WebhookError.

    The body must be as it was received: request.get_data() in Flask, await request.body() in
    FastAPI, request.body in Django. The headers of Standard Webhooks are checked where they are,
    else those of the service; while a secret is replaced there are two signatures, and either will do.
    """
    if not secret.removeprefix("whsec_"):
        raise WebhookError("there is no secret")
    given = {name.lower(): value for name, value in headers.items()}
    if "webhook-signature" in given:
        at = given.get("webhook-timestamp", "")
        try:
            key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
        except binascii.Error as error:
            raise WebhookError("the secret is none of a webhook") from error
        digest = _sum(key, f"{given.get('webhook-id', '')}.{at}.", body)
        want, signatures = "v1," + base64.b64encode(digest).decode(), given["webhook-signature"].split()
    else:
        at = given.get("x-service-timestamp", "")
        want = "sha256=" + _sum(secret.encode(), f"{at}.", body).hex()
        signatures = given.get("x-service-signature", "").split(",")
    if not (at.isascii() and at.isdecimal()) or abs((time.time() if now is None else now) - int(at)) > TOLERANCE:
        raise WebhookError("the timestamp is missing or too far away")
    if not any([hmac.compare_digest(one.strip().encode(), want.encode()) for one in signatures]):
        raise WebhookError("no signature is of this body")
    return cast(models.WebhookEvent, json.loads(body))


def _sum(key: bytes, prefix: str, body: bytes) -> bytes:
    return hmac.new(key, prefix.encode() + body, hashlib.sha256).digest()
