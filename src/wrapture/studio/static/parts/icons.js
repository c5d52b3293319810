// @ts-check
// Line drawings for buttons, 16 by 16. They are decoration: each button has its own words.

import { h } from "./dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  undo: "M6 3 3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H7",
  redo: "m10 3 3 3-3 3m3-3H6.5a3.5 3.5 0 0 0 0 7H9",
  close: "m4.5 4.5 7 7m0-7-7 7",
  plus: "M8 3v10M3 8h10",
  up: "m4 10 4-4 4 4",
  down: "m4 6 4 4 4-4",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4",
  hidden:
    "M3 3l10 10M6.6 3.7A6 6 0 0 1 8 3.5c4 0 6.5 4.5 6.5 4.5a12 12 0 0 1-2 2.5" +
    "M4.2 5A12 12 0 0 0 1.5 8S4 12.5 8 12.5a6 6 0 0 0 2.7-.6",
  grip: "M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01",
  sun:
    "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6" +
    "M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M12.6 3.4l-.7.7M4.1 11.9l-.7.7",
  moon: "M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5Z",
  half: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Zm0 0v12M8 5l4-1M8 8h6M8 11l4 1",
  help: "M6 6a2 2 0 1 1 2.8 1.8c-.6.3-.8.7-.8 1.4M8 11.7h.01M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13",
  page: "M4 1.5h5.5L13 5v9.5H4zM9.5 1.5V5H13",
  table: "M2 3h12v10H2zM2 6.5h12M2 10h12M6.5 3v10",
  lists: "M2.5 4h2M2.5 8h2M2.5 12h2M7 4h6.5M7 8h6.5M7 12h6.5",
  settings: "M2 5h7M12 5h2M2 11h2M7 11h7M9 3.5v3M12 3.5v3M9 3.5h3v3H9zM4 9.5h3v3H4z",
  columns: "M2.5 2.5h3v11h-3zM8 2.5h5.5v11H8",
  test: "m2.5 8.5 3 3 8-8",
  use: "M8 2v8m0 0 3-3m-3 3L5 7M2.5 13.5h11",
  upload: "M8 10V2m0 0L5 5m3-3 3 3M2.5 13.5h11",
  paste: "M5.5 3h-2v11h9V3h-2M5.5 2h5v2.5h-5z",
  link: "M6.5 9.5 9.5 6.5M7 4.5l1.5-1.5a3 3 0 0 1 4.5 4.5L11.5 9M9 11.5 7.5 13A3 3 0 0 1 3 8.5L4.5 7",
  beside: "M2 3h12v10H2zM8 3v10",
  library: "M3 2.5v11M6 2.5v11M9 2.5v11M11 3l3 10",
  find: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9m3.5-1 3.5 3.5",
  trash: "M3 4.5h10M6 4.5V2.5h4v2M4.5 4.5l.5 9h6l.5-9",
  copy: "M5.5 5.5h8v8h-8zM3 10.5H2.5v-8h8V3",
  code: "m5.5 4.5-4 3.5 4 3.5m5-7 4 3.5-4 3.5",
  log: "M8 4.5V8l2.5 1.5M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13",
  folder: "M1.5 4h5l1.5 2h6.5v7.5h-13z",
  out: "M9.5 2.5h4v4m0-4-6 6M12 9.5v4H2.5V4h4",
  check: "m3 8.5 3.5 3.5L13 4.5",
};

/** @param {string} name */
export function icon(name) {
  return h(
    "svg",
    { className: "icon", viewBox: "0 0 16 16", "aria-hidden": "true", focusable: "false" },
    h("path", { d: PATHS[name] }),
  );
}
