// The frame of the console: who is signed in, which section is shown, and how one gets from one to another.
import { forget, get, keep, takeToken, token, whenLost } from "./api.js";
import { button, fill, failure, h, icon, say } from "./dom.js";
import { number } from "./format.js";

const sections = [
  { name: "playground", label: "Playground" },
  { name: "jobs", label: "Jobs" },
  { name: "crawls", label: "Crawls" },
  { name: "credits", label: "Credits" },
  { name: "webhooks", label: "Webhooks" },
  { name: "tokens", label: "Tokens" },
  { name: "sources", label: "Sources" },
];
const patience = 3000; // milliseconds after which an empty section says that it waits
const themes = { auto: "As the system", light: "Light", dark: "Dark" };

const app = document.getElementById("app");
let shown = new AbortController();
let frame;

whenLost((why) => {
  forget();
  signIn(why);
});

function theme(name) {
  if (name) localStorage.setItem("quarry.theme", name);
  const now = localStorage.getItem("quarry.theme") ?? "auto";
  document.documentElement.dataset.theme = now;
  return now;
}

// signIn asks for the token, once a tab.
function signIn(why) {
  shown.abort();
  frame = undefined;
  document.title = "Sign in · Quarry console";
  const problem = h("div", { role: "alert" }, why && failure(why));
  const input = h("input", { id: "token", type: "password", autocomplete: "off", spellcheck: "false", required: true, placeholder: "satk_…", "aria-describedby": "token-kept" });
  const form = h("form", {
    onsubmit: async (event) => {
      event.preventDefault();
      keep(input.value.trim());
      try {
        await get("/token-info");
        begin();
      } catch (error) {
        forget();
        fill(problem, failure(error));
        input.focus();
      }
    },
  },
  h("label", { for: "token" }, "API token"), input,
  h("p", { class: "quiet", id: "token-kept" }, "Kept in this tab alone, until it is closed, and sent to this service alone."),
  problem, h("button", { class: "primary wide" }, "Sign in"));
  fill(app, h("main", { class: "signin" },
    mark(), h("h1", null, "Sign in"), form,
    h("p", { class: "quiet" }, "No token? ", h("code", null, "quarry local"), " prints a link that signs you in, and an operator makes tokens with ",
      h("code", null, "quarry admin token create"), ". The ", h("a", { href: "/docs" }, "reference"), " is open to everybody.")));
  input.focus();
}

const mark = () => h("span", { class: "mark" }, h("svg", { viewBox: "0 0 32 32", "aria-hidden": "true" },
  h("rect", { width: 32, height: 32, rx: 8 }), h("path", { d: "M7 23h18M9 18.5h14M12 14h8M14.5 9.5h3" })), "Quarry");

// begin draws the frame of who is signed in.
function begin() {
  const balance = h("strong", { class: "number" }, "…");
  const organization = h("span", { class: "quiet cut" });
  const nav = h("nav", { id: "sections", "aria-label": "Sections" }, h("ul", null, sections.map((s) =>
    h("li", null, h("a", { href: `#/${s.name}`, "data-section": s.name }, icon(s.name), s.label)))));
  const menu = button([icon("menu"), h("span", { class: "unseen" }, "Sections")], () => open(side.dataset.open !== "true"), { class: "menu", "aria-controls": "sections", "aria-expanded": "false" });
  const side = h("header", { class: "side" },
    h("div", { class: "brand" }, h("a", { href: "#/playground" }, mark()), menu),
    nav,
    h("div", { class: "account" },
      h("p", null, h("span", { class: "quiet" }, "Balance"), balance, h("span", { class: "quiet" }, " credits")), organization,
      h("label", { class: "theme" }, icon("theme"), h("span", { class: "unseen" }, "Colours"),
        h("select", { onchange: (event) => theme(event.target.value) }, Object.entries(themes).map(([name, label]) =>
          h("option", { value: name, selected: name === theme() }, label)))),
      h("p", { class: "links" }, h("a", { href: "/docs", target: "_blank", rel: "noopener" }, "Reference"), h("a", { href: "/docs/", target: "_blank", rel: "noopener" }, "Guides")),
      button([icon("out"), "Sign out"], () => { forget(); signIn(); }, { class: "plain" })));
  function open(on) {
    side.dataset.open = String(on);
    menu.setAttribute("aria-expanded", String(on));
  }
  const main = h("main", { id: "main", tabIndex: -1 });
  fill(app, h("a", { class: "skip", href: "#main", onclick: (event) => { event.preventDefault(); main.focus(); } }, "Skip to the content"), side, main);
  frame = {
    main, nav, close: () => open(false),
    async account() {
      const [money, info] = await Promise.all([get("/balance"), get("/token-info")]);
      fill(balance, number(money.balance));
      fill(organization, info.label ? `${info.label} · ` : "", info.organizationId);
    },
  };
  refresh();
  go();
}

// refresh reads the balance anew, after something was charged.
export function refresh() {
  frame?.account().catch(() => {}); // the section that is shown says what is wrong
}

// go shows the section that the address names: #/jobs/job_… is that of jobs, with an id.
async function go() {
  if (!frame) return;
  shown.abort();
  shown = new AbortController();
  const { signal } = shown;
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const [name, ...rest] = path.split("/");
  const section = sections.find((s) => s.name === name) ?? sections[0];
  frame.close();
  for (const link of frame.nav.querySelectorAll("a")) {
    if (link.dataset.section === section.name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${section.label} · Quarry console`;
  fill(frame.main);
  window.scrollTo(0, 0);
  const waiting = setTimeout(() => {
    if (!signal.aborted && frame && frame.main.childElementCount === 0) fill(frame.main, h("h1", { tabIndex: -1 }, section.label), h("p", { role: "status" }, "The service has not answered yet."), h("p", null, button("Try again", go)));
  }, patience);
  try {
    const module = await import(`./${section.name}.js`);
    await module.show(frame.main, { path: rest.map(decodeURIComponent), query: new URLSearchParams(query), signal, refresh });
    if (signal.aborted) return;
    say(section.label);
    if (document.activeElement === document.body || !frame.main.contains(document.activeElement)) frame.main.querySelector("h1")?.focus();
  } catch (error) {
    if (!signal.aborted) fill(frame.main, h("h1", { tabIndex: -1 }, section.label), failure(error), h("p", null, button("Try again", go)));
  } finally {
    clearTimeout(waiting);
  }
}

async function start() {
  theme();
  const key = new URLSearchParams(location.hash.slice(1)).get("once");
  if (key) {
    history.replaceState(null, "", location.pathname);
    try {
      keep(await takeToken(key));
    } catch (error) {
      return signIn(error);
    }
  }
  window.addEventListener("hashchange", go);
  return token() ? begin() : signIn();
}

start();
