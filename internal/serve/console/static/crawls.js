// Crawls: the list, and one with its counts and pages as they come.
import { events, get, post } from "./api.js";
import { ask, button, empty, facts, failure, fill, h, icon, notice, say, status, table } from "./dom.js";
import { brief, credits, moment, number, took } from "./format.js";
import { tree } from "./json.js";

const pages = 50; // pages a read
const beat = 2000; // milliseconds between looks at crawls that run

export async function show(main, context) {
  return context.path[0] ? one(main, context) : all(main, context);
}

// all lists crawls, newest first, and looks again while one of them runs.
async function all(main, { query, signal }) {
  const body = h("div");
  const wanted = h("input", { "aria-label": "Open a crawl by its id", placeholder: "crl_…", spellcheck: "false" });
  const picker = h("select", { id: "crawl-status", onchange: () => { location.hash = picker.value ? `#/crawls?status=${picker.value}` : "#/crawls"; } },
    [["", "all"], ...["running", "finished", "failed", "cancelled"].map((s) => [s, s])].map(([value, label]) => h("option", { value, selected: value === (query.get("status") ?? "") }, label)));
  fill(main, h("div", { class: "head row spread" }, h("div", null, h("h1", { tabIndex: -1 }, "Crawls"), h("p", { class: "quiet" }, "Whole sites, page by page, each page a job of its own.")), h("a", { class: "button primary", href: "#/playground/startCrawl" }, "Crawl a site")),
    h("section", { class: "card" }, h("div", { class: "row spread" },
      h("form", { class: "open", onsubmit: (event) => { event.preventDefault(); if (wanted.value) location.hash = `#/crawls/${encodeURIComponent(wanted.value.trim())}`; } }, wanted, h("button", null, "Open")),
      h("div", { class: "field inline" }, h("label", { for: "crawl-status" }, "Status"), picker)), body));
  const known = new Map();
  let next;
  async function read(cursor) {
    const got = await get("/crawls", { limit: 50, status: query.get("status"), cursor }, signal);
    for (const c of got.items) known.set(c.crawlId, c);
    if (cursor || known.size === got.items.length) next = got.nextCursor;
    draw();
  }
  function draw() {
    const list = [...known.values()].sort((a, b) => (a.crawlId < b.crawlId ? 1 : -1));
    fill(body, list.length === 0 ? empty("No crawls", "A crawl follows a site's links and lists, and gives each page as a scrape does. Begin one in the ", h("a", { href: "#/playground/startCrawl" }, "playground"), ".")
      : table("Crawls", [
        { label: "Site", cell: (c) => h("a", { href: `#/crawls/${c.crawlId}` }, c.url), class: "cut" },
        { label: "Status", cell: (c) => status(c.status) },
        { label: "Pages", cell: (c) => `${number(c.counts.succeeded)} of ${number(c.counts.total)}`, class: "number" },
        { label: "Failed", cell: (c) => number(c.counts.failed), class: "number" },
        { label: "Cost", cell: (c) => number(c.creditsCharged - c.creditsRefunded), class: "number" },
        { label: "Began", cell: (c) => brief(c.createdAt), class: "number" },
      ], list), next && button("Older crawls", () => read(next)));
  }
  await read();
  (function again() {
    setTimeout(async () => {
      if (signal.aborted) return;
      if (!document.hidden && [...known.values()].some((c) => c.status === "running")) await read().catch(() => {}); // the next look says more
      again();
    }, beat);
  })();
}

async function one(main, { path, signal, refresh }) {
  const at = `/crawl/${encodeURIComponent(path[0])}`;
  let crawl = await get(at, null, signal);
  const head = h("div");
  const list = new Pages(at, signal);
  fill(main, h("p", null, h("a", { href: "#/crawls", class: "back" }, icon("back"), "Crawls")), head, list.element,
    h("section", { class: "card" }, h("h2", null, "Input"), tree(crawl.input, 2)));
  draw();
  await list.begin();
  if (crawl.status === "running") follow();

  function draw() {
    const n = crawl.counts;
    const done = n.succeeded + n.failed + n.cancelled;
    fill(head, h("div", { class: "head row spread" }, h("div", null, h("h1", { tabIndex: -1, class: "cut" }, crawl.url), h("p", { class: "quiet" }, h("code", null, crawl.crawlId))),
      h("div", { class: "row" }, crawl.status === "running" ? button("Cancel", cancel) : crawl.status !== "failed" && resumable.has(crawl.truncatedBy) && button("Resume", resume))),
    h("section", { class: "card", "aria-label": "Where it stands" }, h("div", { class: "row" }, status(crawl.status), crawl.truncatedBy && h("span", null, stops[crawl.truncatedBy])),
      crawl.error && failure(crawl.error),
      h("progress", { max: Math.max(1, n.total), value: done, "aria-label": "Pages that have ended" }),
      h("div", { class: "figures" }, ["succeeded", "failed", "running", "queued", "skipped"].map((k) => h("div", { class: "figure" }, h("span", { class: "quiet" }, k), h("strong", { class: "number" }, number(n[k]))))),
      facts([["charged", credits(crawl.creditsCharged)], ["refunded", crawl.creditsRefunded > 0 && credits(crawl.creditsRefunded)], ["took", took(crawl.createdAt, crawl.completedAt)], ["began", moment(crawl.createdAt)], ["can be read until", moment(crawl.expiresAt)],
        ["failed by", counted(crawl.failedBy)], ["skipped by", counted(crawl.skippedBy)], ["changes", counted(crawl.changes)], ["paths that match nothing", crawl.unmatchedPaths?.join(", ")]])));
  }

  async function follow() {
    try {
      for await (const { event, data } of events(`${at}/events`, signal)) {
        if (event === "crawl.page") {
          list.take(data);
          continue;
        }
        crawl = { ...crawl, ...data };
        draw();
        if (crawl.status !== "running") break;
      }
      crawl = await get(at, null, signal);
      draw();
      say(`The crawl ${crawl.status}.`);
      refresh();
    } catch (error) {
      if (!signal.aborted) head.append(failure(error));
    }
  }

  async function cancel() {
    const done = await ask("Cancel this crawl?", h("p", null, "Pages that have not ended are refunded. It can be resumed."), "Cancel the crawl", () => post(`${at}/cancel`, undefined, { signal }));
    if (done) notice("Cancelled.");
  }

  async function resume() {
    try {
      crawl = await post(`${at}/resume`, undefined, { signal });
      draw();
      follow();
    } catch (error) {
      notice(error.message, "bad");
    }
  }
}

const stops = {
  limit: "The limit of pages was reached.", depth: "Pages deeper than maxDepth were left out.", credits: "The balance or maxCredits was used up.", time: "24 hours had passed.", cancelled: "It was cancelled.",
};
const resumable = new Set(["credits", "time", "cancelled"]);
const counted = (by) => by && Object.entries(by).map(([name, n]) => `${name} ${n}`).join(", ");

// Pages are those of a crawl by their numbers.
class Pages {
  constructor(at, signal) {
    Object.assign(this, { at, signal, known: new Map(), next: undefined });
    this.body = h("div");
    this.element = h("section", { class: "card" }, h("h2", null, "Pages"), this.body);
  }

  async begin() {
    await this.read();
  }

  async read() {
    const got = await get(`${this.at}/pages`, { limit: pages, cursor: this.next }, this.signal);
    for (const p of got.items) this.known.set(p.number, p);
    this.next = got.nextCursor;
    this.draw(got.items.length === pages && this.next);
  }

  take(page) {
    this.known.set(page.number, page);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(false), 200);
  }

  draw(more) {
    const shown = [...this.known.values()].sort((a, b) => a.number - b.number);
    fill(this.body, shown.length === 0 ? empty("No pages yet", "They stand here as soon as a worker has them.")
      : table("Pages", [
        { label: "#", cell: (p) => number(p.number), class: "number" },
        { label: "Page", cell: (p) => h("a", { href: `#/jobs/${p.jobId}` }, p.url), class: "cut" },
        { label: "Status", cell: (p) => status(p.status) },
        { label: "Depth", cell: (p) => String(p.depth), class: "number" },
        { label: "Note", cell: (p) => p.change ?? p.error?.code ?? "" },
      ], shown), more && button("More pages", () => this.read()));
  }
}
