// The client in all sorts of trouble that tools/clients/lossy makes: what is thrown, and after how long.
import assert from "node:assert/strict";
import { test } from "node:test";

import { AbortError, ApiError, NetworkError, Quarry, QuarryError, TimeoutError } from "../dist/index.js";

const options = { skip: process.env.QUARRY_URL ? false : "run by make clients-test", concurrency: true };
const page = "http://article.test/";
const inTrouble = (trouble, more = {}) =>
  new Quarry({ baseUrl: `${process.env.QUARRY_URL}/~${trouble}`, attempts: 2, outageMs: 0, deadlineMs: 60_000, ...more });

/** Returns what a call throws, which has to be of a class. */
async function thrown(call, of) {
  const error = await call.then(
    () => assert.fail(`got an answer, want a ${of.name}`),
    (error) => error,
  );
  assert.ok(error instanceof of && error instanceof QuarryError, `got ${error}, want a ${of.name}`);
  return error;
}

for (const trouble of ["lost", "cut", "page"]) {
  test(`all answers ${trouble}`, options, async () => {
    const error = await thrown(inTrouble(trouble).scrape({ body: { url: page, fresh: true } }), NetworkError);
    assert.equal(error.attempts, 2);
    assert.ok(error.idempotencyKey && error.message.includes(error.idempotencyKey), error.message);
  });
}

test("ask again after all answers were lost", options, async () => {
  const body = { url: page, fresh: true };
  const { idempotencyKey } = await thrown(inTrouble("lost").scrape({ body }), NetworkError);
  const { data: job } = await inTrouble("none").scrape({ body, idempotencyKey });
  assert.deepEqual([job.status, job.meta.idempotency.bodyMatched], ["succeeded", true]);
});

test("polls lost", options, async () => {
  const client = inTrouble("orphan");
  const { jobId, idempotencyKey } = await thrown(client.scrape({ body: { url: page, fresh: true, waitTimeoutMs: 0 } }), NetworkError);
  assert.ok(idempotencyKey);
  assert.equal((await inTrouble("none").waitJob(jobId)).data.status, "succeeded");
  const error = await thrown(client.batch({ body: { urls: [page] } }), NetworkError);
  assert.ok(error.batchId && error.idempotencyKey);
});

test("nobody there", options, async () => {
  const error = await thrown(new Quarry({ baseUrl: "http://127.0.0.1:1", token: "t", attempts: 2 }).getBalance(), NetworkError);
  assert.match(error.message, /2 attempts/);
});

for (const trouble of ["stall", "trickle"]) {
  test(`silence: ${trouble}`, options, async () => {
    const body = { url: page };
    assert.ok((await thrown(inTrouble(trouble, { timeoutMs: 300 }).scrape({ body }), NetworkError)).idempotencyKey);
    const begun = Date.now();
    assert.ok((await thrown(inTrouble(trouble).scrape({ body, deadlineMs: 500 }), TimeoutError)).idempotencyKey);
    assert.ok((await thrown(inTrouble(trouble).scrape({ body, signal: AbortSignal.timeout(300) }), TimeoutError)).idempotencyKey);
    assert.ok((await thrown(inTrouble(trouble).scrape({ body, signal: AbortSignal.abort() }), AbortError)).idempotencyKey);
    const controller = new AbortController();
    setTimeout(() => controller.abort("enough"), 300);
    const error = await thrown(inTrouble(trouble).scrape({ body, signal: controller.signal }), AbortError);
    assert.equal(error.cause, "enough");
    assert.ok(Date.now() - begun < 10_000);
  });
}

test("a gateway", options, async () => {
  const { code, retryable, status } = await thrown(inTrouble("gateway").getBalance(), ApiError);
  assert.deepEqual({ code, retryable, status }, { code: "http_502", retryable: true, status: 502 });
});

test("Retry-After", options, async () => {
  const client = inTrouble("date");
  assert.equal((await client.scrape({ body: { url: page, fresh: true } })).data.status, "succeeded");
  assert.ok((await client.getTokenInfo()).data);
});

test("Retry-After is bounded", options, async () => {
  const client = inTrouble("later", { attempts: 5, deadlineMs: 1e7 });
  const signal = AbortSignal.timeout(20_000);
  for (const call of [() => client.scrape({ body: { url: page }, signal }), () => client.getBalance({ signal })]) {
    const { code, retryAfter, requestId } = await thrown(call(), ApiError);
    assert.deepEqual({ code, retryAfter, requestId }, { code: "rate_limited", retryAfter: 3600, requestId: "req_proxy" });
  }
});

test("polls are not busy", options, async () => {
  const seen = [];
  const call = { body: { url: page }, idempotencyKey: "ts-eager", deadlineMs: 2000, onProgress: (progress) => seen.push(progress) };
  const { jobId, idempotencyKey } = await thrown(inTrouble("eager").scrape(call), TimeoutError);
  assert.deepEqual([jobId, idempotencyKey], ["job_eager_ts-eager", "ts-eager"]);
  assert.deepEqual(seen.at(-1), { jobId, status: "running", done: 1, total: 3, stage: "pages" });
  const controller = new AbortController();
  const abort = () => controller.abort();
  assert.ok((await thrown(inTrouble("eager").waitJob("job_x", { signal: controller.signal, onProgress: abort }), AbortError)).jobId);
});

test("a cursor that leads to itself", options, async () => {
  await thrown(inTrouble("stuck").jobs().next(), QuarryError);
});

test("streams go on after they broke", options, async () => {
  const client = inTrouble("broken");
  const { data: batch } = await client.scrapeBatch({ body: { urls: [page, "http://wall.test/", "http://feed.test/"], fresh: true } });
  const events = [];
  for await (const event of client.batchEvents(batch.batchId)) events.push(event);
  const ended = events.filter(({ type }) => type.startsWith("job.")).map(({ data }) => data.jobId);
  assert.deepEqual(ended.sort(), batch.jobs.map(({ jobId }) => jobId).sort());
  assert.equal(events.at(-1).type, "batch.finished");
  let last;
  for await (const event of client.jobEvents(ended[0])) last = event;
  assert.match(last.type, /^job\.(succeeded|failed)$/);
  for await (const event of client.jobEvents(ended[0], { last: last.id })) assert.fail(`got ${event.type} after the last event`);
});

test("streams that cannot be", options, async () => {
  const first = (trouble, more) => inTrouble(trouble).jobEvents("job_none", more).next();
  assert.equal((await thrown(first("none"), ApiError)).code, "job_not_found");
  assert.equal((await thrown(first("lost"), NetworkError)).jobId, "job_none");
  await thrown(first("stall", { deadlineMs: 500 }), TimeoutError);
  await thrown(first("stall", { signal: AbortSignal.abort() }), AbortError);
});

test("misuse", options, async () => {
  for (const idempotencyKey of ["", "ключ", "a\nb"]) {
    await assert.rejects(inTrouble("none").scrape({ body: { url: page }, idempotencyKey }), TypeError);
  }
  assert.throws(() => new Quarry({ baseUrl: "example.com", token: "t" }), TypeError);
});

test("calls without what they need", async () => {
  const fetch = () => assert.fail("got a request, want none");
  const client = new Quarry({ baseUrl: "http://quarry.test", token: "t", fetch });
  const calls = [() => client.scrape(page), () => client.scrape({ url: page }), () => client.scrape(), () => client.crawl({ url: page }), () => client.batch([page])];
  for (const call of calls) await assert.rejects(async () => call(), { name: "TypeError", message: /call with \{ body: / });
  for (const call of [() => client.getJob({ path: { jobId: "" } }), () => client.getJob({}), () => client.getJob()]) {
    await assert.rejects(async () => call(), { name: "TypeError", message: /call with \{ path: \{ jobId: / });
  }
  const ids = [() => client.crawlHandle(""), () => client.waitJob(""), () => client.waitBatch(""), () => client.jobEvents("").next(), () => client.batchEvents("").next()];
  for (const call of ids) await assert.rejects(async () => call(), { name: "TypeError", message: /the id of a \w+ is empty/ });
});

test("events that arrive in pieces", async () => {
  const sent =
    "retry: 1000\r\n\r\n: still here\n\nid: 1\nevent: job.running\ndata: {\"jobId\":\ndata: \"\u0085\u2028🌊\"}\n\nid: 2\nevent: job.failed\ndata: {}\n\n";
  const body = () => ReadableStream.from(Array.from(new TextEncoder().encode(sent), (byte) => Uint8Array.of(byte)));
  const headers = { "Content-Type": "text/event-stream; charset=utf-8" };
  const events = [];
  const client = new Quarry({ baseUrl: "http://quarry.test", token: "t", fetch: async () => new Response(body(), { headers }) });
  for await (const event of client.jobEvents("job_1")) events.push(event);
  assert.deepEqual(events, [
    { id: "1", type: "job.running", data: { jobId: "\u0085\u2028🌊" } },
    { id: "2", type: "job.failed", data: {} },
  ]);
});
