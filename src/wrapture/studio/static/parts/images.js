// @ts-check
// Pictures in the table: fetched by the server under its rules, once each, and shown small. An unavailable one shows its name.

import { blobOf } from "./api.js";
import { h, held } from "./dom.js";

/** @typedef {import("./types.js").State} State */

const MOST = 2000;
/** @type {Map<string, HTMLElement>} */
const holders = new Map();
/** Holders that wait until they are seen. @type {WeakMap<Element, () => void>} */
const waiting = new WeakMap();
const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    waiting.get(target)?.();
  }
});

/** The last part of an address. @param {string} address */
const nameOf = (address) => (address.startsWith("data:") ? "picture" : address.split(/[?#]/)[0].split("/").pop() || address);

/** @param {HTMLElement} holder @param {string} path @param {string} address */
async function fill(holder, path, address) {
  try {
    const blob = address.startsWith("data:image/") ? null : await blobOf(path, { address });
    if (blob && !blob.size) return;
    const image = document.createElement("img");
    image.alt = nameOf(address);
    image.src = blob ? URL.createObjectURL(blob) : address;
    image.addEventListener("error", () => image.replaceWith(nameOf(address)));
    holder.replaceChildren(image);
  } catch {
    holder.textContent = nameOf(address);
  }
}

/** Ask again for all of them: their site was allowed. */
export const forgetImages = () => holders.clear();

/** A thumbnail of an image of the page. @param {State} state @param {string} address */
export function thumbnailOf({ desk, pageId }, address) {
  const path = `desks/${desk?.id}/pages/${pageId}/image`;
  const key = `${path} ${address}`;
  let holder = holders.get(key);
  if (!holder) {
    if (holders.size > MOST) holders.clear();
    holder = document.createElement("span");
    holder.className = "thumb";
    holder.textContent = nameOf(address);
    const own = holder;
    waiting.set(own, () => void fill(own, path, address));
    seen.observe(own);
    holders.set(key, holder);
  }
  return h("span", { className: "thumb-cell" }, held(holder));
}
