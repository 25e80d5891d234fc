// A list of which only the rows in sight exist, so that ten thousand of them scroll as ten do. It knows heights and
// places, not what a row shows.
import { fill, h } from "./dom.js";

const height = 44; // pixels of a row, as the style has it
const beyond = 12; // rows that exist above and below those in sight

// windowed makes a list with a head. columns are their labels; row(item) returns the cells of a row and its address;
// more() has more items loaded, when the end comes near. Its set(items, total) shows items.
export function windowed(label, columns, row, more) {
  let items = [];
  let drawn = "";
  const space = h("div", { class: "space", role: "rowgroup" });
  const pane = h("div", { class: "pane", onscroll: () => draw(), onkeydown: keys }, space);
  const head = h("div", { role: "rowgroup" }, h("div", { class: "line heading", role: "row" }, columns.map((c) => h("span", { role: "columnheader", class: c.class }, c.label))));
  const element = h("div", { class: "windowed", role: "table", "aria-label": label }, head, pane);

  function draw(anew) {
    const first = Math.max(0, Math.floor(pane.scrollTop / height) - beyond);
    const last = Math.min(items.length, Math.ceil((pane.scrollTop + pane.clientHeight) / height) + beyond);
    if (!anew && drawn === `${first} ${last}`) return;
    drawn = `${first} ${last}`;
    const focused = document.activeElement?.closest?.(".line")?.dataset.at;
    space.style.height = `${items.length * height}px`;
    fill(space, items.slice(first, last).map((item, i) => line(item, first + i)));
    if (focused !== undefined) space.querySelector(`[data-at="${focused}"] a`)?.focus({ preventScroll: true });
    if (last + beyond >= items.length) more?.();
  }

  function line(item, at) {
    const { cells, href } = row(item);
    const made = h("div", { class: "line", role: "row", "aria-rowindex": at + 2, "data-at": at }, cells.map((cell, i) =>
      h("span", { role: "cell", class: columns[i].class }, i === 0 ? h("a", { href }, cell) : cell)));
    made.style.top = `${at * height}px`;
    return made;
  }

  // keys move from row to row with the arrows.
  function keys(event) {
    const at = Number(event.target.closest?.(".line")?.dataset.at);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (!(to >= 0 && to < items.length)) return;
    event.preventDefault();
    const top = to * height;
    if (top < pane.scrollTop) pane.scrollTop = top;
    else if (top + height > pane.scrollTop + pane.clientHeight) pane.scrollTop = top + height - pane.clientHeight;
    draw();
    space.querySelector(`[data-at="${to}"] a`)?.focus({ preventScroll: true });
  }

  new ResizeObserver(() => draw()).observe(pane);
  element.set = (list, total) => {
    items = list;
    element.setAttribute("aria-rowcount", String(total ?? -1));
    draw(true);
  };
  return element;
}
