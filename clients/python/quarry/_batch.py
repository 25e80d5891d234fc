"""What a batch does: it is sent, waited for, and read in order."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from ._errors import QuarryError
from ._flow import Flow, Flows, OnProgress, Progress, Send, new_key
from ._http import in_circles

PAGE = 10  # jobs that are read at once, with their results


def batch(
    flows: Flows, send: Send, key: str | None, deadline: float | None, on_progress: OnProgress | None
) -> Flow[list[dict[str, Any]]]:
    """Send a batch, wait for its end, and return an item for each entry, in their order."""
    end, key = flows.end(deadline), new_key(key)
    answer = (yield from flows.call(send, keyed=True, key=key, wait=False, deadline=deadline))["data"]
    items: list[dict[str, Any]] = answer["jobs"]
    batch_id: str | None = answer.get("batchId")
    if not batch_id:
        return items
    try:
        yield from ended(flows, batch_id, end, on_progress)
        done = {job["jobId"]: job for job in (yield from jobs(flows, batch_id, end)) if "jobId" in job}
        for at, item in enumerate(items):
            if "jobId" not in item:  # It was refused, as the call itself says.
                continue
            job = done.get(item["jobId"])
            if job is None:  # An earlier call with this key made it, in a batch of its own.
                job = (yield from flows.ended(item["jobId"], end, None))["data"]
            items[at] = {**job, **{name: item[name] for name in ("url", "replayed", "bodyMatched") if name in item}}
        return items
    except QuarryError as error:
        error.batch_id, error.idempotency_key = batch_id, key
        raise


def ended(flows: Flows, batch_id: str, end: float, on_progress: OnProgress | None) -> Flow[dict[str, Any]]:
    """Poll a batch until its end, and return it."""
    poll = Send("GET", _path(batch_id), query={"limit": 1}, needs=("status", "counts"))
    try:
        while True:
            answer = yield from flows.following().sent(poll, end)
            found: dict[str, Any] = json.loads(answer.body)
            if on_progress:
                on_progress(_progress(batch_id, found["data"]))
            if found["data"]["status"] == "finished":
                return found
            yield from flows.pause(answer, end)
    except QuarryError as error:
        error.batch_id = batch_id
        raise


def jobs(flows: Flows, batch_id: str, end: float) -> Flow[list[dict[str, Any]]]:
    """Read all jobs of a batch, with their results."""
    found: list[dict[str, Any]] = []
    cursor: str | None = None
    seen = set[str]()
    while True:
        page = (yield from flows.following().read(page_of(batch_id, cursor), end))["data"]
        found += page["jobs"]
        cursor = None if page.get("exhausted") else page.get("nextCursor")
        if not cursor:
            return found
        if cursor in seen:
            raise in_circles(cursor)
        seen.add(cursor)


def page_of(batch_id: str, cursor: str | None) -> Send:
    query = {"limit": PAGE, "results": "true"}
    return Send("GET", _path(batch_id), query={**query, "cursor": cursor} if cursor else query, needs=("jobs",))


def _path(batch_id: str) -> str:
    return f"/v1/public/batches/{quote(batch_id, safe='')}"


def _progress(batch_id: str, found: dict[str, Any]) -> Progress:
    counts = found["counts"]
    done = sum(counts[name] for name in ("succeeded", "failed", "cancelled"))
    return Progress(found["status"], batch_id=batch_id, done=done, total=done + counts["queued"] + counts["running"])
