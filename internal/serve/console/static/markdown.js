// Markdown as elements. What is HTML in it stays text, links lead to web pages alone, and a picture is a link
// until somebody opens it: nothing that a page says is run or fetched here. A page chooses the text, so a line is
// looked at a bounded number of times, whatever it says.
import { h } from "./dom.js";
import { deepest, inline } from "./inline.js";

const fence = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)/;
const heading = /^ {0,3}(#{1,6})(?=\s)/;
const rule = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const item = /^(\s*)([-*+]|\d{1,9}[.)])(?=\s|$)/;
const quote = /^ {0,3}> ?/;
const divider = (line) => line.trim().replace(/^\||\|$/g, "").split("|").every((cell) => /^:?-+:?$/.test(cell.trim()));

// markdown shows a text. Headings begin below level, and none is left out between two.
export function markdown(text, level = 3) {
  const levels = { top: level, last: level - 1 };
  return h("div", { class: "markdown" }, blocks(text.split(/\r\n?|\n/), levels, 0));
}

function blocks(lines, levels, depth) {
  const out = [];
  for (let i = 0; i < lines.length;) {
    const begin = i;
    i = block(lines, i, levels, depth, out);
    if (i === begin) i++; // an empty line
  }
  return out;
}

// block reads the block at a line, and returns the line behind it. Quotes and lists that lie too deep are text.
function block(lines, i, levels, depth, out) {
  const line = lines[i];
  if (line.trim() === "") return i;
  const fenced = line.match(fence);
  if (fenced) return code(lines, i, fenced, out);
  const head = line.match(heading);
  if (head) {
    const wanted = Math.min(6, levels.top + head[1].length - 1);
    levels.last = Math.min(wanted, levels.last + 1);
    out.push(h(`h${levels.last}`, { class: `size${head[1].length}` }, inline(titleOf(line.slice(head[0].length)))));
    return i + 1;
  }
  if (rule.test(line)) {
    out.push(h("hr"));
    return i + 1;
  }
  if (depth < deepest && quote.test(line)) return gather(lines, i, (l) => quote.test(l), (inner) => out.push(h("blockquote", null, blocks(inner.map((l) => l.replace(quote, "")), levels, depth + 1))));
  if (depth < deepest && item.test(line)) return list(lines, i, levels, depth, out);
  if (line.includes("|") && divider(lines[i + 1] ?? "")) return grid(lines, i, out);
  return gather(lines, i, (l, at) => l.trim() !== "" && (at === i || !interrupts(l)), (inner) => out.push(h("p", null, inline(inner.map((l) => l.trimStart()).join("\n")))));
}

const interrupts = (l) => fence.test(l) || heading.test(l) || quote.test(l) || rule.test(l) || item.test(l);

// titleOf is a heading's text without the signs that close it.
function titleOf(text) {
  const title = text.trim();
  let end = title.length;
  while (title[end - 1] === "#") end--;
  return title.slice(0, end).trimEnd();
}

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

function list(lines, i, levels, depth, out) {
  const [, indent, sign] = lines[i].match(item);
  const ordered = /\d/.test(sign);
  const items = [];
  let end = i;
  while (end < lines.length) {
    const found = lines[end].match(item);
    if (found && found[1].length <= indent.length + 1 && /\d/.test(found[2]) === ordered) {
      items.push([lines[end].slice(found[0].length).trimStart()]);
    } else if (lines[end].trim() === "") {
      if (!/^\s{2,}\S/.test(lines[end + 1] ?? "") && !(lines[end + 1] ?? "").match(item)) break;
      items.at(-1).push("");
    } else if (/^\s{2,}/.test(lines[end])) {
      items.at(-1).push(outdent(lines[end], indent.length + sign.length + 1));
    } else if (interrupts(lines[end])) {
      break;
    } else {
      items.at(-1).push(lines[end]);
    }
    end++;
  }
  out.push(h(ordered ? "ol" : "ul", { start: ordered && parseInt(sign, 10) !== 1 ? parseInt(sign, 10) : null }, items.map((inner) => {
    const made = blocks(inner, levels, depth + 1);
    const tight = made.filter((b) => b.localName === "p").length === 1;
    return h("li", null, made.map((b) => tight && b.localName === "p" ? [...b.childNodes] : b));
  })));
  return end;
}

// outdent takes at most as many spaces from a line's begin.
function outdent(line, most) {
  return line.slice(Math.min(most, line.length - line.trimStart().length));
}

function grid(lines, i, out) {
  const cells = (l) => l.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((c) => inline(c.trim().replaceAll("\\|", "|")));
  return gather(lines, i, (l, at) => at === i + 1 || l.includes("|"), (rows) => out.push(h("div", { class: "scrolls", tabIndex: 0, role: "region", "aria-label": "Table" },
    h("table", null, h("thead", null, h("tr", null, cells(rows[0]).map((c) => c.length ? h("th", { scope: "col" }, c) : h("td")))),
      h("tbody", null, rows.slice(2).map((row) => h("tr", null, cells(row).map((c) => h("td", null, c)))))))));
}
