"use strict";

// The page of a harbour office, written by hand in the way that frameworks write one:
// the data is fetched, and a moment later the document is made of it.
const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

const header = (harbour) =>
  element("header", { class: "bar" },
    element("a", { href: "/", class: "logo" }, element("img", { src: "/logo.svg", alt: harbour.name, width: "120", height: "32" })),
    element("nav", {}, element("a", { href: "/late" }, "Ledger"), element("a", { href: "/tall" }, "Chart")));

const row = (berth) =>
  element("tr", {},
    element("th", { scope: "row" }, berth.id),
    element("td", {}, berth.boat ?? "free"),
    element("td", {}, berth.metres ? `${berth.metres} m` : "–"));

const main = (harbour) =>
  element("main", {},
    element("h1", {}, `Berths at ${harbour.name}`),
    element("p", {}, harbour.about),
    element("h2", {}, "Who lies where"),
    element("table", {}, element("thead", {}, element("tr", {}, ...["Berth", "Boat", "Length"].map((t) => element("th", {}, t)))),
      element("tbody", {}, ...harbour.berths.map(row))),
    element("p", { class: "secret" }, "This line is hidden by the style sheet."),
    element("button", { type: "button" }, "Ask for a berth"));

const footer = (harbour) =>
  element("footer", {}, ...harbour.profiles.map((url) => element("a", { href: url }, new URL(url).hostname)),
    element("a", { href: "https://x.com/intent/post?text=Berths" }, "Share"));

const describe = (harbour) => {
  const block = element("script", { type: "application/ld+json" });
  block.textContent = JSON.stringify({
    "@context": "https://schema.org", "@type": "LocalBusiness", name: harbour.name, logo: "/logo.svg", sameAs: harbour.profiles[0],
  });
  return block;
};

const start = async () => {
  const answer = await fetch("/api/berths.json");
  const harbour = await answer.json();
  await new Promise((next) => setTimeout(next, 200));
  document.title = `Berths at ${harbour.name}`;
  document.head.append(describe(harbour));
  document.getElementById("root").replaceChildren(header(harbour), main(harbour), footer(harbour));
};

start();
