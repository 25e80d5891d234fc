// Webhooks: endpoints with their secrets, and every attempt to post an event to them.
import { call, get, post } from "./api.js";
import { ask, button, copyButton, done, empty, facts, failure, fill, h, icon, notice, status, table } from "./dom.js";
import { brief, moment } from "./format.js";

const kinds = ["*", "job.*", "job.succeeded", "job.failed", "job.cancelled", "batch.finished", "crawl.page", "crawl.finished"];
const beat = 2000; // milliseconds between looks at attempts that wait

export async function show(main, context) {
  return context.path[0] ? one(main, context) : all(main, context);
}

async function all(main, { query, signal }) {
  const [endpoints, deliveries] = [h("div"), new Deliveries(signal, { status: query.get("status") ?? "" })];
  fill(main, h("div", { class: "head row spread" }, h("div", null, h("h1", { tabIndex: -1 }, "Webhooks"), h("p", { class: "quiet" }, "Signed events of jobs, batches and crawls, posted until an endpoint takes them.")),
    button("Add an endpoint", () => register(draw), { class: "primary" })),
  h("section", { class: "card" }, h("h2", null, "Endpoints"), endpoints), deliveries.element);
  async function draw() {
    const { items } = await get("/webhooks/endpoints", { limit: 100 }, signal);
    fill(endpoints, items.length === 0 ? empty("No endpoints", "Add the URL that is to be told when jobs end. On this machine, ", h("code", null, "quarry webhooks listen"), " is one.")
      : table("Endpoints", [
        { label: "URL", cell: (e) => h("a", { href: `#/webhooks/${e.id}` }, e.url), class: "cut" },
        { label: "Status", cell: (e) => status(e.status) },
        { label: "Events", cell: (e) => e.events.join(", ") },
        { label: "Last success", cell: (e) => brief(e.lastDeliveryAt) || "never" },
      ], items));
  }
  await Promise.all([draw(), deliveries.look()]);
}

async function one(main, { path, signal }) {
  const at = `/webhooks/endpoints/${encodeURIComponent(path[0])}`;
  const deliveries = new Deliveries(signal, { endpointId: path[0] }, () => draw());
  const head = h("div");
  async function draw() {
    const { endpoint: e } = await get(at, null, signal);
    const active = e.status === "active";
    fill(head, h("div", { class: "head row spread" }, h("div", null, h("h1", { tabIndex: -1, class: "cut" }, e.url), h("p", { class: "quiet" }, h("code", null, e.id))),
      h("div", { class: "row" },
        button("Test", act(async () => { await post(`${at}/test`, undefined); notice("A test event is on its way."); await deliveries.look(); }), { disabled: !active, class: "primary" }),
        button("Show secret", secret), button("Rotate secret", rotate),
        button(active ? "Disable" : "Enable", act(async () => { await call("PATCH", at, { body: { status: active ? "disabled" : "active" } }); await draw(); })),
        button("Delete", remove, { class: "danger" }))),
    h("section", { class: "card" }, status(e.status), e.disabledReason && h("p", null, e.disabledReason),
      facts([["events", e.events.join(", ")], ["description", e.description], ["registered", moment(e.createdAt)], ["last success", moment(e.lastDeliveryAt) || "never"],
        ["failing since", moment(e.failingSince)], ["new events wait until", moment(e.heldUntil)], ["secret of", moment(e.secretRotatedAt)], ["also signed with the former secret until", moment(e.previousSecretExpiresAt)],
        ["proven", e.proven ? "yes" : "not yet: no response was ever 2xx"]])));
  }
  const secret = act(async () => {
    const { signingSecret } = await get(`${at}/secret`, null, signal);
    await ask("The signing secret", h("div", null, h("p", null, "Whoever has it can sign events as this service does."), h("pre", { class: "wrap" }, signingSecret), copyButton(() => signingSecret)), done, () => true);
  });
  const rotate = act(async () => {
    const grace = h("select", { id: "grace" }, [[86400, "for a day"], [3600, "for an hour"], [604800, "for a week"], [0, "not at all"]].map(([value, label]) => h("option", { value }, label)));
    const given = await ask("Rotate the secret?", h("div", { class: "field" }, h("p", null, "A new secret signs from now on."), h("label", { for: "grace" }, "Deliveries are signed with the former one as well"), grace), "Rotate",
      () => post(`${at}/secret/rotate`, { gracePeriodSeconds: Number(grace.value) }, { signal }));
    if (!given) return;
    await draw();
    await ask("The new secret", h("div", null, h("pre", { class: "wrap" }, given.endpoint.signingSecret), copyButton(() => given.endpoint.signingSecret)), done, () => true);
  });
  const remove = act(async () => {
    if (await ask("Delete this endpoint?", h("p", null, "It gets no more events. Attempts stay to be read."), "Delete", () => call("DELETE", at, { signal }))) location.hash = "#/webhooks";
  });
  await draw();
  fill(main, h("p", null, h("a", { href: "#/webhooks", class: "back" }, icon("back"), "Webhooks")), head, deliveries.element);
  await deliveries.look();
}

// act is a listener that says what went wrong.
const act = (perform) => () => perform().catch((error) => error.name !== "AbortError" && notice(error.message, "bad"));

async function register(then) {
  const url = h("input", { id: "hook-url", placeholder: "https://example.com/hooks", inputmode: "url", spellcheck: "false" });
  const description = h("input", { id: "hook-description" });
  const boxes = kinds.map((k) => h("input", { type: "checkbox", value: k, checked: k === "*" }));
  const made = await ask("Add an endpoint", h("div", { class: "fields" },
    h("div", { class: "field" }, h("label", { for: "hook-url" }, "URL"), url, h("small", null, "It has to be public, or a name that the service maps.")),
    h("div", { class: "field" }, h("label", { for: "hook-description" }, "Description"), description),
    h("fieldset", null, h("legend", null, "Events"), h("div", { class: "boxes" }, boxes.map((b) => h("label", null, b, b.value))))), "Add",
  () => post("/webhooks/endpoints", { url: url.value.trim(), description: description.value, events: boxes.filter((b) => b.checked).map((b) => b.value) }));
  if (!made) return;
  await then();
  await ask("The signing secret", h("div", null, h("p", null, "Your receiver checks signatures with it. It can be read again at the endpoint."), h("pre", { class: "wrap" }, made.endpoint.signingSecret), copyButton(() => made.endpoint.signingSecret)), done, () => true);
}

// Deliveries are attempts, newest first, each with what was answered.
class Deliveries {
  constructor(signal, filters, changed) {
    this.signal = signal;
    this.changed = changed;
    this.filters = filters;
    this.body = h("div");
    const picker = h("select", { id: "delivery-status", onchange: () => { this.filters.status = picker.value; this.look(); } },
      [["", "all"], ["pending", "pending"], ["succeeded", "succeeded"], ["failed", "failed"]].map(([value, label]) => h("option", { value, selected: value === filters.status }, label)));
    this.element = h("section", { class: "card" }, h("div", { class: "row spread" }, h("h2", null, "Attempts"), h("div", { class: "field inline" }, h("label", { for: "delivery-status" }, "Status"), picker)), this.body);
  }

  async look() {
    clearTimeout(this.timer);
    try {
      const { items } = await get("/webhooks/deliveries", { ...this.filters, limit: 50 }, this.signal);
      this.draw(items);
      if (items.some((d) => d.status === "pending") && !this.signal.aborted) this.timer = setTimeout(() => this.look(), beat);
    } catch (error) {
      if (!this.signal.aborted) fill(this.body, failure(error));
    }
  }

  draw(items) {
    const key = JSON.stringify(items);
    if (key === this.drawn) return;
    if (this.drawn) this.changed?.().catch(() => {}); // the attempts themselves are shown
    this.drawn = key;
    const open = new Set([...this.body.querySelectorAll("details[open]")].map((d) => d.dataset.id));
    fill(this.body, items.length === 0 ? empty("No attempts", "Events of jobs with a webhook, and tests, stand here with what the endpoint answered.")
      : h("ul", { class: "attempts" }, items.map((d) => h("li", null, h("details", { "data-id": d.id, open: open.has(d.id) },
        h("summary", null, status(d.status), h("code", null, d.eventType), h("span", { class: "cut" }, d.trigger === "replay" && "replay to ", d.url), h("span", { class: "quiet number" }, d.responseStatus ? `${d.responseStatus}, ${lasted(d)}` : d.error ? "no answer" : "", " ", brief(d.attemptedAt ?? d.nextAttemptAt))),
        detail(d, () => this.replay(d)))))));
  }

  async replay(d) {
    await act(async () => {
      await post(`/webhooks/deliveries/${d.id}/replay`, undefined, { signal: this.signal });
      notice("The event is posted once more.");
      await this.look();
    })();
  }
}

const waits = { slow: "the endpoint responds slowly", busy: "it has as many posts under way as it may have", failing: "it failed repeatedly", unproven: "it has never answered with 2xx" };

const lasted = (d) => d.responseDurationMs ? `${d.responseDurationMs} ms` : "under 1 ms";

function detail(d, replay) {
  return h("div", { class: "inner" },
    h("h3", null, "Request"), facts([["POST", d.url], ["event", d.eventId], ["type", d.eventType], ["delivery", d.id], ["job", d.jobId && h("a", { href: `#/jobs/${d.jobId}` }, d.jobId)], ["batch", d.batchId && h("a", { href: `#/jobs?batchId=${d.batchId}` }, d.batchId)],
      ["attempt", `${d.attempt} of 8${d.trigger === "replay" ? ", a replay" : ""}`], ["made", moment(d.attemptedAt)], ["next", moment(d.nextAttemptAt)], ["waits because", waits[d.waitReason]]]),
    h("h3", null, "Answer"), d.responseStatus || d.error ? [facts([["status", d.responseStatus && String(d.responseStatus)], ["took", d.responseStatus && lasted(d)], ["error", d.error]]),
      d.responseExcerpt && h("pre", { class: "wrap", tabIndex: 0, "aria-label": "Answer's body" }, d.responseExcerpt)] : h("p", { class: "quiet" }, "None yet."),
    button("Replay", replay));
}
