// Elements are made here and nowhere else, by calls and never from HTML: what a page or an answer says is
// always text.

const svgNames = new Set(["svg", "path", "rect", "line", "g", "text", "circle", "defs", "pattern", "title"]);
const properties = new Set(["value", "checked", "disabled", "open", "hidden", "selected", "tabIndex", "indeterminate"]);

// h makes an element. Attributes that begin with "on" are listeners; those that are null, undefined or false are left out.
export function h(name, attributes, ...children) {
  const element = svgNames.has(name) && attributes?.html !== true
    ? document.createElementNS("http://www.w3.org/2000/svg", name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value == null || value === false || key === "html") continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (properties.has(key)) element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  append(element, children);
  return element;
}

function append(parent, children) {
  for (const child of children.flat(Infinity)) {
    if (child != null && child !== false && child !== "") parent.append(child);
  }
}

// fill puts children into an element, in the place of what it had.
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

let ids = 0;

// id is a name for an element that another refers to.
export function id(of) {
  return `${of}-${++ids}`;
}

// say has screen readers say a line.
export function say(text) {
  document.getElementById("said").textContent = text;
}

// notice shows a line for a while, which screen readers say, too.
export function notice(text, sort = "good") {
  const line = h("p", { class: `notice ${sort}` }, text);
  document.getElementById("notices").append(line);
  setTimeout(() => line.remove(), 4000);
}

const drawn = {
  playground: "M4 17l6-5-6-5M12 19h8",
  jobs: "M4 6h16M4 12h16M4 18h10",
  crawls: "M12 4v5M12 15v5M4 12h5M15 12h5M12 9a3 3 0 100 6 3 3 0 000-6z",
  credits: "M5 20v-7M12 20V5M19 20v-10",
  webhooks: "M4 12h13M12 6l6 6-6 6",
  tokens: "M14.5 9.5a4.5 4.5 0 10-3 4.2L13 15h2v2h2v2h3v-3l-5.7-5.7",
  sources: "M12 4c4.4 0 8 1.3 8 3s-3.6 3-8 3-8-1.3-8-3 3.6-3 8-3zM4 7v10c0 1.7 3.6 3 8 3s8-1.3 8-3V7M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3",
  copy: "M9 9h10v11H9zM5 15V4h10",
  out: "M10 5H5v14h5M14 8l4 4-4 4M18 12H9",
  menu: "M4 7h16M4 12h16M4 17h16",
  theme: "M12 4a8 8 0 108 8 6 6 0 01-8-8z",
  done: "M5 12.5l4.5 4.5L19 7.5",
  failed: "M7 7l10 10M17 7L7 17",
  cancelled: "M6 12h12",
  queued: "M12 7v5l3 3M12 4a8 8 0 100 16 8 8 0 000-16z",
  running: "M12 4a8 8 0 018 8",
  back: "M15 6l-6 6 6 6",
};

// icon draws one of the console's signs. It says nothing: a text stands beside it.
export function icon(name) {
  return h("svg", { class: `icon ${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: drawn[name] }));
}

const signs = { queued: "queued", pending: "queued", running: "running", succeeded: "done", finished: "done", active: "done", failed: "failed", disabled: "failed", revoked: "failed", cancelled: "cancelled" };

// status is the mark of a job, crawl, delivery or endpoint: a sign and a word, so that it can be read without colour.
export function status(of) {
  return h("span", { class: `status ${of}` }, icon(signs[of] ?? "queued"), of);
}

// button is a button with a listener.
export function button(label, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, label);
}

// copyButton copies what text returns.
export function copyButton(text, label = "Copy") {
  return button([icon("copy"), label], async () => {
    try {
      await navigator.clipboard.writeText(text());
      notice("Copied.");
    } catch {
      notice("The browser does not let this page copy. Select the text instead.", "bad");
    }
  }, { class: "small" });
}

// table is a table with a caption that screen readers read. Columns are {label, cell(row), class}.
export function table(caption, columns, rows) {
  return h("div", { class: "scrolls", tabIndex: 0, role: "region", "aria-label": caption },
    h("table", null,
      h("caption", { class: "unseen" }, caption),
      h("thead", null, h("tr", null, columns.map((c) => h("th", { scope: "col", class: c.class }, c.label)))),
      h("tbody", null, rows.map((row) => h("tr", null, columns.map((c) => h("td", { class: c.class }, c.cell(row))))))));
}

// facts is a list of names and values; those without a value are left out.
export function facts(pairs) {
  return h("dl", { class: "facts" }, pairs.filter(([, value]) => value != null && value !== "" && value !== false).map(([name, value]) =>
    h("div", null, h("dt", null, name), h("dd", null, value))));
}

// empty says what would stand here, and how to get it.
export function empty(title, ...text) {
  return h("div", { class: "empty" }, h("p", { class: "title" }, title), h("p", null, ...text));
}

// tabs are panels of which one is shown. Each is {name, label, panel()}; panels are made when they are first shown.
export function tabs(label, list, chosen) {
  const panels = h("div", { class: "panels" });
  const heads = list.map((tab) => h("button", { type: "button", role: "tab", id: id("tab"), onclick: () => show(tab) }, tab.label));
  const bodies = new Map();
  function show(tab, focus) {
    heads.forEach((head, i) => {
      const on = list[i] === tab;
      head.setAttribute("aria-selected", String(on));
      head.tabIndex = on ? 0 : -1;
      if (on && focus) head.focus();
    });
    if (!bodies.has(tab)) {
      const head = heads[list.indexOf(tab)];
      bodies.set(tab, h("div", { role: "tabpanel", id: id("panel"), "aria-labelledby": head.id, tabIndex: 0 }, tab.panel()));
      head.setAttribute("aria-controls", bodies.get(tab).id);
    }
    fill(panels, bodies.get(tab));
    chosen?.(tab.name);
  }
  const head = h("div", {
    role: "tablist", "aria-label": label, class: "tabs",
    onkeydown: (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const at = heads.indexOf(document.activeElement);
      show(list[(at + step + list.length) % list.length], true);
      event.preventDefault();
    },
  }, heads);
  const element = h("div", { class: "tabbed" }, head, panels);
  element.show = (name) => show(list.find((t) => t.name === name) ?? list[0]);
  element.show();
  return element;
}

// done is the label of a dialog that only shows something.
export const done = "Done";

// ask opens a dialog and returns what was decided: what decide returned, or null when it was left.
export function ask(title, content, label, decide) {
  return new Promise((resolve) => {
    let result = null;
    const heading = h("h2", { id: id("ask") }, title);
    const problem = h("div", { role: "alert" });
    const dialog = h("dialog", { "aria-labelledby": heading.id, onclose: () => { dialog.remove(); resolve(result); } },
      h("form", {
        method: "dialog", novalidate: true,
        onsubmit: async (event) => {
          event.preventDefault();
          try {
            result = await decide();
            dialog.close();
          } catch (error) {
            fill(problem, failure(error));
          }
        },
      }, heading, content, problem,
        h("div", { class: "row end" }, label !== done && button("Close", () => dialog.close()), h("button", { class: "primary" }, label))));
    document.body.append(dialog);
    dialog.showModal();
  });
}

// failure shows an error with what to do about it.
export function failure(error) {
  return h("div", { class: "failure" },
    h("strong", null, icon("failed"), error.message ?? String(error)),
    error.remedy && h("p", null, error.remedy),
    error.details?.length > 0 && h("ul", null, error.details.map((d) => h("li", null, h("code", null, d.field), " ", d.issue))),
    (error.code || error.requestId) && h("p", { class: "quiet" },
      error.code && h("a", { href: "/docs/errors", target: "_blank", rel: "noopener" }, error.code),
      error.requestId && [error.code && " · ", "request ", h("code", null, error.requestId)]));
}
