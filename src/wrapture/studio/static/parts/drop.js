// @ts-check
// What is dropped anywhere: pages and folders for the desk, links to pages, wrapper files for the library. And what is pasted
// where there is no page yet.

import { droppedFolder } from "./bundle.js";
import { shelve } from "./library.js";
import { addFiles, addFolder, give, openPasted } from "./pages.js";
import { get } from "./store.js";

/** Whether there is no page yet, so that everything is taken for one. */
const isEmpty = () => get().view === "start" || (get().view === "desk" && !get().desk?.pages.length);

/** @param {DragEvent} event */
const hasFiles = ({ dataTransfer }) => Boolean(dataTransfer?.types.includes("Files") || (isEmpty() && dataTransfer?.types.includes("text/uri-list")));

/** @param {boolean} on */
const mark = (on) => document.documentElement.classList.toggle("dropping", on);

/** @param {DragEvent} event */
function onDrop(event) {
  if (!hasFiles(event)) return;
  event.preventDefault();
  mark(false);
  const dropped = /** @type {DataTransfer} */ (event.dataTransfer);
  const files = [...dropped.files];
  const link = dropped.getData("text/uri-list").split(/\s+/).find((line) => /^https?:/i.test(line));
  if (!files.length) return link ? void give(link) : undefined;
  const test = /** @type {Element} */ (event.target).closest?.("[data-drop=test]");
  if (get().view === "library") return void shelve(files);
  const folder = droppedFolder(dropped);
  if (folder) void folder.then(addFolder);
  else void addFiles(files, test ? false : undefined);
}

/** @param {ClipboardEvent} event */
function onPaste(event) {
  if (!isEmpty() || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const { target, clipboardData } = event;
  if (target instanceof HTMLElement && target.matches("input, textarea, [contenteditable]")) return;
  if (openPasted(clipboardData)) return event.preventDefault();
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector(`#${get().view === "start" ? "start" : "empty"} input[name=given]`));
  if (!field) return;
  field.value = clipboardData?.getData("text/plain").trim() ?? "";
  field.focus();
  event.preventDefault();
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
  document.addEventListener("paste", onPaste);
}
