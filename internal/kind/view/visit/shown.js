// The document without the text that nobody sees: what style sheets hide, make transparent, as small as nothing
// or of its background's colour, cut off, cover or put where nobody can scroll. It writes the
// markup itself and changes nothing in the page. nodes.js, paint.js and reach.js go before it.
const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const quote = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
const empty = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]);
const raw = new Set(["script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext"]);
const plain = new Set(["head", "title", "base", "link", "meta", "script", "style"]); // are never shown, and no text
const gone = new Set(["template", "noscript", "noframes", "noembed"]); // not shown where scripts run
const pictures = new Set(["img", "video", "canvas", "svg", "iframe", "object", "embed", "picture"]);

// behind finds what is painted behind a text by another element: a picture, a box. What there was no time to look at is
// taken for something.
let painters = null, pseudos = new Map();
const isPainter = (style) => {
  const fill = colour(style.backgroundColor);
  return style.backgroundImage !== "none" || !fill || fill.a > 0.5;
};
const paints = (style, ink) => {
  const fill = colour(style.backgroundColor);
  return style.backgroundImage !== "none" || !fill || fill.a > 0.5 && apart(fill, ink) > alike;
};
const gather = (end) => {
  const all = { rows: new Map(), tall: [] };
  let i = 0;
  const trees = [Document.prototype.querySelectorAll.call(document, "body *")];
  for (const tree of trees) for (const e of tree) {
    if (++i % 100 === 0 && performance.now() > end) return null;
    if (shadowRoot(e)) trees.push(DocumentFragment.prototype.querySelectorAll.call(shadowRoot(e), "*"));
    const picture = pictures.has(localName(e)), style = picture ? null : getComputedStyle(e);
    if (!picture && !isPainter(style)) continue;
    const box = boxOf(e), [first, last] = rowsOf(box), painter = { e, box, style };
    if (last - first >= 500) all.tall.push(painter);
    else for (let y = first; y <= last; y++) all.rows.has(y) ? all.rows.get(y).push(painter) : all.rows.set(y, [painter]);
  }
  return all;
};
const pseudosOf = (e) => {
  if (!pseudos.has(e)) pseudos.set(e, ["::before", "::after"].map((p) => getComputedStyle(e, p)).filter((s) => s.content !== "none" && s.content !== "normal" && isPainter(s)));
  return pseudos.get(e);
};
const behind = (parent, box, ink) => timed((end) => {
  painters ??= gather(end);
  if (!painters) return true;
  const x = box.left + box.width / 2, y = box.top + box.height / 2;
  const covers = (b) => b.left <= x && x <= b.right && b.top <= y && y <= b.bottom;
  const is = (p) => covers(p.box) && !surrounds(p.e, parent) && !contains(parent, p.e) && (!p.style || paints(p.style, ink));
  if (painters.tall.some(is) || (painters.rows.get(Math.floor((y + scrollY) / row)) ?? []).some(is)) return true;
  for (let e = parent; e; e = above(e)) if (pseudosOf(e).some((s) => paints(s, ink))) return true;
  return false;
}, true);

// unreadable reports whether a text has the colour of what is behind it, or none. Without a box it goes by the
// elements around the text alone.
const unreadable = (parent, style, state, box) => {
  const fill = colour(style.webkitTextFillColor || style.color);
  if (!fill || state.clip === "picture" || parseFloat(style.webkitTextStrokeWidth) > 0) return false;
  const shadow = style.textShadow === "none" ? null : colour(style.textShadow.match(/^[a-z]+\([^)]*\)/)?.[0] ?? "");
  if (shadow && shadow.a >= faint && !isUnreadable(state.groups, shadow)) return false;
  const inks = state.clip && fill.a < solid ? state.clip : [fill];
  if (inks.every((ink) => ink.a < faint)) return true;
  if (getComputedStyle(parent, "::first-line").color !== style.color) return false;
  return inks.every((ink) => isUnreadable(state.groups, ink)) && !(box && behind(parent, box, inks[0]));
};

// nowhere reports whether a box lies where nobody can scroll.
const rootStyle = getComputedStyle(root), bodyStyle = getComputedStyle(body);
const toRight = rootStyle.direction !== "rtl" && bodyStyle.direction !== "rtl";
const locked = [rootStyle, bodyStyle].some((s) => s.overflowX === "hidden" || s.overflowX === "clip");
const nowhere = (box, state) => {
  const left = box.left + (state.fixed ? 0 : scrollX), top = box.top + (state.fixed ? 0 : scrollY);
  const right = left + box.width, bottom = top + box.height;
  const width = document.defaultView.innerWidth, height = document.defaultView.innerHeight;
  if (state.fixed) return right <= 0 || bottom <= 0 || left >= width || top >= height;
  if (bottom <= 0) return true;
  return toRight ? right <= 0 || locked && left >= width : left >= width || locked && right <= 0;
};

// cuts reports whether an element shows nothing of what is in it: by a clip or by its size.
const cuts = (element, style, box) => {
  if (style.clip !== "auto" && (style.position === "absolute" || style.position === "fixed")) {
    const [top, right, bottom, left] = style.clip.match(/-?[\d.]+|auto/g) ?? [];
    if (right - left <= 1 || bottom - top <= 1) return true;
  }
  const path = style.clipPath;
  if (/^(circle|ellipse)\((0px|0%|0)[ )]/.test(path)) return true;
  if (path.startsWith("inset(")) {
    const sides = path.slice(6).split(/[) ]/).filter((s) => /^-?[\d.]+(px|%)$/.test(s));
    const length = (s, whole) => parseFloat(s) * (s.endsWith("%") ? whole / 100 : 1);
    const [top, right = top, bottom = top, left = right] = sides;
    if (top && (length(top, box.height) + length(bottom, box.height) >= box.height - 1 || length(left, box.width) + length(right, box.width) >= box.width - 1)) return true;
  }
  if (path.startsWith("polygon(")) {
    const points = path.slice(8, -1).split(",").map((p) => p.trim());
    if (new Set(points).size < 3) return true;
  }
  if (masked(style)) return true;
  if (/opacity\(0(\.0\d*)?%?\)/.test(style.filter) || style.contentVisibility === "hidden") return true;
  const bounds = style.overflowX !== "visible" || style.overflowY !== "visible";
  return bounds && element !== root && element !== body && style.display !== "inline" && style.display !== "contents" &&
    (clientWidth(element) <= 1 || clientHeight(element) <= 1);
};

// isSmall reports whether letters are too small, or too close to each other, to be read.
const isSmall = (boxes, style, letters) => parseFloat(style.fontSize) < smallest || boxes.every((b) => b.height < smallest && b.width < smallest * letters) ||
  letters > 8 && boxes.reduce((sum, b) => sum + Math.max(b.width, b.height > b.width * 4 ? b.height : 0), 0) < 0.8 * letters;

// strikeOf is how thick the line through the texts of an element is, in pixels. It goes through those of the elements in it, too,
// but for what is laid out by itself.
const strikeOf = (style, around) => {
  const own = !style.textDecorationLine.includes("line-through") || (colour(style.textDecorationColor)?.a ?? 0) < solid ? 0 :
    parseFloat(style.textDecorationThickness) * (style.textDecorationThickness.endsWith("%") ? parseFloat(style.fontSize) / 100 : 1) || 0;
  const apart = style.display.startsWith("inline-") || style.cssFloat !== "none" || /^(absolute|fixed)$/.test(style.position);
  return Math.max(own, apart ? 0 : around);
};
const thick = 0.5; // of the letters' size, with which a line covers those without ascenders

// isIndented reports whether a text begins beyond the window by its indentation, which nobody scrolls after.
const isIndented = (boxes, style, parent) => {
  if (style.textIndent === "0px") return false;
  const indent = parseFloat(style.textIndent) * (style.textIndent.endsWith("%") ? clientWidth(parent) / 100 : 1);
  if (Math.abs(indent) < innerWidth / 2) return false;
  const box = boxOf(parent);
  return boxes.every((b) => b.left >= box.right || b.right <= box.left);
};

let letters = 0, below = 0, out = [], doubtful = [], lenient = false;
// look is whether a text is seen, or not yet where it waits to be scrolled to, and where.
const look = (node, parent, style, state) => {
  const s = data(node), length = s.trim().length;
  const faded = !lenient && (state.opacity < faint || style.visibility !== "visible" && !state.unveiled || state.blur * 3 > parseFloat(style.fontSize));
  if (style.webkitTextSecurity !== "none" || state.strike >= thick * parseFloat(style.fontSize) && /\p{L}{4}/u.test(s)) return { seen: false }; // old prices are struck out, too
  if (state.closed) return { seen: !faded && parseFloat(style.fontSize) >= smallest && !unreadable(parent, style, state, null) };
  const range = new Range();
  range.selectNodeContents(node);
  const boxes = [...range.getClientRects()].filter((b) => b.width > 0.5 && b.height > 0.5);
  const box = range.getBoundingClientRect();
  const isNowhere = boxes.length > 0 && !state.frame && boxes.every((b) => nowhere(b, state));
  if (boxes.length === 0 || state.cut || isSmall(boxes, style, length) || isNowhere || isIndented(boxes, style, parent)) {
    if (!state.late || state.cut || parseFloat(style.fontSize) < smallest) return { seen: false, waits: state.low && state.turned };
  }
  if (faded) return { seen: false, waits: state.low || isLow(box) };
  return { seen: state.tint === style.color || !unreadable(parent, style, state, box), boxes };
};
const text = (node, parent, style, state) => {
  const s = data(node);
  const length = s.trim().length;
  if (length === 0) return void out.push(escape(s));
  const { seen, waits, boxes } = look(node, parent, style, state);
  if (waits) below++;
  if (!seen) return;
  if (state.closed || state.unveiled || state.late && boxes.length === 0) {
    // It has no place yet where anything could cover it, or the browser does not find it there.
  } else if (state.lids.some((l) => boxes.every((b) => l.left <= b.left + 1 && l.top <= b.top + 1 && l.right >= b.right - 1 && l.bottom >= b.bottom - 1))) {
    doubtful.push({ at: out.length, length, covered: true });
  } else {
    doubtful.push({ at: out.length, length, node, parent, cut: state.mayBeCut, always: state.mayBeCut || state.sinks, boxes });
  }
  letters += length;
  out.push(escape(s));
};

// Elements that paint what could lie over a text, by the rows of the page in which they stand.
let rows = new Map();
const row = 200; // pixels
const veil = 0.3; // of opacity, of which several hide a text
const isFramed = (style) => parseFloat(style.borderTopWidth) + parseFloat(style.borderLeftWidth) + parseFloat(style.borderRightWidth) + parseFloat(style.borderBottomWidth) >= 16;
const rowsOf = (box) => [Math.floor((box.top + scrollY) / row), Math.min(Math.floor((box.bottom + scrollY) / row), Math.floor((box.top + scrollY) / row) + 500)];
const paint = (element, name, style, box) => {
  const fill = colour(style.backgroundColor);
  if (box.width < 2 || box.height < 2 || !(name === "img" || name === "canvas" || fill && fill.a >= veil || style.backgroundImage.includes("gradient") || isFramed(style))) return;
  const [first, last] = rowsOf(box);
  for (let i = first; i <= last; i++) rows.has(i) ? rows.get(i).push({ element, box }) : rows.set(i, [{ element, box }]);
};

// isBelow reports whether something paints where a text stands that is not around it.
const isBelow = ({ parent, boxes }) => boxes.some((b) => {
  const x = b.left + b.width / 2, y = b.top + b.height / 2;
  return (rows.get(Math.floor((y + scrollY) / row)) ?? []).some(({ element, box }) =>
    box.left <= x && x <= box.right && box.top <= y && y <= box.bottom && !surrounds(element, parent));
});

// restore scrolls back.
const restore = (places) => {
  for (const [e, [x, y]] of places) if (e.scrollLeft !== x || e.scrollTop !== y) Element.prototype.scrollTo.call(e, { left: x, top: y, behavior: "instant" });
};

// uncover takes out texts that are covered, within a bound of time. What covers most of the page is a dialog, or something that goes when
// the page has loaded, and takes out nothing.
const uncover = () => timed((end) => {
  const below = new Set(doubtful.filter((d) => !d.covered && isBelow(d)));
  const asked = [...doubtful.filter((d) => d.covered || below.has(d)), ...doubtful.filter((d) => d.always && !below.has(d))];
  if (asked.length === 0 || Document.prototype.querySelector.call(document, ":modal")) return;
  const sheets = Object.getOwnPropertyDescriptor(Document.prototype, "adoptedStyleSheets"), before = [...sheets.get.call(document)];
  const touchable = new CSSStyleSheet(), places = new Map(), page = get(Document, "scrollingElement")(document);
  if (page) places.set(page, [page.scrollLeft, page.scrollTop]);
  touchable.replaceSync("* { pointer-events: auto !important }");
  sheets.set.call(document, [...before, touchable]);
  const found = asked.filter((d) => d.covered || performance.now() < end && isCovered(d.node, d.parent, d.cut, places));
  sheets.set.call(document, before);
  restore(places);
  const hidden = found.reduce((sum, d) => sum + d.length, 0);
  if (hidden * 2 > letters) return;
  letters -= hidden;
  for (const d of found) out[d.at] = " ";
});

const open = (element, without) => {
  out.push("<", localName(element));
  const all = attributes(element);
  for (let i = 0; i < all.length; i++) {
    const { name, value } = all.item(i);
    // What the style sheets say was heard here; who reads the markup goes by it no more.
    if (name === "style" || name === "hidden" || name === "popover" || without.has(name)) continue;
    out.push(" ", name, '="', quote(value), '"');
  }
  out.push(">");
};
const words = new Set(["alt", "title", "aria-label"]), unread = new Set(["aria-hidden"]), none = new Set();

// shownIn yields what is shown in an element: the tree in its shadow, what stands in a slot, or its children.
const shownIn = (element) => {
  const shadow = shadowRoot(element);
  if (!shadow && localName(element) === "slot" && isShadow(rootOf(element))) {
    const given = HTMLSlotElement.prototype.assignedNodes.call(element);
    if (given.length > 0) return given;
  }
  const all = [];
  for (let c = firstChild(shadow ?? element); c; c = nextSibling(c)) all.push(c);
  return all;
};

// within is the state of what stands in an element: what a tree that is closed to scripts paints is not known.
const within = (element, state) => shadowRoot(element) || !localName(element).includes("-") || !isA(element, ":defined") ? state : { ...state, groups: unknownGround(state.groups) };

const children = (element, style, state) => {
  const closed = isClosed(element), sealed = closed && isSealed(element, state);
  state = within(element, state);
  let summary = false;
  for (const c of shownIn(element)) {
    if (sealed && !(nodeType(c) === Node.ELEMENT_NODE && localName(c) === "summary")) continue;
    if (nodeType(c) === Node.TEXT_NODE) text(c, parentElement(c) ?? element, style, closed ? { ...state, closed: true } : state);
    else if (nodeType(c) === Node.ELEMENT_NODE) {
      const first = closed && !summary && localName(c) === "summary";
      summary ||= first;
      visit(c, closed && !first ? { ...state, closed: true } : state);
    }
  }
};

// verbatim writes an element that is no text. What style sheets say was heard here, and who reads the markup goes by it no more.
const verbatim = (element) => {
  const name = localName(element);
  open(element, none);
  if (empty.has(name)) return;
  for (let c = name === "style" ? null : firstChild(element); c; c = nextSibling(c)) {
    if (nodeType(c) === Node.TEXT_NODE) out.push(raw.has(name) ? data(c) : escape(data(c)));
    else if (nodeType(c) === Node.ELEMENT_NODE && !gone.has(localName(c))) verbatim(c);
  }
  out.push("</", name, ">");
};

// enter is the state in an element, given that around it, whether readers open the element, and whether it waits to be scrolled to.
const enter = (element, style, box, outer) => {
  const state = { ...outer }, opacity = parseFloat(style.opacity), turned = isTurned(style);
  state.low ||= !/^(none|contents)$/.test(style.display) && isLow(box);
  state.turned ||= turned || style.clipPath !== "none";
  const late = state.low && moves(style), hides = opacity < faint || style.visibility !== "visible";
  const seen = lenient || late || hides && isSlide(element, box), faded = state.opacity * opacity < faint || style.visibility !== "visible";
  if (seen && style.visibility !== "visible") state.unveiled = true;
  if (late) state.tint = style.color;
  state.late ||= late && (turned || style.position !== "static" || style.marginLeft !== "0px" || style.marginTop !== "0px");
  state.frame = framed(state.frame, element, style, box, state);
  state.opacity *= seen ? 1 : opacity;
  if (!late) state.blur = Math.max(state.blur, blurOf(style.filter));
  if (style.position === "fixed") state.fixed = true;
  if (style.position === "fixed" || style.position === "absolute" && state.cut === "static") state.cut = "";
  if (!state.closed && !late && cuts(element, style, box)) state.cut = style.position;
  const folded = style.display === "none" || faded || state.cut || box.height <= 1 && style.display !== "contents";
  const away = style.clip !== "auto" || style.clipPath !== "none" || masked(style);
  const opened = folded && (isOpened(element) || !away && follows(element));
  if (!state.closed && opened) Object.assign(state, { closed: true, cut: "", opacity: outer.opacity, unveiled: true });
  state.mayBeCut ||= style.clipPath !== "none" && !late || style.backfaceVisibility === "hidden";
  state.sinks ||= parseInt(style.zIndex) < 0;
  state.strike = strikeOf(style, state.strike);
  const group = isGroup(style);
  state.groups = painted(state.groups, style, group, seen || state.closed ? 1 : opacity, late);
  const clip = style.backgroundClip;
  if (clip.includes("text")) {
    const own = colour(style.backgroundColor), gradient = style.backgroundImage === "none" ? [] : stops(style.backgroundImage);
    state.clip = gradient ? [...gradient, ...(own && own.a > 0 ? [own] : [])] : "picture";
  } else if (clip !== "border-box" || group && style.position === "absolute") state.clip = null;
  if (group || style.position !== "static") {
    state.lids = state.closed || lenient ? [] : [...state.lids.filter((l) => isOver(l, style)), ...lids(element, style, box)];
  }
  return { state, opened, waits: late && hides };
};

const visit = (element, outer) => {
  const name = localName(element);
  if (gone.has(name)) return;
  if (plain.has(name) && namespace(element) === root.namespaceURI) return verbatim(element);
  const style = getComputedStyle(element);
  if (style.display === "none" && !isOpened(element) && !follows(element)) return;
  const box = boxOf(element), { state, opened, waits } = enter(element, style, box, outer);
  if (waits) below++;
  if (!state.closed) paint(element, name, style, box);
  if (name === "img") {
    if (style.visibility !== "visible" || state.cut || !state.closed && box.width > 0 && !state.frame && nowhere(box, state)) return;
    if (box.width > 0 && box.width < smallest && box.height < smallest) return;
    // Images fade in when they have loaded, which they do not always; nobody has read their words then.
    return open(element, state.opacity < faint ? words : none);
  }
  const unseen = !lenient && state.opacity < faint || state.cut;
  if (!unseen) open(element, opened ? unread : none);
  if (empty.has(name)) return;
  children(element, style, state);
  if (!unseen) out.push("</", name, ">");
};

const outermost = (style) => ({ opacity: parseFloat(style.opacity), blur: 0, cut: "", fixed: false, closed: false, clip: null, mayBeCut: false, sinks: false, strike: strikeOf(style, 0), lids: [],
  low: false, late: false, turned: false, tint: "", frame: "", unveiled: false, groups: painted([{ layers: [], mode: "normal", opacity: 1, filters: [] }], style, false, 1) });
const write = () => {
  forget();
  letters = below = 0, out = [], doubtful = [], painters = null, pseudos = new Map(), rows = new Map();
  open(root, none);
  const style = getComputedStyle(root);
  children(root, style, outermost(style));
  out.push("</html>");
};

// scrolled shows a page to its end once: some show their text when they are scrolled to it.
const scrolled = async () => {
  const rest = 700, end = Math.min(performance.now() + 3000, until - 2 * rest);
  if (performance.now() >= end) return;
  const page = get(Document, "scrollingElement")(document);
  for (let y = innerHeight; page && y < page.scrollHeight && performance.now() < end; y += innerHeight) {
    scrollTo({ top: y, behavior: "instant" });
    await new Promise((next) => setTimeout(next, 50));
  }
  await new Promise((next) => setTimeout(next, rest));
};

if (!root || !body) return null;
write();
if (below > 0) {
  await scrolled();
  write();
  uncover();
  scrollTo({ top: 0, behavior: "instant" });
} else {
  uncover();
}
if (letters === 0) { // scripts have yet to fade it in
  lenient = true;
  write();
}
return { html: "<!DOCTYPE html>" + out.join(""), looked: letters > 0 || getComputedStyle(body).display !== "none" };
