"""Train the model that judges blocks of pages, and write it as the service embeds it.

    python train.py DATA [--folds 5] [--out model.bin]

DATA is a folder of sets, see docs/extraction.md. With folds the parameters are first judged by cross-validation,
grouped by host; the model itself is trained on all pages.
"""

import argparse
import collections
import pathlib

import numpy as np
from catboost import CatBoost, Pool
from sklearn.model_selection import GroupKFold

import export
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


def fit(pages):
    model = CatBoost(PARAMETERS)
    model.fit(Pool(np.concatenate([p.rows for p in pages]), np.concatenate([p.labels for p in pages]), weight=weights(pages)))
    return model


def scores(model, page):
    return 1 / (1 + np.exp(-model.predict(page.rows))) if len(page.rows) else np.zeros(0)


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
    for train, test in GroupKFold(folds).split(pages, groups=[p.host for p in pages]):
        model = fit([pages[i] for i in train])
        for i in test:
            found[pages[i].origin, pages[i].type].append(f1(pages[i], scores(model, pages[i])))
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
        export.write(fit(pages), pages[0].features, pages[0].rows.shape[1], asked.out)


if __name__ == "__main__":
    main()
