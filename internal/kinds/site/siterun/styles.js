// What the first visible element of each name looks like. Colours are read back from a
// pixel, so that every way of writing one gives #rrggbb.
(() => {
  const pixel = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const hex = (colour) => {
    pixel.clearRect(0, 0, 1, 1);
    pixel.fillStyle = colour;
    pixel.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = pixel.getImageData(0, 0, 1, 1).data;
    if (a === 0) return "";
    return "#" + (a === 255 ? [r, g, b] : [r, g, b, a]).map((v) => v.toString(16).padStart(2, "0")).join("");
  };
  const visible = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const selectors = {
    body: "body", header: "header, [role=banner]", nav: "nav, [role=navigation]", h1: "h1", h2: "h2", h3: "h3",
    p: "p", a: "a[href]", button: "button, input[type=submit], input[type=button], [role=button]", footer: "footer, [role=contentinfo]",
  };
  const found = {};
  for (const [name, selector] of Object.entries(selectors)) {
    const element = [...document.querySelectorAll(selector)].slice(0, 500).find(visible);
    if (!element) continue;
    const style = getComputedStyle(element);
    found[name] = {
      color: hex(style.color), backgroundColor: hex(style.backgroundColor),
      fontFamily: style.fontFamily, fontSize: style.fontSize, fontWeight: style.fontWeight,
    };
  }
  return found;
})()
