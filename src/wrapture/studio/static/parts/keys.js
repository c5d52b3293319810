// @ts-check
// Keys that work everywhere. A field that is being typed in keeps its own.

import { showKeys } from "./dialogs.js";
import { PANELS } from "./panel.js";
import { closePopover } from "./popover.js";
import { unselect } from "./stage.js";
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
  const panel = PANELS[Number(event.key) - 1];
  if (panel) return () => set({ panel: panel.name, area: "panel" });
  /** @type {Record<string, () => any>} */
  const keys = {
    l: () => set({ mode: "look", hit: null }),
    p: () => set({ mode: "point" }),
    m: () => set({ mode: "record" }),
    "/": () => document.getElementById("find")?.focus(),
  };
  return keys[event.key] || null;
}

/** Close the uppermost thing that is open. */
function escape() {
  if (closePopover()) return;
  if (get().found) return set({ found: null });
  if (unselect()) return;
  if (get().mode !== "look") return set({ mode: "look" });
  dismissNewest();
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
