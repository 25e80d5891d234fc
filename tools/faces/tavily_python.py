"""Holds the face of Tavily to its own client for Python and to LangChain's tools: each method that is claimed, against the sample web."""

import asyncio
import warnings

from langchain_tavily import TavilyCrawl, TavilyExtract, TavilyMap, TavilySearch
from tavily import AsyncTavilyClient, TavilyClient
from tavily.errors import BadRequestError, ForbiddenError, InvalidAPIKeyError

from runs import ARTICLE, COMPANY, HEADING, TOKEN, URL, WALL, balance, refused, run

warnings.simplefilter("ignore")
BASE = URL + "/tavily"
app = TavilyClient(api_key=TOKEN, api_base_url=BASE)


def search():
    found = app.search("river gauges", max_results=3, include_usage=True)
    assert found["results"] and len(found["results"]) <= 3 and found["results"][0]["content"] and found["usage"]["credits"] == 2, found
    assert found["query"] == "river gauges" and found["request_id"] and found["answer"] is None and found["images"] == [], found


def search_options():
    found = app.search("tide gauges", topic="news", time_range="year", search_depth="advanced", exclude_domains=["example.com"], include_images=True)
    assert "search_depth has no effect" in found["warning"] and "include_images has no effect" in found["warning"], found["warning"]


def search_contents():
    before = balance()
    found = app.search("river gauges", max_results=2, include_raw_content=True, include_usage=True)
    assert any(r["raw_content"] for r in found["results"]), found
    assert before - balance() == found["usage"]["credits"], found


def search_answer():
    found = app.search("How long do river gauges run on one battery?", include_answer=True, max_results=5)
    assert found["answer"] and "[1]" in found["answer"] and found["results"], found


def search_unsupported():
    for kwargs in ({"topic": "finance"}, {"include_raw_content": "text"}, {"include_answer": True, "include_domains": ["example.com"]}):
        e = refused(BadRequestError, app.search, "river gauges", **kwargs)
        assert any(name in str(e) for name in kwargs), e


def search_key():
    refused(InvalidAPIKeyError, TavilyClient(api_key="tvly-wrong", api_base_url=BASE).search, "x")


def question():
    assert app.qna_search("How long do river gauges run on one battery?")


def extract():
    before = balance()
    got = app.extract([ARTICLE, WALL, COMPANY + "about"], include_images=True, include_favicon=True, include_usage=True)
    assert [r["url"] for r in got["results"]] == [ARTICLE, COMPANY + "about"] and HEADING in got["results"][0]["raw_content"] and got["results"][0]["images"], got
    assert got["failed_results"][0]["url"] == WALL and "upstream_blocked" in got["failed_results"][0]["error"], got
    assert got["usage"]["credits"] == 2 == before - balance(), got
    one = app.extract(ARTICLE, format="text")
    assert HEADING in one["results"][0]["raw_content"] and "## " not in one["results"][0]["raw_content"], one


def extract_wall():
    e = refused(ForbiddenError, app.extract, WALL)
    assert "upstream_blocked" in str(e), e
    e = refused(ForbiddenError, app.extract, [WALL, "http://members.test/"])
    assert "None of the pages" in str(e), e


def extract_unsupported():
    for kwargs in ({"query": "tides"}, {"format": "pdf"}):
        e = refused(BadRequestError, app.extract, ARTICLE, **kwargs)
        assert next(iter(kwargs)) in str(e), e


def crawl():
    before = balance()
    got = app.crawl(COMPANY, max_depth=2, limit=4, exclude_paths=["/blog/.*"], include_usage=True)
    assert got["base_url"] == COMPANY and 1 < len(got["results"]) <= 4 and all(r["raw_content"] and "/blog/" not in r["url"] for r in got["results"]), got
    assert got["usage"]["credits"] == before - balance(), got


def crawl_wall():
    e = refused(ForbiddenError, app.crawl, WALL)
    assert "upstream_blocked" in str(e), e


def crawl_unsupported():
    for kwargs in ({"instructions": "the blog"}, {"select_paths": ["(?i)a"]}, {"select_domains": ["a"]}):
        e = refused(BadRequestError, app.crawl, COMPANY, **kwargs)
        assert next(iter(kwargs)) in str(e), e


def map_site():
    got = app.map(COMPANY, limit=5, select_paths=["/blog.*"])
    assert got["results"] and len(got["results"]) <= 5 and all("/blog" in link for link in got["results"]), got


def unsupported():
    refused(Exception, app.research, "tides")


def asynchronous():
    async def calls():
        async with AsyncTavilyClient(api_key=TOKEN, api_base_url=BASE) as client:
            assert (await client.search("river gauges"))["results"]
            assert (await client.extract(ARTICLE))["results"]
            assert (await client.map(COMPANY, limit=2))["results"]
            assert (await client.crawl(COMPANY, limit=2))["results"]
            try:
                await client.extract(WALL)
            except ForbiddenError:
                return
            raise AssertionError("got an answer, want an error")

    asyncio.run(calls())


SDK = {
    "search": search, "search (options, and what has no effect)": search_options, "search (include_raw_content)": search_contents, "search (include_answer)": search_answer,
    "search (what is not supported is named)": search_unsupported, "search (a wrong key)": search_key, "qna_search": question,
    "extract": extract, "extract (a wall is an error and costs nothing)": extract_wall, "extract (what is not supported is named)": extract_unsupported,
    "crawl": crawl, "crawl (a wall is an error and costs nothing)": crawl_wall, "crawl (what is not supported is named)": crawl_unsupported,
    "map": map_site, "research (not supported, and said so)": unsupported, "AsyncTavilyClient: search, extract, map, crawl": asynchronous,
}

SETTINGS = {"tavily_api_key": TOKEN, "api_base_url": BASE}


def tool_search():
    got = TavilySearch(max_results=2, **SETTINGS).invoke({"query": "river gauges"})
    assert len(got["results"]) == 2, got


def tool_extract():
    tool = TavilyExtract(**SETTINGS)
    assert HEADING in tool.invoke({"urls": [ARTICLE]})["results"][0]["raw_content"]
    got = tool.invoke({"urls": [WALL]})
    assert "upstream_blocked" in str(got), got


def tool_map():
    assert TavilyMap(limit=3, **SETTINGS).invoke({"url": COMPANY})["results"]


def tool_crawl():
    assert TavilyCrawl(limit=2, **SETTINGS).invoke({"url": COMPANY})["results"]


LANGCHAIN = {"TavilySearch": tool_search, "TavilyExtract (and a wall)": tool_extract, "TavilyMap": tool_map, "TavilyCrawl": tool_crawl}

run([("tavily-python", "Tavily", SDK), ("langchain-tavily", "Tavily", LANGCHAIN)])
