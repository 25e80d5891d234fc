// A receiver of events for the runs in JavaScript: it checks each as Firecrawl's documentation has receivers check them, and keeps it.
import assert from "node:assert/strict";
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const api = `${process.env.QUARRY_URL}/v1/public`;
const headers = { Authorization: `Bearer ${process.env.QUARRY_TOKEN}`, "Content-Type": "application/json" };

// receiving registers where events are to be posted, has use make calls that name it, and returns the events when there are so many.
// The first answer is lost, after which the same event has to come again. Events come in no order.
export async function receiving(count, use) {
  const url = `http://${process.env.HOOK_HOST}/javascript`;
  const registered = await fetch(`${api}/webhooks/endpoints`, { method: "POST", headers, body: JSON.stringify({ url }) }).then((r) => r.json());
  const secret = registered.data.endpoint.signingSecret;
  const [events, faults] = [new Map(), []];
  let [all, lost] = [];
  const enough = new Promise((resolve, reject) => {
    all = resolve;
    setTimeout(() => reject(new Error(`got ${[...events.values()].map((e) => e.type)} within 60 seconds, want ${count}; faults ${faults}`)), 60_000).unref();
  });
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    const [algorithm, given] = (request.headers["x-firecrawl-signature"] ?? "").split("=");
    const wanted = createHmac("sha256", secret).update(body).digest();
    if (algorithm !== "sha256" || !timingSafeEqual(Buffer.from(given, "hex"), wanted)) {
      faults.push(`signature ${request.headers["x-firecrawl-signature"]}`);
      return response.writeHead(401).end();
    }
    const event = JSON.parse(body);
    if (!lost) {
      lost = event.webhookId;
      return request.socket.destroy();
    }
    events.set(event.webhookId, event);
    response.writeHead(200).end("ok");
    if (events.size >= count) all();
  });
  await new Promise((ready) => server.listen(Number(process.env.HOOK_PORT), "127.0.0.1", ready));
  try {
    await use(url);
    await enough;
  } finally {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
  assert.deepEqual(faults, []);
  assert.ok(events.has(lost), "the event whose answer was lost comes again");
  return [...events.values()];
}
