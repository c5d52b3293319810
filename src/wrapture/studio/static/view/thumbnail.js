// @ts-check
// A miniature of a page: grey lines for its texts, coloured boxes for records.

import { spanBox } from "./boxes.js";

/** @typedef {import("./types.js").Surface} Surface */
/** @typedef {import("./model.js").PageModel} PageModel */
/** @typedef {{width: number, height: number}} Size */

const SVG = "http://www.w3.org/2000/svg";
/** More texts or records are not told apart at this size. */
const MOST_TEXTS = 1500;
const MOST_RECORDS = 400;
const LEAST = 0.8;

/**
 * How a page is made to fit: its width fills the thumbnail, and what is too high is squeezed.
 * @param {Size} page
 * @param {Size} size
 */
function scalesOf(page, size) {
  const x = size.width / Math.max(1, page.width);
  return { x, y: Math.min(x, size.height / Math.max(1, page.height)) };
}

/**
 * The lines of a page's texts as the data of a path.
 * @param {Surface} surface
 * @param {PageModel} model
 * @param {Size} size
 */
export function textLines(surface, model, size) {
  const { x, y } = scalesOf(surface.size, size);
  const step = Math.max(1, Math.ceil(model.shown.length / MOST_TEXTS));
  const lines = /** @type {string[]} */ ([]);
  for (let index = 0; index < model.shown.length; index += step) {
    for (const box of surface.textBoxes(model.shown[index])) {
      const top = (box.y + box.height * 0.25) * y;
      const thick = Math.max(LEAST, box.height * 0.5 * y);
      lines.push(`M${(box.x * x).toFixed(1)} ${top.toFixed(1)}h${(box.width * x).toFixed(1)}v${thick.toFixed(1)}h-${(box.width * x).toFixed(1)}z`);
    }
  }
  return lines.join("");
}

/**
 * @param {Surface} surface
 * @param {PageModel} model
 * @param {string} lines  as `textLines` gives them for this size
 * @param {[number, number][][]} records
 * @param {Size} size
 * @returns {SVGSVGElement}
 */
export function miniature(surface, model, lines, records, size) {
  const svg = document.createElementNS(SVG, "svg");
  setAll(svg, { viewBox: `0 0 ${size.width} ${size.height}`, width: size.width, height: size.height, class: "pv-thumbnail" });
  setAll(svg, { role: "img", "aria-label": `The page with ${records.length} records on it` });
  const path = document.createElementNS(SVG, "path");
  setAll(path, { d: lines, class: "pv-thumbnail-texts" });
  svg.append(path);
  const { x, y } = scalesOf(surface.size, size);
  for (const spans of records.slice(0, MOST_RECORDS)) {
    for (const span of spans) {
      const box = spanBox(surface, model, span);
      if (!box) continue;
      const rect = document.createElementNS(SVG, "rect");
      setAll(rect, { x: box.x * x, y: box.y * y, width: Math.max(1, box.width * x), height: Math.max(1, box.height * y - 0.5) });
      setAll(rect, { class: "pv-thumbnail-record" });
      svg.append(rect);
    }
  }
  return svg;
}

/**
 * @param {Element} element
 * @param {Record<string, string | number>} attributes
 */
function setAll(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, typeof value === "number" ? String(Math.round(value * 100) / 100) : value);
  }
}
