"""Train the weights of words and names and the models that judge blocks of pages and say how strict to be with a page, and write them as
the service embeds them.

    python train.py DATA [--folds 5] [--out FOLDER]

DATA is a folder of sets, see docs/extraction.md. With folds the parameters are first judged by cross-validation,
grouped by host; the model itself is trained on all pages.
"""

import argparse
import collections
import pathlib
import tempfile

import numpy as np
from catboost import CatBoost, Pool
from sklearn.model_selection import GroupKFold

import export
import wording
from pages import judge
from sets import load

PARAMETERS = {
    "loss_function": "CrossEntropy",
    "iterations": 500,
    "learning_rate": 0.09,
    "depth": 6,
    "l2_leaf_reg": 4,
    "rsm": 0.35,
    "bootstrap_type": "Bernoulli",
    "subsample": 0.7,
    "border_count": 64,
    "random_seed": 1,
    "thread_count": 2,
    "verbose": 0,
    "allow_writing_files": False,
}


def weights(pages):
    """Weigh blocks by their words, and pages against their length: each counts alike."""
    parts = [p.weight * p.sure * np.minimum(p.lengths, 300) ** 0.7 / max(50, len(p.reference)) ** 0.8 for p in pages]
    all_of = np.concatenate(parts)
    return all_of / all_of.mean()


# For scores of pages that a model has not seen, from which the other one learns, a rougher one will do.
ROUGH = PARAMETERS | {"iterations": 120, "learning_rate": 0.2}
ROUGH_FOLDS, ROUGH_PART = 6, 0.35


# Which part of the blocks is learned from: half of them, links of one word or two, have a ninth of all weight, and cost as much time as the others.
PART = 0.4


def thinned(pages, part):
    """Return rows, labels and weights of a part of the blocks, drawn by their weights, so that it weighs the same as all of them."""
    weight = weights(pages)
    low, high = 0.0, weight.max()
    for _ in range(40):  # for the weight from which on all are kept
        sure = (low + high) / 2
        low, high = (sure, high) if np.minimum(1, weight / sure).sum() > part * len(weight) else (low, sure)
    kept = np.random.default_rng(1).random(len(weight)) * sure < weight
    rows, labels = np.concatenate([p.rows for p in pages]), np.concatenate([p.labels for p in pages])
    return rows[kept], labels[kept], np.maximum(weight[kept], sure)


def fit(pages, parameters=None, part=PART):
    """Return a model of blocks, and the weights of words and names that go with it."""
    of = wording.fill_apart(pages, weights(pages), pages[0].names)
    rows, labels, weight = thinned(pages, part)
    model = CatBoost(parameters or PARAMETERS)
    model.fit(Pool(rows, labels, weight=weight))
    return model, of


def scores(model, page):
    # Of a view, as CatBoost locks an array of one row, and rows are filled in anew for the next fold.
    return 1 / (1 + np.exp(-model.predict(page.rows[:]))) if len(page.rows) else np.zeros(0)


def choose(page, score):
    """Choose blocks as internal/read/page/content does, but for tables and news."""
    score, best = score.copy(), {}
    for k, block in enumerate(map(tuple, page.blocks)):
        if len(block) < 4:
            continue
        j = best.setdefault(block, k)
        if j != k:
            worse, best[block] = (j, k) if score[k] > score[j] else (k, j)
            score[worse] = 0
    order = np.argsort(-score, kind="stable")
    kept = np.cumsum(score[order] * page.lengths[order])
    f1 = 2 * kept / (np.cumsum(page.lengths[order]) + kept[-1] + 1e-9)
    return score >= min(score[order[np.argmax(f1)]], 0.9)


# How strict to be: a tree each asks four things of a page and of what might be kept of it.
FLOOR_PARAMETERS = {
    "loss_function": "RMSE",
    "iterations": 300,
    "learning_rate": 0.06,
    "depth": 4,
    "l2_leaf_reg": 20,
    "rsm": 0.3,
    "bootstrap_type": "Bernoulli",
    "subsample": 0.5,
    "border_count": 32,
    "random_seed": 1,
    "thread_count": 2,
    "verbose": 0,
    "allow_writing_files": False,
}


def fit_floor(pages):
    """Return the model that says how strict to be, and the hash and number of its features.

    It learns what F1 of a page that people judged is with each floor less what it is with the one that the scores promise
    most of, by scores of models that have not seen the page's host.
    """
    judged = [p for p in pages if p.judged]
    return fit_asked([asked(train, test) for train, test in apart(judged, ROUGH_FOLDS, pages)])


def apart(judged, folds, pages):
    """Yield pages to learn from and judged ones of other hosts, so that each of these comes once."""
    for _, test in GroupKFold(folds).split(judged, groups=[p.host for p in judged]):
        hosts = {judged[i].host for i in test}
        yield [p for p in pages if p.host not in hosts], [judged[i] for i in test]


def fit_asked(parts):
    rows, gains, sure = (np.concatenate([part[k] for part in parts]) for k in range(3))
    model = CatBoost(FLOOR_PARAMETERS)
    model.fit(Pool(rows, gains, weight=sure))
    return model, parts[0][3], rows.shape[1]


def asked(train, held):
    """Return rows that ask about floors of some pages, what each gains, and weights, by a model of others; and the rows' hash."""
    rows, gains, sure, features = [], [], [], ""
    with tempfile.TemporaryDirectory() as folder:
        packed, table = pathlib.Path(folder) / "model.bin", pathlib.Path(folder) / "wording.bin"
        model, of = fit(train, ROUGH, ROUGH_PART)
        export.write(model, train[0].features, train[0].rows.shape[1], packed)
        wording.write(of, table)
        for page, told in zip(held, judge(packed, table, held), strict=True):
            if not told["row"] or not page.sure.any():  # nobody knows what its content is
                continue
            row, floors, features = np.array(told["row"], np.float32), np.array(told["floors"], np.float32), told["features"]
            usual = row[FLOOR_AT]
            found = f1_from(page, np.array(told["scores"], np.float32), [usual, *floors])
            rows += [np.concatenate([row[:-2], [floor, floor - usual]]) for floor in floors]
            gains.append(found[1:] - found[0])
            sure += [page.weight] * len(floors)
    return np.array(rows, np.float32), np.concatenate(gains), np.array(sure, float), features


# Where a summary has the floor that the scores promise most of: behind the shares.
FLOOR_AT = 7


def f1_from(page, scores, floors):
    """Return a page's F1 with blocks kept from each of some scores on."""
    order = np.argsort(-scores, kind="stable")
    left, kept, hits, at = collections.Counter(page.reference), 0, 0, [0.0]
    for k in order:
        for word in page.blocks[k]:
            kept += 1
            if left[word] > 0:
                left[word] -= 1
                hits += 1
        at.append(2 * hits / max(1, kept + len(page.reference)))
    at[0] = float(not page.reference)
    return np.array([at[int((scores >= floor).sum())] for floor in floors])


def f1(page, score):
    chosen = collections.Counter()
    if len(score):
        for k in np.nonzero(choose(page, score))[0]:
            chosen.update(page.blocks[k])
    reference = collections.Counter(page.reference)
    if not reference or not chosen:
        return float(not reference and not chosen)
    return 2 * (chosen & reference).total() / (chosen.total() + reference.total())


def validate(pages, folds):
    """Print the mean F1 of pages whose host the model has not seen."""
    found = collections.defaultdict(list)
    for train, held in apart([p for p in pages if p.judged], folds, pages):
        model, of = fit(train)
        wording.fill(held, of, held[0].names)
        for page in held:
            found[page.origin, page.type].append(f1(page, scores(model, page)))
    for name, values in sorted(found.items()):
        tell(" ".join(name), values)
    for origin in sorted({name[0] for name in found}):
        tell(origin, np.concatenate([values for name, values in found.items() if name[0] == origin]))


def tell(name, values):
    print(f"{name:23} {len(values):5} pages  F1 {np.mean(values):.4f} ± {1.96 * np.std(values) / len(values) ** 0.5:.4f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--folds", type=int, default=0)
    parser.add_argument("--out")
    asked = parser.parse_args()
    pages = load(pathlib.Path(asked.data).resolve())
    if asked.folds:
        validate(pages, asked.folds)
    if asked.out:
        folder = pathlib.Path(asked.out)
        export.write(*fit_floor(pages), folder / "score" / "floor.bin")
        model, of = fit(pages)
        export.write(model, pages[0].features, pages[0].rows.shape[1], folder / "score" / "model.bin")
        wording.write(of, folder / "wording" / "wording.bin")


if __name__ == "__main__":
    main()
