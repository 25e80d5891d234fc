// The client against what stands between it and the service, and against answers that it did not expect.
import assert from "node:assert/strict";
import { test } from "node:test";

import { NetworkError, Quarry, QuarryError } from "../dist/index.js";

const queued = '{"data":{"jobId":"job_1","status":"queued"}}';
const foreign = {
  message: '{"message":"proxy"}',
  error: '{"error":{"code":"proxy","message":"log in"}}',
  null: '{"data":null}',
  text: '{"data":"proxy"}',
  "empty object": '{"data":{}}',
  deep: `${'{"data":'.repeat(1e6)}1${"}".repeat(1e6)}`,
  "deep list": `{"data":${"[".repeat(1e6)}${"]".repeat(1e6)}}`,
};

/** A client of a service that answers what creates with one body, and reads with another. */
function answering(created, read, type = "application/json") {
  const headers = { "Content-Type": type, "Retry-After": "0" };
  const fetch = async (request) => {
    const body = request.method === "POST" ? created : read;
    return new Response(typeof body === "string" ? body : JSON.stringify(body), { headers });
  };
  return new Quarry({ baseUrl: "http://quarry.test", token: "t", attempts: 2, outageMs: 0, deadlineMs: 20_000, fetch });
}

async function all(list) {
  const found = [];
  for await (const item of list) found.push(item);
  return found;
}

for (const [name, body] of Object.entries(foreign)) {
  test(`a foreign object is no answer: ${name}`, { concurrency: true }, async () => {
    const idempotencyKey = "ts-foreign";
    const url = { body: { url: "a" }, idempotencyKey };
    const made = { data: { batchId: "batch_1", jobs: [] } };
    for (const [call, known, lost] of [
      ["call", [idempotencyKey, undefined, undefined], () => answering(body, body).scrape(url)],
      ["poll", [idempotencyKey, "job_1", undefined], () => answering(queued, body).scrape(url)],
      ["batch", [idempotencyKey, undefined, "batch_1"], () => answering(made, body).batch({ body: { urls: ["a"] }, idempotencyKey })],
      ["wait for a batch", [undefined, undefined, "batch_1"], () => answering("", body).waitBatch("batch_1")],
    ]) {
      await assert.rejects(lost(), (error) => {
        assert.ok(error instanceof NetworkError, `${call}: got ${error}, want a NetworkError`);
        assert.deepEqual([error.attempts, error.idempotencyKey, error.jobId, error.batchId], [2, ...known], call);
        return true;
      });
    }
    await assert.rejects(all(answering("", body).jobs()), QuarryError);
  });
}

test("a crawl is no job", async () => {
  const made = await answering({ data: { crawlId: "crawl_1", status: "running" } }, "").crawl({ body: { url: "a" } });
  assert.equal(made.id, "crawl_1");
  await assert.rejects(answering(queued, "").crawl({ body: { url: "a" } }), NetworkError);
});

test("results are not held to data", async () => {
  const answer = await answering("", { title: "Tide" }).getJobResult({ path: { jobId: "job_1" } });
  assert.deepEqual(answer, { title: "Tide" });
});

test("pages instead of streams", async () => {
  await assert.rejects(all(answering("", "<html>Log in to this network.</html>", "text/html").jobEvents("job_1")), (error) => {
    assert.ok(error instanceof NetworkError, `got ${error}, want a NetworkError`);
    assert.deepEqual([error.attempts, error.jobId], [2, "job_1"]);
    return true;
  });
});

test("a batch with refused entries", async () => {
  const refused = { url: "nowhere", error: { code: "invalid_url", message: "no URL" } };
  const job = { url: "http://article.test/", jobId: "job_1" };
  const counts = { succeeded: 1, failed: 0, cancelled: 0, queued: 0, running: 0 };
  const created = { data: { batchId: "batch_1", jobs: [job, refused] } };
  const read = { data: { status: "finished", counts, jobs: [refused, { ...job, status: "succeeded" }] } };
  const items = await answering(created, read).batch({ body: { urls: [job.url, "nowhere"] } });
  assert.deepEqual(items.map(({ status, error }) => status ?? error.code), ["succeeded", "invalid_url"]);
});

test("lists by their names", async () => {
  const done = { jobId: "job_1", status: "succeeded" };
  const listed = (data) => {
    const client = answering({ data }, "");
    return all(client.items((page) => client.scrapeAds({ body: { companyName: "a", ...page } })));
  };
  for (const name of ["items", "creatives", "results"]) {
    assert.deepEqual(await listed({ ...done, result: { [name]: [1, 2], archives: [3] } }), [1, 2], name);
  }
  for (const result of [{ archives: [] }, { creatives: [], advertisers: [] }, undefined, { items: null }]) {
    await assert.rejects(listed({ ...done, result }), QuarryError);
  }
});
