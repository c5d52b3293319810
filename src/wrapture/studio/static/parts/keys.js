// @ts-check
// Keys that work everywhere. A field that is being typed in keeps its own.

import { showKeys } from "./dialogs.js";
import { DRAWERS, toggleDrawer } from "./drawers.js";
import { closePopover } from "./popover.js";
import { endRecord, unselect } from "./stage.js";
import { redo, save, undo } from "./steps.js";
import { get, set } from "./store.js";
import { dismissNewest } from "./toasts.js";

/** @param {EventTarget | null} target */
const typing = (target) =>
  target instanceof HTMLElement &&
  target.matches("input:not([type=checkbox], [type=range]), textarea, select, [contenteditable]");

/** With Ctrl or Cmd. @param {KeyboardEvent} event @returns {(() => any) | null} */
function commandOf(event) {
  const key = event.key.toLowerCase();
  const { view, desk } = get();
  if (view !== "desk" || !desk) return null;
  if (key === "s") return () => (leaveField(), desk.wrapper && save(), true);
  if (typing(event.target)) return null;
  if (key === "z") return () => (event.shiftKey ? redo() : undo(), true);
  return key === "y" ? () => (redo(), true) : null;
}

/** A name that is being typed counts before it is saved. */
function leaveField() {
  if (typing(document.activeElement)) /** @type {HTMLElement} */ (document.activeElement).blur();
}

/** Without. @param {KeyboardEvent} event @returns {(() => any) | null} */
function plainOf(event) {
  if (event.key === "?") return showKeys;
  if (get().view !== "desk") return null;
  const drawer = DRAWERS[Number(event.key) - 1];
  if (drawer) return () => toggleDrawer(drawer.name);
  /** @type {Record<string, () => any>} */
  const keys = {
    "/": () => document.getElementById("find")?.focus(),
  };
  return keys[event.key] || null;
}

/** Close the uppermost thing that is open. */
function escape() {
  if (closePopover()) return;
  if (get().found) return set({ found: null });
  endRecord();
  if (unselect()) return;
  if (get().result) return set({ result: "" });
  if (get().asked) return set({ asked: "", preview: null });
  if (dismissNewest()) return;
  if (get().panel) set({ panel: "", area: "page" });
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
  if (event.key === "Escape") return escape();
  const strong = event.ctrlKey || event.metaKey;
  const run = strong ? commandOf(event) : event.altKey || typing(event.target) ? null : plainOf(event);
  if (!run) return;
  event.preventDefault();
  run();
}

export const startKeys = () => document.addEventListener("keydown", onKey);
