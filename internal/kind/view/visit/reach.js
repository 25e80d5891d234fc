// What readers reach although it is not shown now: tabs and folded texts that a control opens, slides of carousels, and
// what slides, grows or fades in when it is scrolled to. Where that cannot be known the text stays. It is put
// between paint.js and shown.js.

// timed asks what takes long, for all questions of a page together within a bound; afterwards it is not asked.
const until = timeout * 0.8; // of the time since the page began to load
const bound = Math.max(0, Math.min(1500, until - performance.now()));
let spent = 0;
const timed = (ask, otherwise) => {
  if (spent >= bound) return otherwise;
  const start = performance.now();
  const answer = ask(start + bound - spent);
  spent += performance.now() - start;
  return answer;
};

const attribute = (element, name) => Element.prototype.getAttribute.call(element, name);
const isA = (element, selector) => Element.prototype.matches.call(element, selector);
const before = (element) => Object.getOwnPropertyDescriptor(Element.prototype, "previousElementSibling").get.call(element);

// canClick reports whether readers find something to click at in an element, that something of it is painted where they see it, and that
// clicks reach it.
const clicked = new Map(); // answers by elements; false while one is looked for, since nothing opens itself
const canClick = (e) => {
  if (!clicked.has(e)) {
    clicked.set(e, false);
    const face = isUsable(e) ? faceOf(e) : null;
    clicked.set(e, face !== null && !isBehind(face));
  }
  return clicked.get(e);
};
// isUsable: what holds the head or the whole of a page is inert, or takes no clicks, while a banner is open.
const isUsable = (e) => {
  const inert = Element.prototype.closest.call(e, "[inert]:not(body, main, :has(main, h1))");
  return !inert && !isA(e, ":disabled") && (getComputedStyle(e).pointerEvents !== "none" || getComputedStyle(body).pointerEvents === "none");
};
// isBehind reports whether a face is covered, but for what covers most of the window, and goes.
const isBehind = ({ node, parent }) => timed(() => {
  if (stateAt(parent).closed || Document.prototype.querySelector.call(document, ":modal")) return false;
  const page = get(Document, "scrollingElement")(document), places = new Map(page ? [[page, [page.scrollLeft, page.scrollTop]]] : []);
  const is = isCovered(node, parent, false, places, innerWidth * innerHeight / 2);
  restore(places);
  return is;
}, false);

// faceOf is the first text or picture of an element that readers see, by the rules for the texts of the page, or null.
const faceOf = (e) => {
  const state = stateAt(e);
  if (!state) return null;
  if (isDrawn(e, state)) return { node: e, parent: e };
  const style = getComputedStyle(e);
  for (const c of shownIn(e)) {
    if (nodeType(c) === Node.TEXT_NODE) {
      const parent = parentElement(c) ?? e;
      if (/[^\s\p{Cf}\p{DI}]/u.test(data(c)) && look(c, parent, style, state).seen) return { node: c, parent };
    } else if (nodeType(c) === Node.ELEMENT_NODE) {
      const face = faceOf(c);
      if (face) return face;
    }
  }
  return null;
};
const isField = (e) => isA(e, "input:not([type=hidden i]), select, textarea");
const images = new Set(["img", "svg", "canvas", "video", "object", "embed", "iframe"]);
// isDrawn reports whether something is painted of an element that is no text: a picture, a field, a ground, a mark before or after it.
const isDrawn = (e, state) => {
  const style = getComputedStyle(e), box = boxOf(e);
  if (!lenient && state.opacity < faint || style.visibility !== "visible" && !state.unveiled || state.cut) return false;
  if (!state.closed && (box.width < 2 || box.height < 2 || !state.frame && nowhere(box, state))) return false;
  if (isField(e) || images.has(localName(e))) return true;
  if (localName(e) === "summary" && style.display === "list-item" && (style.listStyleType !== "none" || style.listStyleImage !== "none")) {
    return parseFloat(style.fontSize) >= smallest && !unreadable(e, style, state, null);
  }
  return hasGround(e, style) || ["::before", "::after"].some((pseudo) => isMark(e, getComputedStyle(e, pseudo), state));
};
const hasGround = (e, style) => {
  if (style.backgroundImage !== "none") return true;
  const behind = stateAt(above(e))?.groups, isInk = (ink) => ink && ink.a >= faint && !(behind && isUnreadable(behind, ink));
  return isInk(colour(style.backgroundColor)) ||
    ["Top", "Bottom", "Left", "Right"].some((side) => style[`border${side}Style`] !== "none" && parseFloat(style[`border${side}Width`]) >= 1 && isInk(colour(style[`border${side}Color`])));
};
const isMark = (e, style, state) => {
  if (style.content === "none" || style.content === "normal" || style.display === "none" || style.visibility !== "visible" && !state.unveiled || parseFloat(style.opacity) < faint) return false;
  if (style.backgroundImage !== "none" || style.maskImage !== "none") return true;
  const inks = [style.color, style.backgroundColor, style.borderTopColor, style.borderLeftColor], words = !/^["']\s*["']$/.test(style.content);
  return parseFloat(style.fontSize) >= smallest && inks.slice(words ? 0 : 1).some((ink, i) => {
    const c = colour(ink);
    return c && c.a >= faint && !isUnreadable(state.groups, c) && (words || i === 0 || parseFloat(style.borderTopWidth) + parseFloat(style.borderLeftWidth) >= 1);
  });
};

// stateAt is what shown.js knows of the place of an element while it writes that, null where the element is not shown.
const states = new Map(); // null while one is looked for
const instead = new Set(["video", "audio", "canvas", "object", "embed", "iframe", "select"]); // are painted in the place of what they hold
const unpainted = new Set(["area", "br", "datalist", "option", "param", "source", "track", "head", "title", "base", "link", "meta", "script", "style"]);
const stateAt = (e) => {
  if (!states.has(e)) {
    states.set(e, null);
    states.set(e, stateIn(e));
  }
  return states.get(e);
};
const stateIn = (e) => {
  const style = getComputedStyle(e);
  if (e === root) return outermost(style);
  const around = above(e), name = localName(e);
  let outer = around && stateAt(around);
  if (!outer || gone.has(name) || unpainted.has(name) || instead.has(localName(around))) return null;
  if (around === parentElement(e) && shadowRoot(around)) return null; // it stands in no slot
  if (style.display === "none" && !isOpened(e) && !follows(e)) return null;
  if (isClosed(around) && e !== headOf(around)) {
    if (isSealed(around, outer)) return null;
    outer = { ...outer, closed: true };
  }
  return enter(e, style, boxOf(e), within(around, outer)).state;
};

// isSealed reports whether closed details have a head that nobody finds, so that none opens them.
const isClosed = (e) => localName(e) === "details" && !Element.prototype.hasAttribute.call(e, "open");
const headOf = (details) => Element.prototype.querySelector.call(details, ":scope > summary");
const isSealed = (details, state) => {
  if (state.closed || state.late) return false;
  const head = headOf(details);
  return head ? !canClick(head) : state.cut !== "" || !lenient && state.opacity < faint || boxOf(details).height < 2 || !state.frame && nowhere(boxOf(details), state);
};

// hasTab reports whether the page has the head of a panel that readers find. What is known of controls is forgotten when the page is written again.
let tab = null;
const hasTab = () => {
  if (tab === null) {
    tab = false;
    tab = [...Document.prototype.querySelectorAll.call(document, "[role=tab]")].some(canClick);
  }
  return tab;
};
const forget = () => {
  clicked.clear();
  states.clear();
  tab = null;
};

// controllers are the elements that name an id which they open.
const controllers = new Map();
const opensBy = (id, e) => controllers.has(id) ? controllers.get(id).push(e) : controllers.set(id, [e]);
const naming = ["aria-controls", "data-target", "data-bs-target", "data-tabs-target", "data-accordion-target"];
for (const e of Document.prototype.querySelectorAll.call(document, naming.map((name) => `[${name}]`).join())) {
  for (const name of naming) {
    for (const id of (attribute(e, name) ?? "").split(/\s+/)) if (id) opensBy(id.replace(/^#/, ""), e);
  }
}

for (const e of Document.prototype.querySelectorAll.call(document, "[data-toggle][href^='#'], [data-bs-toggle][href^='#'], [role=tab][href^='#'], [data-tabs] a[href^='#']")) {
  opensBy(attribute(e, "href").slice(1), e);
}
// handlers are the elements whose handler for clicks names an id in quotes, itself, or in a function of the page that it calls: then only
// prose is what they open, since functions speak of notes, too.
const mostBody = 4096, mostCalls = 4; // characters of a function, functions of a handler
const quotedIn = (script) => [...script.matchAll(/["'`]#?([A-Za-z_][\w-]*)["'`]/g)].map((m) => m[1]);
const bodyOf = (scripts, name) => {
  const begin = scripts.indexOf(`function ${name}(`);
  if (begin < 0) return "";
  const body = scripts.slice(begin, begin + mostBody);
  for (let i = 0, depth = 0; i < body.length; i++) {
    if (body[i] === "{") depth++;
    if (body[i] === "}" && --depth === 0) return body.slice(0, i);
  }
  return body;
};
let handlers = null;
const toHandlers = () => {
  if (handlers) return handlers;
  handlers = new Map();
  const scripts = [...Document.prototype.querySelectorAll.call(document, "script:not([src])")].map(textContent).join("\n").slice(0, 1 << 18), bodies = new Map();
  const note = (id, e, asked) => handlers.has(id) ? handlers.get(id).push({ e, asked }) : handlers.set(id, [{ e, asked }]);
  for (const e of Document.prototype.querySelectorAll.call(document, "[onclick]")) {
    const script = attribute(e, "onclick");
    for (const id of quotedIn(script)) note(id, e, true);
    for (const [, name] of [...script.matchAll(/(?:^|[^\w$.])([A-Za-z_$][\w$]*)\s*\(/g)].slice(0, mostCalls)) {
      if (!bodies.has(name)) bodies.set(name, quotedIn(bodyOf(scripts, name)));
      for (const id of bodies.get(name)) note(id, e, false);
    }
  }
  return handlers;
};
const isHandled = (element) => {
  const id = attribute(element, "id");
  return Boolean(id) && (toHandlers().get(id) ?? []).some(({ e, asked }) => isAnswer(element, asked) && canClick(e));
};

// isControlled: some fold a box around what they name. What is folded itself is asked for itself.
const isControlled = (element) => {
  for (let e = element, deep = 0; e && deep < 6; e = onlyChild(e), deep++) {
    if (e !== element && getComputedStyle(e).display === "none" && getComputedStyle(element).display !== "none") return false;
    if ((controllers.get(attribute(e, "id")) ?? []).some(canClick)) return true;
  }
  return false;
};
const onlyChild = (e) => {
  let only = null;
  for (let c = firstChild(e); c; c = nextSibling(c)) {
    if (nodeType(c) === Node.COMMENT_NODE || nodeType(c) === Node.TEXT_NODE && data(c).trim() === "") continue;
    if (only || nodeType(c) !== Node.ELEMENT_NODE) return null;
    only = c;
  }
  return only;
};

// canTick reports whether readers can tick a box, or a label of it, or one that lies transparent over the head beside it.
const after = get(Element, "nextElementSibling");
const canTick = (box, folded) => canClick(box) || isUsable(box) && ([...(get(HTMLInputElement, "labels")(box) ?? [])].some(canClick) || liesOver(box, folded));
const liesOver = (box, folded) => {
  const style = getComputedStyle(box), area = boxOf(box), head = after(box);
  return stateAt(above(box)) !== null && style.visibility === "visible" && area.width >= 2 && area.height >= 2 && !cuts(box, style, area) &&
    area.right + scrollX > 0 && area.bottom + scrollY > 0 && head && head !== folded && canClick(head);
};

// isOpened reports whether something on the page opens an element that is closed.
const isOpened = (element) => {
  if (isA(element, "dialog, [popover], [role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=tooltip]")) return false;
  if (isHandled(element)) return true;
  if (isA(element, "[hidden=until-found i]") && getComputedStyle(element).display !== "none" || isControlled(element)) return true;
  if (isA(element, "[role=tabpanel]") && hasTab()) return true;
  if ((questions.get(attribute(element, "id")) ?? []).some(canClick) && isAnswer(element, true)) return true;
  let e = before(element);
  if (e && [e, ...Element.prototype.querySelectorAll.call(e, "[aria-expanded=false]")].some((c) => isA(c, "[aria-expanded=false]") && canClick(c))) return true;
  for (let steps = 0; e && steps < 20; e = before(e), steps++) if (isA(e, "input[type=checkbox], input[type=radio]") && canTick(e, element)) return true;
  return false;
};

// asks reports whether an element reads as the head of what follows; isAnswer, whether one is prose, and none of the menus,
// forms and notes that buttons open, too.
const leastAnswer = 12; // words below a control that does not read as a question
const asks = (e) => isA(e, "h1, h2, h3, h4, h5, h6, dt") || Element.prototype.querySelector.call(e, "h1, h2, h3, h4, h5, h6") !== null ||
  /[?？][\s+\-–−×▾▼›⌄]*$/.test(textContent(e));
const isAnswer = (e, asked) => {
  if (Element.prototype.querySelector.call(e, "form, input, nav")) return false;
  const said = textContent(e).trim(), links = [...Element.prototype.querySelectorAll.call(e, "a[href]")].reduce((n, a) => n + textContent(a).trim().length, 0);
  return links * 2 <= said.length && (asked || said.split(/\s+/).length >= leastAnswer);
};

// questions are the links that read as questions, by the ids that they name.
const questions = new Map();
for (const e of Document.prototype.querySelectorAll.call(document, "a[href^='#']")) {
  const id = attribute(e, "href").slice(1);
  if (id && asks(e)) questions.has(id) ? questions.get(id).push(e) : questions.set(id, [e]);
}

// follows reports whether the element before one, which readers see, is the question or the head by which it is opened.
const longest = 400; // characters of a question
const clickable = "button, [role=button], [onclick], [aria-expanded=false], a[href=''], a[href='#'], a[href^='javascript:' i]";
const named = (e) => (attribute(e, "aria-controls") ?? "").split(/\s+/).some((id) => id && Document.prototype.getElementById.call(document, id));
const isControl = (e) => !named(e) && (isA(e, clickable) || getComputedStyle(e).cursor === "pointer" && !Element.prototype.closest.call(e, "a[href], label"));
const follows = (element) => {
  if (isA(element, "dialog, [popover], [role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=tooltip]")) return false;
  let question = before(element);
  while (question && isA(question, "script, style, template")) question = before(question);
  if (!question || isA(element, clickable) || Element.prototype.closest.call(element, "nav, form, footer, aside, [role=navigation], [role=menubar]")) return false;
  const box = boxOf(question), style = getComputedStyle(question);
  if (box.width < 2 || box.height < 2 || style.visibility !== "visible" || parseFloat(style.opacity) < faint || textContent(question).trim() === "") return false;
  if (textContent(question).length > longest || localName(question) === "details" || Element.prototype.querySelector.call(question, "details")) return false;
  const asked = asks(question), whole = textContent(question).trim();
  if (!isAnswer(element, asked)) return false;
  const has = isControl(question) && isUsable(question) || [...Element.prototype.querySelectorAll.call(question, "*")].slice(0, 30).some((e) => boxOf(e).height > 1 && isControl(e) && isUsable(e) &&
    (textContent(e).trim() === whole || asked && !/\p{L}/u.test(textContent(e))));
  return has && faceOf(question) !== null;
};

// isSlide reports whether an element that is faded out has a sibling in its place that is shown.
const isSlide = (element, box) => {
  const parent = parentElement(element), area = box.width * box.height;
  if (!parent || area === 0) return false;
  let others = 0;
  for (let e = firstChild(parent); e && others < 50; e = nextSibling(e)) {
    if (e === element || nodeType(e) !== Node.ELEMENT_NODE || localName(e) !== localName(element)) continue;
    others++;
    const b = boxOf(e), style = getComputedStyle(e);
    const width = Math.min(b.right, box.right) - Math.max(b.left, box.left), height = Math.min(b.bottom, box.bottom) - Math.max(b.top, box.top);
    if (width > 0 && height > 0 && width * height * 2 >= area && parseFloat(style.opacity) > 0.5 && style.visibility === "visible") return true;
  }
  return false;
};

// isStacked reports whether what covers a text is another slide of the same size in the same place, with a text of its own.
const isStacked = (cover, parent) => {
  let one = cover, other = parent;
  while (parentElement(one) && !contains(parentElement(one), parent)) one = parentElement(one);
  while (other && parentElement(other) !== parentElement(one)) other = parentElement(other);
  if (!other || one === other || localName(one) !== localName(other)) return false;
  if (getComputedStyle(one).position !== "absolute" || getComputedStyle(other).position !== "absolute") return false;
  const a = boxOf(one), b = boxOf(other), near = (x, y) => Math.abs(x - y) < 2;
  return near(a.left, b.left) && near(a.top, b.top) && near(a.right, b.right) && near(a.bottom, b.bottom) && textContent(one).trim() !== "";
};

// moves reports whether style sheets animate an element, isLow whether a box begins below the first window.
const moves = (style) => style.animationName !== "none" || /[1-9]/.test(style.transitionDuration);
const isLow = (box) => box.top + scrollY >= innerHeight;
const isTurned = (style) => style.transform !== "none" && style.transform !== "matrix(1, 0, 0, 1, 0, 0)" ||
  [style.translate, style.scale, style.rotate].some((s) => s !== "none");

// framed is how the box is placed that cuts off what a carousel does not show now, empty where there is none. What is
// placed as far away as no carousel does is in none.
const framed = (frame, element, style, box, state) => {
  const far = [style.left, style.top, style.right, style.bottom, style.marginLeft, style.marginTop].some((s) => Math.abs(parseFloat(s)) >= 3000);
  if (far && style.position !== "static" || parseFloat(style.marginLeft) <= -3000 || parseFloat(style.marginTop) <= -3000) return "";
  if (style.position === "fixed" || style.position === "absolute" && frame === "static") frame = "";
  const clips = style.overflowX !== "visible" || style.overflowY !== "visible" || /paint|strict|content/.test(style.contain);
  if (!clips || element === root || element === body || /^(inline|contents)$/.test(style.display)) return frame;
  if (box.width <= 1 || box.height <= 1 || nowhere(box, state)) return frame;
  return isTurned(style) ? "relative" : style.position;
};

const unknownGround = (groups) => [...groups.slice(0, -1), { ...groups[groups.length - 1], layers: [...groups[groups.length - 1].layers, null] }];
