// A JSON value as a tree that opens member by member.
import { button, fill, h } from "./dom.js";

const long = 400; // characters of a text that are shown at once
const many = 100; // members that are shown at once

// tree shows a value. Members deeper than open are made when they are opened.
export function tree(value, open = 2) {
  return h("div", { class: "tree" }, node(null, value, open));
}

function node(name, value, open) {
  const label = name !== null && [h("span", { class: "key" }, name), ": "];
  if (value === null || typeof value !== "object") return h("div", { class: "leaf" }, label, scalar(value));
  const entries = Object.entries(value);
  const [first, last] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (entries.length === 0) return h("div", { class: "leaf" }, label, first + last);
  const inner = h("div", { class: "inner" });
  const box = h("details", null, h("summary", null, label, first, h("span", { class: "quiet" }, Array.isArray(value) ? `${entries.length} ${entries.length === 1 ? "item" : "items"}` : entries.slice(0, 5).map(([k]) => k).join(", ") + (entries.length > 5 ? ", …" : "")), last), inner);
  const members = (from) => entries.slice(from, from + many).map(([k, v]) => node(k, v, open - 1));
  const show = () => {
    if (inner.childNodes.length > 0) return;
    fill(inner, members(0));
    let shown = many;
    if (entries.length > many) {
      const next = button(`${entries.length - many} more`, () => {
        next.before(...members(shown));
        shown += many;
        if (shown >= entries.length) next.remove();
        else next.textContent = `${entries.length - shown} more`;
      }, { class: "small" });
      inner.append(next);
    }
  };
  box.addEventListener("toggle", () => box.open && show());
  if (open > 0) {
    show();
    box.open = true;
  }
  return box;
}

function scalar(value) {
  if (typeof value !== "string") return h("span", { class: value === null ? "null" : typeof value }, String(value));
  const text = h("span", { class: "string" }, JSON.stringify(value.length > long ? value.slice(0, long) : value));
  if (value.length <= long) return text;
  const rest = button(`all ${value.length} characters`, () => { text.textContent = JSON.stringify(value); rest.remove(); }, { class: "small" });
  return [text, " ", rest];
}
