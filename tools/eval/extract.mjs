// Runs the extractors on Node for make eval: one request a line of JSON on the standard
// input, one answer a line on the standard output, in order.
//
//   {"op": "ways"}                             -> {"ways": [name, …]}
//   {"op": "text", "way", "html", "url"}       -> {"text", "marked"}: marked where the text is markdown
//   {"op": "clear"}                            -> {}
//   {"op": "load", "html", "url"}              -> {}
//   {"op": "pass", "way"}                      -> {"seconds"}: CPU time of all loaded pages to markdown
//
// A way that breaks on a page answers {"error"}.
import { createInterface } from "node:readline";
import { htmlToMarkdown } from "@mdream/js";
import { withMinimalPreset } from "@mdream/js/preset/minimal";
import { Readability } from "@mozilla/readability";
import { Defuddle } from "defuddle/node";
import { JSDOM, VirtualConsole } from "jsdom";
import { parseHTML } from "linkedom";
import TurndownService from "turndown";

const turndown = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced" });

// What they tell about pages is of no use here, and would mix with the answers.
for (const level of ["log", "info", "warn", "error", "debug"]) console[level] = () => {};

const linkedom = (html) => parseHTML(html).document;
const jsdom = (html, url) => new JSDOM(html, { url, virtualConsole: new VirtualConsole() }).window.document;

const readability = (document) => new Readability(document).parse()?.content ?? "";
// Asynchronous, it would ask services for what the page lacks.
const defuddle = async (document, url, markdown) => (await Defuddle(document, url, { markdown, useAsync: false })).content;

const ways = {
  "Readability + Turndown (linkedom)": {
    text: (html) => textOf(readability(linkedom(html))),
    markdown: (html) => turndown.turndown(readability(linkedom(html))),
  },
  "Readability + Turndown (jsdom)": {
    text: (html, url) => textOf(readability(jsdom(html, url))),
    markdown: (html, url) => turndown.turndown(readability(jsdom(html, url))),
  },
  "defuddle (linkedom)": {
    text: async (html, url) => textOf(await defuddle(linkedom(html), url, false)),
    markdown: (html, url) => defuddle(linkedom(html), url, true),
  },
};

// It writes markdown alone, of the main content where it is asked to.
const mdream = (html, url) => htmlToMarkdown(html, withMinimalPreset({ origin: new URL(url).origin, frontmatter: false, plugins: { frontmatter: false } }));
ways["mdream (JS), minimal"] = { marked: true, text: mdream, markdown: mdream };

const BLOCKS = new Set(
  ("ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 " +
    "HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL BR").split(" "),
);
const SILENT = new Set("SCRIPT STYLE TEMPLATE NOSCRIPT HEAD TITLE".split(" "));

// textOf is textContent with blocks apart: without that, the last word of one and the
// first of the next would count as one.
function textOf(content) {
  const parts = [];
  const visit = (node) => {
    if (node.nodeType === 3) parts.push(node.data);
    const name = node.nodeName.toUpperCase();
    if (SILENT.has(name)) return;
    const apart = BLOCKS.has(name);
    if (apart) parts.push("\n");
    for (let child = node.firstChild; child; child = child.nextSibling) visit(child);
    if (apart) parts.push("\n");
  };
  visit(linkedom(`<!doctype html><html><body>${content}</body></html>`).body);
  return parts.join("");
}

const loaded = [];

async function pass(way) {
  globalThis.gc?.();
  const before = process.cpuUsage();
  for (const { html, url } of loaded) {
    try {
      await way.markdown(html, url);
    } catch {
      // It took its time nevertheless.
    }
  }
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1e6 };
}

async function answer({ op, way, html, url }) {
  switch (op) {
    case "ways":
      return { ways: Object.keys(ways) };
    case "text":
      return { text: String(await ways[way].text(html, url)), marked: ways[way].marked };
    case "clear":
      loaded.length = 0;
      return {};
    case "load":
      loaded.push({ html, url });
      return {};
    case "pass":
      return pass(ways[way]);
  }
  return { error: `there is no ${op}` };
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  let reply;
  try {
    reply = await answer(JSON.parse(line));
  } catch (error) {
    reply = { error: String(error?.message ?? error) };
  }
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
