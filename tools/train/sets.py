"""Sets of pages to learn from, below one folder: docs/extraction.md says what each is, and its licence."""

import hashlib
import json
import re
import urllib.parse

from labels import agreed
from pages import Page, annotated, describe, votes

# How much a page counts beside one of WCXB, which has many more.
AEB_WEIGHT = 3
# How much one counts that nobody has written down anything of.
VOTED_WEIGHT = 0.5


def load(data):
    """Return all pages that may be learned from. What is held out, or only for selection, is not read, but for addresses."""
    merged, apart = data / "merged", held_out(data)
    pages = [
        *wcxb(data / "wcxb" / "dev"),
        *aeb(data / "aeb"),
        *older(merged / "cleaneval-dev", "cleaneval", lambda _: True),
        *older(merged / "cleaneval-final", "cleaneval", even),
        *older(merged / "readability", "readability", lambda _: True),
        *trafilatura(data / "traf" / "tests"),
    ]
    for origin, found in (
        ("htmldate", htmldate(data / "htmldate" / "tests")),
        ("parser", saved(data / "parser" / "fixtures")),
        ("goose", saved(data / "goose" / "tests" / "data")),
        ("newspaper", saved(data / "newspaper" / "tests" / "data" / "html")),
    ):
        pages += others(voted(found, origin, apart), pages)
    return pages


# So many words at the beginning of two texts make them one.
SAME = 100


def others(pages, known):
    """Return the pages whose texts do not begin as one that is known: sets have pages of each other."""
    begins = {tuple(page.reference[:SAME]) for page in known}
    return [page for page in pages if tuple(page.reference[:SAME]) not in begins]


def held_out(data):
    """Return the hosts of pages that are held out, of sets that know them."""
    addresses = [json.loads(path.read_text(encoding="utf-8")).get("url") for path in (data / "wcxb" / "test" / "ground-truth").glob("*.json")]
    aeb = json.loads((data / "aeb" / "ground-truth.json").read_text(encoding="utf-8"))
    addresses += [known.get("url") for name, known in aeb.items() if not even(name + ".html.gz")]
    traf = json.loads((data / "traf" / "tests" / "evaldata.json").read_text(encoding="utf-8"))
    addresses += [address for address, known in traf.items() if not even(known["file"])]
    return {host_of(address, "") for address in addresses} - {""}


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


# What a page must have at least to be worth a vote, in bytes: some are made up to try one thing.
WORTH = 8000
ADDRESS = re.compile(r'<link[^>]+canonical[^>]+href="(https?://[^"]+)|property="og:url"[^>]+content="(https?://[^"]+)')


def htmldate(folder):
    """Return addresses and files of the pages of htmldate's evaluation."""
    found = []
    for listed in ("eval_default.json", "eval_mediacloud_2020.json"):
        for address, known in sorted(json.loads((folder / listed).read_text(encoding="utf-8")).items()):
            found += [(address, path) for part in ("cache", "eval", "test_set") if (path := folder / part / known["file"]).exists()]
    return found


def saved(folder):
    """Return addresses and files of saved pages, whose addresses are at most in themselves."""
    found = []
    for path in sorted(folder.rglob("*.html")):
        address = ADDRESS.search(path.read_text(encoding="utf-8", errors="replace"))
        name = re.match(r"[\w-]+(\.[\w-]+)+?(?=--|\.html)", path.name)
        found.append((address and (address[1] or address[2]) or name and f"https://{name[0]}/", path))
    return found


def voted(found, origin, apart):
    """Return pages of hosts that no held-out set has, labelled by votes alone, where voters agree."""
    chosen = [(address, path) for address, path in found if host_of(address, "") not in apart and path.stat().st_size >= WORTH]
    paths = [path for _, path in chosen]
    pages = []
    for (address, path), described, texts in zip(chosen, describe(paths), votes(paths), strict=True):
        reference, labels, sure = agreed(described, texts, [], [])
        if sure.any():
            pages.append(Page(described, reference, labels, origin, "article", host_of(address, path.name), VOTED_WEIGHT, sure, judged=False))
    return pages
