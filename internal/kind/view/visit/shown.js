// The document without the text that nobody sees: what style sheets hide, make transparent, as small as nothing
// or of its background's colour, cut off or put where nobody can scroll. It writes the
// markup itself and changes nothing in the page. Forms and images can be named so that they hide the
// properties of the nodes that hold them, hence the getters of the prototypes.
(async () => {
  const get = (kind, name) => {
    const read = Object.getOwnPropertyDescriptor(kind.prototype, name).get;
    return (of) => read.call(of);
  };
  const firstChild = get(Node, "firstChild"), nextSibling = get(Node, "nextSibling"), nodeType = get(Node, "nodeType");
  const data = get(CharacterData, "data"), localName = get(Element, "localName"), attributes = get(Element, "attributes");
  const clientWidth = get(Element, "clientWidth"), clientHeight = get(Element, "clientHeight");
  const namespace = get(Element, "namespaceURI");
  const parentElement = get(Node, "parentElement");
  const root = get(Document, "documentElement")(document), body = get(Document, "body")(document);
  const boxOf = (element) => Element.prototype.getBoundingClientRect.call(element);
  const contains = (one, other) => Node.prototype.contains.call(one, other);
  if (!root || !body) return null;

  const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const quote = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const empty = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]);
  const raw = new Set(["script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext"]);
  const plain = new Set(["head", "title", "base", "link", "meta", "script", "style"]); // are never shown, and no text
  const gone = new Set(["template", "noscript", "noframes", "noembed"]); // not shown where scripts run
  const painted = new Set(["img", "video", "canvas", "svg", "iframe", "object", "embed", "picture"]);

  const colour = (text) => {
    const n = /^rgba?\(/.test(text) ? text.match(/[\d.]+/g).map(Number) : null;
    return n && { r: n[0], g: n[1], b: n[2], a: n[3] ?? 1 };
  };
  const apart = (a, b) => Math.max(Math.abs(a.r - b.r), Math.abs(a.g - b.g), Math.abs(a.b - b.b));
  const alike = 12; // of 255, what no reader tells apart
  const faint = 0.1; // of opacity, what no reader can read
  const over = (top, below) => ({ r: top.r * top.a + below.r * (1 - top.a), g: top.g * top.a + below.g * (1 - top.a), b: top.b * top.a + below.b * (1 - top.a), a: 1 });

  // backdrop is the colour behind an element, null when that is a picture or not known.
  const backdrop = (state) => {
    let below = /dark/.test(getComputedStyle(root).colorScheme) ? null : { r: 255, g: 255, b: 255, a: 1 };
    for (const layer of state.layers) {
      if (layer.image || !layer.colour) below = null;
      else if (layer.colour.a > 0.99) below = layer.colour;
      else if (layer.colour.a > 0) below = below && over(layer.colour, below);
    }
    return below;
  };

  // behind finds what is painted behind a text by another element: a picture, a box.
  let painters = null;
  const paints = (style, ink) => {
    const fill = colour(style.backgroundColor);
    return style.backgroundImage !== "none" || !fill || fill.a > 0.5 && apart(fill, ink) > alike;
  };
  const behind = (parent, box, ink) => {
    painters ??= [...Document.prototype.querySelectorAll.call(document, "body *")].filter((e) => {
      if (painted.has(localName(e))) return true;
      const style = getComputedStyle(e), fill = colour(style.backgroundColor);
      return style.backgroundImage !== "none" || !fill || fill.a > 0.5;
    }).map((e) => ({ e, box: boxOf(e) }));
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    const covers = (b) => b.left <= x && x <= b.right && b.top <= y && y <= b.bottom;
    if (painters.some((p) => covers(p.box) && !contains(p.e, parent) && !contains(parent, p.e) &&
      (painted.has(localName(p.e)) || paints(getComputedStyle(p.e), ink)))) return true;
    for (let e = parent; e; e = parentElement(e)) {
      for (const pseudo of ["::before", "::after"]) {
        const style = getComputedStyle(e, pseudo);
        if (style.content !== "none" && style.content !== "normal" && paints(style, ink)) return true;
      }
    }
    return false;
  };

  // unreadable reports whether a text has the colour of what is behind it, or none.
  const unreadable = (parent, style, state, box) => {
    const ink = colour(style.webkitTextFillColor || style.color);
    if (!ink || state.clipsText || state.blends) return false;
    const shadow = style.textShadow === "none" ? null : colour(style.textShadow.match(/^rgba?\([^)]*\)/)?.[0] ?? "");
    const below = backdrop(state);
    if (shadow && shadow.a >= faint && (!below || apart(over(shadow, below), below) > alike)) return false;
    if (parseFloat(style.webkitTextStrokeWidth) > 0) return false;
    if (ink.a < faint) return true;
    if (!below || apart(over(ink, below), below) > alike) return false;
    return !behind(parent, box, ink);
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
    if (/opacity\(0(\.0\d*)?%?\)/.test(style.filter) || style.contentVisibility === "hidden") return true;
    const bounds = style.overflowX !== "visible" || style.overflowY !== "visible";
    return bounds && element !== root && element !== body && style.display !== "inline" && style.display !== "contents" &&
      (clientWidth(element) <= 1 || clientHeight(element) <= 1);
  };

  let letters = 0, below = 0, out = [];
  const text = (node, parent, style, state) => {
    const s = data(node);
    if (s.trim() === "") return void out.push(escape(s));
    if (!state.closed) {
      const range = new Range();
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter((b) => b.width > 0.5 && b.height > 0.5);
      const box = range.getBoundingClientRect();
      if (boxes.length === 0 || state.cut || parseFloat(style.fontSize) < 2 || nowhere(box, state)) return;
      if (state.opacity < faint || style.visibility !== "visible") {
        if (box.top >= document.defaultView.innerHeight) below++;
        return;
      }
      if (unreadable(parent, style, state, box)) return;
    } else if (style.visibility !== "visible" || state.opacity < faint || parseFloat(style.fontSize) < 2) {
      return;
    }
    letters += s.trim().length;
    out.push(escape(s));
  };

  const open = (element, without) => {
    out.push("<", localName(element));
    const all = attributes(element);
    for (let i = 0; i < all.length; i++) {
      const { name, value } = all.item(i);
      // What the style sheets say was heard here; who reads the markup goes by it no more.
      if (name === "style" || name === "hidden" || without.has(name)) continue;
      out.push(" ", name, '="', quote(value), '"');
    }
    out.push(">");
  };
  const words = new Set(["alt", "title", "aria-label"]), none = new Set();

  const children = (element, style, state) => {
    const closed = localName(element) === "details" && !Element.prototype.hasAttribute.call(element, "open");
    let summary = false;
    for (let c = firstChild(element); c; c = nextSibling(c)) {
      if (nodeType(c) === Node.TEXT_NODE) text(c, element, style, closed ? { ...state, closed: true } : state);
      else if (nodeType(c) === Node.ELEMENT_NODE) {
        const first = closed && !summary && localName(c) === "summary";
        summary ||= first;
        visit(c, closed && !first ? { ...state, closed: true } : state);
      }
    }
  };

  const verbatim = (element) => {
    const name = localName(element);
    open(element, none);
    if (empty.has(name)) return;
    for (let c = firstChild(element); c; c = nextSibling(c)) {
      if (nodeType(c) === Node.TEXT_NODE) out.push(raw.has(name) ? data(c) : escape(data(c)));
      else if (nodeType(c) === Node.ELEMENT_NODE && !gone.has(localName(c))) verbatim(c);
    }
    out.push("</", name, ">");
  };

  const visit = (element, outer) => {
    const name = localName(element);
    if (gone.has(name)) return;
    if (plain.has(name) && namespace(element) === root.namespaceURI) return verbatim(element);
    const style = getComputedStyle(element);
    if (style.display === "none") return;
    const box = boxOf(element), state = { ...outer };
    state.opacity *= parseFloat(style.opacity);
    if (style.position === "fixed") state.fixed = true;
    if (style.position === "fixed" || style.position === "absolute" && state.cut === "static") state.cut = "";
    if (!state.closed && cuts(element, style, box)) state.cut = style.position;
    state.blends ||= style.mixBlendMode !== "normal";
    state.clipsText = style.backgroundClip.includes("text") || state.clipsText && style.backgroundClip === "border-box";
    state.layers = [...state.layers, { colour: colour(style.backgroundColor), image: style.backgroundImage !== "none" && !style.backgroundClip.includes("text") }];
    if (name === "img") {
      if (style.visibility !== "visible" || state.cut || !state.closed && box.width > 0 && nowhere(box, state)) return;
      // Images fade in when they have loaded, which they do not always; nobody has read their words then.
      return open(element, state.opacity < faint ? words : none);
    }
    const unseen = state.opacity < faint || state.cut;
    if (!unseen) open(element, none);
    if (empty.has(name)) return;
    children(element, style, state);
    if (!unseen) out.push("</", name, ">");
  };

  const write = () => {
    letters = below = 0, out = [], painters = null;
    open(root, none);
    const style = getComputedStyle(root);
    children(root, style, { opacity: parseFloat(style.opacity), cut: "", fixed: false, closed: false, blends: false, clipsText: false,
      layers: [{ colour: colour(style.backgroundColor), image: style.backgroundImage !== "none" }] });
    out.push("</html>");
  };
  write();
  if (below > 0) { // pages show some of their text once it is scrolled to
    const end = performance.now() + 3000, page = document.scrollingElement, step = document.defaultView.innerHeight;
    for (let y = step; page && y < page.scrollHeight && performance.now() < end; y += step) {
      scrollTo({ top: y, behavior: "instant" });
      await new Promise((next) => setTimeout(next, 50));
    }
    await new Promise((next) => setTimeout(next, 700));
    write();
    scrollTo({ top: 0, behavior: "instant" });
  }
  return { html: "<!DOCTYPE html>" + out.join(""), letters };
})()
