"""What arrives, and what it says about waiting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


@dataclass(frozen=True)
class Answer:
    """A response, read whole. The names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def seconds(answer: Answer) -> float | None:
    """Return the wait that Retry-After asks for: a number of seconds, or a date, by the clock of the service."""
    said = answer.headers.get("retry-after", "").strip()
    if said.isascii() and said.isdecimal():
        return float(said[:12])
    try:
        until = _moment(said)
        now = _moment(answer.headers["date"]) if "date" in answer.headers else datetime.now(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return max(0.0, (until - now).total_seconds())


def _moment(text: str) -> datetime:
    moment = parsedate_to_datetime(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
