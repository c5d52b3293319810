// @ts-check
// The header: where one is, the name of the wrapper, undo and redo, Download, Save, Library.

import { showKeys } from "./dialogs.js";
import { downloadButtons } from "./downloads.js";
import { h, patch } from "./dom.js";
import { editable, iconButton } from "./fields.js";
import { icon } from "./icons.js";
import { openMenu } from "./menu.js";
import { redo, rename, save, undo } from "./steps.js";
import { get, set, watch } from "./store.js";
import { themeButton, turnTheme } from "./theme.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Desk} Desk */

const HOW = { labels: "learned from your labels", opened: "opened from a file", candidate: "" };

/** How the wrapper came about and whether it is saved. @param {Desk} desk */
function standing(desk) {
  const saved = !desk.saved
    ? ""
    : desk.saved.changed
      ? `changed since it was saved as ${desk.saved.name}`
      : `saved as ${desk.saved.name}`;
  return [
    HOW[desk.how] && desk.wrapper
      ? h("span", { key: "how", className: "chip accent", "data-test": "how" }, HOW[desk.how])
      : null,
    desk.wrapper && saved ? h("span", { key: "saved", className: "muted wide-only saved", "data-test": "saved" }, saved) : null,
  ];
}

/** @param {Desk} desk */
function steps(desk) {
  const back = desk.undo ? `Undo: ${desk.undo}` : "Nothing to undo";
  const forth = desk.redo ? `Redo: ${desk.redo}` : "Nothing to redo";
  return h(
    "div",
    { className: "row tight" },
    iconButton({
      words: `${back} (Ctrl+Z)`,
      shape: icon("undo"),
      run: () => undo(),
      test: "undo",
      disabled: !desk.undo,
    }),
    iconButton({
      words: `${forth} (Ctrl+Shift+Z)`,
      shape: icon("redo"),
      run: () => redo(),
      test: "redo",
      className: "wide-only",
      disabled: !desk.redo,
    }),
  );
}

/** What narrow windows have no room for. @param {MouseEvent} event */
function openMore(event) {
  openMenu(
    /** @type {HTMLElement} */ (event.currentTarget),
    [
      { words: "Library", run: () => set({ view: "library" }) },
      { words: "Light or dark", run: turnTheme },
      { words: "Keys", run: () => void showKeys() },
    ],
    "More",
  );
}

/** @param {State} state @param {() => void} redraw */
function headerView({ view, desk, studio }, redraw) {
  const atDesk = view === "desk" && desk;
  return [
    h(
      "button",
      {
        key: "home",
        type: "button",
        className: "quiet brand",
        "data-test": "home",
        title: "Start",
        onclick: () => set({ view: "start" }),
      },
      h("span", { className: "mark", "aria-hidden": "true" }, icon("lists")),
      h("span", { className: "wide-only" }, "Wrapture"),
    ),
    atDesk
      ? [
          editable({
            key: `name ${desk.id}`,
            value: desk.name,
            label: "Name of the wrapper",
            test: "name",
            commit: rename,
            className: "name",
          }),
          standing(desk),
          h("span", { key: "gap", className: "grow" }),
          steps(desk),
          downloadButtons(desk),
          h(
            "button",
            {
              key: "save",
              type: "button",
              "data-test": "save",
              title: "Save to the library (Ctrl+S)",
              disabled: !desk.wrapper,
              onclick: () => save(),
            },
            "Save",
          ),
        ]
      : h("span", { key: "gap", className: "grow" }),
    view === "library" && desk
      ? h(
          "button",
          { key: "back", type: "button", "data-test": "back", onclick: () => set({ view: "desk" }) },
          "Back to the desk",
        )
      : null,
    view !== "library"
      ? h(
          "button",
          {
            key: "library",
            type: "button",
            className: atDesk ? "wide-only" : "",
            "data-test": "library-open",
            onclick: () => set({ view: "library" }),
          },
          "Library",
        )
      : null,
    themeButton(redraw, atDesk ? "wide-only" : ""),
    iconButton({
      key: "help",
      words: "Keys (?)",
      shape: icon("help"),
      run: () => showKeys(),
      test: "help",
      className: "wide-only",
    }),
    iconButton({
      key: "more",
      words: "More",
      shape: icon("more"),
      run: openMore,
      test: "more",
      className: "narrow-only",
      popup: true,
    }),
    studio ? null : h("span", { key: "wait", className: "unseen" }, "Loading"),
  ];
}

/** @param {Element} place */
export function mountHeader(place) {
  const draw = () => patch(place, headerView(get(), draw));
  watch(["view", "desk", "studio"], draw);
}
