"""A receiver of events for the runs in Python: it checks each as Firecrawl's documentation has receivers check them, and keeps it."""

import contextlib
import hashlib
import hmac
import http.server
import json
import os
import threading
import urllib.request

API = os.environ["QUARRY_URL"] + "/v1/public"
HEADERS = {"Authorization": "Bearer " + os.environ["QUARRY_TOKEN"], "Content-Type": "application/json"}


@contextlib.contextmanager
def receiving():
    """Registers where events are to be posted, and gives its address and a function that waits for so many events, which come in no order."""
    url = f"http://{os.environ['HOOK_HOST']}/python"
    request = urllib.request.Request(API + "/webhooks/endpoints", json.dumps({"url": url}).encode(), HEADERS)
    with urllib.request.urlopen(request) as answer:
        secret = json.load(answer)["data"]["endpoint"]["signingSecret"]
    events, faults, arrived = {}, [], threading.Condition()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            algorithm, _, given = self.headers.get("X-Firecrawl-Signature", "").partition("=")
            good = algorithm == "sha256" and hmac.compare_digest(given, hmac.new(secret.encode(), body, hashlib.sha256).hexdigest())
            with arrived:
                if good:
                    event = json.loads(body)
                    events[event["webhookId"]] = event
                else:
                    faults.append(dict(self.headers))
                arrived.notify_all()
            self.send_response(200 if good else 401)
            self.end_headers()

        def log_message(self, *_):
            """Says nothing."""

    def until(count):
        with arrived:
            assert arrived.wait_for(lambda: faults or len(events) >= count, 60), events
            assert not faults, faults
            return list(events.values())

    server = http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ["HOOK_PORT"])), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield url, until
    finally:
        server.shutdown()
        server.server_close()
