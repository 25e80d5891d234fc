// The difference of two texts, line by line, with signs that can be read without colour.
import { empty, h } from "./dom.js";

const around = 3; // lines that are shown beside a change
const most = 2000; // changes beyond which two texts have nothing in common

// difference shows what became of a text.
export function difference(before, after) {
  if (before === after) return empty("Nothing has changed", "This run gave exactly what the last one gave.");
  const steps = edits(before.split("\n"), after.split("\n"));
  if (!steps) return empty("Everything is different", "The two runs have too little in common to be compared line by line.");
  const near = new Set();
  steps.forEach((s, i) => s.sign !== " " && Array.from({ length: 2 * around + 1 }, (_, k) => near.add(i - around + k)));
  const count = (sign) => steps.filter((s) => s.sign === sign).length;
  const rows = [];
  steps.forEach((s, i) => {
    if (near.has(i)) rows.push(h("div", { class: { "+": "added", "-": "removed" }[s.sign] }, h("span", { "aria-label": { "+": "added", "-": "removed" }[s.sign] ?? null, role: s.sign === " " ? null : "img" }, s.sign), s.line || " "));
    else if (near.has(i - 1)) rows.push(h("div", { class: "gap" }, "⋯"));
  });
  return [h("p", { class: "quiet" }, `${count("+")} lines added, ${count("-")} removed since the last run of this call.`),
    h("div", { class: "diff", tabIndex: 0, role: "region", "aria-label": "Differences" }, rows)];
}

// edits are the lines of both texts with what became of each, by Myers' algorithm; null where they differ too much.
function edits(a, b) {
  const trace = [];
  const v = new Map([[1, 0]]);
  for (let d = 0; d <= Math.min(a.length + b.length, most); d++) {
    trace.push(new Map(v));
    for (let k = -d; k <= d; k += 2) {
      let x = k === -d || (k !== d && v.get(k - 1) < v.get(k + 1)) ? v.get(k + 1) : v.get(k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      v.set(k, x);
      if (x >= a.length && x - k >= b.length) return walk(trace, a, b);
    }
  }
  return null;
}

function walk(trace, a, b) {
  const out = [];
  let x = a.length;
  let y = b.length;
  for (let d = trace.length - 1; d >= 0; d--) {
    const v = trace[d];
    const k = x - y;
    const from = k === -d || (k !== d && v.get(k - 1) < v.get(k + 1)) ? k + 1 : k - 1;
    const px = d === 0 ? 0 : v.get(from);
    const py = d === 0 ? 0 : px - from;
    while (x > px && y > py && x > 0 && y > 0) {
      x--;
      y--;
      out.push({ sign: " ", line: a[x] });
    }
    if (d === 0) break;
    if (x > px) out.push({ sign: "-", line: a[--x] });
    else out.push({ sign: "+", line: b[--y] });
  }
  return out.reverse();
}
