"""Weights of words and of names of elements, as internal/read/page/wording reads them."""

import pathlib
import struct

import numpy as np
import scipy.sparse
from sklearn.linear_model import SGDClassifier
from sklearn.model_selection import GroupKFold

MAGIC = b"quarry wording 1\n"
SLOTS = 1 << 16

# On how many hosts a token must stand for its weight to say anything of others.
HOSTS = 3
# The weight that fills 8 bits, as a part of all that are not 0: few are greater, and are cut.
MOST = 0.999
# How many parts pages are split into, so that each is weighed by what others teach.
FOLDS = 4

# Features that are filled in here: those of the lean of a block, in their order, by kind and neighbour.
FAMILY = "lean."
NEIGHBOURS = (0, -1, 1, -2, 2)
BEYOND = -12


def fit(pages, weight):
    """Return the weights of words and of names, a unit and so many of it a slot each."""
    hosts = {host: i for i, host in enumerate(sorted({page.host for page in pages}))}
    labels = np.concatenate([page.labels for page in pages]) > 0.5
    of = np.repeat([hosts[page.host] for page in pages], [len(page.labels) for page in pages])
    kept = np.random.default_rng(1).random(len(weight)) * np.maximum(1, weight.mean()) < weight
    return [units(matrix(pages, kind), labels, np.maximum(1, weight), of, kept) for kind in (0, 1)]


def units(rows, labels, weight, hosts, kept):
    """Return a unit and weights in it of one kind of tokens."""
    seen = np.zeros((hosts.max() + 1, SLOTS), bool)
    seen[np.repeat(hosts, np.diff(rows.indptr)), rows.indices] = True
    known = seen.sum(axis=0) >= HOSTS
    model = SGDClassifier(loss="log_loss", alpha=2e-6, max_iter=6, tol=None, average=True, random_state=1)
    model.fit(rows[kept], labels[kept], sample_weight=weight[kept])
    found = np.where(known, model.coef_[0], 0)
    unit = np.float32(np.quantile(np.abs(found[found != 0]), MOST) / 127)
    return unit, np.clip(np.rint(found / unit), -127, 127).astype(np.int8)


def matrix(pages, kind):
    """Return which tokens blocks have, each block's weighed as Weights.Lean does."""
    sizes = np.concatenate([page.sizes[:, kind] for page in pages]).astype(np.int64)
    slots = np.concatenate([page.slots[kind] for page in pages]).astype(np.int32)
    parts = np.repeat(1 / np.sqrt(np.maximum(1, sizes)), sizes).astype(np.float32)
    ends = np.concatenate([[0], np.cumsum(sizes)])
    return scipy.sparse.csr_matrix((parts, slots, ends), shape=(len(sizes), SLOTS))


def fill(pages, weights, names):
    """Write what weights say of blocks and their neighbours into the rows of pages."""
    first = names.index(FAMILY + "words")
    leans = [matrix(pages, kind) @ (of.astype(np.float32) * unit) for kind, (unit, of) in enumerate(weights)]
    begin = 0
    for page in pages:
        size = len(page.labels)
        for kind, lean in enumerate(leans):
            far = np.concatenate([[BEYOND] * 2, lean[begin : begin + size], [BEYOND] * 2])
            for k, by in enumerate(NEIGHBOURS):
                page.rows[:, first + 2 * k + kind] = far[2 + by : 2 + by + size]
        begin += size


def fill_apart(pages, weight, names):
    """Do so by weights that pages of other hosts teach, and return those that all pages teach."""
    hosts = [page.host for page in pages]
    ends = np.concatenate([[0], np.cumsum([len(page.labels) for page in pages])])
    for train, test in GroupKFold(FOLDS).split(pages, groups=hosts):
        of = np.concatenate([weight[ends[i] : ends[i + 1]] for i in train])
        fill([pages[i] for i in test], fit([pages[i] for i in train], of), names)
    return fit(pages, weight)


def write(weights, path):
    parts = [struct.pack("<f", unit) + of.tobytes() for unit, of in weights]
    pathlib.Path(path).write_bytes(MAGIC + b"".join(parts))
