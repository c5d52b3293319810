// @ts-check
// The library: the wrappers that were saved, how they do, and what can be done with them.

import { call } from "./api.js";
import { h, patch } from "./dom.js";
import { editable, iconButton, tableOf } from "./fields.js";
import { checkNow, historyView, toggleHistory } from "./history.js";
import { FORMATS } from "./downloads.js";
import { icon } from "./icons.js";
import { openMenu } from "./menu.js";
import { loadLibrary } from "./loader.js";
import { give, openWrapper } from "./pages.js";
import { fetchPath, removeWithUndo } from "./steps.js";
import { watch } from "./store.js";
import { complain, tell } from "./toasts.js";
import { ago, counted, grade, percent } from "./words.js";

/** @typedef {import("./types.js").LibraryWrapper} LibraryWrapper */

const DOTS = 8;
const COUNTED = new Set(["Columns", "Records"]);

/** @param {string} name @param {string} to */
async function renameWrapper(name, to) {
  await call("PATCH", `library/${encodeURIComponent(name)}`, { json: { name: to } }).catch(complain);
  await loadLibrary();
}

/** A name that is taken gets a number. @param {File} file */
async function uploadWrapper(file) {
  try {
    const kept = await call("PUT", "library", { body: file, type: "application/json", query: { name: file.name } });
    tell(`“${kept.name}” is in the library.`);
    await loadLibrary();
  } catch (error) {
    complain(error);
  }
}

function chooseWrapper() {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".json";
  input.addEventListener("change", () => input.files?.[0] && uploadWrapper(input.files[0]));
  input.click();
}

/** Wrapper files that were dropped on the library. @param {File[]} files */
export async function shelve(files) {
  for (const file of files) await uploadWrapper(file);
}

/** @param {LibraryWrapper} wrapper */
function health({ health: notes, words, error }) {
  if (error) return h("span", { className: "misfit" }, error);
  const told = notes.slice(0, DOTS).reverse();
  const label = told.length ? `The last fits, oldest first: ${told.map((note) => percent(note.fit)).join(", ")}` : "";
  return h(
    "span",
    { className: "health" },
    h("span", null, words),
    told.length
      ? h(
          "span",
          { className: "dots", role: "img", "aria-label": label, title: label },
          told.map((note, at) =>
            h("span", {
              key: at,
              className: `dot ${grade(note.fit, note.misfit)}`,
              title: `${note.page}, ${ago(note.when)}: ${percent(note.fit)} ${note.misfit}`,
            }),
          ),
        )
      : null,
  );
}

/** @param {[number, number]} records */
const few = ([least, most]) => (least === most ? String(most) : `${least}–${most}`);

/** A mark of a wrapper: its first letter on a colour of its own. @param {string} name */
function mark(name) {
  const hue = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  return h("span", { className: "wrapper-mark", "aria-hidden": "true", style: { "--hue": String(hue) } }, name.slice(0, 1).toUpperCase());
}

/** The address that was read last, to read it again. @param {LibraryWrapper} wrapper */
const lastAddress = ({ health: notes }) => notes.map((note) => note.page).find((page) => /^https?:\/\//i.test(page));

/** Read the last page again with a wrapper, on a new desk. @param {LibraryWrapper} wrapper */
async function run(wrapper) {
  const address = lastAddress(wrapper);
  await openWrapper(wrapper.name);
  if (address) await give(address);
}

/** The data of a wrapper's page as it is now, or the wrapper itself. @param {MouseEvent} event @param {LibraryWrapper} wrapper */
function openDownload(event, wrapper) {
  const path = `library/${encodeURIComponent(wrapper.name)}`;
  const none = lastAddress(wrapper) ? "" : "None of its pages has an address";
  openMenu(
    /** @type {HTMLElement} */ (event.currentTarget),
    [
      ...FORMATS.slice(0, 3).map(([format, words]) => ({ words: `Table as of now: ${words}`, test: `wrapper-${format}`, disabled: Boolean(none), title: none, run: () => void fetchPath(`${path}/table`, { format }).then(loadLibrary) })),
      null,
      { words: "Wrapper file", test: "wrapper-file", run: () => void fetchPath(`${path}/file`) },
    ],
    `Download ${wrapper.name}`,
  );
}

/** When and how many rows it read last. @param {LibraryWrapper} wrapper */
function lastRead({ health: [note] }) {
  return note ? h("span", { title: note.page }, `${counted(note.found, "row")}, ${ago(note.when)}`) : h("span", { className: "muted" }, "not yet");
}

/** @param {LibraryWrapper} wrapper */
function row(wrapper) {
  const remove = () =>
    removeWithUndo(
      `library/${encodeURIComponent(wrapper.name)}`,
      `Deleted “${wrapper.name}” from the library.`,
      () => void loadLibrary(),
    );
  return h(
    "tr",
    { key: wrapper.name, "data-test": "wrapper" },
    h(
      "th",
      { scope: "row" },
      mark(wrapper.name),
      editable({
        value: wrapper.name,
        label: `Name of ${wrapper.name}`,
        test: "wrapper-name",
        commit: (to) => renameWrapper(wrapper.name, to),
      }),
    ),
    h("td", null, wrapper.kind),
    h("td", { className: "number" }, wrapper.error ? "" : wrapper.columns),
    h("td", { className: "number" }, wrapper.error ? "" : few(wrapper.records)),
    h(
      "td",
      { className: "addresses" },
      wrapper.addresses.map((address) => h("div", { key: address, title: address }, address)),
    ),
    h("td", null, wrapper.error ? "" : lastRead(wrapper)),
    h("td", null, health(wrapper)),
    h(
      "td",
      null,
      h(
        "div",
        { className: "row tight end" },
        h(
          "button",
          {
            type: "button",
            className: "small",
            "data-test": "wrapper-open",
            disabled: Boolean(wrapper.error),
            "aria-label": `Open ${wrapper.name}`,
            onclick: () => openWrapper(wrapper.name),
          },
          "Open",
        ),
        lastAddress(wrapper)
          ? h("button", { type: "button", className: "small", "data-test": "wrapper-run", title: "Read the last page again", "aria-label": `Run ${wrapper.name}`, onclick: () => void run(wrapper) }, "Run")
          : null,
        lastAddress(wrapper)
          ? h("button", { type: "button", className: "small", "data-test": "wrapper-check", title: "Does it still fit the page as it is now?", "aria-label": `Check ${wrapper.name}`, onclick: () => void checkNow(wrapper.name) }, "Check")
          : null,
        iconButton({ words: `Download ${wrapper.name}`, shape: icon("use"), test: "wrapper-download", popup: true, run: (/** @type {MouseEvent} */ event) => openDownload(event, wrapper) }),
        iconButton({ words: `Health and versions of ${wrapper.name}`, shape: icon("log"), test: "wrapper-history", run: () => void toggleHistory(wrapper.name) }),
        iconButton({ words: `Delete ${wrapper.name}`, shape: icon("trash"), test: "wrapper-delete", run: remove }),
      ),
    ),
  );
}

/** @param {import("./types.js").State} state */
function libraryView({ library, history }) {
  const heads = ["Name", "Kind", "Columns", "Records", "Addresses", "Last read", "Health"];
  return [
    h(
      "div",
      { key: "head", className: "row between" },
      h("h1", { id: "library-title" }, "Library"),
      h(
        "button",
        { type: "button", "data-test": "wrapper-upload", onclick: chooseWrapper },
        icon("upload"),
        "Add a wrapper file",
      ),
    ),
    !library
      ? h("p", { key: "wait", className: "muted" }, "…")
      : [
          h("p", { key: "folder", className: "muted" }, `In ${library.folder}`),
          library.wrappers.length
            ? h(
                "div",
                { key: "table", className: "scroll-x" },
                tableOf(
                  [...heads, h("span", { className: "unseen" }, "Actions")],
                  library.wrappers.map(row),
                  { className: "shelf", "data-test": "library" },
                  (at) => COUNTED.has(heads[at]),
                ),
                history && library.wrappers.some((one) => one.name === history.name) ? historyView(history) : null,
              )
            : h(
                "div",
                { key: "none", className: "dropzone" },
                h("h2", null, "No wrappers yet"),
                h("p", { className: "muted" }, "Save one from a desk, or drop a wrapper file here."),
              ),
        ],
  ];
}

/** @param {Element} place */
export function mountLibrary(place) {
  watch(["view", "library", "history"], (state) => patch(place, state.view === "library" ? libraryView(state) : null));
}
