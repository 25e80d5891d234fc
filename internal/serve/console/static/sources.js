// Sources: how the organization's jobs of the last hour fared by what they asked for, and what to set where something
// is not configured; for an operator, what is configured and how each upstream answered.
import { description, get, operate } from "./api.js";
import { empty, fill, h, icon, table } from "./dom.js";
import { brief, number } from "./format.js";
import { operator } from "./operator.js";

const hour = 3_600_000; // milliseconds
const most = 1000; // jobs that are looked at

// toSet is what an operator sets, by the error that says that it is missing.
const toSet = {
  browser_unavailable: "Install Chromium or Chrome where the service runs, or name it by QUARRY_CHROMIUM.",
  provider_not_configured: "Set a key: QUARRY_KEYS='brave=…' for quarry local, the secret of keysSecret for the stack.",
  provider_unavailable: "The upstream failed five times in a row, or asked for a pause, and rests. Nothing is to be set.",
  upstream_rate_limited: "It is called as often as it allows. A key, where it takes one, or a slower pace helps.",
  upstream_blocked: "It does not want to be read by programs. A key of its API, where there is one, helps.",
};

// ofSites are the kinds whose calls name the site that is asked, which has no key; toSite is what is said of its failures.
const ofSites = new Set(["url", "site", "sitemap", "rss", "brand", "seo", "infra"]);
const toSite = {
  upstream_rate_limited: "The site asks for fewer calls. A slower pace helps.",
  upstream_blocked: "The site does not want to be read by programs. A scrape with options.fallback = archive reads an archive's copy.",
};

export async function show(main, { signal }) {
  const since = new Date(Date.now() - hour).toISOString();
  const jobs = [];
  let cursor;
  do {
    const got = await get("/jobs", { since, limit: 100, cursor }, signal);
    jobs.push(...got.items);
    cursor = got.nextCursor;
  } while (cursor && jobs.length < most);
  const document = await description();
  const kinds = new Map(Object.values(document.paths).map((p) => p.post).filter((o) => o?.["x-quarry"]?.kind).reverse().map((o) => [o["x-quarry"].kind, o.summary]));
  const rows = grouped(jobs);
  const acts = await operator("Upstreams of the service", configured, elsewhere, signal);
  fill(main, h("div", { class: "head" }, h("h1", { tabIndex: -1 }, "Sources"), h("p", { class: "quiet" }, "How calls fared in the last hour, by what they ask. It is what your jobs say; an operator sees which upstreams are configured, and how each answered everybody.")),
    h("section", { class: "card" }, h("h2", null, "The last hour"), rows.length === 0 ? empty("No jobs in the last hour", "Make some in the ", h("a", { href: "#/playground" }, "playground"), ", and see here which of their sources answered.")
      : [cursor && h("p", { class: "quiet" }, `The newest ${number(jobs.length)} jobs.`), table("Kinds of jobs in the last hour", [
        { label: "Source", class: "wide", cell: (r) => [h("strong", null, kinds.get(r.kind) ?? r.kind), " ", h("code", null, r.kind)] },
        { label: "State", cell: (r) => state(r) },
        { label: "Jobs", cell: (r) => number(r.all), class: "number" },
        { label: "Succeeded", cell: (r) => number(r.succeeded), class: "number" },
        { label: "Failed", cell: (r) => number(r.failed), class: "number" },
        { label: "Cancelled", cell: (r) => number(r.cancelled), class: "number" },
        { label: "What failed, and what to set", class: "wide", cell: (r) => [...r.codes].map(([code, n]) => h("p", null, h("code", null, code), ` ${n}× `, h("span", { class: "quiet" }, advice(r.kind, code)))) },
        { label: "Last", cell: (r) => brief(r.last), class: "number" },
      ], rows)]),
    acts);
}

const states = { ready: ["succeeded", "ready"], needs_key: ["failed", "needs a key"], needs_url: ["failed", "needs an address"] };
const keys = { set: "set", missing: "missing", optional: "none; it takes one", none: "takes none" };

// configured is every upstream of the service: how it is configured, how it answered in the last hour, and what to set.
async function configured() {
  const got = await operate({ op: "sources" });
  const set = (name) => h("code", null, `QUARRY_KEYS='${name}=…'`);
  return [h("dl", { class: "facts" }, [["language model", got.model || "none: QUARRY_MODEL=openai:…"], ["embeddings", got.embeddings || "none: QUARRY_EMBEDDINGS=openai:…"], ["browser", got.browser ? "found" : "none: install Chromium, or name it by QUARRY_CHROMIUM"]].map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value)))),
    table("Upstreams", [
      { label: "Upstream", class: "wide", cell: (u) => [h("strong", null, u.name), h("p", { class: "quiet" }, u.about)] },
      { label: "State", cell: (u) => h("span", { class: `status ${states[u.state][0]}` }, icon(states[u.state][0] === "failed" ? "failed" : "done"), states[u.state][1]) },
      { label: "Key", class: "wide", cell: (u) => keys[u.key] },
      { label: "Calls in the last hour", cell: (u) => number(u.hour?.calls ?? 0), class: "number" },
      { label: "Failed, and what to set", class: "wide", cell: (u) => [u.state === "needs_key" && h("p", null, set(u.name)), u.state === "needs_url" && h("p", null, h("code", null, `--source ${u.name}=https://…`)),
        Object.entries(u.hour?.failed ?? {}).map(([code, n]) => h("p", null, h("code", null, code), ` ${n}× `, h("span", { class: "quiet" }, toSet[code] ?? "")))] },
    ], got.sources)];
}

// elsewhere is what there is where the console cannot know it.
function elsewhere() {
  return [h("p", null, "The guide lists ", h("a", { href: "/docs/sources", target: "_blank", rel: "noopener" }, "every upstream"), " with its key and pace. Where the service runs:"),
    h("dl", { class: "facts" }, [["quarry probe", "asks each upstream that is configured for something small, and holds the answer to what is expected"], ["quarry admin failures --since 1h", "counts failed jobs of all organizations by kind and code"], ["quarry doctor", "looks for what goes wrong first, and names the remedy"]].map(([name, text]) => h("div", null, h("dt", null, h("code", null, name)), h("dd", null, text))))];
}

function state(r) {
  const [sign, text] = r.codes.has("provider_not_configured") || r.codes.has("browser_unavailable") ? ["failed", "not configured"]
    : r.own === 0 ? ["succeeded", "answers"] : r.all === r.own ? ["failed", "fails"] : ["running", "answers in part"];
  return h("span", { class: `status ${sign}` }, icon({ succeeded: "done", failed: "failed", running: "queued" }[sign]), text);
}

// ofTargets are failures that say something of what was asked for, and nothing of who was asked.
// They count as failed, and not against the source.
const ofTargets = new Set(["invalid_target", "dns_failed", "tls_failed", "target_error", "too_many_redirects", "login_required", "unsupported_content"]);

const advice = (kind, code) => ofTargets.has(code) ? "It is about what was asked for." : (ofSites.has(kind) && toSite[code]) || (toSet[code] ?? "");

function grouped(jobs) {
  const by = new Map();
  for (const j of jobs) {
    const r = by.get(j.kind) ?? { kind: j.kind, all: 0, succeeded: 0, failed: 0, cancelled: 0, own: 0, codes: new Map(), last: j.createdAt };
    by.set(j.kind, r);
    r.all++;
    if (j.status === "succeeded") r.succeeded++;
    if (j.status === "cancelled") r.cancelled++;
    if (j.status === "failed") {
      r.failed++;
      if (!ofTargets.has(j.error.code)) r.own++;
      r.codes.set(j.error.code, (r.codes.get(j.error.code) ?? 0) + 1);
    }
  }
  return [...by.values()].sort((a, b) => b.own - a.own || b.all - a.all);
}
