// The inside of a line of markdown as elements. A page chooses the text, so each kind of part is looked for by one
// scan that goes forwards: a search that found no end is not made again behind it, and nesting ends at a depth.
import { h } from "./dom.js";

// deepest is how many parts lie in one another; what lies deeper is text.
export const deepest = 16;

const longestTicks = 32; // of a code span; a longer run is text
const deepestParentheses = 8; // in an address
const punctuation = /[!-/:-@[-`{-~]/;

// inline is a text with its emphasis, code and links; inside a link there is no other.
export function inline(text, inside = false, depth = 0) {
  if (depth >= deepest) return [text];
  const line = { text, inside, depth, endless: new Set(), pairs: null };
  const out = [];
  let plain = "";
  for (let i = 0; i < text.length;) {
    const found = readers[text[i]]?.(line, i);
    if (!found) {
      plain += text[i++];
      continue;
    }
    if (plain) out.push(plain);
    plain = "";
    out.push(found.made);
    i = found.end;
  }
  if (plain) out.push(plain);
  return out.flat();
}

// Each reader has what begins at a place, and where it ends; null is a character like any other.
const readers = {
  "\\": ({ text }, i) => {
    if (text[i + 1] === "\n") return { made: h("br"), end: i + 2 };
    return punctuation.test(text[i + 1] ?? "") ? { made: text[i + 1], end: i + 2 } : null;
  },
  " ": ({ text }, i) => {
    if (text[i - 1] === " ") return null; // the run's first space looked already
    const found = at(/ {2,}\n/y, text, i);
    return found && { made: h("br"), end: i + found[0].length };
  },
  "`": code,
  "!": (line, i) => line.text[i + 1] === "[" ? reference(line, i + 1, (to, label) => picture(line, to, label)) : null,
  "[": (line, i) => reference(line, i, (to, label) => link(line, to, inline(label, true, line.depth + 1))),
  "<": (line, i) => {
    const found = at(/<(https?:\/\/[^\s<>]+)>/y, line.text, i);
    return found && { made: link(line, found[1], found[1]), end: i + found[0].length };
  },
  "h": (line, i) => {
    const found = !within(line.text, i) && at(/https?:\/\/[^\s<>)\]]*[^\s<>)\].,;:!?'"*_]/y, line.text, i);
    return found ? { made: link(line, found[0], found[0]), end: i + found[0].length } : null;
  },
  "*": (line, i) => enclosed(line, i, "**", "strong", () => true) ?? enclosed(line, i, "*", "em", (next) => next !== "*"),
  "_": (line, i) => within(line.text, i) ? null
    : enclosed(line, i, "__", "strong", () => true) ?? enclosed(line, i, "_", "em", (next) => !/\w/.test(next)),
  "~": (line, i) => enclosed(line, i, "~~", "del", () => true),
};

const within = (text, i) => /\w/.test(text[i - 1] ?? "");

function at(sign, text, i) {
  sign.lastIndex = i;
  return sign.exec(text);
}

// enclosed reads what two signs enclose. Where one has no end none behind it has, so that it is searched for once.
function enclosed({ text, inside, depth, endless }, i, sign, name, ends) {
  const from = i + sign.length;
  if (!text.startsWith(sign, i) || endless.has(sign) || !/\S/.test(text[from] ?? "")) return null;
  for (let j = text.indexOf(sign, from + 1); j >= 0; j = text.indexOf(sign, j + 1)) {
    const end = j + sign.length;
    if (/[^\s\\]/.test(text[j - 1]) && ends(text[end] ?? "")) return { made: h(name, null, inline(text.slice(from, j), inside, depth + 1)), end };
  }
  endless.add(sign);
  return null;
}

function code({ text, endless }, i) {
  const ticks = run(text, i);
  const behind = i + ticks;
  if (ticks <= longestTicks && !endless.has(ticks)) {
    for (let j = text.indexOf("`", behind), n; j >= 0; j = text.indexOf("`", j + n)) {
      n = run(text, j);
      if (n === ticks) return { made: h("code", null, text.slice(behind, j).trim()), end: j + n };
    }
    endless.add(ticks);
  }
  return { made: text.slice(i, behind), end: behind };
}

function run(text, i) {
  let end = i;
  while (text[end] === "`") end++;
  return end - i;
}

// reference reads a label in brackets with an address behind it.
function reference(line, i, make) {
  line.pairs ??= pairs(line.text);
  const close = line.pairs.get(i);
  const found = close && line.text[close + 1] === "(" && target(line.text, close + 2);
  return found ? { made: make(found.to, line.text.slice(i + 1, close)), end: found.end } : null;
}

// pairs has for each bracket that opens the one that closes it.
function pairs(text) {
  const of = new Map();
  const open = [];
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === "[") open.push(i);
    else if (text[i] === "]" && open.length) of.set(open.pop(), i);
  }
  return of;
}

// target reads an address with its title, up to the parenthesis behind them.
function target(text, i) {
  const found = address(text, i);
  if (!found) return null;
  const title = at(/\s+(["'])/y, text, found.end);
  let end = found.end;
  if (title) {
    end = text.indexOf(title[1], end + title[0].length);
    while (end >= 0 && text[end - 1] === "\\") end = text.indexOf(title[1], end + 1);
    if (end < 0) return null;
    end++;
  }
  return text[end] === ")" ? { to: found.to, end: end + 1 } : null;
}

function address(text, i) {
  const angled = at(/<([^<>\n]*)>/y, text, i);
  if (angled) return { to: angled[1], end: i + angled[0].length };
  let to = "";
  for (let open = 0; i < text.length && !/[\s<>]/.test(text[i]); i++) {
    if (text[i] === ")" && open-- === 0) break;
    if (text[i] === "(" && ++open > deepestParentheses) return null;
    if (text[i] === "\\" && punctuation.test(text[i + 1] ?? "")) i++;
    to += text[i];
  }
  return { to, end: i };
}

// link leads to a web page or a mailbox; what leads elsewhere, or lies in another, is its text alone.
function link({ inside }, to, content) {
  if (inside || !/^(https?:\/\/|mailto:)/i.test(to)) return content;
  return h("a", { href: to, target: "_blank", rel: "noopener noreferrer nofollow" }, content);
}

function picture(line, to, label) {
  return link(line, to, h("span", { class: "picture" }, `picture${label ? `: ${label}` : ""}`));
}
