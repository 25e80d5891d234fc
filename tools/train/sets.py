"""Sets of pages to learn from, below one folder: docs/extraction.md says what each is, and its licence."""

import hashlib
import json
import re
import urllib.parse

from labels import agreed
from pages import Page, annotated, describe, votes

# How much a page counts beside one of WCXB, which has many more.
AEB_WEIGHT = 3


def load(data):
    """Return all pages that may be learned from. What is held out, or only for selection, is not read."""
    merged = data / "merged"
    return [
        *wcxb(data / "wcxb" / "dev"),
        *aeb(data / "aeb"),
        *older(merged / "cleaneval-dev", "cleaneval", lambda _: True),
        *older(merged / "cleaneval-final", "cleaneval", even),
        *older(merged / "readability", "readability", lambda _: True),
        *trafilatura(data / "traf" / "tests"),
    ]


def even(name):
    """Tell whether a page is of the half that is for selection: the SHA-256 of the file's name is even."""
    return hashlib.sha256(name.encode()).digest()[-1] % 2 == 0


def host_of(address, otherwise):
    return urllib.parse.urlparse(address or "").netloc.lower().removeprefix("www.") or otherwise


def wcxb(split):
    paths = sorted((split / "html").glob("*.html.gz"))
    pages = []
    for path, described in zip(paths, describe(paths), strict=True):
        truth = json.loads((split / "ground-truth" / path.name.replace(".html.gz", ".json")).read_text(encoding="utf-8"))
        content, kind = truth["ground_truth"].get("main_content") or "", truth["_internal"]["page_type"]["primary"]
        pages.append(annotated(described, content, "wcxb", kind, host_of(truth.get("url"), path.name)))
    return pages


def aeb(folder):
    truth = json.loads((folder / "ground-truth.json").read_text(encoding="utf-8"))
    paths = [path for path in sorted((folder / "html").glob("*.html.gz")) if even(path.name)]
    pages = []
    for path, described in zip(paths, describe(paths), strict=True):
        known = truth[path.name.removesuffix(".html.gz")]
        pages.append(annotated(described, known["articleBody"], "aeb", "article", host_of(known.get("url"), path.name), AEB_WEIGHT))
    return pages


WRAPPER = re.compile(r'<text id="(https?://[^"]+)|rel="canonical" href="(https?://[^"]+)')


def older(folder, origin, chosen):
    """Return the pages of a folder that holds them side by side with their texts."""
    paths = [
        path for path in sorted((folder / "input").glob("*.html"))
        if chosen(path.name) and (folder / "GoldStandard" / f"{path.stem}.txt").exists()
    ]
    pages = []
    for path, described in zip(paths, describe(paths), strict=True):
        found = WRAPPER.search(path.read_text(encoding="latin-1"))
        host = host_of(found and (found[1] or found[2]), path.name)
        text = unmarked((folder / "GoldStandard" / f"{path.stem}.txt").read_bytes())
        pages.append(annotated(described, text, origin, "article", host))
    return pages


def unmarked(raw):
    """Return a text without the address and the marks that annotators added."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        text = raw.decode("cp1252", errors="replace")
    return re.sub(r"<[^>]+>", " ", re.sub(r"^\s*URL:.*", "", text, count=1))


def trafilatura(folder):
    """Return pages that nobody annotated but for phrases, labelled by votes: see labels.agreed."""
    known = json.loads((folder / "evaldata.json").read_text(encoding="utf-8"))
    files = {}
    for address, truth in sorted(known.items()):
        path = folder / "cache" / truth["file"]
        files[address] = path if path.exists() else folder / "eval" / truth["file"]
    others = {host_of(address, "") for address, path in files.items() if not even(path.name)}
    chosen = [address for address, path in files.items() if even(path.name) and host_of(address, "") not in others]
    paths = [files[address] for address in chosen]
    pages = []
    for address, described, found in zip(chosen, describe(paths), votes(paths), strict=True):
        reference, labels, sure = agreed(described, found, known[address]["with"], known[address]["without"])
        pages.append(Page(described, reference, labels, "trafilatura", "article", host_of(address, ""), sure=sure))
    return pages
