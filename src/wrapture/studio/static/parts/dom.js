// @ts-check
// Elements as descriptions: h() says what there should be, patch() makes the document match.
// What did not change is left alone, so that focus, caret and scroll positions survive a redraw.

/** @typedef {{tag: string, props: Record<string, any>, children: Child[], key: any, node?: Node}} Description */
/** @typedef {Description | string | number} Child */
/** @typedef {Child | null | undefined | boolean | any[]} Loose  lists may be nested */

const SVG = "http://www.w3.org/2000/svg";
const HELD = "#held";
const PROPERTIES = new Set(["value", "checked", "disabled", "selected", "indeterminate", "readOnly", "hidden"]);
/** @type {WeakMap<Node, Description>} */
const described = new WeakMap();

/**
 * A description of an element. `onX` are listeners, `style` is an object, `mounted` is called once it is in the
 * document.
 * @param {string} tag @param {Record<string, any> | null} [props] @param {...Loose} children @returns {Description} */
export function h(tag, props, ...children) {
  return { tag, props: props || {}, children: flat(children), key: props ? props.key : undefined };
}

/** A description of a node that somebody else made and looks after.
 * @param {Node} node @returns {Description} */
export function held(node) {
  return { tag: HELD, props: {}, children: [], key: node, node };
}

/** A new element after a description. @param {Description} description @returns {any} */
export function make(description) {
  return create(description, description.tag === "svg");
}

/** Make the children of `parent` match. @param {Element} parent @param {...Loose} children */
export function patch(parent, ...children) {
  const focused = document.activeElement;
  matchChildren(parent, flat(children), parent.namespaceURI === SVG);
  if (focused instanceof HTMLElement && focused !== document.activeElement && focused.isConnected) {
    focused.focus({ preventScroll: true });
  }
}

/** @param {Loose[]} children @returns {Child[]} */
function flat(children) {
  const all = /** @type {any[]} */ (/** @type {any} */ (children).flat(Infinity));
  return all.filter((child) => child !== null && child !== undefined && typeof child !== "boolean" && child !== "");
}

/** @param {Element} parent @param {Child[]} wanted @param {boolean} svg */
function matchChildren(parent, wanted, svg) {
  const old = [...parent.childNodes];
  const stock = stockOf(old);
  const nodes = wanted.map((child) => {
    const found = take(child, stock);
    return found ? update(found, child, svg) : create(child, svg);
  });
  const stay = new Set(nodes);
  old.forEach((node) => stay.has(node) || parent.removeChild(node));
  nodes.forEach((node, at) => {
    const there = parent.childNodes[at];
    if (there !== node) parent.insertBefore(node, there || null);
  });
}

/** @param {ChildNode[]} nodes */
function stockOf(nodes) {
  /** @type {Map<any, Node>} */
  const keyed = new Map();
  /** @type {Node[]} */
  const loose = [];
  for (const node of nodes) {
    const key = described.get(node)?.key;
    if (key === undefined) loose.push(node);
    else keyed.set(key, node);
  }
  return { keyed, loose };
}

/**
 * The node that can be used again for a description.
 * @param {Child} child
 * @param {{keyed: Map<any, Node>, loose: Node[]}} stock
 */
function take(child, { keyed, loose }) {
  if (typeof child === "object" && child.key !== undefined) {
    const node = keyed.get(child.key);
    if (!node || described.get(node)?.tag !== child.tag) return null;
    keyed.delete(child.key);
    return node;
  }
  const tag = typeof child === "object" ? child.tag : undefined;
  const at = loose.findIndex((node) => (tag ? described.get(node)?.tag === tag : node.nodeType === Node.TEXT_NODE));
  return at < 0 ? null : loose.splice(at, 1)[0];
}

/** @param {Child} child @param {boolean} svg @returns {Node} */
function create(child, svg) {
  if (typeof child !== "object") return document.createTextNode(String(child));
  if (child.tag === HELD) return remember(/** @type {Node} */ (child.node), child);
  const inSvg = svg || child.tag === "svg";
  const element = inSvg ? document.createElementNS(SVG, child.tag) : document.createElement(child.tag);
  matchChildren(element, child.children, inSvg);
  matchProps(element, {}, child.props);
  if (child.props.mounted) requestAnimationFrame(() => element.isConnected && child.props.mounted(element));
  return remember(element, child);
}

/** @param {Node} node @param {Child} child @param {boolean} svg @returns {Node} */
function update(node, child, svg) {
  if (typeof child !== "object") {
    if (node.nodeValue !== String(child)) node.nodeValue = String(child);
    return node;
  }
  if (child.tag === HELD) return node;
  const element = /** @type {Element} */ (node);
  const before = described.get(node)?.props || {};
  matchChildren(element, child.children, svg || child.tag === "svg");
  matchProps(element, before, child.props);
  return remember(node, child);
}

/** @param {Node} node @param {Description} description */
function remember(node, description) {
  described.set(node, description);
  return node;
}

/** @param {Element} element @param {Record<string, any>} before @param {Record<string, any>} after */
function matchProps(element, before, after) {
  for (const name of Object.keys(before)) if (!(name in after)) setProp(element, name, undefined, before[name]);
  for (const name of Object.keys(after)) setProp(element, name, after[name], before[name]);
}

/** @param {any} element @param {string} name @param {any} value @param {any} before */
function setProp(element, name, value, before) {
  if (name === "key" || name === "mounted") return;
  if (name.startsWith("on")) return before === undefined && value && element.addEventListener(name.slice(2), dispatch);
  if (name === "style") return setStyle(element, value || {}, before || {});
  if (PROPERTIES.has(name)) return setLive(element, name, value);
  if (value === before) return;
  const attribute = name === "className" ? "class" : name;
  if (value === undefined || value === null || value === false) element.removeAttribute(attribute);
  else element.setAttribute(attribute, value === true ? "" : String(value));
}

/** What a person may have changed is compared with what is there, and a text that is being typed is theirs.
 * @param {any} element @param {string} name @param {any} value */
function setLive(element, name, value) {
  const wanted = name === "value" ? String(value ?? "") : Boolean(value);
  if (element[name] === wanted) return;
  const typing =
    name === "value" && element === document.activeElement && element.matches("input:not([type=range]), textarea");
  if (!typing) element[name] = wanted;
}

/** @param {any} element @param {Record<string, string>} style @param {Record<string, string>} before */
function setStyle(element, style, before) {
  for (const name of Object.keys(before)) if (!(name in style)) element.style.removeProperty(name);
  for (const name of Object.keys(style)) if (style[name] !== before[name]) element.style.setProperty(name, style[name]);
}

/** One listener for all: the handler is the one of the newest description. @param {Event} event */
function dispatch(event) {
  const props = described.get(/** @type {Node} */ (event.currentTarget))?.props;
  props?.[`on${event.type}`]?.(event);
}
