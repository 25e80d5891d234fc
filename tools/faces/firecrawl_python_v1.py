"""Holds the face of Firecrawl to the clients of v1 for Python: that within its present package, and the last one that was a package."""

import os
import sys
import traceback
import warnings

try:
    from firecrawl import V1FirecrawlApp as App
    from firecrawl import V1ScrapeOptions as Options

    CLIENT = "Python"
except ImportError:
    from firecrawl import FirecrawlApp as App
    from firecrawl import ScrapeOptions as Options

    CLIENT = "Python 2.16.5"

warnings.simplefilter("ignore")
URL, TOKEN = os.environ["QUARRY_URL"], os.environ["QUARRY_TOKEN"]
ARTICLE, WALL, COMPANY = "http://article.test/", "http://wall.test/", "http://company.test/"
HEADING = "Measuring the tide"
old = App(api_key=TOKEN, api_url=URL)


def refused(kind, call, *args, **kwargs):
    try:
        call(*args, **kwargs)
    except kind as e:
        return e
    raise AssertionError(f"got an answer, want {kind.__name__}")


def v1_scrape():
    d = old.scrape_url(ARTICLE, formats=["markdown", "links"])
    assert HEADING in d.markdown and len(d.links) > 3, d


def v1_wall():
    e = refused(Exception, old.scrape_url, WALL)
    assert "403" in str(e) or "Not Supported" in str(e), e


def v1_crawl():
    job = old.crawl_url(COMPANY, limit=2, ignore_sitemap=True, scrape_options=Options(formats=["markdown"]), poll_interval=1)
    assert job.status == "completed" and len(job.data) == 2, job


def v1_crawl_status():
    started = old.async_crawl_url(COMPANY, limit=50, delay=10)
    assert old.check_crawl_status(started.id).status == "scraping"
    assert old.check_crawl_errors(started.id).errors == []
    old.cancel_crawl(started.id)
    assert old.check_crawl_status(started.id).status == "cancelled"


def v1_map():
    links = old.map_url(COMPANY, search="blog").links
    assert links and all(isinstance(link, str) for link in links), links


def v1_batch():
    job = old.batch_scrape_urls([ARTICLE, COMPANY + "about"], formats=["markdown"], poll_interval=1)
    assert job.status == "completed" and len(job.data) == 2, job
    started = old.async_batch_scrape_urls([ARTICLE], formats=["markdown"])
    assert old.check_batch_scrape_status(started.id).success
    assert old.check_batch_scrape_errors(started.id).errors == []


def v1_search():
    data = old.search("river gauges", limit=2, scrape_options=Options(formats=["markdown"])).data
    assert any(d["url"] and d.get("markdown") for d in data), data


V1 = {
    "scrape_url": v1_scrape, "scrape_url (a wall is an error)": v1_wall, "crawl_url": v1_crawl,
    "async_crawl_url, check_crawl_status, check_crawl_errors, cancel_crawl": v1_crawl_status, "map_url": v1_map,
    "batch_scrape_urls, check_batch_scrape_status, check_batch_scrape_errors": v1_batch, "search": v1_search,
}

failures = []
for name, check in V1.items():
    outcome = "works"
    try:
        check()
    except Exception:  # whatever it is, the others are tried
        outcome = "fails"
        failures.append(name)
        print(f"{CLIENT} v1 {name}:\n{traceback.format_exc()}", file=sys.stderr)
    print("\t".join([CLIENT, "v1", name, outcome]), flush=True)
sys.exit(1 if failures else 0)
