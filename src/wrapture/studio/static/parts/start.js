// @ts-check
// The start view: drop a page, or go on where one stopped.

import { readAddress } from "./address.js";
import { h, patch } from "./dom.js";
import { copy } from "./downloads.js";
import { iconButton } from "./fields.js";
import { icon } from "./icons.js";
import { loadStudio } from "./loader.js";
import { chooseFiles, chooseFolder, give, openDesk, openPasted, pastePage, readAddressOf } from "./pages.js";
import { recall } from "./remember.js";
import { removeWithUndo } from "./steps.js";
import { get, set, watch } from "./store.js";
import { ago, counted } from "./words.js";

/** @typedef {import("./types.js").State} State */

/** Desks that are shown at once; older ones are folded away. */
const RECENT = 6;

/** @param {SubmitEvent} event */
function onGo(event) {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("given"));
  const text = field.value.trim();
  if (text) void give(text);
  else chooseFiles();
}

/** @param {ClipboardEvent} event */
function onPaste(event) {
  if (openPasted(event.clipboardData)) event.preventDefault();
}

/** What is in the field. @param {Event} event */
const given = (event) => /** @type {HTMLInputElement | null | undefined} */ (/** @type {Element} */ (event.currentTarget).closest(".dropzone")?.querySelector("input"))?.value ?? "";

/** The one field: an address, files, or a page's source. @param {string} title @param {string} words */
export function dropZone(title, words) {
  const { loading, studio } = get();
  const small = (/** @type {string} */ text, /** @type {string} */ test, /** @type {string} */ shape, /** @type {(event: Event) => any} */ run) =>
    h("button", { type: "button", className: "quiet small", "data-test": test, onclick: run }, icon(shape), text);
  return h(
    "div",
    { className: "dropzone", "data-test": "dropzone" },
    title ? h("h2", null, title) : null,
    h(
      "form",
      { className: "given", onsubmit: onGo },
      h("input", {
        name: "given",
        type: "text",
        inputmode: "url",
        autocomplete: "off",
        spellcheck: "false",
        "aria-label": "Paste an address, drop or choose files",
        placeholder: "Paste an address, drop or choose files",
        "data-test": "given",
        onpaste: onPaste,
      }),
      h("button", { type: "submit", className: "primary", "data-test": "given-ok", disabled: Boolean(loading) }, "Open"),
    ),
    h(
      "div",
      { className: "row center" },
      small("Choose files", "upload", "upload", () => chooseFiles()),
      small("Choose a folder", "upload-folder", "folder", () => chooseFolder()),
      small("Paste source", "paste-open", "paste", () => pastePage()),
      studio?.browser ? small("Address with scripts", "address-open", "link", (event) => readAddressOf(given(event), true)) : null,
    ),
    h("p", { className: loading ? "" : "muted", role: "status" }, loading ? `${loading} …` : words),
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

/** The bookmark that sends the open page: it opens the studio's window and hands the page over. */
const BOOKMARKLET = () =>
  `javascript:(()=>{const s=${JSON.stringify(location.origin)},w=open(s+'/receive');addEventListener('message',e=>{if(e.source===w&&e.data==='wrapture ready')w.postMessage({wrapture:1,url:location.href,title:document.title,html:'<!DOCTYPE html>'+document.documentElement.outerHTML},s)})})()`;

/** How pages come from the browser as they are there: logged in, scripts run. */
function sendingView() {
  return h(
    "details",
    { key: "sending", className: "sending" },
    h("summary", { "data-test": "sending" }, "Send pages from your browser, as you see them there"),
    h("p", null, "With the extension: load the folder ", h("code", null, "extension"), " of the project into your browser, and paste this studio's address there once."),
    h("p", null, h("button", { type: "button", className: "small", "data-test": "copy-pairing", onclick: () => void copy(`${location.origin}/#token=${readAddress().token || recall("token")}`) }, icon("copy"), "Copy the studio's address")),
    h("p", null, "Or with a bookmark: drag this to your bookmarks, and click it on any page. ", h("a", { href: BOOKMARKLET(), "data-test": "bookmarklet", onclick: (/** @type {Event} */ event) => event.preventDefault() }, "Send to Wrapture")),
  );
}

/** @param {State} state */
function startView({ studio }) {
  return h(
    "div",
    { className: "start-inner" },
    h("h1", { id: "start-title" }, "From a page to its table"),
    h(
      "p",
      { className: "lead" },
      "Give a page with a list on it. The studio finds the records; you look, correct, and take the table away.",
    ),
    dropZone("", "Web addresses, HTML, MHTML, zip and SingleFile pages, whole folders, or a wrapper file. Files stay on this machine."),
    studio?.desks.length
      ? h(
          "section",
          { "aria-labelledby": "recent-title" },
          h("h2", { id: "recent-title" }, "Continue"),
          h("ul", { className: "cards", "data-test": "desks" }, studio.desks.slice(0, RECENT).map(recent)),
          studio.desks.length > RECENT
            ? h("details", { key: "older", className: "sending" }, h("summary", null, counted(studio.desks.length - RECENT, "older desk")), h("ul", { className: "cards" }, studio.desks.slice(RECENT).map(recent)))
            : null,
        )
      : null,
    sendingView(),
    studio ? h("p", { className: "muted small-text" }, `Wrapture ${studio.version} · library in ${studio.library}`) : null,
  );
}

/** @param {Element} place */
export function mountStart(place) {
  watch(["view", "studio", "loading"], (state) => patch(place, state.view === "start" ? startView(state) : null));
}
