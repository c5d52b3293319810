// @ts-check
// Which elements and attributes of a page may be made anew: all that can do nothing but look like something.

/** Elements that load, run or change what other elements mean: each is made under the name "x-…". */
const BARRED = new Set(
  ("script iframe frame frameset object embed applet portal fencedframe base link meta template slot shadow content "
    + "animate animatemotion animatetransform set discard mpath handler listener noembed noframes param source track").split(" "),
);

/** Attributes that load, go somewhere, take the focus or give the document names of their own. */
const BARRED_ATTRIBUTES = new Set(
  ("action formaction target formtarget ping srcset imagesrcset srcdoc poster data background longdesc cite manifest usemap "
    + "profile codebase archive classid autofocus accesskey contenteditable tabindex name is http-equiv popover popovertarget "
    + "command commandfor autoplay loading inert nonce integrity xml:base xmlns shadowrootmode shadowrootdelegatesfocus "
    + "download form from to values by attributename").split(" "),
);

/** Elements that can have the focus by themselves. */
const FOCUSABLE = new Set("a area button input select textarea summary details audio video label".split(" "));
/** Elements that one could type into; buttons are left as they are, because a disabled one is grey. */
const CONTROLS = new Set("input select textarea".split(" "));

const SVG = "http://www.w3.org/2000/svg";
const MATH = "http://www.w3.org/1998/Math/MathML";
const HTML = "http://www.w3.org/1999/xhtml";
/** Elements of drawings and formulas inside of which HTML goes on. */
const BACK_TO_HTML = new Set(["foreignobject", "desc", "title", "annotation-xml"]);

/**
 * The name under which an element is made.
 * @param {string} tag
 */
export function safeTag(tag) {
  const name = String(tag);
  const bare = name.toLowerCase().replace(/^.*:/, "");
  return BARRED.has(bare) ? `x-${bare}` : name;
}

/**
 * The value that an attribute is given, or null where it is left out.
 * @param {string} name
 * @param {unknown} value
 * @returns {string | null}
 */
export function safeValue(name, value) {
  const lower = name.toLowerCase();
  if (lower.startsWith("on") || BARRED_ATTRIBUTES.has(lower)) return null;
  if (lower === "href" || lower.endsWith(":href")) return "#";
  const text = value === null || value === undefined ? "" : String(value);
  if (lower === "src") return /^data:image\//i.test(text) ? text : null;
  return lower === "style" ? fixedHeights(text) : text;
}

/**
 * Whether an element could be reached by the Tab key.
 * @param {string} tag
 */
export const isFocusable = (tag) => FOCUSABLE.has(tag);

/**
 * Whether an element is disabled.
 * @param {string} tag
 */
export const isControl = (tag) => CONTROLS.has(tag);

/**
 * The namespace of an element among drawings and formulas.
 * @param {string} tag
 * @param {string} parentTag
 * @param {string} parentSpace
 */
export function namespaceOf(tag, parentTag, parentSpace) {
  if (tag === "svg") return SVG;
  if (tag === "math") return MATH;
  if (BACK_TO_HTML.has(parentTag.toLowerCase())) return HTML;
  return parentSpace;
}

export { HTML };

/** What a hundredth of the window's height is taken for: the frame is as high as the page, which would make it higher still. */
export const VIEW_HEIGHT = 900;
const HEIGHT_UNITS = /(?<=[\s:,(*/+-])(?<!\\.)(?<![\w-]-)(\d*\.?\d+)[dsl]?vh\b/gi;

/**
 * A style sheet in which heights that depend on the window are fixed.
 * @param {string} style
 */
export function fixedHeights(style) {
  if (!/\dvh|\d[dsl]vh/i.test(style)) return style;
  return style.replace(HEIGHT_UNITS, (_, number) => `${(Number(number) * VIEW_HEIGHT) / 100}px`);
}
