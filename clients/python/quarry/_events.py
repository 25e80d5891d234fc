"""Server-sent events: their form, and how a stream that broke off goes on."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from ._answer import Answer
from ._errors import NetworkError, QuarryError, TimeoutError, failure
from ._flow import LONGEST_WAIT, Flows, Lost, checked_path

SILENCE = 45.0  # seconds without a byte after which a stream counts as lost; the service sends one every 15
LAST = re.compile(r"job\.(succeeded|failed|cancelled)|(batch|crawl)\.finished")
_ENDS = re.compile(rb"\r\n|\n|\r(?!\Z)")


@dataclass(frozen=True)
class Event:
    """What happened, such as job.progress: data is the job, the item of a batch, the page of a crawl, the batch or the crawl."""

    id: str
    type: str
    data: dict[str, Any]


def is_stream(headers: Mapping[str, str]) -> bool:
    """Whether an answer is a stream of events, rather than a page of something between here and the service."""
    return headers.get("content-type", "").partition(";")[0].strip().lower() == "text/event-stream"


class Stream:
    """One stream over all its connections: where it is, and what to do when one of them ends."""

    def __init__(self, flows: Flows, path: str, deadline: float | None) -> None:
        self.path, self.end, self.last = checked_path(path), flows.end(deadline), ""
        self._failures, self._pause, self._ended = flows.following().failures(), 1.0, False
        self._final = {"jobs": "job.", "batches": "batch.", "crawl": "crawl."}[path.split("/")[3]]
        self._rest, self._fields = b"", dict[str, list[str]]()

    def headers(self) -> dict[str, str]:
        """Begin a connection."""
        self._rest, self._fields = b"", {}
        return {"Accept": "text/event-stream", **({"Last-Event-ID": self.last} if self.last else {})}

    def timeout(self) -> float:
        left = self.end - time.monotonic()
        if left <= 0:
            late = TimeoutError()
            self._name(late)
            raise late
        return min(SILENCE, left)

    def feed(self, chunk: bytes) -> list[Event]:
        """Take bytes, and return the events that are whole. One that broke off is none, nor is its id."""
        *lines, self._rest = _ENDS.split(self._rest + chunk)
        found = []
        for line in lines:
            name, _, value = line.decode(errors="replace").partition(":")
            if line and name in ("id", "event", "data", "retry"):
                self._fields.setdefault(name, []).append(value.removeprefix(" "))
            elif not line and (event := self._dispatch()):
                found.append(event)
        return found

    def over(self, answer: Answer | None, lost: Lost | None) -> float | None:
        """Return the time until the next connection, or None when nothing can follow."""
        try:
            return self._next(answer, lost)
        except QuarryError as error:
            self._name(error)
            raise

    def _next(self, answer: Answer | None, lost: Lost | None) -> float | None:
        if self._ended or (answer is not None and answer.status == 204):
            return None
        error: QuarryError | None = None
        wait = self._pause
        if answer is not None and answer.status >= 300:
            error = failure(answer)
            if answer.status < 500 and answer.status != 429:
                raise error
        elif lost is not None:
            error = NetworkError(self._failures.count + 1, lost)
            error.__cause__ = lost.__cause__
        if error is not None:
            more, wait = self._failures.more(), self._failures.delay(answer)
            if not more or wait > LONGEST_WAIT:
                raise error
        if time.monotonic() + wait > self.end:
            raise TimeoutError
        return wait

    def _name(self, error: QuarryError) -> None:
        of = unquote(self.path.split("/")[4])
        if self._final == "batch.":
            error.batch_id = of
        elif self._final == "crawl.":
            error.crawl_id = of
        else:
            error.job_id = of

    def _dispatch(self) -> Event | None:
        fields, self._fields = self._fields, {}
        if (retry := fields.get("retry", [""])[-1]).isdecimal() and retry.isascii():
            self._pause = min(max(float(retry[:9]) / 1000, 0.5), 30.0)
        if "data" not in fields:
            return None
        try:
            data = json.loads("\n".join(fields["data"]))
        except ValueError:
            return None
        event = Event(fields.get("id", [self.last])[-1], fields.get("event", ["message"])[-1], data)
        self.last, self._failures.count = event.id, 0
        self._ended = event.type.startswith(self._final) and LAST.fullmatch(event.type) is not None
        return event
