// Sources: how the organization's jobs of the last hour fared by what they asked for, and what to set where something
// is not configured. It is what jobs say: the API does not show an operator's settings.
import { description, get } from "./api.js";
import { empty, fill, h, icon, table } from "./dom.js";
import { brief, number } from "./format.js";

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
  fill(main, h("div", { class: "head" }, h("h1", { tabIndex: -1 }, "Sources"), h("p", { class: "quiet" }, "How calls fared in the last hour, by what they ask. It is what your jobs say: which keys are set, and how calls of other organizations fare, only an operator can see.")),
    h("section", { class: "card" }, h("h2", null, "The last hour"), rows.length === 0 ? empty("No jobs in the last hour", "Make some in the ", h("a", { href: "#/playground" }, "playground"), ", and see here which of their sources answered.")
      : [cursor && h("p", { class: "quiet" }, `The newest ${number(jobs.length)} jobs.`), table("Kinds of jobs in the last hour", [
        { label: "Source", class: "wide", cell: (r) => [h("strong", null, kinds.get(r.kind) ?? r.kind), " ", h("code", null, r.kind)] },
        { label: "State", cell: (r) => state(r) },
        { label: "Jobs", cell: (r) => number(r.all), class: "number" },
        { label: "Succeeded", cell: (r) => number(r.succeeded), class: "number" },
        { label: "Failed", cell: (r) => number(r.failed), class: "number" },
        { label: "What failed, and what to set", class: "wide", cell: (r) => [...r.codes].map(([code, n]) => h("p", null, h("code", null, code), ` ${n}× `, h("span", { class: "quiet" }, toSet[code] ?? ""))) },
        { label: "Last", cell: (r) => brief(r.last), class: "number" },
      ], rows)]),
    h("section", { class: "card" }, h("h2", null, "For operators"), h("p", null, "The guide lists ", h("a", { href: "/docs/sources", target: "_blank", rel: "noopener" }, "every upstream"), " with its key and pace. Where the service runs:"),
      h("dl", { class: "facts" }, [["quarry probe", "asks each upstream that is configured for something small, and holds the answer to what is expected"], ["quarry admin failures --since 1h", "counts failed jobs of all organizations by kind and code"], ["quarry doctor", "looks for what goes wrong first, and names the remedy"]].map(([name, text]) => h("div", null, h("dt", null, h("code", null, name)), h("dd", null, text))))));
}

function state(r) {
  const [sign, text] = r.codes.has("provider_not_configured") || r.codes.has("browser_unavailable") ? ["failed", "not configured"]
    : r.failed === 0 ? ["succeeded", "answers"] : r.succeeded === 0 ? ["failed", "fails"] : ["running", "answers in part"];
  return h("span", { class: `status ${sign}` }, icon({ succeeded: "done", failed: "failed", running: "queued" }[sign]), text);
}

function grouped(jobs) {
  const by = new Map();
  for (const j of jobs) {
    const r = by.get(j.kind) ?? { kind: j.kind, all: 0, succeeded: 0, failed: 0, codes: new Map(), last: j.createdAt };
    by.set(j.kind, r);
    r.all++;
    if (j.status === "succeeded") r.succeeded++;
    if (j.status === "failed") {
      r.failed++;
      r.codes.set(j.error.code, (r.codes.get(j.error.code) ?? 0) + 1);
    }
  }
  return [...by.values()].sort((a, b) => b.failed - a.failed || b.all - a.all);
}
