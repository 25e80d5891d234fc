// Bars a day, of two amounts that differ by their filling, so that they can be read without colour.
import { fill, h, id } from "./dom.js";
import { day, number } from "./format.js";

const height = 220;
const left = 44;
const bottom = 24;
const top = 8;

// bars draws days of {at, spent, refunded}, as wide as there is room. Its values stand in a table beside it, so it is one
// picture to screen readers.
export function bars(days) {
  const frame = h("div");
  let drawn = 0;
  new ResizeObserver(() => {
    const width = Math.floor(frame.clientWidth);
    if (width === drawn || width === 0) return;
    drawn = width;
    fill(frame, drawing(days, width));
  }).observe(frame);
  return frame;
}

function drawing(days, width) {
  const most = nice(Math.max(1, ...days.map((d) => d.spent)));
  const y = (value) => top + (height - top - bottom) * (1 - value / most);
  const step = (width - left) / days.length;
  const thick = Math.min(34, step * 0.68);
  const hatch = id("hatch");
  const every = Math.ceil(days.length * 56 / (width - left)); // a date takes some 50 pixels
  return h("svg", { class: "chart", width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Credits a day over ${days.length} days, at most ${number(Math.max(...days.map((d) => d.spent)))}; the table below has all values.` },
    h("defs", null, h("pattern", { id: hatch, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      h("rect", { class: "hatch-ground", width: 6, height: 6 }), h("line", { class: "hatch", x1: 0, y1: 0, x2: 0, y2: 6 }))),
    [0, most / 2, most].map((value) => h("g", null,
      h("line", { class: "grid", x1: left, x2: width, y1: y(value), y2: y(value) }),
      h("text", { x: left - 8, y: y(value) + 4, "text-anchor": "end" }, number(value)))),
    days.map((d, i) => {
      const x = left + i * step + (step - thick) / 2;
      return h("g", null, h("title", null, `${day(d.at)}: ${number(d.spent)} spent, ${number(d.refunded)} refunded`),
        h("rect", { class: "bar", x, y: y(d.spent), width: thick, height: y(0) - y(d.spent), rx: 2 }),
        d.refunded > 0 && h("rect", { class: "bar-refunded", fill: `url(#${hatch})`, x, y: y(d.refunded), width: thick, height: y(0) - y(d.refunded), rx: 2 }),
        (days.length - 1 - i) % every === 0 && h("text", { x: x + thick / 2, y: height - 6, "text-anchor": "middle" }, day(d.at)));
    }));
}

// nice is a round number that is not below n, and even halves of it are whole.
function nice(n) {
  const power = 10 ** Math.floor(Math.log10(n));
  return Math.max(2, [1, 2, 4, 6, 8, 10].map((f) => f * power).find((f) => f >= n));
}
