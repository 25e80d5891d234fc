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


def own(key, call):
    """The key, made one of this call alone: a used key gives its job, whatever the body is. What is no key stays so."""
    if isinstance(key, str) and 1 <= len(key) <= 255:
        return f"{zlib.crc32(call.encode()):08x}{key}"[:255]
    return key


@schemathesis.hook
def before_call(context, case, kwargs):
    call = case.operation.path + repr(case.body)
    for name in list(case.headers or {}):
        if name.lower() == "idempotency-key":
            case.headers[name] = own(case.headers[name], call)
    if isinstance(case.body, dict) and "idempotencyKey" in case.body:
        case.body["idempotencyKey"] = own(case.body["idempotencyKey"], call)


@schemathesis.hook
def map_body(context, body):
    if isinstance(body, dict):
        for name in ("url", "webhookUrl"):
            if name in body:
                body[name] = replaced(body[name])
        if isinstance(body.get("urls"), list):
            body["urls"] = [replaced(url) for url in body["urls"]]
    return body
