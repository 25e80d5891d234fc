"""What calls raise: all of it extends QuarryError. Branch on the type and the code, never on the message."""

from __future__ import annotations

import builtins
import json
from http import HTTPStatus
from typing import Any

from ._answer import Answer, seconds
from ._codes import ErrorCode


class QuarryError(Exception):
    """A call that did not succeed.

    idempotency_key is that of a call that creates jobs: the same call with the same key asks again without
    a second charge. job_id, batch_id and crawl_id are what is known of what the call created.
    """

    idempotency_key: str | None = None
    job_id: str | None = None
    batch_id: str | None = None
    crawl_id: str | None = None

    def __str__(self) -> str:
        known = (
            ("idempotency key", self.idempotency_key),
            ("job", self.job_id),
            ("batch", self.batch_id),
            ("crawl", self.crawl_id),
        )
        return super().__str__() + "".join(f" [{name} {value}]" for name, value in known if value)


class APIError(QuarryError):
    """A call that was rejected, or a job that failed or was cancelled.

    job_id is then set, and the charge was refunded. field is the path of the first invalid field, and
    remedy says what to change. Codes that this client does not know can come.
    """

    def __init__(self, fields: dict[str, Any], *, status: int = 0, retry_after: float | None = None) -> None:
        self.code: ErrorCode | str = fields["code"]
        self.message: str = str(fields.get("message", ""))
        self.retryable: bool = bool(fields.get("retryable", False))
        self.request_id: str | None = fields.get("requestId")
        self.details: list[dict[str, str]] = fields.get("details") or []
        first = self.details[0] if self.details else {}
        self.field: str | None = first.get("field")
        self.remedy: str = first.get("issue") or self.message
        self.status = status
        self.retry_after: float | None = fields.get("retryAfterSeconds", retry_after)
        """Seconds after which the same call can succeed, where the service knows."""
        super().__init__(f"{self.code}: {self.message}")


class NetworkError(QuarryError):
    """No answer that can be read arrived in any attempt. What the call does may have been done."""

    def __init__(self, attempts: int, cause: Exception) -> None:
        self.attempts = attempts
        super().__init__(
            f"no answer in {attempts} attempt{'s' if attempts > 1 else ''}: {cause or type(cause).__name__}"
        )


class TimeoutError(QuarryError, builtins.TimeoutError):
    """The deadline of a call passed. A job goes on: wait for it with wait_job."""

    def __init__(self, message: str = "the deadline passed") -> None:
        super().__init__(message)


class WebhookError(QuarryError):
    """A delivery that is not authentic, or is no event."""


def failure(answer: Answer) -> APIError:
    """Read an error out of an answer, also one of a gateway, which has no code."""
    wait = seconds(answer)
    try:
        return APIError(json.loads(answer.body)["error"], status=answer.status, retry_after=wait)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        try:
            text = HTTPStatus(answer.status).phrase
        except ValueError:
            text = "an error without a name"
        fields = {"code": f"http_{answer.status}", "message": text, "retryable": answer.status >= 500}
        return APIError(fields, status=answer.status, retry_after=wait)
