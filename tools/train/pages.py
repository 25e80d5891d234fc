"""Pages: features and texts of blocks, as the service's own code describes them."""

import json
import pathlib
import subprocess
import tempfile

import numpy as np

from labels import among_comments, label, words

ROOT = pathlib.Path(__file__).resolve().parents[2]

# The feature that says that a block stands among comments.
COMMENTS = "comments.within"


class Described:
    """What the service's code says of a page: rows of features and texts, a block each."""

    def __init__(self, path, rows, features, names, texts, slots, sizes):
        self.path, self.rows, self.features, self.names, self.texts = path, rows, features, names, texts
        self.slots, self.sizes = split(slots, sizes), sizes
        self.blocks = [words(text) for text in texts]
        self.lengths = np.array([len(block) for block in self.blocks], float)
        self.comments = rows[:, names.index(COMMENTS)] > 0


def split(slots, sizes):
    """Return the slots of words and those of names, which stand in turn, block by block."""
    kinds = np.repeat(np.tile([0, 1], len(sizes)), sizes.reshape(-1))
    return slots[kinds == 0], slots[kinds == 1]


class Page:
    """A page with what is known of it: which part of each block is content, and how sure that is.

    Judged says that somebody wrote down what its content is, or a part of that.
    """

    def __init__(self, described, reference, labels, origin, kind, host, weight=1, sure=None, judged=True):
        self.path, self.rows, self.features, self.names = described.path, described.rows, described.features, described.names
        self.slots, self.sizes = described.slots, described.sizes
        self.blocks, self.lengths = described.blocks, described.lengths
        self.reference, self.labels = reference, labels
        self.origin, self.type, self.host, self.weight, self.judged = origin, kind, host, weight, judged
        self.sure = np.ones(len(labels)) if sure is None else sure


def annotated(described, text, origin, kind, host, weight=1):
    """Return a page whose main content people, or those who maintain a set, wrote down."""
    reference = words(text)
    labels = label(described.blocks, reference)
    if kind != "forum":
        labels = among_comments(labels, described.lengths, described.comments)
    return Page(described, reference, labels, origin, kind, host, weight)


def describe(paths):
    """Yield what is said of files of HTML, packed or not, in their order."""
    paths = list(map(str, paths))
    with tempfile.TemporaryDirectory() as folder:
        base = ask(folder, paths)
        names = base.with_suffix(".names").read_text(encoding="utf-8").split("\n")
        lines = base.with_suffix(".jsonl").open(encoding="utf-8")
        cells = np.fromfile(base.with_suffix(".bin"), dtype="<f4")
        slots, sizes = np.fromfile(base.with_suffix(".slots"), dtype="<u2"), np.fromfile(base.with_suffix(".sizes"), dtype="<u2").reshape(-1, 2)
        begin = first = slot = 0
        for path, line in zip(paths, map(json.loads, lines), strict=True):
            blocks = len(line["texts"])
            size, of = blocks * line["width"], sizes[first : first + blocks]
            told = slots[slot : slot + int(of.sum())]
            yield Described(path, cells[begin : begin + size].reshape(-1, line["width"]), line["features"], names, line["texts"], told, of)
            begin, first, slot = begin + size, first + blocks, slot + len(told)


def judge(model, weights, pages):
    """Yield what the service's code makes of pages by a packed model and packed weights: scores of blocks, the page's summary, floors."""
    with tempfile.TemporaryDirectory() as folder:
        base = ask(folder, [page.path for page in pages], model, weights)
        yield from map(json.loads, base.with_suffix(".jsonl").open(encoding="utf-8"))


def ask(folder, paths, *model):
    """Have the service's code read files, and return where it wrote what it says of them."""
    base = pathlib.Path(folder) / "pages"
    subprocess.run(
        ["go", "run", "./internal/cmd/pagefeatures", str(base), *map(str, model)], cwd=ROOT, input="\n".join(paths), text=True, check=True,
    )
    return base


def votes(paths):
    """Return the texts that other extractors find in files of HTML, a list a file: see tools/eval/votes."""
    done = subprocess.run(
        ["go", "-C", "tools/eval", "run", "./votes"],
        cwd=ROOT, input="\n".join(map(str, paths)), text=True, check=True, stdout=subprocess.PIPE,
    )
    return [list(json.loads(line).values()) for line in done.stdout.splitlines()]
