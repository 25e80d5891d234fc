"""Holds the face of Jina's Reader to Jina's own command line, and to plain requests as its documentation has them, against the sample web."""

import json
import urllib.error
import urllib.parse
import urllib.request

import httpx
from jina_cli import api

from runs import ARTICLE, COMPANY, HEADING, TOKEN, URL, WALL, refused, run

api.READER_BASE = URL + "/r"  # its address is a constant


def read():
    text = api.read_url(ARTICLE, api_key=TOKEN)
    assert text.startswith("Title: Measuring the tide") and f"URL Source: {ARTICLE}" in text and "Markdown Content:" in text, text
    assert "![" not in text, "X-Retain-Images: none has no effect"


def read_json():
    got = api.read_url(ARTICLE, api_key=TOKEN, as_json=True, with_links=True, with_images=True)
    page = got["data"]
    assert got["code"] == 200 and HEADING in page["title"] and page["url"] == ARTICLE and page["content"], got
    assert len(page["links"]) > 3 and len(page["links"][0]) == 2 and page["images"], page


def screenshot():
    assert api.screenshot_url("http://app.test/", api_key=TOKEN)["data"]["screenshotUrl"].startswith("data:image/png;base64,")


def read_wall():
    e = refused(httpx.HTTPStatusError, api.read_url, WALL, api_key=TOKEN)
    body = e.response.json()
    assert e.response.status_code == 403 and body["name"] == "OperationNotAllowedError" and "upstream_blocked" in body["message"], body


def read_key():
    e = refused(httpx.HTTPStatusError, api.read_url, ARTICLE, api_key="jina_wrong")
    assert e.response.json()["name"] == "AuthenticationFailedError", e.response.text


def ask(address, quoted=False, **headers):
    path = urllib.parse.quote(address, safe="") if quoted else address
    request = urllib.request.Request(f"{URL}/r/{path}", headers={"Authorization": "Bearer " + TOKEN, **{name.replace("_", "-"): text for name, text in headers.items()}})
    with urllib.request.urlopen(request) as answer:
        return answer.read().decode()


def get():
    for quoted in (False, True):
        text = ask(COMPANY + "?n=1&m=2", quoted=quoted)
        assert f"URL Source: {COMPANY}?n=1&m=2" in text or f"URL Source: {COMPANY}?m=2&n=1" in text, text[:200]


def formats():
    assert "<html" in ask(ARTICLE, X_Return_Format="html").lower()
    assert "Markdown Content" not in ask(ARTICLE, X_Respond_With="text")
    both = json.loads(ask(ARTICLE, X_Respond_With="markdown,text", Accept="application/json"))["data"]
    assert both["content"] and both["text"], both


def events():
    lines = ask(ARTICLE, Accept="text/event-stream").splitlines()
    assert lines[0] == "event: data" and HEADING in json.loads(lines[1].removeprefix("data: "))["title"], lines


def selectors():
    text = ask(ARTICLE, X_Target_Selector="h2, table", X_Remove_Selector="h2", X_With_Links_Summary="true", X_Timeout="20", X_Locale="de-DE", X_Set_Cookie="a=b; Path=/", X_No_Cache="true")
    assert "|" in text and "\n## " not in text and "Links/Buttons:" in text, text


def budget():
    text = ask(ARTICLE, X_Token_Budget="60")
    assert "Warning: " in text and "cut at the tokens" in text and len(text) < 1000, text


def unsupported():
    for name, text in (("X-Respond-With", "readerlm-v2"), ("X-Engine", "cf-browser-rendering"), ("X-Timeout", "soon")):
        e = refused(urllib.error.HTTPError, ask, ARTICLE, **{name.replace("-", "_"): text})
        body = json.load(e)
        assert e.code == 400 and body["path"] == name and body["data"] is None, body


run([
    ("jina-cli", "Reader", {
        "read": read, "read (JSON, with links and images)": read_json, "screenshot": screenshot, "read (a wall is an error and costs nothing)": read_wall, "read (a wrong key)": read_key,
    }),
    ("HTTP", "Reader", {
        "GET /r/URL, as it is and encoded": get, "X-Return-Format, X-Respond-With": formats, "Accept: text/event-stream": events,
        "X-Target-Selector, X-Remove-Selector, X-With-Links-Summary, X-Timeout, X-Locale, X-Set-Cookie, X-No-Cache": selectors, "X-Token-Budget": budget,
        "what is not supported is named": unsupported,
    }),
])
