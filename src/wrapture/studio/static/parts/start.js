// @ts-check
// The start view: drop a page, or go on where one stopped.

import { h, patch } from "./dom.js";
import { iconButton } from "./fields.js";
import { icon } from "./icons.js";
import { loadStudio } from "./loader.js";
import { chooseFiles, openDesk, pastePage, readAddressOf } from "./pages.js";
import { removeWithUndo } from "./steps.js";
import { get, set, watch } from "./store.js";
import { ago, counted } from "./words.js";

/** @typedef {import("./types.js").State} State */

/** The large place to drop pages on, with the other ways below. @param {string} title @param {string} words */
export function dropZone(title, words) {
  return h(
    "div",
    { className: "dropzone", "data-test": "dropzone" },
    h("div", { className: "dropzone-mark", "aria-hidden": "true" }, icon("page")),
    h("h2", null, title),
    h("p", { className: "muted" }, words),
    h(
      "div",
      { className: "row center" },
      h(
        "button",
        { type: "button", className: "primary", "data-test": "upload", onclick: () => chooseFiles() },
        icon("upload"),
        "Choose files",
      ),
      h(
        "button",
        { type: "button", "data-test": "paste-open", onclick: () => pastePage() },
        icon("paste"),
        "Paste source",
      ),
      h(
        "button",
        { type: "button", "data-test": "address-open", onclick: () => readAddressOf() },
        icon("link"),
        "Read an address",
      ),
    ),
  );
}

/** @param {import("./types.js").DeskSummary} desk */
function removeDesk({ id, name }) {
  return removeWithUndo(`desks/${id}`, `Deleted the desk “${name}”.`, () => {
    if (get().desk?.id === id) set({ desk: null });
    loadStudio();
  });
}

/** @param {import("./types.js").DeskSummary} desk */
function recent(desk) {
  const facts = [
    counted(desk.pages, "page"),
    desk.records === null ? "no list yet" : counted(desk.records, "record"),
    desk.columns === null ? "" : counted(desk.columns, "column"),
    ago(desk.changed),
  ].filter(Boolean);
  return h(
    "li",
    { key: desk.id, className: "card-row" },
    h(
      "button",
      { type: "button", className: "card-main", "data-test": "desk-open", onclick: () => openDesk(desk.id) },
      h("strong", null, desk.name || "Untitled"),
      h("span", { className: "muted" }, facts.join(" · ")),
    ),
    iconButton({
      words: `Delete the desk ${desk.name}`,
      shape: icon("trash"),
      test: "desk-delete",
      run: () => removeDesk(desk),
    }),
  );
}

/** @param {State} state */
function startView({ studio, loading }) {
  if (loading) return h("p", { className: "start-inner muted", role: "status" }, `${loading} …`);
  return h(
    "div",
    { className: "start-inner" },
    h("h1", { id: "start-title" }, "From a page to its table"),
    h(
      "p",
      { className: "lead" },
      "Give a page with a list on it. The studio finds the records, you look, correct and save.",
    ),
    dropZone("Drop pages here", "HTML files, saved pages, or a wrapper file. Nothing leaves this machine."),
    studio?.desks.length
      ? h(
          "section",
          { "aria-labelledby": "recent-title" },
          h("h2", { id: "recent-title" }, "Continue"),
          h("ul", { className: "cards", "data-test": "desks" }, studio.desks.map(recent)),
        )
      : null,
    h(
      "p",
      { className: "row" },
      h(
        "button",
        { type: "button", "data-test": "start-library", onclick: () => set({ view: "library" }) },
        icon("library"),
        "Library",
      ),
      studio ? h("span", { className: "muted" }, `Wrapture ${studio.version} · library in ${studio.library}`) : null,
    ),
  );
}

/** @param {Element} place */
export function mountStart(place) {
  watch(["view", "studio", "loading"], (state) => patch(place, state.view === "start" ? startView(state) : null));
}
