"""What the runs of clients for Python share: the service, what a call costs, and the lines of the tables."""

import json
import os
import sys
import traceback
import urllib.request

URL, TOKEN = os.environ["QUARRY_URL"], os.environ["QUARRY_TOKEN"]
ARTICLE, WALL, COMPANY = "http://article.test/", "http://wall.test/", "http://company.test/"
HEADING = "Measuring the tide"


def balance():
    """What is left, as the API itself says."""
    request = urllib.request.Request(URL + "/v1/public/balance", headers={"Authorization": "Bearer " + TOKEN})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["data"]["balance"]


def refused(kind, call, *args, **kwargs):
    """The error of a call that has to be refused, and costs nothing."""
    before = balance()
    try:
        got = call(*args, **kwargs)
    except kind as e:
        assert balance() == before, "a call that was refused was charged"
        return e
    raise AssertionError(f"got {got}, want {kind.__name__}")


def run(tables):
    """Runs every check and writes the lines of the table; exits with 1 when one failed."""
    failed = False
    for client, version, methods in tables:
        for name, check in methods.items():
            outcome = "works"
            try:
                check()
            except Exception:  # whatever it is, the others are tried
                outcome, failed = "fails", True
                print(f"{client} {name}:\n{traceback.format_exc()}", file=sys.stderr)
            print("\t".join([client, version, name, outcome]), flush=True)
    sys.exit(1 if failed else 0)
