// The client against a service that loses the first answer to each call: tools/clients/test.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";

import { ApiError, NetworkError, Quarry } from "../dist/index.js";

const skip = process.env.QUARRY_URL ? false : "run by make clients-test";
const quarry = skip ? undefined : new Quarry();
const page = "http://article.test/";
const balance = async () => (await quarry.getBalance()).data.balance;

test("lost answers charge once", { skip }, async () => {
  const before = await balance();
  const { data: job } = await quarry.scrape({ body: { url: page, fresh: true } });
  assert.equal(job.status, "succeeded");
  assert.equal(before - (await balance()), 1);
});

test("calls wait for the end", { skip }, async () => {
  const { data: job } = await quarry.scrape({ body: { url: page, fresh: true, waitTimeoutMs: 0 } });
  assert.equal(job.status, "succeeded");
  assert.ok(job.result);
});

test("wait for a job", { skip }, async () => {
  const { data: made } = await quarry.scrape({ body: { url: page, fresh: true, wait: false } });
  const { data: job } = await quarry.waitJob(made.jobId);
  assert.deepEqual([job.jobId, job.status], [made.jobId, "succeeded"]);
});

test("the caller's key", { skip }, async () => {
  const idempotencyKey = randomUUID();
  const first = await quarry.scrape({ idempotencyKey, body: { url: page } });
  const second = await quarry.scrape({ headers: { "Idempotency-Key": idempotencyKey }, body: { url: page, fresh: true } });
  assert.equal(second.data.jobId, first.data.jobId);
});

test("errors have codes", { skip }, async () => {
  await assert.rejects(quarry.scrape({ body: { url: "http://127.0.0.1/" } }), (error) => {
    assert.ok(error instanceof ApiError);
    assert.deepEqual([error.status, error.jobId, error.field], [400, undefined, "url"]);
    assert.ok(error.remedy && error.requestId && error.idempotencyKey);
    return true;
  });
  await assert.rejects(quarry.scrape({ body: { url: "http://wall.test/" } }), (error) => {
    assert.ok(error instanceof ApiError);
    assert.equal(error.code, "upstream_blocked");
    assert.ok(error.jobId);
    return true;
  });
});

test("calls that may act twice", { skip }, async () => {
  const { data } = await quarry.registerEndpoint({ body: { url: `https://example.com/${randomUUID()}` } });
  const rotated = quarry.rotateEndpointSecret({ path: { endpointId: data.endpoint.id }, body: {} });
  await assert.rejects(rotated, (error) => {
    assert.ok(error instanceof NetworkError);
    assert.deepEqual([error.attempts, error.idempotencyKey], [1, undefined]);
    return true;
  });
});

test("pages", { skip }, async () => {
  for (const url of [page, `${page}a`, `${page}b`]) await quarry.scrape({ body: { url, wait: false } });
  for (const list of [quarry.requests({ limit: 1 }), quarry.jobs({ limit: 1 })]) {
    const seen = new Set();
    for await (const item of list) if (seen.add(item.jobId).size === 3) break;
    assert.equal(seen.size, 3);
  }
});

test("pages of a call", { skip }, async () => {
  const seen = new Set();
  const found = quarry.items((page) => quarry.scrapeHnSearch({ body: { query: "tide", limit: 2, ...page } }));
  for await (const item of found) seen.add(item.externalId);
  assert.equal(seen.size, 5);
});

test("a batch", { skip }, async () => {
  const seen = [];
  const idempotencyKey = randomUUID();
  const urls = [page, "http://127.0.0.1/", "http://wall.test/", "http://feed.test/", page];
  const body = { urls, format: "metadata", fresh: true };
  const items = await quarry.batch({ body, idempotencyKey, onProgress: (progress) => seen.push(progress) });
  assert.deepEqual(items.map((item) => item.url), urls);
  assert.deepEqual(
    items.map((item) => item.error?.code ?? item.result?.finalUrl),
    [page, "invalid_url", "upstream_blocked", "http://feed.test/", page],
  );
  const { batchId, ...last } = seen.at(-1);
  assert.deepEqual(last, { status: "finished", done: 4, total: 4 });
  const grown = await quarry.batch({ body: { ...body, urls: [...urls, `${page}?new`] }, idempotencyKey });
  assert.deepEqual([grown[0].jobId, grown[5].error], [items[0].jobId, undefined]);
  assert.ok(grown[5].result);
  assert.equal((await Array.fromAsync?.(quarry.batchJobs(batchId)))?.length ?? 5, 5);
  assert.equal((await quarry.waitBatch(batchId)).data.status, "finished");
});
