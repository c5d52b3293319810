// @ts-check
// Files that are dropped anywhere: pages for the desk, wrapper files for the library.

import { shelve } from "./library.js";
import { addFiles } from "./pages.js";
import { get } from "./store.js";

/** @param {DragEvent} event */
const hasFiles = (event) => Boolean(event.dataTransfer?.types.includes("Files"));

/** @param {boolean} on */
const mark = (on) => document.documentElement.classList.toggle("dropping", on);

/** @param {DragEvent} event */
function onDrop(event) {
  if (!hasFiles(event)) return;
  event.preventDefault();
  mark(false);
  const files = [...(event.dataTransfer?.files || [])];
  if (!files.length) return;
  const test = /** @type {Element} */ (event.target).closest?.("[data-drop=test]");
  if (get().view === "library") shelve(files);
  else addFiles(files, test ? false : undefined);
}

/** Take files wherever they are dropped. */
export function startDropping() {
  document.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    mark(true);
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget === null && mark(false));
  document.addEventListener("drop", onDrop);
}
