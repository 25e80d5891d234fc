// Credits: what there is, and what was spent and refunded by day and by action.
import { get } from "./api.js";
import { bars } from "./chart.js";
import { empty, facts, fill, h, table } from "./dom.js";
import { day, moment, number } from "./format.js";

const spans = [7, 14, 30];

export async function show(main, { query, signal }) {
  const span = spans.find((n) => String(n) === query.get("days")) ?? 14;
  const [balance, reports] = await Promise.all([get("/balance", null, signal), byDay(span, signal)]);
  const whole = reports.at(-1);
  const days = parted(reports);
  const picker = h("select", { id: "days", onchange: (event) => { location.hash = `#/credits?days=${event.target.value}`; } }, spans.map((n) => h("option", { value: n, selected: n === span }, `${n} days`)));
  fill(main, h("div", { class: "head row spread" }, h("div", null, h("h1", { tabIndex: -1 }, "Credits"), h("p", { class: "quiet" }, "What is charged is booked with its job, and refunded with it when it fails. Refunds are not taken off what was spent.")),
    h("div", { class: "field inline" }, h("label", { for: "days" }, "Over"), picker)),
  h("div", { class: "figures" }, figure("Balance", balance.balance), figure("Reserved for unfinished jobs", balance.reserved), figure(`Spent in ${span} days`, whole.totalCreditsSpent), figure("Refunded of these", whole.totalCreditsRefunded)),
  whole.totalCreditsSpent === 0 ? h("section", { class: "card" }, empty("Nothing spent", `No call was charged in the last ${span} days. Make one in the `, h("a", { href: "#/playground" }, "playground"), "."))
    : [h("section", { class: "card" }, h("h2", null, "By day"), h("p", { class: "legend" }, h("span", { class: "swatch spent" }), "spent ", h("span", { class: "swatch refunded" }), "refunded of these"), bars(days),
      h("details", { class: "more" }, h("summary", null, "The same as a table"), table("Credits by day", [
        { label: "Day (UTC)", cell: (d) => day(d.at) }, { label: "Spent", cell: (d) => number(d.spent), class: "number" },
        { label: "Refunded", cell: (d) => number(d.refunded), class: "number" }, { label: "Jobs", cell: (d) => number(d.requests), class: "number" },
      ], [...days].reverse()))),
    h("section", { class: "card" }, h("h2", null, "By action"), byAction(whole.actions))],
  h("section", { class: "card" }, h("h2", null, "The organization"), facts([["id", h("code", null, balance.organizationId)], ["balance last changed", moment(balance.updatedAt)]])));
}

const figure = (label, value) => h("div", { class: "card figure" }, h("span", { class: "quiet" }, label), h("strong", { class: "number" }, number(value)));

// byDay are the reports of the last day, the last two, and so on: the service sums by action alone, and a day is the
// difference of two of them.
function byDay(span, signal) {
  return Promise.all(Array.from({ length: span }, (_, i) => get("/usage", { days: i + 1 }, signal)));
}

// parted are the days of reports, oldest first.
function parted(reports) {
  const requests = (r) => r?.actions.reduce((sum, a) => sum + a.requests, 0) ?? 0;
  return reports.map((r, i) => ({
    at: r.since, spent: r.totalCreditsSpent - (reports[i - 1]?.totalCreditsSpent ?? 0),
    refunded: r.totalCreditsRefunded - (reports[i - 1]?.totalCreditsRefunded ?? 0), requests: requests(r) - requests(reports[i - 1]),
  })).reverse();
}

function byAction(actions) {
  const sorted = [...actions].sort((a, b) => b.creditsSpent - a.creditsSpent);
  const most = sorted[0].creditsSpent;
  return table("Credits by action", [
    { label: "Action", cell: (a) => h("code", null, a.actionCode) },
    { label: "Share", class: "wide", cell: (a) => h("meter", { min: 0, max: most, value: a.creditsSpent, "aria-label": `${a.actionCode}: ${a.creditsSpent} credits` }) },
    { label: "Spent", cell: (a) => number(a.creditsSpent), class: "number" },
    { label: "Refunded", cell: (a) => number(a.creditsRefunded), class: "number" },
    { label: "Jobs", cell: (a) => number(a.requests), class: "number" },
  ], sorted);
}
