// What readers reach although it is not shown now: tabs and folded texts that a control opens, slides of carousels, and
// what slides, grows or fades in when it is scrolled to. Where that cannot be known the text stays. It is put
// between paint.js and shown.js.

// timed asks what takes long, for all questions of a page together within a bound; afterwards it is not asked.
const until = timeout * 0.8; // of the time since the page began to load
const bound = Math.max(0, Math.min(700, until - performance.now()));
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

const controlled = new Set();
for (const e of Document.prototype.querySelectorAll.call(document, "[aria-controls], [data-target], [data-bs-target]")) {
  for (const name of ["aria-controls", "data-target", "data-bs-target"]) {
    for (const id of (attribute(e, name) ?? "").split(/\s+/)) if (id) controlled.add(id.replace(/^#/, ""));
  }
}

for (const e of Document.prototype.querySelectorAll.call(document, "[data-toggle][href^='#'], [data-bs-toggle][href^='#'], [role=tab][href^='#']")) {
  controlled.add(attribute(e, "href").slice(1));
}

// isOpened reports whether something on the page opens an element that is closed.
const isOpened = (element) => {
  if (isA(element, "dialog, [popover], [role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=tooltip]")) return false;
  if (isA(element, "[hidden=until-found i], [role=tabpanel]") || controlled.has(attribute(element, "id"))) return true;
  if (questioned.has(attribute(element, "id")) && isAnswer(element, true)) return true;
  let e = before(element);
  if (e && (isA(e, "[aria-expanded=false]") || Element.prototype.querySelector.call(e, "[aria-expanded=false]"))) return true;
  for (let steps = 0; e && steps < 20; e = before(e), steps++) if (isA(e, "input[type=checkbox], input[type=radio]")) return true;
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

// questioned are the ids that links name which read as questions.
const questioned = new Set();
for (const e of Document.prototype.querySelectorAll.call(document, "a[href^='#']")) {
  if (attribute(e, "href").length > 1 && asks(e)) questioned.add(attribute(e, "href").slice(1));
}

// follows reports whether the element before one, which readers see, is the question or the head by which it is opened.
const longest = 400; // characters of a question
const controls = "button, [role=button], [onclick], [aria-expanded=false], a[href=''], a[href='#'], a[href^='javascript:' i]";
const named = (e) => (attribute(e, "aria-controls") ?? "").split(/\s+/).some((id) => id && Document.prototype.getElementById.call(document, id));
const isControl = (e) => !named(e) && (isA(e, controls) || getComputedStyle(e).cursor === "pointer" && !Element.prototype.closest.call(e, "a[href], label"));
const follows = (element) => {
  if (isA(element, "dialog, [popover], [role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=tooltip]")) return false;
  let question = before(element);
  while (question && isA(question, "script, style, template")) question = before(question);
  if (!question || isA(element, controls) || Element.prototype.closest.call(element, "nav, form, footer, aside, [role=navigation], [role=menubar]")) return false;
  const box = boxOf(question), style = getComputedStyle(question);
  if (box.width < 2 || box.height < 2 || style.visibility !== "visible" || parseFloat(style.opacity) < faint || textContent(question).trim() === "") return false;
  if (textContent(question).length > longest || localName(question) === "details" || Element.prototype.querySelector.call(question, "details")) return false;
  const asked = asks(question), whole = textContent(question).trim();
  if (!isAnswer(element, asked)) return false;
  return isControl(question) || [...Element.prototype.querySelectorAll.call(question, "*")].slice(0, 30).some((e) => boxOf(e).height > 1 && isControl(e) &&
    (textContent(e).trim() === whole || asked && !/\p{L}/u.test(textContent(e))));
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
