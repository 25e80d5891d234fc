// Crawls, against a service in the trouble that tools/clients/lossy makes, and against servers that are at fault.
import assert from "node:assert/strict";
import { test } from "node:test";

import { ApiError, NetworkError, Quarry, QuarryError } from "../dist/index.js";

const options = { skip: process.env.QUARRY_URL ? false : "run by make clients-test", concurrency: true };
const inTrouble = (trouble) => new Quarry({ baseUrl: `${process.env.QUARRY_URL}${trouble}`, attempts: 2 });
const maze = (limit, more = {}) => ({ body: { url: "http://maze.test/", limit, sitemap: "skip", format: "metadata", ...more } });

async function all(list) {
  const found = [];
  for await (const item of list) found.push(item);
  return found;
}

const numbers = async (pages) => (await all(pages)).map(({ number }) => number).sort((a, b) => a - b);

for (const [trouble, limit] of [["", 12], ["/~flaky", 12], ["/~broken", 2]]) {
  test(`a crawl ${trouble}`, options, async () => {
    const client = inTrouble(trouble);
    const crawl = await client.crawl(maze(limit));
    let last;
    const now = await crawl.wait({ onProgress: (progress) => (last = progress) });
    assert.deepEqual([now.status, now.truncatedBy], ["finished", "limit"]);
    assert.deepEqual(last, { crawlId: crawl.id, status: "finished", done: limit, total: limit });
    assert.equal(now.creditsCharged - now.creditsRefunded, now.counts.succeeded);
    const want = Array.from({ length: limit }, (_, n) => n + 1);
    const again = client.crawlHandle(crawl.id);
    assert.deepEqual(await numbers(again), want, "all");
    assert.deepEqual(await numbers(again.pages({ limit: 5 })), want, "pages");
    assert.deepEqual(await numbers(again.lines()), want, "lines");
    for (const page of await all(again.pages({ status: "succeeded", results: true }))) {
      assert.ok(page.status === "succeeded" && page.result, JSON.stringify(page));
    }
    assert.ok((await all(client.crawls({ limit: 2 }))).some(({ crawlId }) => crawlId === crawl.id));
    assert.equal((await all(again.events())).at(-1).type, "crawl.finished");
  });
}

test("a crawl is cancelled and resumed", options, async () => {
  const crawl = await inTrouble("").crawl(maze(12, { delayMs: 60_000 }));
  await crawl.cancel();
  assert.equal((await crawl.wait()).status, "cancelled");
  assert.equal((await crawl.resume()).status, "running");
  assert.equal((await crawl.cancel()).crawlId, crawl.id);
});

test("a crawl that fails", options, async () => {
  const client = inTrouble("");
  const crawl = await client.crawl({ body: { url: "http://wall.test/" } });
  for (const [call, code, crawlId] of [
    [() => crawl.wait(), "upstream_blocked", crawl.id],
    [() => all(crawl), "upstream_blocked", crawl.id],
    [() => client.crawlHandle("crl_none").status(), "crawl_not_found", "crl_none"],
  ]) {
    await assert.rejects(call(), (error) => {
      assert.ok(error instanceof ApiError, `got ${error}`);
      assert.deepEqual([error.code, error.crawlId], [code, crawlId]);
      return true;
    });
  }
});

const finished = { crawlId: "crl_1", status: "finished", counts: { total: 3, succeeded: 3, failed: 0, cancelled: 0 } };
const line = (number, more = {}) => ({ number, url: `http://a.test/${number}`, jobId: `job_${number}`, status: "succeeded", ...more });
const answer = (data) => new Response(JSON.stringify({ data }));

/** A crawl of a service that answers by path; what is not there is a finished crawl of 3 pages. */
function ofCrawl(routes) {
  const fetch = async (request) => {
    const path = new URL(request.url).pathname.replace("/v1/public/crawl/crl_1", "");
    return request.method === "GET" && routes[path] ? routes[path](request) : answer(finished);
  };
  return new Quarry({ baseUrl: "http://quarry.test", token: "t", attempts: 3, outageMs: 0, deadlineMs: 20_000, fetch }).crawlHandle("crl_1");
}

test("pages that no event is about", async () => {
  const event = (id, type, data) => `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
  const cut = line(2, { resultTruncated: true, result: { markdown: "the" } });
  const sent = [event(1, "crawl.page", cut), event(2, "crawl.progress", finished), event(3, "crawl.page", line(1)), event(4, "crawl.finished", finished)];
  const crawl = ofCrawl({
    "/events": () => new Response(sent.join(""), { headers: { "Content-Type": "text/event-stream" } }),
    "/pages": () => answer({ items: [line(1), cut, line(3)], exhausted: true }),
    "/v1/public/jobs/job_2/result": () => new Response('{"markdown":"the whole of it"}'),
  });
  assert.deepEqual(
    (await all(crawl)).map(({ number, result }) => [number, result?.markdown]),
    [[2, "the whole of it"], [1, undefined], [3, undefined]],
  );
});

test("a crawl that is cut short by credits ends with an error, behind its pages", async () => {
  const short = { ...finished, truncatedBy: "credits" };
  const crawl = ofCrawl({
    "": () => answer(short),
    "/events": () => new Response(`event: crawl.finished\ndata: ${JSON.stringify(short)}\n\n`, { headers: { "Content-Type": "text/event-stream" } }),
    "/pages": () => answer({ items: [line(1), line(2), line(3)], exhausted: true }),
  });
  const found = [];
  await assert.rejects(
    async () => {
      for await (const page of crawl.all({ last: 1 })) found.push(page.number);
    },
    (error) => error instanceof ApiError && error.code === "insufficient_credits" && error.crawlId === "crl_1",
  );
  assert.deepEqual([found, (await crawl.wait()).truncatedBy], [[2, 3], "credits"]);
});

test("lines are streamed", async () => {
  let links = 0;
  let go;
  const next = new Promise((resolve) => (go = resolve));
  const text = (...lines) => new TextEncoder().encode(lines.map((one) => (typeof one === "string" ? one : `${JSON.stringify(one)}\n`)).join(""));
  const crawl = ofCrawl({
    "/export": () => answer({ items: [{ first: 1, last: 3, bytes: 9, url: `http://files.test/${++links}` }], exhausted: true }),
    "/1": (request) => {
      assert.equal(request.headers.get("Authorization"), null, "the token is for the service alone");
      const body = async function* () {
        yield text(line(1), '{"numb');
        await next; // which comes when the first line was yielded
        throw new Error("broken off");
      };
      return new Response(ReadableStream.from(body()));
    },
    "/2": () => new Response(text(line(1), line(2), line(3))),
  });
  const got = [];
  for await (const { number } of crawl.lines()) {
    got.push(number);
    if (number === 1) go();
  }
  assert.deepEqual([got, links], [[1, 2, 3], 2]);
});

test("files that cannot be read", async () => {
  const link = () => answer({ items: [{ first: 1, last: 3, bytes: 9, url: "http://files.test/file" }], exhausted: true });
  for (const [name, file] of Object.entries({
    gone: () => new Response("", { status: 404 }),
    "a page": () => new Response("<html>Log in to this network.</html>"),
    "too few": () => new Response(`${JSON.stringify(line(1))}\n`),
    "cut line": () => new Response(`${JSON.stringify(line(1))}\n{"numb`),
  })) {
    await assert.rejects(all(ofCrawl({ "/export": link, "/file": file }).lines()), (error) => {
      assert.ok(error instanceof NetworkError, `${name}: got ${error}`);
      assert.deepEqual([error.attempts, error.crawlId], [3, "crl_1"], name);
      return true;
    });
  }
});

const circle = { "": "a", a: "b", b: "a" };
for (const [name, list, good] of [
  ["null", () => ({ items: null, jobs: null, exhausted: true }), false],
  ["text", () => ({ items: "none", jobs: "none", exhausted: true }), false],
  ["circle", (cursor) => ({ items: [], jobs: [], nextCursor: circle[cursor], exhausted: false }), false],
  ["exhausted and a cursor", () => ({ items: [], jobs: [], nextCursor: "a", exhausted: true }), true],
  ["empty cursor", () => ({ items: [], jobs: [], nextCursor: "", exhausted: false }), true],
]) {
  test(`a list of a faulty service: ${name}`, { timeout: 20_000 }, async () => {
    const counts = { succeeded: 0, failed: 0, cancelled: 0, queued: 0, running: 0 };
    const fetch = async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (request.method === "POST") return answer({ batchId: "batch_1", jobs: [] });
      if (/crl_1$/.test(pathname)) return answer(finished);
      const waits = searchParams.get("limit") === "1";
      return answer(waits ? { status: "finished", counts, jobs: [] } : list(searchParams.get("cursor") ?? ""));
    };
    const client = new Quarry({ baseUrl: "http://quarry.test", token: "t", attempts: 1, outageMs: 0, fetch });
    for (const [of, read] of Object.entries({
      jobs: () => all(client.jobs()),
      crawls: () => all(client.crawls()),
      batches: () => all(client.batches()),
      "jobs of a batch": () => all(client.batchJobs("batch_1")),
      batch: () => client.batch({ body: { urls: ["a"] } }),
      "pages of a crawl": () => all(client.crawlHandle("crl_1").pages()),
    })) {
      if (good) assert.deepEqual(await read(), [], of);
      else await assert.rejects(read(), QuarryError, of);
    }
  });
}
