"""Write a model as internal/read/page/score reads it."""

import json
import pathlib
import struct
import tempfile

import numpy as np

MAGIC = b"quarry block model 2\n"
DEPTH = 6

ABOUT = """Boosted trees that judge blocks of web pages, made by tools/train.
Trained on the development pages of WCXB, the Web Content eXtraction Benchmark by Murrough Foley
(https://github.com/Murrough-Foley/web-content-extraction-benchmark), which is under CC BY 4.0
(https://creativecommons.org/licenses/by/4.0/); on one half of Zyte's article-extraction-benchmark
(https://github.com/scrapinghub/article-extraction-benchmark), which is under the MIT licence; on the test pages of
Mozilla's Readability (https://github.com/mozilla/readability) and one half of the pages of trafilatura's evaluation
(https://github.com/adbar/trafilatura), which are under the Apache License 2.0; on the test pages of htmldate
(https://github.com/adbar/htmldate) and Goose (https://github.com/goose3/goose3), which are under the Apache License 2.0, of Postlight's parser
(https://github.com/postlight/parser) and Newspaper (https://github.com/AndyTheFactory/newspaper4k), which are under the MIT licence; and on the examples and one half of
the pages of the shared task CleanEval of 2007 (https://cleaneval.sigwac.org.uk). The pages
themselves are not part of the model.
"""


def write(model, features, width, path):
    """Write symmetric trees: what each asks, and its values in steps of one unit.

    Features is the hash of what they were trained with, in hexadecimal digits, and width how many there are.
    """
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        model.save_model(file.name, format="json")
        told = json.loads(pathlib.Path(file.name).read_text(encoding="utf-8"))
    scale, (bias,) = told["scale_and_bias"]
    trees = told["oblivious_trees"]
    most = max(abs(v) for tree in trees for v in tree["leaf_values"]) * scale
    unit = most / 32767
    about = ABOUT.encode()
    out = [MAGIC, struct.pack("<I", len(about)), about, bytes.fromhex(features), struct.pack("<IIff", width, len(trees), bias, unit)]
    for tree in trees:
        splits = tree["splits"] or []
        # A tree that asks less is filled up with what no block exceeds.
        at = [s["float_feature_index"] for s in splits] + [0] * (DEPTH - len(splits))
        above = [s["border"] for s in splits] + [np.inf] * (DEPTH - len(splits))
        values = np.zeros(1 << DEPTH, dtype="<i2")
        values[: len(tree["leaf_values"])] = np.rint(np.array(tree["leaf_values"]) * scale / unit)
        out += [struct.pack("<6H", *at), struct.pack("<6f", *above), values.tobytes()]
    pathlib.Path(path).write_bytes(b"".join(out))
