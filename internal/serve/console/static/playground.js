// The playground: a call chosen, its form, its price, and what came of it.
import { call, description, events, get, newKey, post, price, token } from "./api.js";
import { button, copyButton, empty, facts, failure, fill, h, notice, say, status, table, tabs } from "./dom.js";
import { form } from "./form.js";
import { credits, took } from "./format.js";
import { results } from "./result.js";
import { languages, snippet } from "./snippets.js";

const public_ = "/v1/public";
const patience = 1500; // milliseconds that the first answer waits, before the job is followed
const rest = 600; // milliseconds without a change, after which the price is asked for
const before = new Map(); // results of this tab and token, by call: what the next run is compared with
let owner; // whose they are

export async function show(main, { path, query, signal, refresh }) {
  if (owner !== token()) before.clear();
  owner = token();
  const document = await description();
  const calls = callsOf(document);
  const from = query.get("job") && await get(`/jobs/${encodeURIComponent(query.get("job"))}`, null, signal);
  const chosen = (from && callOf(calls, from)) ?? calls.find((c) => c.id === path[0]) ?? calls[0];
  const picker = h("select", { id: "call", onchange: (event) => { location.hash = `#/playground/${event.target.value}`; } },
    [...new Set(calls.map((c) => c.tag))].map((tag) => h("optgroup", { label: tag }, calls.filter((c) => c.tag === tag).map((c) =>
      h("option", { value: c.id, selected: c === chosen }, c.summary)))));
  const run = new Run(chosen, document.components.schemas, signal, refresh);
  fill(main, h("div", { class: "head" }, h("h1", { tabIndex: -1 }, "Playground"), h("p", { class: "quiet" }, "Every call of the API: fill it in, see its price, look at what it gives, take it with you.")),
    h("div", { class: "playground" },
      h("section", { class: "card", "aria-label": "The call" },
        h("div", { class: "field" }, h("label", { for: "call" }, "Call"), picker),
        h("p", { class: "route" }, h("b", null, "POST"), " ", h("code", null, chosen.path), h("a", { href: `/docs/calls/${chosen.id}`, target: "_blank", rel: "noopener" }, "Reference")),
        run.examples(), run.element),
      run.output));
  run.begin(from ? from.input : undefined);
}

// callsOf are the calls that make jobs, in the order of the reference.
function callsOf(document) {
  return Object.entries(document.paths).flatMap(([path, methods]) => {
    const o = methods.post;
    const body = o?.requestBody?.content["application/json"];
    if (!o?.["x-quarry"]?.kind) return [];
    return [{ id: o.operationId, path, summary: o.summary, tag: o.tags[0], kind: o["x-quarry"].kind, prices: o["x-quarry"].prices, schema: body.schema, request: body.schema.$ref.split("/").pop(), examples: Object.values(body.examples ?? {}) }];
  });
}

// callOf is the call that a job was made by.
function callOf(calls, job) {
  return calls.find((c) => c.kind === job.kind && !c.id.endsWith("Batch") && c.id !== "startCrawl" && c.prices.some((p) => p.action === job.actionCode));
}

// Run is a call that is being filled in and sent.
class Run {
  constructor(of, schemas, signal, refresh) {
    Object.assign(this, { of, signal, refresh, asking: null, following: null });
    this.priced = h("p", { class: "price", role: "status" });
    this.problem = h("div", { role: "alert" });
    this.form = form(of.schema, schemas, () => this.changed());
    this.send = h("button", { class: "primary", "aria-keyshortcuts": "Control+Enter Meta+Enter" }, "Send");
    this.code = h("section", { class: "card" });
    this.answer = h("section", { class: "card answer", "aria-label": "Result", tabIndex: -1 });
    this.output = h("div", { class: "output" }, this.answer, this.code);
    this.element = h("form", {
      novalidate: true,
      onsubmit: (event) => { event.preventDefault(); this.start(); },
      onkeydown: (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.start(); },
    }, this.form.element, this.problem, h("div", { class: "sendbar" }, this.priced, this.send));
    fill(this.answer, empty("Nothing sent yet", "Begin with one of the examples, or fill in the form. A call that fails is refunded."));
    signal.addEventListener("abort", () => this.asking?.abort());
  }

  examples() {
    if (this.of.examples.length === 0) return null;
    return h("div", { class: "examples", role: "group", "aria-label": "Examples" }, this.of.examples.map((e) =>
      button(e.summary, () => { this.form.write(e.value); this.changed(true); }, { class: "chip" })));
  }

  begin(input) {
    this.form.write(input ?? this.of.examples[0]?.value ?? {});
    this.changed(true);
  }

  changed(now) {
    clearTimeout(this.timer);
    this.copies();
    fill(this.priced, h("span", { class: "quiet" }, "…"));
    this.timer = setTimeout(() => this.ask(), now ? 0 : rest);
  }

  // copies offers the call in other languages.
  copies() {
    const body = this.form.read();
    const last = this.language ?? "curl";
    const list = Object.entries(languages).map(([name, label]) => ({
      name, label, panel: () => [h("div", { class: "row end" }, copyButton(() => snippet(name, this.of, body))), h("pre", { tabIndex: 0, "aria-label": `The call in ${label}` }, h("code", null, snippet(name, this.of, body)))],
    }));
    const shown = tabs("Copy as", list, (name) => { this.language = name; });
    shown.show(last);
    fill(this.code, h("h2", null, "The same call elsewhere"), shown);
  }

  // ask shows the price, or what the service would refuse the call with.
  async ask() {
    this.asking?.abort();
    this.asking = new AbortController();
    try {
      const cost = await price(this.of.path.slice(public_.length), this.form.read(), this.asking.signal);
      fill(this.problem);
      fill(this.priced, "Costs ", h("strong", null, credits(cost)), this.of.id === "startCrawl" && ` a page, ${this.form.read().limit ?? 100} pages at most`);
    } catch (error) {
      if (error.name === "AbortError") return;
      fill(this.priced, h("span", { class: "quiet" }, "No price yet"));
      fill(this.problem, error.code === "invalid_request" || error.code === "invalid_url" ? h("p", { class: "hint" }, error.message) : failure(error));
    }
  }

  async start() {
    if (this.send.disabled) return;
    this.send.disabled = true;
    fill(this.send, "Sending…");
    const body = this.form.read();
    fill(this.problem);
    fill(this.answer, progress("Sending"));
    this.reveal();
    try {
      await this.perform(body);
    } catch (error) {
      if (!this.signal.aborted) fill(this.answer, failure(error));
    } finally {
      this.send.disabled = false;
      fill(this.send, "Send");
      this.refresh();
    }
  }

  // reveal goes to the answer where it stands below the form, out of sight.
  reveal() {
    if (this.answer.getBoundingClientRect().top < this.send.getBoundingClientRect().bottom) return;
    this.answer.scrollIntoView();
    this.answer.focus({ preventScroll: true });
  }

  async perform(body) {
    const patient = body.wait === undefined && body.waitTimeoutMs === undefined && this.of.id !== "startCrawl" ? { waitTimeoutMs: patience } : {};
    const data = await sent(this.of.path.slice(public_.length), { ...body, ...patient }, this.signal);
    if (data.crawlId) return void (location.hash = `#/crawls/${data.crawlId}`);
    if (data.jobs) return this.batch(data);
    const job = await this.follow(data);
    this.done(job);
  }

  // follow waits for a job's end, and shows how far it is.
  async follow(job) {
    if (ended(job)) return job;
    const bar = progress("Running");
    fill(this.answer, bar, h("div", { class: "row" },
      button("Cancel", async () => { await post(`/jobs/${job.jobId}/cancel`, undefined).catch((error) => notice(error.message, "bad")); }),
      h("a", { href: `#/jobs/${job.jobId}` }, "Open the job")));
    for await (const { data } of events(`/jobs/${job.jobId}/events`, this.signal)) {
      bar.moved(data);
      if (ended(data)) break;
    }
    return get(`/jobs/${job.jobId}`, null, this.signal);
  }

  done(job) {
    say(`The job ${job.status}.`);
    const last = before.get(this.of.id);
    if (job.result !== undefined) before.set(this.of.id, job.result);
    fill(this.answer, h("div", { class: "row spread" }, h("h2", { tabIndex: -1 }, status(job.status)), h("a", { href: `#/jobs/${job.jobId}` }, "Open the job")),
      facts([["took", took(job.createdAt, job.completedAt)], ["charged", credits(job.creditsCharged)], ["refunded", job.creditsRefunded > 0 && credits(job.creditsRefunded)], ["from the cache", job.cached && "yes"]]),
      results(job, last));
  }

  // batch shows the jobs of a batch, and goes on as they end.
  async batch(data) {
    const draw = (jobs, counts) => fill(this.answer, h("h2", null, counts ? `${counts.total - counts.queued - counts.running} of ${counts.total} pages` : "Batch"), h("p", null, h("a", { href: `#/jobs?batchId=${data.batchId}` }, "Its jobs")),
      table("Pages of the batch", [
        { label: "Page", cell: (j) => j.url, class: "cut" },
        { label: "Status", cell: (j) => j.status ? status(j.status) : h("span", null, j.error?.message) },
        { label: "Job", cell: (j) => j.jobId && h("a", { href: `#/jobs/${j.jobId}`, "aria-label": `Job of ${j.url}` }, "Open") },
      ], jobs));
    draw(data.jobs);
    if (!data.batchId) return;
    for await (const { event } of events(`/batches/${data.batchId}/events`, this.signal)) {
      if (event !== "batch.progress" && event !== "batch.finished") continue;
      const whole = await call("GET", `/batches/${data.batchId}`, { signal: this.signal });
      draw(whole.jobs, whole.counts);
      if (event === "batch.finished") break;
    }
  }
}

const ended = (job) => ["succeeded", "failed", "cancelled"].includes(job.status);

// progress is what is shown of a job that runs.
export function progress(label) {
  const text = h("span", null, label);
  const bar = h("progress", { "aria-label": "Progress" });
  const element = h("div", { class: "progress" }, text, bar);
  element.moved = (job) => {
    fill(text, status(job.status), job.progress && ` ${job.progress.stage ?? ""} ${job.progress.total ? `${job.progress.done} of ${job.progress.total}` : ""}`);
    if (job.progress?.total) {
      bar.max = job.progress.total;
      bar.value = job.progress.done;
    }
  };
  return element;
}

// open has the keys of calls that may have been made: their answers were lost. By path and body.
const open = new Map();

// sent makes a call. One whose answer was lost has the key of the time before, so that it is one job.
async function sent(path, body, signal) {
  const it = JSON.stringify([path, body]);
  if (!open.has(it)) open.set(it, newKey());
  try {
    const data = await post(path, body, { signal, headers: { "Idempotency-Key": open.get(it) } });
    open.delete(it);
    return data;
  } catch (error) {
    if (error.status >= 400 && error.status < 500 && error.status !== 409) open.delete(it);
    throw error;
  }
}
