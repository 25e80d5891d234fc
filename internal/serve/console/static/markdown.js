// Markdown as elements. What is HTML in it stays text, links lead to web pages alone, and a picture is a link
// until somebody opens it: nothing that a page says is run or fetched here.
import { h } from "./dom.js";

const fence = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)/;
const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const rule = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const item = /^(\s*)([-*+]|\d{1,9}[.)])(?:\s+(.*)|\s*)$/;
const quote = /^ {0,3}> ?/;
const divider = /^ {0,3}\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;

// markdown shows a text. Headings begin below level, and none is left out between two.
export function markdown(text, level = 3) {
  const levels = { top: level, last: level - 1 };
  return h("div", { class: "markdown" }, blocks(text.split("\n"), levels));
}

function blocks(lines, levels) {
  const out = [];
  for (let i = 0; i < lines.length;) {
    const begin = i;
    i = block(lines, i, levels, out);
    if (i === begin) i++; // an empty line
  }
  return out;
}

// block reads the block at a line, and returns the line behind it.
function block(lines, i, levels, out) {
  const line = lines[i];
  if (line.trim() === "") return i;
  const fenced = line.match(fence);
  if (fenced) return code(lines, i, fenced, out);
  const head = line.match(heading);
  if (head) {
    const wanted = Math.min(6, levels.top + head[1].length - 1);
    levels.last = Math.min(wanted, levels.last + 1);
    out.push(h(`h${levels.last}`, { class: `size${head[1].length}` }, inline(head[2])));
    return i + 1;
  }
  if (rule.test(line)) {
    out.push(h("hr"));
    return i + 1;
  }
  if (quote.test(line)) return gather(lines, i, (l) => quote.test(l), (inner) => out.push(h("blockquote", null, blocks(inner.map((l) => l.replace(quote, "")), levels))));
  if (item.test(line)) return list(lines, i, levels, out);
  if (line.includes("|") && divider.test(lines[i + 1] ?? "")) return grid(lines, i, out);
  return gather(lines, i, (l, at) => l.trim() !== "" && (at === i || !interrupts(l)), (inner) => out.push(h("p", null, inline(inner.map((l) => l.trimStart()).join("\n")))));
}

const interrupts = (l) => fence.test(l) || heading.test(l) || quote.test(l) || rule.test(l) || item.test(l);

function gather(lines, i, belongs, then) {
  let end = i;
  while (end < lines.length && belongs(lines[end], end)) end++;
  then(lines.slice(i, end));
  return end;
}

function code(lines, i, [, ticks, language], out) {
  let end = i + 1;
  while (end < lines.length && !lines[end].trim().startsWith(ticks)) end++;
  out.push(h("pre", { tabIndex: 0, "aria-label": language ? `Code in ${language}` : "Code" }, h("code", null, lines.slice(i + 1, end).join("\n"))));
  return end + 1;
}

function list(lines, i, levels, out) {
  const [, indent, sign] = lines[i].match(item);
  const ordered = /\d/.test(sign);
  const items = [];
  let end = i;
  while (end < lines.length) {
    const found = lines[end].match(item);
    if (found && found[1].length <= indent.length + 1 && /\d/.test(found[2]) === ordered) {
      items.push([found[3] ?? ""]);
    } else if (lines[end].trim() === "") {
      if (!/^\s{2,}\S/.test(lines[end + 1] ?? "") && !(lines[end + 1] ?? "").match(item)) break;
      items.at(-1).push("");
    } else if (/^\s{2,}/.test(lines[end])) {
      items.at(-1).push(lines[end].replace(new RegExp(`^\\s{0,${indent.length + sign.length + 1}}`), ""));
    } else if (interrupts(lines[end])) {
      break;
    } else {
      items.at(-1).push(lines[end]);
    }
    end++;
  }
  out.push(h(ordered ? "ol" : "ul", { start: ordered && parseInt(sign, 10) !== 1 ? parseInt(sign, 10) : null }, items.map((inner) => {
    const made = blocks(inner, levels);
    return h("li", null, made.map((b) => b.localName === "p" && made.filter((o) => o.localName === "p").length === 1 ? [...b.childNodes] : b));
  })));
  return end;
}

function grid(lines, i, out) {
  const cells = (l) => l.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((c) => inline(c.trim().replaceAll("\\|", "|")));
  return gather(lines, i, (l, at) => at === i + 1 || l.includes("|"), (rows) => out.push(h("div", { class: "scrolls", tabIndex: 0, role: "region", "aria-label": "Table" },
    h("table", null, h("thead", null, h("tr", null, cells(rows[0]).map((c) => c.length ? h("th", { scope: "col" }, c) : h("td")))),
      h("tbody", null, rows.slice(2).map((row) => h("tr", null, cells(row).map((c) => h("td", null, c)))))))));
}

// Each part of a line: how it is found, and what it is made of.
const parts = [
  [/^\\([!-/:-@[-`{-~])/, (m) => m[1]],
  [/^(`+)([\s\S]*?[^`])\1(?!`)/, (m) => h("code", null, m[2].trim())],
  [/^!\[([^\]]*)\]\(<?((?:[^()\s<>]|\([^()\s]*\))+)>?(?:\s+["'][^"')]*["'])?\)/, (m) => picture(m[1], m[2])],
  [/^\[((?:[^[\]]|\[[^\]]*\](?:\([^)]*\))?)*)\]\(<?((?:[^()\s<>]|\([^()\s]*\))*)>?(?:\s+["'][^"']*["'])?\)/, (m) => link(m[2], inline(m[1], true))],
  [/^<(https?:\/\/[^\s<>]+)>/, (m) => link(m[1], m[1])],
  [/^https?:\/\/[^\s<>)\]]*[^\s<>)\].,;:!?'"*_]/, (m, inside) => inside ? m[0] : link(m[0], m[0])],
  [/^(\*\*|__)(?=\S)([\s\S]*?\S)\1/, (m, inside) => h("strong", null, inline(m[2], inside))],
  [/^~~(?=\S)([\s\S]*?\S)~~/, (m, inside) => h("del", null, inline(m[1], inside))],
  [/^\*(?=\S)([\s\S]*?\S)\*(?!\*)/, (m, inside) => h("em", null, inline(m[1], inside))],
  [/^_(?=\S)([\s\S]*?\S)_(?!\w)/, (m, inside) => h("em", null, inline(m[1], inside))],
  [/^(?: {2,}|\\)\n/, () => h("br")],
];
const special = /[\\`![<*_~h ]/;

// inline is a text with its emphasis, code and links; inside a link there is no other.
function inline(text, inside = false) {
  const out = [];
  let plain = "";
  for (let i = 0; i < text.length;) {
    const before = text[i - 1] ?? " ";
    const found = special.test(text[i]) && !(/[_h]/.test(text[i]) && /\w/.test(before)) && match(text.slice(i, i + 20_000), inside);
    if (!found) {
      plain += text[i++];
      continue;
    }
    if (plain) out.push(plain);
    plain = "";
    out.push(found.made);
    i += found.length;
  }
  if (plain) out.push(plain);
  return out.flat();
}

function match(rest, inside) {
  for (const [sign, make] of parts) {
    const m = rest.match(sign);
    if (m) return { made: make(m, inside), length: m[0].length };
  }
  return null;
}

// link leads to a web page or a mailbox; what leads elsewhere is its text alone.
function link(to, content) {
  if (!/^(https?:\/\/|mailto:)/i.test(to)) return content;
  return h("a", { href: to, target: "_blank", rel: "noopener noreferrer nofollow" }, content);
}

function picture(label, to) {
  return link(to, h("span", { class: "picture" }, `picture${label ? `: ${label}` : ""}`));
}
