"""Holds the face of Firecrawl to its own clients for Python: each method that is claimed, against the sample web."""

import asyncio
import os
import sys
import threading
import time
import traceback
import uuid
import warnings

from firecrawl import AsyncFirecrawl, Firecrawl
from firecrawl.v2.types import Location, PaginationConfig, ScrapeOptions, WebhookConfig
from firecrawl.v2.utils import error_handler as errors

from receiver import receiving

warnings.simplefilter("ignore")
URL, TOKEN = os.environ["QUARRY_URL"], os.environ["QUARRY_TOKEN"]
ARTICLE, WALL, COMPANY = "http://article.test/", "http://wall.test/", "http://company.test/"
HEADING = "Measuring the tide"
app = Firecrawl(api_key=TOKEN, api_url=URL)


def left():
    return app.get_credit_usage().remaining_credits


def refused(kind, call, *args, **kwargs):
    try:
        call(*args, **kwargs)
    except kind as e:
        return e
    raise AssertionError(f"got an answer, want {kind.__name__}")


def ended(read):
    """Polls until what read returns has ended."""
    for _ in range(100):
        if (job := read()).status != "scraping":
            return job
        time.sleep(0.2)
    raise AssertionError("got no end within 20 seconds")


def scrape():
    d = app.scrape(ARTICLE, formats=["markdown", "html", "rawHtml", "links", "images"])
    assert HEADING in d.markdown and "<h2" in d.html and "<html" in d.raw_html.lower(), d
    assert len(d.links) > 3 and d.images, d.links
    m = d.metadata
    assert (m.status_code, m.source_url, m.credits_used, m.content_type) == (200, ARTICLE, 1, "text/html"), m


def scrape_options():
    d = app.scrape(
        ARTICLE, formats=["markdown"], exclude_tags=["table"], only_main_content=True, headers={"Accept-Language": "en"}, timeout=20000, max_age=3600000,
        location=Location(country="DE"), proxy="stealth", parsers=["pdf"],
    )
    assert HEADING in d.markdown and "| --- |" not in d.markdown and "location.country" in d.warning and "proxy has no effect" in d.warning, d.warning


def scrape_screenshot():
    d = app.scrape("http://app.test/", formats=["screenshot"], wait_for=100)
    assert d.screenshot.startswith("data:image/png;base64,"), d.screenshot[:40]


def scrape_wall():
    before = left()
    e = refused(errors.WebsiteNotSupportedError, app.scrape, WALL)
    assert "upstream_blocked" in str(e) and e.code == "SCRAPE_ALL_ENGINES_FAILED", e
    assert left() == before, "a wall was charged"


def scrape_unsupported():
    before = left()
    e = refused(errors.BadRequestError, app.scrape, ARTICLE, formats=["summary"])
    assert "formats[0]" in str(e) and left() == before, e


def scrape_key():
    refused(errors.UnauthorizedError, Firecrawl(api_key="fc-wrong", api_url=URL).scrape, ARTICLE)


def batch_scrape():
    job = app.batch_scrape([ARTICLE, COMPANY + "about", WALL], formats=["markdown"], poll_interval=1, wait_timeout=60)
    assert (job.status, job.total, job.completed, job.credits_used, len(job.data)) == ("completed", 3, 2, 2, 2), job


def start_batch_scrape():
    started = app.start_batch_scrape([ARTICLE, WALL, COMPANY + "about"], formats=["links"], idempotency_key=str(uuid.uuid4()))
    job = ended(lambda: app.get_batch_scrape_status(started.id))
    assert len(job.data) == 2 and job.data[0].links, job
    found = app.get_batch_scrape_errors(started.id).errors
    assert any(e.url == WALL and "upstream_blocked" in e.error for e in found), found


def batch_pages():
    started = app.start_batch_scrape([f"{COMPANY}?n={n}" for n in range(30)], formats=["links"])
    ended(lambda: app.get_batch_scrape_status(started.id))
    first = app.get_batch_scrape_status(started.id, pagination_config=PaginationConfig(auto_paginate=False))
    assert len(first.data) == 25 and first.next, len(first.data)
    second = app.get_batch_scrape_status_page(first.next)
    assert len(second.data) == 5 and not second.next, len(second.data)
    assert len(app.get_batch_scrape_status(started.id).data) == 30


def cancel_batch_scrape():
    started = app.start_batch_scrape([f"http://trap.test/slow?n={n}" for n in range(50)])
    assert app.cancel_batch_scrape(started.id)
    assert app.get_batch_scrape_status(started.id).status == "cancelled"


def crawl():
    job = app.crawl(COMPANY, limit=3, sitemap="skip", scrape_options=ScrapeOptions(formats=["markdown"]), poll_interval=1, timeout=60)
    assert (job.status, len(job.data), job.credits_used) == ("completed", 3, 3), job
    assert all(d.markdown and d.metadata.source_url for d in job.data), job.data


def start_crawl():
    started = app.start_crawl(COMPANY, include_paths=["blog/.*"], exclude_paths=["^/de/.*$"], max_discovery_depth=2, limit=4)
    job = ended(lambda: app.get_crawl_status(started.id))
    assert job.status == "completed" and all("/blog" in d.metadata.source_url for d in job.data[1:]), job
    found = app.get_crawl_errors(started.id)
    assert isinstance(found.errors, list) and isinstance(found.robots_blocked, list), found


def crawl_wall():
    job = app.crawl(WALL, limit=2, sitemap="skip", poll_interval=1, timeout=60)
    assert (job.status, job.credits_used) == ("failed", 0), job


def cancel_crawl():
    started = app.start_crawl(COMPANY, limit=50, delay=10)
    assert any(c.id == started.id for c in app.get_active_crawls().crawls)
    assert app.cancel_crawl(started.id)
    assert app.get_crawl_status(started.id).status == "cancelled"


def watcher():
    started = app.start_batch_scrape([ARTICLE, COMPANY])
    # After a quiet poll_interval it asks for the status, and where that is the end it gives no more documents one by one.
    watching = app.watcher(started.id, kind="batch", poll_interval=30, timeout=60)
    documents, ends, ended = [], [], threading.Event()
    watching.add_event_listener("document", documents.append)
    watching.add_event_listener("done", lambda end: (ends.append(end), ended.set()))
    watching.start()
    assert ended.wait(60) and ends[0]["status"] == "completed" and len(documents) == 2, (ends, documents)


def watcher_async():
    async def run():
        client = AsyncFirecrawl(api_key=TOKEN, api_url=URL)
        started = await client.start_batch_scrape([ARTICLE, COMPANY])
        seen = [job async for job in client.watcher(started.id, kind="batch", poll_interval=1, timeout=60)]
        assert seen[-1].status == "completed" and len(seen[-1].data) == 2, seen[-1]

    asyncio.run(run())


def webhooks():
    with receiving() as (url, until):
        hook = WebhookConfig(url=url, metadata={"run": "7"}, events=["started", "page", "completed"])
        crawl_id = app.start_crawl(COMPANY, limit=2, sitemap="skip", scrape_options=ScrapeOptions(formats=["markdown"]), webhook=hook).id
        batch_id = app.start_batch_scrape([ARTICLE], formats=["markdown"], webhook=url).id
        events = until(7)
    types = sorted((e["id"] == crawl_id, e["type"], e["success"]) for e in events)
    assert types == [(False, "batch_scrape." + t, True) for t in ("completed", "page", "started")] + [
        (True, "crawl." + t, True) for t in ("completed", "page", "page", "started")], types
    assert all(e["metadata"] == ({"run": "7"} if e["id"] == crawl_id else {}) for e in events), events
    assert {e["id"] for e in events} == {crawl_id, batch_id}, events
    assert all("markdown" in e["data"][0] for e in events if e["type"].endswith(".page")), events


def map_site():
    links = app.map(COMPANY, search="blog", limit=3).links
    assert links and len(links) <= 3 and all("blog" in link.url for link in links), links
    assert app.map(COMPANY, sitemap="skip").links


def search():
    found = app.search("river gauges", limit=3, sources=["web", "news"])
    assert found.web and found.web[0].url and found.web[0].title and found.news is not None, found


def search_contents():
    found = app.search("river gauges", limit=2, scrape_options=ScrapeOptions(formats=["markdown"]))
    assert any(getattr(d, "markdown", None) and d.metadata.status_code == 200 for d in found.web), found


def search_formats():
    before = left()
    found = app.search("river gauges", limit=2, scrape_options=ScrapeOptions(formats=["markdown", "links"], include_tags=["main"]))
    assert found.web and all(d.markdown and d.links and d.metadata.title and d.metadata.description and d.metadata.status_code == 200 for d in found.web), found
    assert before - left() == 2 + len(found.web), before
    e = refused(errors.BadRequestError, app.search, "river gauges", scrape_options=ScrapeOptions(formats=["links"], include_tags=["a[["]))
    assert "scrapeOptions.includeTags" in str(e), e
    assert before - left() == 2 + len(found.web), before


def usage():
    assert left() > 0 and app.get_token_usage().remaining_tokens == 0


def unsupported():
    for call, args in ((app.start_extract, {"urls": [ARTICLE], "prompt": "the title"}), (app.start_agent, {"prompt": "the title"})):
        e = refused(errors.FirecrawlError, call, **args)
        assert e.code == "NOT_SUPPORTED" and e.status_code == 404, e


def asynchronous():
    async def run():
        client = AsyncFirecrawl(api_key=TOKEN, api_url=URL)
        d = await client.scrape(ARTICLE, formats=["markdown"])
        assert HEADING in d.markdown
        job = await client.crawl(url=COMPANY, limit=2, sitemap="skip", poll_interval=1)
        assert job.status == "completed" and len(job.data) == 2, job
        batch = await client.batch_scrape([ARTICLE, WALL], poll_interval=1)
        assert batch.status == "completed" and len(batch.data) == 1, batch
        assert (await client.map(COMPANY)).links and (await client.search("river gauges", limit=1)).web
        try:
            await client.scrape(WALL)
        except errors.WebsiteNotSupportedError:
            return
        raise AssertionError("got an answer, want an error")

    asyncio.run(run())


V2 = {
    "scrape": scrape, "scrape (options)": scrape_options, "scrape (screenshot)": scrape_screenshot, "scrape (a wall is an error and costs nothing)": scrape_wall,
    "scrape (what is not supported is named)": scrape_unsupported, "scrape (a wrong key)": scrape_key,
    "batch_scrape": batch_scrape, "start_batch_scrape, get_batch_scrape_status, get_batch_scrape_errors": start_batch_scrape,
    "get_batch_scrape_status_page": batch_pages, "cancel_batch_scrape": cancel_batch_scrape,
    "crawl": crawl, "start_crawl, get_crawl_status, get_crawl_errors": start_crawl, "crawl (a wall is a failure)": crawl_wall, "get_active_crawls, cancel_crawl": cancel_crawl,
    "watcher (by WebSocket)": watcher, "AsyncFirecrawl: watcher": watcher_async, "start_crawl, start_batch_scrape (webhooks)": webhooks, "map": map_site, "search": search, "search (with contents)": search_contents,
    "search (markdown and links)": search_formats,
    "get_credit_usage, get_token_usage": usage, "extract, agent (not supported, and said so)": unsupported,
    "AsyncFirecrawl: scrape, crawl, batch_scrape, map, search": asynchronous,
}


failures = []
for name, check in V2.items():
    outcome = "works"
    try:
        check()
    except Exception:  # whatever it is, the others are tried
        outcome = "fails"
        failures.append(name)
        print(f"Python v2 {name}:\n{traceback.format_exc()}", file=sys.stderr)
    print("\t".join(["Python", "v2", name, outcome]), flush=True)
sys.exit(1 if failures else 0)
