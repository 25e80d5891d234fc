"""Gives generated requests something to do: pages of the sample web for made up URLs."""

import zlib

import schemathesis

PAGES = [
    "http://article.test/",
    "http://shop.test/",
    "http://status.test/404",
    "http://status.test/500",
    "http://wall.test/",
    "http://login.test/",
    "http://redirect.test/loop",
    "http://text.test/",
]


def page(made_up):
    return PAGES[zlib.crc32(made_up.encode()) % len(PAGES)]


def replaced(value):
    """A page for a text that is no URL; anything else as it is, so that what is meant to be wrong stays so."""
    if isinstance(value, str) and value and not value.startswith("http"):
        return page(value)
    return value


@schemathesis.hook
def map_body(context, body):
    if isinstance(body, dict):
        for name in ("url", "webhookUrl"):
            if name in body:
                body[name] = replaced(body[name])
        if isinstance(body.get("urls"), list):
            body["urls"] = [replaced(url) for url in body["urls"]]
    return body
