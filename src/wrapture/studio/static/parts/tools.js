// @ts-check
// The bar above the page: page or picture, zoom, and a text to find.

import { besideButton } from "./beside.js";
import { h, patch } from "./dom.js";
import { button, iconButton, segmented } from "./fields.js";
import { icon } from "./icons.js";
import { allowSite, hideOverlays, pointAt, search, visit } from "./stage.js";
import { dropZone } from "./start.js";
import { get, set, watch } from "./store.js";
import { counted, shorten } from "./words.js";

/** @typedef {import("./types.js").State} State */

const STEP = 1.25;
const LEAST = 0.25;
const MOST = 4;
const FOUND_MOST = 50;
/** @param {State} state */
function kinds({ kind, studio }) {
  if (!studio?.browser) return null;
  return segmented({
    label: "View",
    test: "kind",
    value: kind,
    choose: (value) => set({ kind: value }),
    options: [
      { value: "page", words: "Page" },
      { value: "picture", words: "Picture", title: "As rendered by a browser" },
    ],
  });
}

/** @param {State} state */
function zooms({ zoom }) {
  const to = (/** @type {number} */ factor) => set({ zoom: Math.min(MOST, Math.max(LEAST, (zoom || 1) * factor)) });
  return h(
    "div",
    { className: "row tight zoom", role: "group", "aria-label": "Zoom" },
    iconButton({ words: "Smaller", shape: "−", run: () => to(1 / STEP), test: "zoom-out" }),
    h(
      "button",
      {
        type: "button",
        className: "quiet small",
        "data-test": "zoom-fit",
        title: "Fit the width",
        onclick: () => set({ zoom: 0 }),
      },
      zoom ? `${Math.round(zoom * 100)} %` : "Fit",
    ),
    iconButton({ words: "Larger", shape: "+", run: () => to(STEP), test: "zoom-in" }),
  );
}

/** @param {State} state */
function overlayButton({ overlays, shown }) {
  if (!overlays || !shown) return null;
  const words = overlays === 1 ? "Hide the overlay" : `Hide ${overlays} overlays`;
  return h(
    "button",
    { key: "overlays", type: "button", className: "small", "data-test": "hide-overlays", title: "Banners and dialogs that lie over the page", onclick: hideOverlays },
    icon("hidden"),
    words,
  );
}

/** @param {KeyboardEvent} event */
function onFindKey(event) {
  const input = /** @type {HTMLInputElement} */ (event.currentTarget);
  const list = /** @type {HTMLElement | null} */ (document.querySelector("#found button"));
  if (event.key === "Escape") {
    input.value = "";
    set({ found: null });
  } else if (event.key === "Enter" || event.key === "ArrowDown") list?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** @param {KeyboardEvent} event */
function onFoundKey(event) {
  const item = /** @type {HTMLElement} */ (event.target).closest("li");
  const next =
    event.key === "ArrowDown"
      ? item?.nextElementSibling
      : event.key === "ArrowUp"
        ? item?.previousElementSibling
        : null;
  if (event.key === "Escape") set({ found: null });
  if (event.key === "Escape" || (event.key === "ArrowUp" && !next))
    /** @type {HTMLElement | null} */ (document.getElementById("find"))?.focus();
  if (!["ArrowDown", "ArrowUp", "Escape"].includes(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  /** @type {HTMLElement | null} */ (next?.querySelector("button") ?? null)?.focus();
}

/** @param {any[]} found */
function foundList(found) {
  return h(
    "div",
    { id: "found", className: "found", "data-test": "found", onkeydown: onFoundKey },
    h(
      "p",
      { className: "muted", role: "status" },
      found.length ? `${counted(found.length, "place")}. Choose one to say what it is.` : "Not found on this page.",
    ),
    h(
      "ul",
      null,
      found.slice(0, FOUND_MOST).map((hit, at) =>
        h(
          "li",
          { key: at },
          h(
            "button",
            {
              type: "button",
              className: "quiet",
              "data-test": "found-item",
              onfocus: () => visit(hit),
              onclick: () => (set({ found: null }), pointAt(hit)),
            },
            h("span", null, shorten(hit.context || hit.text, 70)),
            h("span", { className: "muted" }, hit.record === null ? "" : `record ${hit.record + 1}`),
          ),
        ),
      ),
    ),
  );
}

/** @param {State} state */
function find({ found, shown }) {
  const oninput = (/** @type {InputEvent} */ event) => {
    const text = /** @type {HTMLInputElement} */ (event.currentTarget).value;
    set({ found: text.trim() && get().shown ? search(text) : null });
  };
  return h(
    "div",
    { className: "find", role: "search" },
    icon("find"),
    h("input", {
      id: "find",
      type: "search",
      placeholder: "Find on the page",
      "aria-label": "Find on the page",
      "data-test": "find",
      disabled: !shown,
      oninput,
      onkeydown: onFindKey,
    }),
    found ? foundList(found) : null,
  );
}

/** @param {string} site */
function siteQuestion(site) {
  return h(
    "p",
    { key: "site", className: "row", "data-test": "site" },
    `The styles and images of this page are on ${site}. Load them? `,
    button("Load", "site-load", () => void allowSite(site, true)),
    button("Not for this site", "site-leave", () => void allowSite(site, false)),
  );
}

/** @param {Element} tools @param {Element} hint @param {Element} empty */
export function mountTools(tools, hint, empty) {
  watch(
    ["view", "kind", "zoom", "found", "shown", "studio", "desk", "pageId", "beside", "overlays"],
    (state) =>
      state.view === "desk" &&
      patch(tools, ...(state.desk?.pages.length ? [kinds(state), zooms(state), besideButton(state), overlayButton(state), find(state)] : [])),
  );
  watch(["kind", "shown", "pageId", "unhidden", "site"], ({ kind, shown, pageId, unhidden, site }) =>
    patch(
      hint,
      unhidden && shown ? h("p", { key: "unhidden", "data-test": "unhidden" }, "This page hides its records until its scripts run; they are shown here all the same.") : null,
      site && shown ? siteQuestion(site) : null,
      kind === "picture" && pageId && !shown
        ? h("p", { key: "draws", role: "status" }, "Rendering the page …")
        : null,
    ),
  );
  watch(["view", "desk", "loading"], ({ view, desk }) => {
    const none = view === "desk" && !desk?.pages.length;
    empty.toggleAttribute("hidden", !none);
    const words = desk?.wrapper
      ? ["Drop a page to try this wrapper", "What it reads there is shown at once."]
      : ["Which page?", "Web addresses, HTML, MHTML, zip and SingleFile pages, whole folders, or a wrapper file."];
    patch(empty, none ? dropZone(words[0], words[1]) : null);
  });
}
