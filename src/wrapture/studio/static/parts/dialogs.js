// @ts-check
// Questions in a window of their own: paste a page, give an address, a name that is taken, and the keys.

import { ask } from "./ask.js";
import { h } from "./dom.js";

const CANCEL = { words: "Cancel", value: "cancel", plain: true };

/** The source of a page that is pasted. */
export async function askForSource() {
  const answer = await ask({
    title: "Paste a page",
    test: "paste",
    wide: true,
    buttons: [CANCEL, { words: "Add this page", value: "ok", primary: true }],
    body: [
      h(
        "label",
        null,
        h("span", null, "HTML source"),
        h("textarea", {
          name: "source",
          rows: 12,
          required: true,
          spellcheck: "false",
          className: "mono",
          "data-test": "paste-source",
          placeholder: "<html>…",
        }),
      ),
      h(
        "label",
        null,
        h("span", null, "Name"),
        h("input", { name: "name", value: "pasted.html", required: true, "data-test": "paste-name" }),
      ),
    ],
  });
  return answer && { source: answer.fields.source, name: answer.fields.name };
}

/**
 * An address to read.
 * @param {boolean} browser  whether there is a browser that can render it
 * @param {string} address  what is known of it
 * @param {boolean} scripts  whether its scripts are to run, if nothing else is said
 */
export async function askForAddress(browser, address, scripts) {
  const check = (/** @type {string} */ name, /** @type {string} */ words) =>
    h("label", { className: "check" }, h("input", { type: "checkbox", name, checked: scripts, "data-test": `address-${name}` }), words);
  const answer = await ask({
    title: scripts ? "Read an address with its scripts" : "Read an address",
    test: "address",
    buttons: [CANCEL, { words: "Read it", value: "ok", primary: true }],
    body: [
      h(
        "label",
        null,
        h("span", null, "Address"),
        h("input", {
          name: "address",
          type: "text",
          inputmode: "url",
          required: true,
          value: address,
          placeholder: "https://",
          "data-test": "address-input",
        }),
      ),
      browser
        ? [check("render", "Let a browser draw the page"), check("scripts", "Run its scripts, for pages that are empty without")]
        : h("p", { className: "muted" }, "Install Chromium to run the scripts of pages."),
    ],
  });
  if (!answer) return null;
  const { fields } = answer;
  return { address: fields.address, render: fields.scripts === "on" || fields.render === "on", scripts: fields.scripts === "on" };
}

/** What to do about a name that is taken. @param {string} words what the server said @param {string} name */
export async function askAboutName(words, name) {
  const answer = await ask({
    title: "A wrapper with this name exists",
    test: "conflict",
    buttons: [CANCEL, { words: "Replace it", value: "replace" }, { words: "Keep both", value: "both", primary: true }],
    body: [
      h("p", null, words),
      h(
        "label",
        null,
        h("span", null, "Another name, to keep both"),
        h("input", { name: "name", value: `${name}-2`, required: true, "data-test": "conflict-name" }),
      ),
    ],
  });
  return (
    answer && { replace: answer.choice === "replace", name: answer.choice === "replace" ? name : answer.fields.name }
  );
}

const KEYS = [
  ["Ctrl + Z", "Undo"],
  ["Ctrl + Shift + Z, Ctrl + Y", "Redo"],
  ["Ctrl + S", "Save to the library"],
  ["1 … 6", "Open or close Columns, Pages, Site, Patterns, Code, Steps"],
  ["/", "Find on the page"],
  ["Arrow keys", "Move from cell to cell in the table; from text to text on the page"],
  ["Enter", "Show the cell on the page; point at the text"],
  ["F2", "Rename the column of the cell"],
  ["Home, End, Page up, Page down", "Move far in the table"],
  ["Escape", "Close what is open"],
  ["?", "This help"],
];

/** All keys. */
export const showKeys = () =>
  ask({
    title: "Keys",
    test: "keys",
    buttons: [{ words: "Close", value: "cancel", primary: true, plain: true }],
    body: [
      h(
        "dl",
        { className: "keys" },
        KEYS.map(([key, words]) => [h("dt", null, h("kbd", null, key)), h("dd", null, words)]),
      ),
    ],
  });
