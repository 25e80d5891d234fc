// What is painted where a text stands: the colours behind and over it, as blending, filters and opacity make them, and
// the elements that cover it. It is put before shown.js, which names what is used of both.

const colours = new Map();
const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
const nothing = { r: 0, g: 0, b: 0, a: 0 };

// colour reads any that style sheets can name, null where it is none.
const colour = (text) => {
  if (!text) return null;
  if (!colours.has(text)) colours.set(text, readColour(text));
  return colours.get(text);
};
const readColour = (text) => {
  if (/^rgba?\([\d., /]+\)$/.test(text)) {
    const n = text.match(/[\d.]+/g).map(Number);
    return { r: n[0], g: n[1], b: n[2], a: n[3] ?? 1 };
  }
  const unlikely = "#010203";
  canvas.fillStyle = unlikely;
  canvas.fillStyle = text;
  if (canvas.fillStyle === unlikely) return null;
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
  return { r, g, b, a: a / 255 };
};

// stops are the colours of a gradient, null for a picture.
const stops = (image) => {
  if (/url\(|image-set|element\(|cross-fade/.test(image)) return null;
  const all = (image.match(/(?:rgba?|hsla?|hwb|oklch|oklab|lch|lab|color)\([^()]*\)/g) ?? []).map(colour);
  return all.length > 0 && all.every(Boolean) ? all : null;
};

const apart = (a, b) => Math.max(Math.abs(a.r - b.r), Math.abs(a.g - b.g), Math.abs(a.b - b.b));
const alike = 20; // of 255, what readers do not tell apart
const faint = 0.1; // of opacity, what no reader can read
const solid = 0.9; // of opacity, what nobody reads through
const smallest = 4; // pixels of letters that anybody reads

const over = (top, below) => {
  const a = top.a + below.a * (1 - top.a);
  const mix = (t, b) => a === 0 ? 0 : (t * top.a + b * below.a * (1 - top.a)) / a;
  return { r: mix(top.r, below.r), g: mix(top.g, below.g), b: mix(top.b, below.b), a };
};

// modes are those that blend each part of a colour by itself, from 0 to 1: s is above, b below.
const modes = {
  multiply: (s, b) => s * b,
  screen: (s, b) => s + b - s * b,
  overlay: (s, b) => modes["hard-light"](b, s),
  darken: Math.min,
  lighten: Math.max,
  "color-dodge": (s, b) => b === 0 ? 0 : s >= 1 ? 1 : Math.min(1, b / (1 - s)),
  "color-burn": (s, b) => b >= 1 ? 1 : s <= 0 ? 0 : 1 - Math.min(1, (1 - b) / s),
  "hard-light": (s, b) => s <= 0.5 ? b * 2 * s : modes.screen(2 * s - 1, b),
  "soft-light": (s, b) => s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * ((b <= 0.25 ? ((16 * b - 12) * b + 4) * b : Math.sqrt(b)) - b),
  difference: (s, b) => Math.abs(s - b),
  exclusion: (s, b) => s + b - 2 * s * b,
  "plus-lighter": (s, b) => Math.min(1, s + b),
};

// blend puts one colour on another, null where that is not known.
const blend = (mode, top, below) => {
  if (top.a === 0) return below;
  if (mode === "normal") return top.a > 0.99 ? top : below && over(top, below);
  if (!below) return null;
  if (/^(hue|saturation|color)$/.test(mode)) { // the lightness below stays, and white and black with it
    const plain = apart(below, { r: 255, g: 255, b: 255 }) < alike || apart(below, nothing) < alike;
    return plain && below.a > 0.99 ? below : null;
  }
  const part = modes[mode];
  if (!part) return null;
  const one = (s, b) => 255 * ((1 - below.a) * s / 255 + below.a * part(s / 255, b / 255));
  return over({ r: one(top.r, below.r), g: one(top.g, below.g), b: one(top.b, below.b), a: top.a }, below);
};

// filters are what the functions of a filter make of a colour; blur is apart. Null are those that are not known.
const amount = (text) => text.trim() === "" ? 1 : parseFloat(text) / (text.includes("%") ? 100 : 1);
const filters = (text) => {
  const all = [];
  for (const [, name, value] of text.matchAll(/([a-z-]+)\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g)) {
    const v = amount(value), each = (f) => (c) => {
      const one = (x) => Math.min(255, Math.max(0, f(x)));
      return { r: one(c.r), g: one(c.g), b: one(c.b), a: c.a };
    };
    switch (name) {
      case "brightness": all.push(each((x) => x * v)); break;
      case "contrast": all.push(each((x) => (x - 127.5) * v + 127.5)); break;
      case "invert": all.push(each((x) => x + v * (255 - 2 * x))); break;
      case "opacity": all.push((c) => ({ ...c, a: c.a * v })); break;
      case "grayscale": all.push((c) => {
        const grey = 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b, one = (x) => x + Math.min(1, v) * (grey - x);
        return { r: one(c.r), g: one(c.g), b: one(c.b), a: c.a };
      }); break;
      case "url": case "drop-shadow": return null;
    }
  }
  return all;
};
const blurOf = (text) => text === "none" ? 0 : Math.max(0, ...[...text.matchAll(/blur\(([\d.]+)px\)/g)].map((m) => Number(m[1])));

// isGroup reports whether an element is painted by itself before it is put on what is below.
const isGroup = (style) => parseFloat(style.opacity) < 1 || style.filter !== "none" || style.mixBlendMode !== "normal" || style.isolation === "isolate" ||
  style.transform !== "none" || style.position === "fixed" || style.position === "sticky" || style.position !== "static" && style.zIndex !== "auto" ||
  style.clipPath !== "none" || style.maskImage !== "none" || style.backdropFilter !== "none";

// isDecorated reports whether an element paints its ground by more than a background: a shadow within, a border.
const isDecorated = (style) => style.boxShadow.includes("inset") || style.borderImageSource !== "none" || style.backdropFilter !== "none" ||
  [style.borderTopWidth, style.borderRightWidth, style.borderBottomWidth, style.borderLeftWidth].some((w) => parseFloat(w) >= 16);

// painted adds what an element paints to the groups around it, from the outermost on. None is changed.
const painted = (groups, style, group, opacity, late) => {
  const fill = colour(style.backgroundColor), other = isDecorated(style), image = other || style.backgroundImage !== "none" && !style.backgroundClip.includes("text");
  let all = groups;
  if (group) {
    all = [...all, { layers: [], mode: style.mixBlendMode, opacity, filters: style.filter === "none" ? [] : late ? null : filters(style.filter) }];
  }
  if (image || !fill || fill.a > 0) {
    const last = all[all.length - 1];
    const of = image && !other && stops(style.backgroundImage)?.every((s, i, list) => s.a > 0.99 && apart(s, list[0]) <= alike) ? stops(style.backgroundImage)[0] : null;
    all = [...all.slice(0, -1), { ...last, layers: [...last.layers, image ? of : fill] }];
  }
  return all;
};

// fold is the colour of layers on another, null where a picture is the last.
const fold = (layers, below) => layers.reduce((c, layer) => !layer ? null : layer.a > 0.99 ? layer : c && over(layer, c), below);

// composed is the colour of the page where a text with that ink stands; null where it is not known.
const composed = (groups, ink) => {
  const own = groups.map((g, i) => fold(g.layers, i === 0 ? base() : nothing));
  let value = own[own.length - 1];
  if (ink) value = ink.a > 0.99 ? ink : value && over(ink, value);
  for (let i = groups.length - 1; i > 0; i--) {
    const g = groups[i];
    if (!value || !g.filters) return null;
    value = g.filters.reduce((c, f) => f(c), value);
    value = blend(g.mode, { ...value, a: value.a * g.opacity }, own[i - 1]);
  }
  return value;
};
let paper; // what is behind all of a page
const base = () => paper === undefined ? paper = /dark/.test(getComputedStyle(root).colorScheme) ? null : { r: 255, g: 255, b: 255, a: 1 } : paper;

// isUnreadable reports whether a text of a colour looks like what is behind it. Most texts have the groups and the colour
// of one before.
const known = new WeakMap();
const isUnreadable = (groups, ink) => {
  if (!known.has(groups)) known.set(groups, new Map());
  const of = known.get(groups);
  if (!of.has(ink)) of.set(ink, looksAlike(groups, ink));
  return of.get(ink);
};
const looksAlike = (groups, ink) => {
  const without = composed(groups, null), written = composed(groups, ink);
  return without !== null && written !== null && apart(without, written) <= alike;
};

// masked reports whether a mask lets nothing through: by gradients without colour, without size, or one that is not there.
const masked = (style) => {
  const image = style.maskImage;
  if (image === "none" || /luminance/.test(style.maskMode)) return false;
  if (/(^|, )0(px|%)?( |$|,)/.test(style.maskSize) && !style.maskSize.includes("auto")) return true;
  const missing = image.match(/^url\("#([^"]*)"\)$/);
  if (missing) return !Document.prototype.getElementById.call(document, missing[1]);
  return stops(image)?.every((s) => s.a < faint) ?? false;
};

// uncovering are the selectors, without their states, of what sheets move away or fade when a reader points at something.
let uncovering;
const statesOf = (rules) => [...rules].flatMap((rule) => {
  const inner = rule.cssRules?.length ? statesOf(rule.cssRules) : [];
  if (!/:(hover|focus|active)/.test(rule.selectorText ?? "")) return inner;
  const goes = ["transform", "translate", "scale", "opacity", "visibility", "display", "left", "top", "right", "bottom", "height", "width", "clip-path"].some((p) => rule.style.getPropertyValue(p) !== "");
  return goes ? [...inner, rule.selectorText.replace(/:(hover|focus-within|focus-visible|focus|active)(?![\w-])/g, "")] : inner;
});
const sheetStates = () => [...document.styleSheets].flatMap((sheet) => {
  try { return statesOf(sheet.cssRules); } catch { return []; } // it is of another site
});
const isUncovered = (element) => {
  uncovering ??= sheetStates().slice(0, 200);
  return uncovering.some((selector) => {
    try { return Element.prototype.closest.call(element, selector) === element; } catch { return false; } // what is left is no selector
  });
};

// cover is how much an element hides by itself of what is behind it at a point, from 0 to 1.
const cover = (element, point) => {
  const style = getComputedStyle(element);
  if (style.visibility !== "visible" || moves(style) && isLow(boxOf(element)) || isUncovered(element)) return 0;
  const fill = colour(style.backgroundColor), gradient = style.backgroundImage === "none" ? null : stops(style.backgroundImage);
  let most = Math.max(fill?.a ?? 0, ...gradient ? [Math.min(...gradient.map((s) => s.a))] : []);
  if (most < 1) most = Math.max(most, borderAt(element, style, point), isOpaque(element) ? 1 : 0);
  for (let e = element; e && most > 0; e = above(e)) {
    const s = getComputedStyle(e);
    if (s.mixBlendMode !== "normal" || s.clipPath !== "none" || s.maskImage !== "none") return 0;
    most *= parseFloat(s.opacity);
  }
  return most;
};

// borderAt is how much of what is behind a point the border of a box hides.
const borderAt = (element, style, point) => {
  const box = boxOf(element), width = (side) => parseFloat(style[`border${side}Width`]), painted = (side) => /solid|double|groove|ridge|inset|outset/.test(style[`border${side}Style`]) ? colour(style[`border${side}Color`])?.a ?? 0 : 0;
  const at = { Left: point.x - box.left, Right: box.right - point.x, Top: point.y - box.top, Bottom: box.bottom - point.y };
  const flat = width("Left") + width("Right") >= box.width - 0.5 && width("Top") + width("Bottom") >= box.height - 0.5;
  if (flat || Object.values(at).some((d) => d < 0)) return 0; // without room within, borders are a triangle
  return Math.max(0, ...Object.keys(at).filter((side) => at[side] <= width(side)).map(painted));
};

// isOpaque reports whether a picture lets nothing through, which is known of JPEGs and of what a canvas may look at.
const opaque = new WeakMap();
const isOpaque = (element) => {
  const name = localName(element);
  if (name !== "img" && name !== "canvas") return false;
  if (name === "img" && /\.jpe?g($|[?#])|^data:image\/jpeg/.test(element.currentSrc)) return true;
  if (!opaque.has(element)) opaque.set(element, looksOpaque(element));
  return opaque.get(element);
};
const looksOpaque = (picture) => {
  const size = 8, small = new OffscreenCanvas(size, size).getContext("2d");
  try {
    small.drawImage(picture, 0, 0, size, size);
    const all = small.getImageData(0, 0, size, size).data;
    for (let i = 3; i < all.length; i += 4) if (all[i] < 255 * solid) return false;
    return true;
  } catch { // it is of another site, or has not been loaded
    return false;
  }
};

// floats is the part of the page that holds an element and stays in the window, or lies over all: readers scroll the
// rest away from below it, or close it.
const floats = (element) => {
  for (let e = element; e; e = above(e)) {
    const position = getComputedStyle(e).position;
    if (position === "fixed" || position === "sticky" || Element.prototype.matches.call(e, ":modal, :popover-open")) return e;
  }
  return null;
};

const points = (boxes) => {
  const step = Math.max(1, Math.ceil(boxes.length / 6)), all = [];
  boxes.forEach((b, i) => {
    if (i % step === 0) for (const part of [1 / 6, 1 / 2, 5 / 6]) all.push({ x: b.left + b.width * part, y: b.top + b.height / 2 });
  });
  return all.filter((p) => p.x >= 0 && p.y >= 0 && p.x < innerWidth && p.y < innerHeight);
};

// isCutOff reports whether a point lies outside of a box that cuts off what stands beyond it: of a carousel, of a text
// that goes on at a click.
const isCutOff = (element, point) => {
  for (let e = element; e; e = above(e)) {
    const style = getComputedStyle(e);
    if (style.overflowX === "visible" && style.overflowY === "visible" && style.clipPath === "none" || e === root || e === body) continue;
    const box = boxOf(e);
    if (point.x < box.left || point.x > box.right || point.y < box.top || point.y > box.bottom) return true;
  }
  return false;
};

// isCovered reports whether each point of a text, or of an element, is behind something solid or, of one that may be cut, not there.
// What is larger than most covers nothing.
const isCovered = (node, parent, cut, places, most = Infinity) => {
  const range = new Range();
  nodeType(node) === Node.TEXT_NODE ? range.selectNodeContents(node) : range.selectNode(node);
  const boxes = () => [...range.getClientRects()].filter((b) => b.width > 0.5 && b.height > 0.5);
  while (parent && getComputedStyle(parent).display === "contents") parent = above(parent);
  if (!parent || Element.prototype.closest.call(parent, "[inert]")) return false;
  let at = points(boxes());
  if (at.length === 0) {
    for (let e = parent; e; e = above(e)) if (!places.has(e)) places.set(e, [e.scrollLeft, e.scrollTop]);
    Element.prototype.scrollIntoView.call(parent, { block: "center", inline: "nearest", behavior: "instant" });
    at = points(boxes());
  }
  const own = floats(parent), tree = rootOf(parent);
  for (const p of at) {
    let hit = false, through = 1;
    for (const e of (isShadow(tree) ? ShadowRoot : Document).prototype.elementsFromPoint.call(tree, p.x, p.y)) {
      if (e === parent || contains(node, e)) return false;
      const over = floats(e);
      if (e === root || over !== own && !(over && own && surrounds(own, over))) continue;
      const hides = cover(e, p);
      if (hides === 0 || isStacked(e, parent) || boxOf(e).width * boxOf(e).height > most) continue;
      through *= 1 - hides;
      if (through > 1 - solid) continue;
      hit = true;
      break;
    }
    if (!hit && !cut || isCutOff(parent, p)) return false;
  }
  return at.length > 0;
};

// lids are the boxes before and after the content of an element that lie over it. What is placed in it lies over a lid
// of a lower level, and over one that comes before it.
const isOver = (lid, style) => lid.level > (parseInt(style.zIndex) || 0) || lid.level === (parseInt(style.zIndex) || 0) && lid.after;
const lids = (element, style, box) => style.position === "static" ? [] : ["::before", "::after"].flatMap((pseudo) => {
  const s = getComputedStyle(element, pseudo);
  if (s.content === "none" || s.content === "normal" || s.position !== "absolute" || parseInt(s.zIndex) < 0) return [];
  if (moves(s) && isLow(box) || s.visibility !== "visible" || parseFloat(s.opacity) < solid || s.transform !== "none" || s.clipPath !== "none" || s.maskImage !== "none" || s.mixBlendMode !== "normal") return [];
  const fill = colour(s.backgroundColor), gradient = s.backgroundImage === "none" ? null : stops(s.backgroundImage);
  if (!(fill && fill.a >= solid) && !gradient?.every((c) => c.a >= solid)) return [];
  const n = (name) => parseFloat(s[name]) || 0, more = s.boxSizing === "border-box" ? 0 : 1;
  const left = box.left + parseFloat(style.borderLeftWidth) + n("left"), top = box.top + parseFloat(style.borderTopWidth) + n("top");
  return [{
    after: pseudo === "::after", level: parseInt(s.zIndex) || 0, left, top, right: left + n("width") + more * (n("paddingLeft") + n("paddingRight")), bottom: top + n("height") + more * (n("paddingTop") + n("paddingBottom")),
  }];
});
