(() => {
  // The same parts, bounds and exclusions as FromSheets, with what the browser computed.
  const each = 12, scanned = 20000, longest = 1000;
  const single = new Set(["body", "header", "nav"]);
  const foreign = /cookie|consent|gdpr|onetrust|cky-|didomi|usercentrics|intercom|skip-/;
  const name = (e) => `${e.id || ""} ${e.getAttribute("class") || ""}`.trim().toLowerCase().slice(0, longest);
  const roleOf = (e) => {
    const tag = e.localName, role = e.getAttribute("role");
    if (tag === "body") return "body";
    if (tag === "p") return "text";
    if (/^h[123]$/.test(tag)) return "heading";
    if (tag === "header" || role === "banner") return "header";
    if (tag === "nav" || role === "navigation") return "nav";
    if (tag === "button" || role === "button" || (tag === "input" && e.type === "submit")) return "button";
    if (tag === "a" && e.hasAttribute("href")) {
      return /(^|[ _-])(btn|button|cta)($|[ _-])/.test((e.getAttribute("class") || "").toLowerCase()) ? "button" : "link";
    }
    return "";
  };
  const othersDesign = (e) => {
    for (let p = e; p && p !== document.body; p = p.parentElement) {
      if (p.localName === "dialog" || foreign.test(name(p))) return true;
    }
    return false;
  };
  const seen = (e) => e === document.body || e.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const background = (style) => {
    const clear = /^(transparent|rgba\(0, 0, 0, 0\))$/.test(style.backgroundColor);
    if (clear && style.backgroundImage.includes("gradient(")) return style.backgroundImage.slice(0, longest);
    return clear ? "" : style.backgroundColor;
  };
  const count = {}, list = [];
  let looked = 0;
  for (const e of document.body ? [document.body, ...document.body.getElementsByTagName("*")] : []) {
    if (++looked > scanned) break;
    const role = roleOf(e);
    if (!role || (count[role] || 0) >= (single.has(role) ? 1 : each) || !seen(e) || othersDesign(e)) continue;
    count[role] = (count[role] || 0) + 1;
    const style = getComputedStyle(e);
    let ground = background(style);
    // The page's own ground may be painted by the root element.
    if (role === "body" && !ground) ground = background(getComputedStyle(document.documentElement));
    list.push({ role, name: name(e), color: style.color, background: ground, font: style.fontFamily });
  }
  return list;
})()
