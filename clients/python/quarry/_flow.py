"""What a call does, without the sending and the waiting: that is yielded to a client, which may be asynchronous."""

from __future__ import annotations

import json
import random
import time
import uuid
from collections.abc import Callable, Generator
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar
from urllib.parse import quote

from ._answer import Answer, seconds
from ._errors import APIError, NetworkError, QuarryError, TimeoutError, failure

LONGEST_WAIT = 300.0  # seconds of a Retry-After that are waited for; what asks for more is an error at once
# What an answer has that says what a call made; of all others it is a job.
_MADE = {"/v1/public/scrape/batch": ("jobs",), "/v1/public/crawl": ("crawlId", "status")}
_LISTS = ("jobs",)  # needed members that are lists
SHORTEST_POLL, LONGEST_POLL = 0.5, 60.0  # seconds between polls, whatever the service says


def checked_path(path: str) -> str:
    """Return a path, in which no id may be empty: that would ask for something else."""
    if "//" in path or path.endswith("/"):
        raise ValueError("the id of a job, a batch, a crawl or an endpoint is empty")
    return path


@dataclass(frozen=True)
class Send:
    """A request. timeout is what it may take in seconds; end is when it has to be over, by the monotonic clock.

    needs are the members without which the data of an answer is none of the service.
    """

    method: str
    path: str
    query: dict[str, Any] = field(default_factory=dict)
    content: bytes | None = None
    key: str | None = None
    timeout: float = 60.0
    end: float = 0.0
    needs: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        checked_path(self.path)


@dataclass(frozen=True)
class Pause:
    """A time to wait, in seconds."""

    seconds: float


@dataclass(frozen=True)
class Progress:
    """How far a job, a batch or a crawl has come.

    done and total count what its stage is about, the jobs of a batch, or the pages of a crawl.
    """

    status: str
    job_id: str | None = None
    batch_id: str | None = None
    crawl_id: str | None = None
    done: int | None = None
    total: int | None = None
    stage: str | None = None


T = TypeVar("T")
OnProgress = Callable[[Progress], object]
Flow = Generator[Send | Pause, Any, T]


class Lost(Exception):
    """An answer that did not arrive, or that cannot be read."""


@dataclass(frozen=True)
class Flows:
    """The calls of one client."""

    attempts: int
    deadline: float
    timeout: float
    outage: float = 120.0
    follows: bool = False

    def following(self) -> Flows:
        """Return the same for what waits or follows: it goes on over a service that is away for up to outage seconds."""
        return replace(self, follows=True)

    def failures(self) -> Failures:
        return Failures(self.attempts, self.outage if self.follows else 0.0)

    def end(self, deadline: float | None) -> float:
        return time.monotonic() + (self.deadline if deadline is None else deadline)

    def call(
        self,
        send: Send,
        *,
        keyed: bool = False,
        key: str | None = None,
        wait: bool = True,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> Flow[Any]:
        """Perform a call, and wait for the job that it creates."""
        end = self.end(deadline)
        if not keyed:
            return (yield from self.read(send, end))
        key = new_key(key)
        needs = _MADE.get(send.path, ("jobId", "status"))
        try:
            answer = yield from self.sent(replace(send, key=key, needs=needs), end)
            job_id = _job_of(answer).get("jobId")
            if wait and isinstance(job_id, str):
                return _succeeded((yield from self.ended(job_id, end, on_progress, answer)), job_id)
            return json.loads(answer.body)
        except QuarryError as error:
            error.idempotency_key = key
            raise

    def read(self, send: Send, end: float) -> Flow[Any]:
        """Send a request, and return what its answer says."""
        return json.loads((yield from self.sent(send, end)).body)

    def wait_job(self, job_id: str, deadline: float | None, on_progress: OnProgress | None) -> Flow[Any]:
        """Wait for a job's end."""
        return _succeeded((yield from self.ended(job_id, self.end(deadline), on_progress)), job_id)

    def ended(self, job_id: str, end: float, on_progress: OnProgress | None, answer: Answer | None = None) -> Flow[Any]:
        """Poll a job until its end, and return it, however it ended."""
        poll = Send("GET", f"/v1/public/jobs/{quote(job_id, safe='')}", needs=("jobId", "status"))
        try:
            answer = answer or (yield from self.following().sent(poll, end))
            while answer.status == 202 or _job_of(answer).get("status") in ("queued", "running"):
                if on_progress:
                    on_progress(_progress(job_id, _job_of(answer)))
                yield from self.pause(answer, end)
                answer = yield from self.following().sent(poll, end)
        except QuarryError as error:
            error.job_id = job_id
            raise
        return json.loads(answer.body)

    def pause(self, answer: Answer, end: float) -> Flow[None]:
        """Wait between two polls: what the service says, else a second, but neither busily nor beyond the end."""
        said = seconds(answer)
        wait = min(max(1.0 if said is None else said, SHORTEST_POLL), LONGEST_POLL)
        left = end - time.monotonic()
        if wait > left:
            yield Pause(max(0.0, left))
            raise TimeoutError
        yield Pause(wait)

    def sent(self, send: Send, end: float) -> Flow[Answer]:
        """Send a request until there is an answer that another attempt cannot better."""
        failures = self.failures()
        while True:
            answer: Answer | None = None
            error: QuarryError
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutError
            try:
                answer = yield replace(send, timeout=min(self.timeout, left), end=end)
                if answer.status < 300:
                    return _readable(send, answer)
                error = failure(answer)
            except Lost as lost:
                if time.monotonic() >= end:
                    raise TimeoutError from lost.__cause__
                answer, error = None, NetworkError(failures.count + 1, lost)
                error.__cause__ = lost.__cause__
            more = failures.more()
            wait = failures.delay(answer)
            if not more or not _again(send, answer) or wait > min(LONGEST_WAIT, end - time.monotonic()):
                raise error
            yield Pause(wait)


class Failures:
    """Attempts that failed one after another."""

    def __init__(self, attempts: int, outage: float) -> None:
        self.count = 0
        self._attempts, self._outage, self._since = attempts, outage, 0.0

    def more(self) -> bool:
        """Count a failure, and return whether another attempt may follow."""
        now = time.monotonic()
        if self.count == 0:
            self._since = now
        self.count += 1
        return self.count < self._attempts or now - self._since < self._outage

    def delay(self, answer: Answer | None) -> float:
        """Return the time until the next attempt: of an outage the end is to be seen within seconds."""
        return delay(answer, min(self.count, 5) if self._outage else self.count)


def new_key(given: str | None) -> str:
    """Return the key of a call: the caller's own, or a new one."""
    if given is not None and not (given and given.isascii() and given.isprintable()):
        raise ValueError("an idempotency key is 1 to 255 printable characters of ASCII")
    return given or str(uuid.uuid4())


def _readable(send: Send, answer: Answer) -> Answer:
    """Return an answer of the service's form; another one is of something between here and the service.

    All are objects whose data is one, too, but for the result of a job, which has nothing around it.
    """
    try:
        found = json.loads(answer.body)
        if isinstance(found, dict):
            data = found if send.path.endswith("/result") else found.get("data")
            if isinstance(data, dict) and all(_has(data, name) for name in send.needs):
                return answer
    except (ValueError, RecursionError):
        pass
    raise foreign(answer)


def _has(data: dict[str, Any], name: str) -> bool:
    return name in data and (name not in _LISTS or isinstance(data[name], list))


def foreign(answer: Answer) -> Lost:
    return Lost(f"the answer with status {answer.status} is none of the service")


def _job_of(answer: Answer) -> dict[str, Any]:
    data = json.loads(answer.body).get("data")
    return data if isinstance(data, dict) else {}


def _succeeded(answer: dict[str, Any], job_id: str) -> dict[str, Any]:
    job = answer["data"]
    if job["status"] != "succeeded" and "error" in job:
        error = APIError(job["error"])
        error.job_id = job_id
        raise error
    return answer


def _progress(job_id: str, job: dict[str, Any]) -> Progress:
    said = job.get("progress") or {}
    return Progress(
        str(job.get("status", "queued")),
        job_id=job_id,
        done=said.get("done"),
        total=said.get("total"),
        stage=said.get("stage"),
    )


def _again(send: Send, answer: Answer | None) -> bool:
    """Whether a request can be sent once more. What acts each time cannot, when its answer may be lost.

    Nor what is deleted: the second answer would be that it is not there.
    """
    if answer is not None and answer.status == 429:
        return True
    if answer is not None and answer.status < 500:
        return False
    # A crawl that runs stays as it is when it is resumed.
    twice = send.path.endswith("/cancel") or send.path.startswith("/v1/public/crawl/")
    twice = twice or send.path == "/v1/public/webhooks/endpoints"
    return send.key is not None or send.method in ("GET", "PATCH") or twice


def delay(answer: Answer | None, attempt: int) -> float:
    """What Retry-After says; without it half a second, twice as long each time, with jitter."""
    said = seconds(answer) if answer is not None else None
    return float(min(30, 2**attempt / 4) * random.uniform(0.5, 1)) if said is None else said
