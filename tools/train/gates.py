"""Hold the figures of models against those of the ones before: no set may fall.

    python gates.py FIGURES [--keep]

FIGURES is what tools/eval wrote of the sets for selection. It fails where F1 of a set, or of a part of one, is below
that of gates.json by more than chance moves it when nothing but the order of the data changes. With --keep
the figures are written there instead, to be committed with the models that they are of.
"""

import argparse
import json
import pathlib
import sys

GATES = pathlib.Path(__file__).with_name("gates.json")

# How far F1 of a set may fall, and of a part of one, which has fewer pages.
SET, PART = 0.001, 0.01


def figures(path):
    """Return F1 of what the service returns, by the names of sets and of their parts."""
    found = {}
    for judged in json.loads(pathlib.Path(path).read_text(encoding="utf-8"))["sets"]:
        quarry = judged["ways"][0]
        found[judged["set"]] = round(quarry["f1"], 4)
        for part, of in quarry.get("groups", {}).items():
            found[f"{judged['set']}: {part}"] = round(of["f1"], 4)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("figures")
    parser.add_argument("--keep", action="store_true")
    asked = parser.parse_args()
    now = figures(asked.figures)
    if asked.keep:
        GATES.write_text(json.dumps(now, indent=2) + "\n", encoding="utf-8")
        return
    fallen = False
    for name, before in json.loads(GATES.read_text(encoding="utf-8")).items():
        below = name not in now or round(before - now[name], 4) > (PART if ": " in name else SET)
        fallen |= below
        print(f"{name:24} {before:.4f} {now.get(name, 0):.4f} {'has fallen' if below else ''}".rstrip())
    if fallen:
        sys.exit("gates: a set has fallen: undo the change, or say in gates.json and docs/extraction.md why it may")


if __name__ == "__main__":
    main()
