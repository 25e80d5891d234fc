"""Holds the face of Exa to its own client for Python: each method that is claimed, against the sample web."""

import asyncio
import warnings

from exa_py import AsyncExa, Exa

from runs import ARTICLE, COMPANY, HEADING, TOKEN, URL, WALL, balance, refused, run

warnings.simplefilter("ignore")
BASE = URL + "/exa"
app = Exa(TOKEN, base_url=BASE)


def search():
    found = app.search("river gauges", num_results=3, contents=False)
    assert found.results and len(found.results) <= 3 and found.results[0].url and found.results[0].title and found.results[0].score > 0, found


def search_contents():
    before = balance()
    found = app.search("river gauges", num_results=2)
    read = [r for r in found.results if r.text]
    assert read and before - balance() == 2 + len(read), found


def search_options():
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        found = app.search(
            "tide gauges", category="news", start_published_date="2020-01-01", exclude_domains=["example.com"], user_location="DE", type="deep", contents={"highlights": True},
        )
    assert found.results and any("/type" in str(w.message) or "type has no effect" in str(w.message) for w in said), [str(w.message) for w in said]
    assert any(w.path == "/type" for w in found.warnings), found.warnings


def search_unsupported():
    for kwargs in ({"include_text": ["tide"]}, {"category": "people"}, {"contents": {"summary": True}}, {"moderation": True}):
        e = refused(ValueError, app.search, "river gauges", **kwargs)
        assert "INVALID_REQUEST_BODY" in str(e) and next(iter(kwargs)).split("_")[0] in str(e), e


def search_key():
    e = refused(ValueError, Exa("wrong", base_url=BASE).search, "x")
    assert "401" in str(e) and "INVALID_API_KEY" in str(e), e


def stream_search():
    chunks = list(app.stream_search("river gauges", num_results=2, contents=False))
    assert chunks[0].citations, chunks


def get_contents():
    before = balance()
    got = app.get_contents([ARTICLE, WALL, COMPANY + "about"], text={"max_characters": 400}, extras={"links": 3, "image_links": 1})
    assert [r.id for r in got.results] == [ARTICLE, COMPANY + "about"] and HEADING in got.results[0].text and len(got.results[0].text) <= 400, got
    assert len(got.results[0].extras["links"]) == 3 and len(got.results[0].extras["image_links"]) == 1, got.results[0].extras
    assert [s.status for s in got.statuses] == ["success", "error", "success"] and got.statuses[1].error.tag == "SOURCE_NOT_AVAILABLE", got.statuses
    assert before - balance() == 2, "a wall was charged"
    assert HEADING in app.get_contents(ARTICLE).results[0].text


def get_contents_wall():
    e = refused(ValueError, app.get_contents, WALL)
    assert "403" in str(e) and "SOURCE_NOT_AVAILABLE" in str(e) and "upstream_blocked" in str(e), e


def get_contents_unsupported():
    for kwargs in ({"summary": True}, {"highlights": True}, {"subpages": 2}, {"max_age_hours": -1}):
        e = refused(ValueError, app.get_contents, ARTICLE, **kwargs)
        assert "INVALID_REQUEST_BODY" in str(e), e


def answer():
    got = app.answer("How long do river gauges run on one battery?", text=True)
    assert "[1]" in got.answer and got.citations[0].url and got.citations[0].text, got


def stream_answer():
    chunks = list(app.stream_answer("How long do river gauges run on one battery?"))
    assert any(c.content for c in chunks) and any(c.citations for c in chunks), chunks


def unsupported():
    e = refused(ValueError, app.find_similar, ARTICLE)
    assert "404" in str(e) and "NOT_SUPPORTED" in str(e), e


def asynchronous():
    async def calls():
        async with AsyncExa(TOKEN, api_base=BASE) as client:
            assert (await client.search("river gauges", num_results=1, contents=False)).results
            assert (await client.get_contents(ARTICLE)).results
            assert (await client.answer("How long do river gauges run on one battery?")).answer

    asyncio.run(calls())


run([("exa-py", "Exa", {
    "search": search, "search (with text)": search_contents, "search (options, and what has no effect)": search_options, "search (what is not supported is named)": search_unsupported,
    "search (a wrong key)": search_key, "stream_search": stream_search, "get_contents": get_contents, "get_contents (a wall is an error and costs nothing)": get_contents_wall,
    "get_contents (what is not supported is named)": get_contents_unsupported, "answer": answer, "stream_answer": stream_answer,
    "find_similar (not supported, and said so)": unsupported, "AsyncExa: search, get_contents, answer": asynchronous,
})])
