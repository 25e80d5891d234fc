// The properties of nodes. Forms and images can be named so that they hide those of the nodes that hold them, hence the
// getters of the prototypes. It goes before all else.
const get = (kind, name) => {
  const read = Object.getOwnPropertyDescriptor(kind.prototype, name).get;
  return (of) => read.call(of);
};
const firstChild = get(Node, "firstChild"), nextSibling = get(Node, "nextSibling"), nodeType = get(Node, "nodeType");
const data = get(CharacterData, "data"), localName = get(Element, "localName"), attributes = get(Element, "attributes");
const clientWidth = get(Element, "clientWidth"), clientHeight = get(Element, "clientHeight");
const namespace = get(Element, "namespaceURI");
const parentElement = get(Node, "parentElement"), textContent = get(Node, "textContent");
const assignedSlot = (node) => Object.getOwnPropertyDescriptor((nodeType(node) === Node.TEXT_NODE ? Text : Element).prototype, "assignedSlot").get.call(node);
const shadowRoot = get(Element, "shadowRoot");
const host = get(ShadowRoot, "host"), rootOf = (node) => Node.prototype.getRootNode.call(node);
const isShadow = (node) => nodeType(node) === Node.DOCUMENT_FRAGMENT_NODE && Object.prototype.toString.call(node) === "[object ShadowRoot]";
const root = get(Document, "documentElement")(document), body = get(Document, "body")(document);
const boxOf = (element) => Element.prototype.getBoundingClientRect.call(element);
const contains = (one, other) => Node.prototype.contains.call(one, other);
// above is what is around an element where it is shown: a slot, its parent, or the host of the tree that it is in.
const above = (e) => assignedSlot(e) ?? parentElement(e) ?? (isShadow(rootOf(e)) ? host(rootOf(e)) : null);
// surrounds is contains for elements in trees in the shadow, too.
const surrounds = (one, other) => {
  if (contains(one, other)) return true;
  for (let e = isShadow(rootOf(other)) ? other : null; e; e = above(e)) if (e === one) return true;
  return false;
};
