"""What a call raises. Branch on the code, never on the message."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import httpx

from ._codes import ErrorCode


class QuarryError(Exception):
    """A call that was rejected, or a job that failed or was cancelled.

    job_id is then set, and the charge was refunded. Codes that this client does not know can come.
    """

    def __init__(self, fields: dict[str, Any], *, status: int = 0, job_id: str = "") -> None:
        self.code: ErrorCode | str = fields["code"]
        self.message: str = fields.get("message", "")
        self.retryable: bool = fields.get("retryable", False)
        self.request_id: str = fields.get("requestId", "")
        self.details: list[dict[str, str]] = fields.get("details", [])
        self.status = status
        self.job_id = job_id
        super().__init__(f"{self.code}: {self.message}")


class NotFinished(Exception):
    """A job that goes on after the call's deadline: read it later with get_job."""

    def __init__(self, job_id: str) -> None:
        self.job_id = job_id
        super().__init__(f"the job {job_id} has not ended within the deadline")


class WebhookError(Exception):
    """A delivery that is not authentic."""


def failure(response: httpx.Response) -> QuarryError:
    """Read an error out of a response, also one of a gateway, which has no code."""
    try:
        return QuarryError(response.json()["error"], status=response.status_code)
    except (ValueError, KeyError, TypeError):
        text = HTTPStatus(response.status_code).phrase
        code = f"http_{response.status_code}"
        return QuarryError(
            {"code": code, "message": text, "retryable": response.status_code >= 500}, status=response.status_code
        )
