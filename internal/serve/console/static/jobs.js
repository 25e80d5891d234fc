// Jobs: the list, which goes on by itself, and one job with its input, result, error and cost.
import { description, events, get, post } from "./api.js";
import { ask, button, copyButton, empty, facts, failure, fill, h, icon, notice, say, status } from "./dom.js";
import { brief, credits, moment, number, took } from "./format.js";
import { tree } from "./json.js";
import { windowed } from "./list.js";
import { progress } from "./playground.js";
import { results } from "./result.js";

const page = 100; // jobs a read
const beat = 2000; // milliseconds between looks for new jobs
const final = new Set(["succeeded", "failed", "cancelled"]);
const columns = [
  { label: "Target", class: "grow" }, { label: "Status", class: "w-status" }, { label: "Action", class: "w-action" },
  { label: "Cost", class: "w-cost number" }, { label: "Took", class: "w-took number" }, { label: "Created", class: "w-time number" },
];

export async function show(main, context) {
  return context.path[0] ? one(main, context) : list(main, context);
}

async function list(main, { query, signal }) {
  const document = await description();
  const actions = [...new Set(Object.values(document.paths).flatMap((p) => p.post?.["x-quarry"]?.prices ?? []).map((p) => p.action))].sort();
  const jobs = new Jobs(signal);
  const filter = (name, label, values) => h("label", null, label, h("select", { name, onchange: () => again() }, h("option", { value: "" }, "all"),
    values.map((v) => h("option", { value: v, selected: query.get(name) === v }, v))));
  const given = (name, label, attributes) => h("label", null, label, h("input", { name, value: query.get(name) ?? "", onchange: () => again(), ...attributes }));
  const filters = h("form", { class: "filters", "aria-label": "Filters", onsubmit: (event) => { event.preventDefault(); again(); } },
    filter("status", "Status", ["queued", "running", "succeeded", "failed", "cancelled"]), filter("action", "Action", actions),
    given("since", "Since", { type: "date" }), given("until", "Until", { type: "date" }), given("batchId", "Batch", { placeholder: "bat_…", spellcheck: "false" }));
  const open = h("form", { class: "open", onsubmit: (event) => { event.preventDefault(); if (wanted.value) location.hash = `#/jobs/${encodeURIComponent(wanted.value.trim())}`; } });
  const wanted = h("input", { "aria-label": "Open a job by its id", placeholder: "job_…", spellcheck: "false" });
  fill(open, wanted, h("button", null, "Open"));
  fill(main, h("div", { class: "head row spread" }, h("div", null, h("h1", { tabIndex: -1 }, "Jobs"), jobs.counted), open), filters, jobs.element);
  function again() {
    const set = Object.fromEntries([...new FormData(filters)].filter(([, value]) => value !== ""));
    history.replaceState(null, "", `#/jobs${Object.keys(set).length > 0 ? `?${new URLSearchParams(set)}` : ""}`);
    return jobs.begin({ ...set, ...(set.until && { until: `${set.until}T23:59:59.999Z` }) });
  }
  await again();
}

// Jobs is the list as far as it was read: new jobs come on top, older ones when they are scrolled to.
class Jobs {
  constructor(signal) {
    this.signal = signal;
    this.counted = h("p", { class: "quiet", role: "status" });
    this.list = windowed("Jobs", columns, row, () => this.more());
    this.element = h("div", { class: "card flush" });
  }

  async begin(filters) {
    clearTimeout(this.timer);
    const turn = this.turn = {};
    const first = await get("/jobs", { ...filters, limit: page }, this.signal);
    if (turn !== this.turn) return;
    Object.assign(this, { filters, all: first.items, next: first.nextCursor, reading: false, known: new Map(first.items.map((j, i) => [j.jobId, i])) });
    if (this.all.length > 0) fill(this.element, this.list);
    this.draw();
    this.schedule();
  }

  draw() {
    if (this.all.length === 0 && !this.next) {
      const filtered = Object.keys(this.filters).length > 0;
      fill(this.element, filtered ? empty("No job is like that", "Take a filter away to see more.")
        : empty("No jobs yet", "Every call makes a job: what it took, gave and cost stands here for 30 days. Make one in the ", h("a", { href: "#/playground" }, "playground"), "."));
    } else if (!this.list.isConnected) {
      fill(this.element, this.list);
    }
    const running = this.all.filter((j) => !final.has(j.status)).length;
    const text = `${number(this.all.length)}${this.next ? "+" : ""} jobs${running > 0 ? `, ${number(running)} of them not ended` : ""}`;
    if (this.counted.textContent !== text) this.counted.textContent = text;
    this.list.set(this.all, this.next ? undefined : this.all.length + 1);
  }

  // more reads the jobs behind the last one.
  async more() {
    if (!this.next || this.reading) return;
    this.reading = true;
    const turn = this.turn;
    try {
      const got = await get("/jobs", { ...this.filters, limit: page, cursor: this.next }, this.signal);
      if (turn !== this.turn) return;
      this.take(got.items);
      this.next = got.nextCursor;
      this.reading = false;
      this.draw();
    } catch (error) {
      this.reading = false;
      if (!this.signal.aborted) notice(error.message, "bad");
    }
  }

  // take puts jobs in: those that are known in their place, others by their ids, which sort by time.
  take(items) {
    const fresh = [];
    for (const item of items) {
      const at = this.known.get(item.jobId);
      if (at === undefined) fresh.push(item);
      else this.all[at] = item;
    }
    if (fresh.length === 0) return;
    const newer = fresh.filter((j) => this.all.length > 0 && j.jobId > this.all[0].jobId);
    this.all = [...newer, ...this.all, ...fresh.filter((j) => !newer.includes(j))];
    this.known = new Map(this.all.map((j, i) => [j.jobId, i]));
  }

  schedule() {
    this.timer = setTimeout(async () => {
      if (this.signal.aborted) return;
      if (!document.hidden) await this.look().catch(() => {}); // the next look says more
      this.schedule();
    }, beat);
  }

  // look reads the newest jobs anew, and those in the list that had not ended.
  async look() {
    const turn = this.turn;
    const got = await get("/jobs", { ...this.filters, limit: page }, this.signal);
    const seen = new Set(got.items.map((j) => j.jobId));
    const open = this.all.filter((j) => !final.has(j.status) && !seen.has(j.jobId)).slice(0, 20);
    const others = await Promise.all(open.map((j) => get(`/jobs/${j.jobId}`, null, this.signal).then((now) => ({ ...j, ...now }))));
    if (turn !== this.turn) return;
    const changed = JSON.stringify(got.items) !== this.last || others.some((o, i) => o.status !== open[i].status);
    this.last = JSON.stringify(got.items);
    if (!changed) return;
    this.take([...got.items, ...others]);
    this.draw();
  }
}

function row(j) {
  return {
    href: `#/jobs/${j.jobId}`,
    cells: [j.target || j.jobId, status(j.status), h("code", null, j.actionCode), j.creditsRefunded === j.creditsCharged ? "refunded" : j.creditsRefunded > 0 ? `${j.creditsCharged} − ${j.creditsRefunded}` : j.cached ? `${j.creditsCharged} cached` : String(j.creditsCharged), took(j.createdAt, j.completedAt), brief(j.createdAt)],
  };
}

async function one(main, { path, signal, refresh }) {
  let job = await get(`/jobs/${encodeURIComponent(path[0])}`, null, signal);
  draw();
  if (final.has(job.status)) return;
  follow();

  function draw() {
    fill(main, h("p", null, h("a", { href: "#/jobs", class: "back" }, icon("back"), "Jobs")),
      h("div", { class: "head row spread" }, h("div", null, h("h1", { tabIndex: -1, class: "cut" }, job.input?.url ?? job.input?.domain ?? job.input?.q ?? job.input?.query ?? job.jobId), h("p", { class: "quiet" }, h("code", null, job.jobId), " ", copyButton(() => job.jobId, "Copy id"))),
        h("div", { class: "row" }, h("a", { class: "button", href: `#/playground?job=${job.jobId}` }, "Run again"), !final.has(job.status) && button("Cancel", cancel))),
      h("section", { class: "card", "aria-label": "What happened" }, h("div", { class: "row" }, status(job.status), !final.has(job.status) && moving()),
        facts([["action", h("code", null, job.actionCode)], ["charged", credits(job.creditsCharged)], ["refunded", job.creditsRefunded > 0 && credits(job.creditsRefunded)],
          ["why", reasons[job.pricingDecision?.reason]], ["took", took(job.createdAt, job.completedAt)], ["waited", took(job.createdAt, job.startedAt)], ["created", moment(job.createdAt)], ["attempts", job.attempts > 1 && String(job.attempts)],
          ["batch", job.batchId && h("a", { href: `#/jobs?batchId=${job.batchId}` }, job.batchId)], ["can be read until", moment(job.expiresAt)]])),
      final.has(job.status) && h("section", { class: "card", "aria-label": "Result" }, results(job)),
      h("section", { class: "card" }, h("h2", null, "Input"), tree(job.input, 3)),
      job.meta && h("section", { class: "card" }, h("h2", null, "Reported beside the result"), tree(job.meta, 2)));
  }

  function moving() {
    const bar = progress("");
    bar.moved(job);
    return bar;
  }

  async function cancel() {
    const done = await ask("Cancel this job?", h("p", null, "Its charge is refunded, and what it has so far is lost."), "Cancel the job", () => post(`/jobs/${job.jobId}/cancel`, undefined, { signal }));
    if (done) notice("Cancelled and refunded.");
  }

  async function follow() {
    try {
      for await (const { data } of events(`/jobs/${job.jobId}/events`, signal)) {
        job = { ...job, ...data };
        if (final.has(job.status)) break;
        draw();
      }
      job = await get(`/jobs/${job.jobId}`, null, signal);
      draw();
      say(`The job ${job.status}.`);
      refresh();
    } catch (error) {
      if (!signal.aborted) main.append(failure(error));
    }
  }
}

const reasons = {
  fresh: "a new result", cache_hit: "a cached result costs the same", job_failed: "refunded, since the job failed", job_cancelled: "refunded, since the job was cancelled",
  undelivered: "refunded in part: something was charged that could not be had", not_needed: "refunded in part: something was charged that was not needed", invalid_item: "not charged",
};
