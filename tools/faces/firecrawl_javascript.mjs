// Holds the face of Firecrawl to its own client for JavaScript: each method that is claimed, against the sample web.
import assert from "node:assert/strict";
import Firecrawl from "@mendable/firecrawl-js";
import FirecrawlOfV1 from "firecrawl-js-v1";
import { receiving } from "./receiver.mjs";

const apiUrl = process.env.QUARRY_URL;
const apiKey = process.env.QUARRY_TOKEN;
const app = new Firecrawl({ apiKey, apiUrl });
const article = "http://article.test/";
const wall = "http://wall.test/";
const few = { limit: 3, sitemap: "skip", scrapeOptions: { formats: ["markdown"] } };
const heading = /Measuring the tide/;
const left = async () => (await app.getCreditUsage()).remainingCredits;

// Recorded is a WebSocket that counts the documents that come by it; it is kept from the client until it is to be used.
const opened = [];
class Recorded extends globalThis.WebSocket {
  constructor(...of) {
    super(...of);
    this.documents = 0;
    this.addEventListener("message", (m) => { this.documents += JSON.parse(typeof m.data === "string" ? m.data : Buffer.from(m.data)).type === "document"; });
    opened.push(this);
  }
}
delete globalThis.WebSocket;

// refused holds a promise to an error of a status and returns it.
async function refused(promise, status, code) {
  const error = await promise.then(
    () => assert.fail("got an answer, want an error"),
    (e) => e,
  );
  assert.equal(error.status ?? error.statusCode, status, `${error.message}: status`);
  if (code) assert.equal(error.code, code, `${error.message}: code`);
  return error;
}

// watched waits for the end that a watcher says. Those of v1 start by themselves, and have events of browsers.
function watched(watcher) {
  const pages = [];
  const on = (name, hear) => (watcher.on ? watcher.on(name, hear) : watcher.addEventListener(name, (e) => hear(e.detail)));
  return new Promise((resolve, reject) => {
    on("document", (d) => pages.push(d));
    on("error", (e) => reject(new Error(e.error)));
    on("done", (end) => resolve({ ...end, pages }));
    watcher.start?.();
  });
}

const v2 = {
  async scrape() {
    const d = await app.scrape(article, { formats: ["markdown", "html", "rawHtml", "links", "images"] });
    assert.match(d.markdown, heading);
    assert.match(d.html, /<h2/);
    assert.match(d.rawHtml, /<html/i);
    assert.ok(d.links.length > 3 && d.links.every((l) => l.startsWith("http")), "links");
    assert.ok(d.images.length > 0, "images");
    assert.equal(d.metadata.statusCode, 200);
    assert.equal(d.metadata.sourceURL, article);
    assert.equal(d.metadata.language, "en-GB");
    assert.equal(d.metadata.creditsUsed, 1);
  },
  async "scrape (options)"() {
    const d = await app.scrape(article, {
      formats: ["markdown"], includeTags: ["h1"], headers: { "Accept-Language": "en" }, timeout: 20000, maxAge: 0, proxy: "stealth",
    });
    assert.match(d.markdown, heading);
    assert.ok(d.markdown.length < 200, "includeTags");
    assert.match(d.warning, /proxy has no effect/);
  },
  async "scrape (screenshot, actions)"() {
    const d = await app.scrape("http://app.test/", {
      formats: ["markdown", { type: "screenshot", fullPage: true }], mobile: true, waitFor: 100, actions: [{ type: "wait", milliseconds: 50 }, { type: "scroll", direction: "down" }],
    });
    assert.match(d.markdown, /Berths/);
    assert.match(d.screenshot, /^data:image\/png;base64,/);
  },
  async "scrape (a wall is an error and costs nothing)"() {
    const before = await left();
    const error = await refused(app.scrape(wall), 403, "SCRAPE_ALL_ENGINES_FAILED");
    assert.equal(error.details.code, "upstream_blocked");
    assert.equal(await left(), before);
  },
  async "scrape (what is not supported is named)"() {
    const before = await left();
    const error = await refused(app.scrape(article, { formats: ["summary"] }), 400, "BAD_REQUEST");
    assert.match(error.message, /formats\[0\]/);
    await refused(app.scrape(article, { actions: [{ type: "executeJavascript", script: "1" }] }), 400, "BAD_REQUEST");
    assert.equal(await left(), before);
  },
  async "scrape (a wrong key)"() {
    await refused(new Firecrawl({ apiKey: "fc-wrong", apiUrl }).scrape(article), 401);
  },
  async batchScrape() {
    const job = await app.batchScrape([article, "http://company.test/about", wall], { options: { formats: ["markdown"] }, pollInterval: 1 });
    assert.equal(job.status, "completed");
    assert.equal(job.total, 3);
    assert.equal(job.completed, 2);
    assert.equal(job.creditsUsed, 2);
    assert.equal(job.data.length, 2);
  },
  async "startBatchScrape, getBatchScrapeStatus, getBatchScrapeErrors"() {
    const urls = [article, wall, "http://company.test/about", "not a url"];
    const started = await app.startBatchScrape(urls, { options: { formats: ["links"] }, idempotencyKey: crypto.randomUUID() });
    assert.deepEqual(started.invalidURLs, ["not a url"]);
    let job;
    do job = await app.getBatchScrapeStatus(started.id); while (job.status === "scraping");
    assert.equal(job.data.length, 2);
    const first = await fetch(`${apiUrl}/v2/batch/scrape/${started.id}?limit=1`, { headers: { Authorization: `Bearer ${apiKey}` } }).then((r) => r.json());
    assert.equal(first.data.length, 1);
    assert.ok(first.next.startsWith(apiUrl), "next");
    const { errors } = await app.getBatchScrapeErrors(started.id);
    assert.ok(errors.some((e) => e.url === wall && /upstream_blocked/.test(e.error)), JSON.stringify(errors));
  },
  async "batchScrape (all walls is a failure)"() {
    const job = await app.batchScrape([wall], { pollInterval: 1 });
    assert.equal(job.status, "failed");
    assert.equal(job.creditsUsed, 0);
  },
  async "batchScrape (more than 50 URLs)"() {
    const job = await app.batchScrape(Array.from({ length: 60 }, (_, i) => `http://company.test/?n=${i}`), { options: { formats: ["links"] }, pollInterval: 1 });
    assert.equal(job.status, "completed");
    assert.equal(job.total, 60);
    assert.equal(job.data.length, 60);
  },
  async "startBatchScrape (the same key is the same batch)"() {
    const idempotencyKey = crypto.randomUUID();
    const [a, b] = [await app.startBatchScrape([article], { idempotencyKey }), await app.startBatchScrape([article], { idempotencyKey })];
    assert.equal(a.id, b.id);
  },
  async cancelBatchScrape() {
    const { id } = await app.startBatchScrape(Array.from({ length: 50 }, (_, i) => `http://trap.test/slow?n=${i}`));
    assert.equal(await app.cancelBatchScrape(id), true);
    assert.equal((await app.getBatchScrapeStatus(id)).status, "cancelled");
  },
  async crawl() {
    const job = await app.crawl("http://company.test/", { ...few, pollInterval: 1 });
    assert.equal(job.status, "completed");
    assert.equal(job.data.length, 3);
    assert.ok(job.data.every((d) => d.markdown && d.metadata.sourceURL), "documents");
    assert.equal(job.creditsUsed, 3);
  },
  async "startCrawl, getCrawlStatus, getCrawlErrors"() {
    const { id } = await app.startCrawl("http://company.test/", { includePaths: ["blog/.*"], excludePaths: ["^/de/.*$"], maxDiscoveryDepth: 2, limit: 4 });
    let job;
    do job = await app.getCrawlStatus(id); while (job.status === "scraping");
    assert.equal(job.status, "completed");
    assert.ok(job.data.slice(1).every((d) => d.metadata.sourceURL.includes("/blog")), job.data.map((d) => d.metadata.sourceURL).join());
    const { errors, robotsBlocked } = await app.getCrawlErrors(id);
    assert.ok(Array.isArray(errors) && Array.isArray(robotsBlocked));
  },
  async "crawl (a wall is a failure)"() {
    const job = await app.crawl(wall, { ...few, pollInterval: 1 });
    assert.equal(job.status, "failed");
    assert.equal(job.creditsUsed, 0);
  },
  async "getActiveCrawls, cancelCrawl"() {
    const { id } = await app.startCrawl("http://company.test/", { limit: 50, delay: 10 });
    assert.ok((await app.getActiveCrawls()).crawls.some((c) => c.id === id && c.teamId), "active");
    assert.equal(await app.cancelCrawl(id), true);
    assert.equal((await app.getCrawlStatus(id)).status, "cancelled");
  },
  async "watcher (by polling)"() {
    const { id } = await app.startBatchScrape([article]);
    const end = await watched(app.watcher(id, { kind: "batch", pollInterval: 1, timeout: 30 }));
    assert.equal(end.status, "completed");
    assert.equal(end.pages.length, 1);
    const crawl = await app.startCrawl("http://company.test/", few);
    assert.equal((await watched(app.watcher(crawl.id, { kind: "crawl", pollInterval: 1, timeout: 30 }))).status, "completed");
  },
  async "watcher (by WebSocket)"() {
    globalThis.WebSocket = Recorded;
    const { id } = await app.startBatchScrape([article, "http://company.test/"]);
    const end = await watched(app.watcher(id, { kind: "batch", timeout: 30 }));
    assert.equal(end.status, "completed");
    assert.equal(end.pages.length, 2);
    const crawl = await app.startCrawl("http://company.test/", few);
    const ended = await watched(app.watcher(crawl.id, { kind: "crawl", timeout: 30 }));
    assert.equal(ended.status, "completed");
    assert.equal(ended.pages.length, ended.completed);
    const walls = await app.startBatchScrape([wall]);
    assert.equal((await watched(app.watcher(walls.id, { kind: "batch", timeout: 30 }))).status, "failed");
    assert.deepEqual(opened.map((o) => o.documents), [2, ended.completed, 0], "documents that came by WebSocket");
    await assert.rejects(watched(app.watcher("crl_none", { kind: "crawl", timeout: 1 })), /The crawl was not found/);
  },
  async "startCrawl, startBatchScrape (webhooks, an answer is lost)"() {
    const [metadata, made, before] = [{ run: "7" }, {}, await left()];
    const events = await receiving(10, async (url) => {
      made.crawl = (await app.startCrawl("http://company.test/", { ...few, webhook: { url, metadata, events: ["started", "page", "completed"] } })).id;
      made.batch = (await app.startBatchScrape([article, wall], { options: { formats: ["markdown"] }, webhook: { url, metadata } })).id;
      made.failed = (await app.startCrawl(wall, { ...few, webhook: { url, metadata, events: ["completed", "failed"] } })).id;
    });
    const of = (id, type) => events.filter((e) => e.id === id && e.type === type);
    assert.equal(of(made.crawl, "crawl.started").length, 1);
    const pages = of(made.crawl, "crawl.page");
    assert.equal(pages.length, 3);
    assert.ok(pages.every((e) => e.success && e.data[0].markdown && e.data[0].metadata.statusCode === 200), JSON.stringify(pages));
    assert.equal(of(made.crawl, "crawl.completed").length, 1);
    assert.equal(of(made.batch, "batch_scrape.started").length, 1);
    assert.deepEqual(of(made.batch, "batch_scrape.page").map((e) => [e.success, e.data[0].metadata.sourceURL]).sort(), [[false, wall], [true, article]]);
    assert.equal(of(made.batch, "batch_scrape.completed").length, 1);
    assert.deepEqual(events.filter((e) => e.id === made.failed).map((e) => [e.type, e.success]), [["crawl.failed", false]]);
    assert.equal(events.length, 10);
    assert.ok(events.every((e) => e.metadata.run === "7" && e.webhookId && Array.isArray(e.data)), "members");
    assert.equal(before - (await left()), 4);
  },
  async "startCrawl (webhook.headers is refused by name)"() {
    const error = await refused(app.startCrawl(article, { webhook: { url: "http://mine.test/", headers: { Authorization: "x" } } }), 400, "BAD_REQUEST");
    assert.match(error.message, /webhook\.headers/);
    assert.match((await refused(app.startCrawl(article, { webhook: "http://127.0.0.1/" }), 400, "BAD_REQUEST")).message, /webhook\.url/);
  },
  async map() {
    const { links } = await app.map("http://company.test/", { search: "blog", limit: 3 });
    assert.ok(links.length > 0 && links.length <= 3 && links.every((l) => l.url.includes("blog")), JSON.stringify(links));
  },
  async search() {
    const found = await app.search("river gauges", { limit: 3, sources: ["web", "news"] });
    assert.ok(found.web.length > 0 && found.web[0].url && found.web[0].title, "web");
    assert.ok(Array.isArray(found.news), "news");
  },
  async "search (with contents)"() {
    const found = await app.search("river gauges", { limit: 2, scrapeOptions: { formats: ["markdown"] } });
    assert.ok(found.web.some((d) => d.markdown && d.metadata.statusCode === 200), "markdown");
  },
  async "search (markdown and links)"() {
    const before = await left();
    const found = await app.search("river gauges", { limit: 2, scrapeOptions: { formats: ["markdown", "links"], includeTags: ["main"] } });
    assert.ok(found.web.length > 0, "results");
    for (const d of found.web) {
      assert.ok(d.url && d.title && d.markdown && d.links.length > 0 && d.metadata.description && d.metadata.statusCode === 200, JSON.stringify(d));
    }
    assert.equal(before - (await left()), 2 + found.web.length);
    const error = await refused(app.search("river gauges", { scrapeOptions: { formats: ["links"], includeTags: ["a[["] } }), 400, "BAD_REQUEST");
    assert.match(error.message, /scrapeOptions\.includeTags/);
    assert.equal(before - (await left()), 2 + found.web.length);
  },
  async "getCreditUsage, getCreditUsageHistorical"() {
    assert.ok((await left()) > 0);
    assert.ok((await app.getCreditUsageHistorical()).periods[0].creditsUsed > 0);
  },
  async "getTokenUsage, getTokenUsageHistorical"() {
    assert.equal((await app.getTokenUsage()).remainingTokens, 0);
    assert.deepEqual((await app.getTokenUsageHistorical()).periods, []);
  },
  async "extract, agent (not supported, and said so)"() {
    await refused(app.startExtract({ urls: [article], prompt: "the title" }), 404, "NOT_SUPPORTED");
    await refused(app.startAgent({ prompt: "the title" }), 404, "NOT_SUPPORTED");
  },
};

const v1 = (old) => ({
  async scrapeUrl() {
    const d = await old.scrapeUrl(article, { formats: ["markdown", "links"] });
    assert.equal(d.success, true);
    assert.match(d.markdown, heading);
    assert.ok(d.links.length > 3, "links");
  },
  async "scrapeUrl (a wall is an error)"() {
    await refused(old.scrapeUrl(wall, {}), 403);
  },
  async crawlUrl() {
    const job = await old.crawlUrl("http://company.test/", { limit: 2, ignoreSitemap: true, scrapeOptions: { formats: ["markdown"] } }, 1);
    assert.equal(job.status, "completed");
    assert.equal(job.data.length, 2);
  },
  async "asyncCrawlUrl, checkCrawlStatus, checkCrawlErrors, cancelCrawl"() {
    const { id } = await old.asyncCrawlUrl("http://company.test/", { limit: 50, delay: 10 });
    assert.equal((await old.checkCrawlStatus(id)).success, true);
    assert.deepEqual((await old.checkCrawlErrors(id)).errors, []);
    assert.equal((await old.checkCrawlStatus(id)).status, "scraping");
    assert.equal((await old.cancelCrawl(id)).status, "cancelled");
  },
  async crawlUrlAndWatch() {
    const end = await watched(await old.crawlUrlAndWatch("http://company.test/", { limit: 2, ignoreSitemap: true, scrapeOptions: { formats: ["markdown"] } }));
    assert.equal(end.status, "completed");
    assert.equal(end.pages.length, 2);
  },
  async batchScrapeUrlsAndWatch() {
    const end = await watched(await old.batchScrapeUrlsAndWatch([article, wall], { formats: ["markdown"] }));
    assert.equal(end.status, "completed");
    assert.equal(end.pages.length, 1);
    await assert.rejects(watched(await old.batchScrapeUrlsAndWatch([wall], { formats: ["markdown"] })), /None of the pages/);
  },
  async "asyncCrawlUrl, asyncBatchScrapeUrls (webhooks)"() {
    const made = {};
    const events = await receiving(5, async (url) => {
      made.crawl = (await old.asyncCrawlUrl("http://company.test/", { limit: 2, ignoreSitemap: true, webhook: { url, events: ["completed", "started"] } })).id;
      made.batch = (await old.asyncBatchScrapeUrls([article], { formats: ["markdown"] }, undefined, url)).id;
    });
    assert.deepEqual(events.filter((e) => e.id === made.crawl).map((e) => e.type).sort(), ["crawl.completed", "crawl.started"]);
    assert.deepEqual(events.filter((e) => e.id === made.batch).map((e) => e.type).sort(), ["batch_scrape.completed", "batch_scrape.page", "batch_scrape.started"]);
  },
  async mapUrl() {
    const { links } = await old.mapUrl("http://company.test/", { search: "blog" });
    assert.ok(links.length > 0 && links.every((l) => typeof l === "string"), "links");
  },
  async "batchScrapeUrls, checkBatchScrapeStatus, checkBatchScrapeErrors"() {
    const job = await old.batchScrapeUrls([article, "http://company.test/about"], { formats: ["markdown"] }, 1);
    assert.equal(job.status, "completed");
    assert.equal(job.data.length, 2);
    const { id } = await old.asyncBatchScrapeUrls([article], { formats: ["markdown"] });
    assert.equal((await old.checkBatchScrapeStatus(id)).success, true);
    assert.deepEqual((await old.checkBatchScrapeErrors(id)).errors, []);
  },
  async search() {
    const { data } = await old.search("river gauges", { limit: 2, scrapeOptions: { formats: ["markdown"] } });
    assert.ok(data.some((d) => d.url && d.markdown), "data");
  },
});

let bad = 0;
const runs = [["JavaScript", "v2", v2], ["JavaScript", "v1", v1(app.v1)], ["JavaScript 1.29.3", "v1", v1(new FirecrawlOfV1({ apiKey, apiUrl }))]];
for (const [client, version, methods] of runs) {
  for (const [name, check] of Object.entries(methods)) {
    const outcome = await check().then(() => "works", (e) => { bad++; console.error(`${client} ${version} ${name}: ${e.stack}`); return "fails"; });
    console.log([client, version, name, outcome].join("\t"));
  }
}
process.exit(bad ? 1 : 0);
