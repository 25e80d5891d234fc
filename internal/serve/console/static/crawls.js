// Crawls: one by its id, with its counts and pages as they come.
import { events, get, post } from "./api.js";
import { ask, button, empty, facts, failure, fill, h, icon, notice, say, status, table } from "./dom.js";
import { credits, moment, number, took } from "./format.js";
import { tree } from "./json.js";

const pages = 50; // pages a read

export async function show(main, context) {
  return context.path[0] ? one(main, context) : choose(main);
}

// choose opens a crawl by its id: the API has no list of them.
function choose(main) {
  const wanted = h("input", { id: "crawl", placeholder: "crl_…", spellcheck: "false", required: true });
  fill(main, h("div", { class: "head row spread" }, h("div", null, h("h1", { tabIndex: -1 }, "Crawls"), h("p", { class: "quiet" }, "Whole sites, page by page, each page a job of its own.")), h("a", { class: "button primary", href: "#/playground/crawl" }, "Crawl a site")),
    h("section", { class: "card" }, empty("Open a crawl", "Its id stands in the answer of the call that made it."),
      h("form", { class: "open", onsubmit: (event) => { event.preventDefault(); location.hash = `#/crawls/${encodeURIComponent(wanted.value.trim())}`; } }, h("label", { for: "crawl" }, "Crawl"), wanted, h("button", null, "Open"))));
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
      h("div", { class: "row" }, crawl.status === "running" ? button("Cancel", cancel) : crawl.truncatedBy && crawl.status !== "failed" && button("Resume", resume))),
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
