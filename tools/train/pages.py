"""Pages: features and texts of blocks, as the service's own code describes them."""

import hashlib
import json
import pathlib
import subprocess
import tempfile
import urllib.parse

import numpy as np

from labels import label, words

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Page:
    """A page with its reference: the rows of its blocks, their words and labels."""

    def __init__(self, described, reference, kind, host, weight=1):
        self.rows, self.features, texts = described
        self.type, self.host, self.weight = kind, host, weight
        self.blocks = [words(text) for text in texts]
        self.lengths = np.array([len(block) for block in self.blocks], float)
        self.reference = words(reference)
        self.labels = label(self.blocks, self.reference)


def describe(paths):
    """Yield rows, the hash of their features and texts of files of HTML, packed or not, in their order."""
    with tempfile.TemporaryDirectory() as folder:
        base = pathlib.Path(folder) / "pages"
        subprocess.run(
            ["go", "run", "./internal/cmd/pagefeatures", str(base)],
            cwd=ROOT, input="\n".join(map(str, paths)), text=True, check=True,
        )
        lines = base.with_suffix(".jsonl").open(encoding="utf-8")
        cells = np.fromfile(base.with_suffix(".bin"), dtype="<f4")
        begin = 0
        for line in map(json.loads, lines):
            size = len(line["texts"]) * line["width"]
            yield cells[begin : begin + size].reshape(-1, line["width"]), line["features"], line["texts"]
            begin += size


def load(data):
    """Return the pages of WCXB's dev split and of AEB's even half below a folder of data."""
    data = pathlib.Path(data).resolve()
    return wcxb(data / "wcxb" / "dev") + aeb(data / "aeb")


def wcxb(split):
    paths = sorted((split / "html").glob("*.html.gz"))
    pages = []
    for path, described in zip(paths, describe(paths), strict=True):
        truth = json.loads((split / "ground-truth" / path.name.replace(".html.gz", ".json")).read_text(encoding="utf-8"))
        host = urllib.parse.urlparse(truth.get("url") or "").netloc.removeprefix("www.") or path.name
        content = truth["ground_truth"].get("main_content") or ""
        pages.append(Page(described, content, truth["_internal"]["page_type"]["primary"], host))
    return pages


# How much a page of AEB counts beside one of WCXB, which has many more.
AEB_WEIGHT = 3


def aeb(folder):
    """Return the half that is for selection: the SHA-256 of the file's name is even."""
    truth = json.loads((folder / "ground-truth.json").read_text(encoding="utf-8"))
    paths = [
        path for path in sorted((folder / "html").glob("*.html.gz"))
        if hashlib.sha256(path.name.encode()).digest()[-1] % 2 == 0
    ]
    pages = []
    for path, described in zip(paths, describe(paths), strict=True):
        known = truth[path.name.removesuffix(".html.gz")]
        pages.append(Page(described, known["articleBody"], "news", path.name, AEB_WEIGHT))
    return pages
