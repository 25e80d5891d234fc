// The client against a service that loses the first answer to each call: tools/clients/test.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Quarry, QuarryError } from "../dist/index.js";

const skip = process.env.QUARRY_URL ? false : "run by make clients-test";
const quarry = skip ? undefined : new Quarry();
const balance = async () => (await quarry.getBalance()).data.balance;

test("lost answers charge once", { skip }, async () => {
  const before = await balance();
  const { data: job } = await quarry.scrape({ body: { url: "http://article.test/", fresh: true } });
  assert.equal(job.status, "succeeded");
  assert.equal(before - (await balance()), 1);
});

test("calls wait for the end", { skip }, async () => {
  const { data: job } = await quarry.scrape({ body: { url: "http://article.test/", fresh: true, waitTimeoutMs: 0 } });
  assert.equal(job.status, "succeeded");
  assert.ok(job.result);
});

test("the caller's key", { skip }, async () => {
  const headers = { "Idempotency-Key": "typescript-key" };
  const first = await quarry.scrape({ headers, body: { url: "http://article.test/" } });
  const second = await quarry.scrape({ headers, body: { url: "http://article.test/", fresh: true } });
  assert.equal(second.data.jobId, first.data.jobId);
});

test("errors have codes", { skip }, async () => {
  await assert.rejects(quarry.scrape({ body: { url: "http://127.0.0.1/" } }), (error) => {
    assert.ok(error instanceof QuarryError);
    assert.deepEqual([error.status, error.jobId], [400, undefined]);
    return true;
  });
  await assert.rejects(quarry.scrape({ body: { url: "http://wall.test/" } }), (error) => {
    assert.ok(error instanceof QuarryError);
    assert.equal(error.code, "upstream_blocked");
    assert.ok(error.jobId);
    return true;
  });
});

test("Retry-After", { skip }, async () => {
  assert.ok((await quarry.getTokenInfo()).data);
});

test("calls without keys are not sent again", { skip }, async () => {
  const registered = quarry.registerEndpoint({ body: { url: "https://example.com/typescript" } });
  await assert.rejects(registered, (error) => !(error instanceof QuarryError));
});

test("pages", { skip }, async () => {
  for (const url of ["http://article.test/", "http://article.test/a", "http://article.test/b"]) {
    await quarry.scrape({ body: { url, wait: false } });
  }
  const seen = new Set();
  for await (const item of quarry.requests({ limit: 1 })) {
    seen.add(item.jobId);
    if (seen.size === 3) break;
  }
  assert.equal(seen.size, 3);
});
