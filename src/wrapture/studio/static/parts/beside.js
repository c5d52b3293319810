// @ts-check
// A second page beside the first, with what the wrapper reads there: what fits one page may not fit the next.

import { call } from "./api.js";
import { PageView } from "../view/page-view.js";
import { h, held, patch } from "./dom.js";
import { iconButton } from "./fields.js";
import { icon } from "./icons.js";
import { marksOfTable } from "./stage.js";
import { get, set, watch } from "./store.js";
import { complain } from "./toasts.js";
import { counted } from "./words.js";

/** @typedef {import("./types.js").State} State */

/** @type {PageView | null} */
let view = null;
/** What is shown: the page, and the revision whose records are drawn on it. */
let shown = { page: "", revision: -1 };

/** The pages that can stand beside the one that is worked on. @param {State} state */
const others = ({ desk, pageId }) => (desk?.pages || []).filter((page) => page.id !== pageId);

/** The button that puts a page beside the other, where there is another one. @param {State} state */
export function besideButton(state) {
  const [first] = others(state);
  if (!first) return null;
  return h(
    "button",
    {
      type: "button",
      className: "quiet small",
      "data-test": "beside",
      "aria-pressed": String(Boolean(state.beside)),
      title: "Show another page beside this one",
      onclick: () => set({ beside: state.beside ? null : first.id }),
    },
    icon("beside"),
    "Beside",
  );
}

/** The page that is beside: another one where it was taken off, or is the one that is worked on now. @param {State} state */
function settle(state) {
  if (!state.beside || others(state).some((page) => page.id === state.beside)) return state.beside;
  const [first] = others(state);
  set({ beside: first?.id ?? null });
  return null;
}

/** @param {HTMLElement} holder @param {string} page */
async function showPage(holder, page) {
  const { desk } = get();
  if (!desk || (shown.page === page && shown.revision === desk.revision)) return;
  const now = { page, revision: desk.revision };
  const isOther = shown.page !== page;
  shown = now;
  try {
    view ??= new PageView(holder, {});
    const path = `desks/${desk.id}/pages/${page}`;
    const [nodes, table] = await Promise.all([isOther ? call("GET", `${path}/nodes`) : null, call("GET", `${path}/table`)]);
    if (shown !== now) return;
    if (nodes) await view.showNodes(nodes);
    if (shown === now) view.draw(marksOfTable({ ...table, described: desk.wrapper?.columns || [] }));
  } catch (error) {
    shown = { page: "", revision: -1 };
    complain(error);
  }
}

/** @param {State} state @param {HTMLElement} holder */
function content(state, holder) {
  const page = state.desk?.pages.find((one) => one.id === state.beside);
  const choose = (/** @type {any} */ event) => set({ beside: event.currentTarget.value });
  return [
    h(
      "div",
      { key: "head", className: "beside-head row" },
      h(
        "select",
        { "aria-label": "Page beside", "data-test": "beside-page", value: state.beside, onchange: choose },
        others(state).map(({ id, name }) => h("option", { key: id, value: id, selected: id === state.beside }, name)),
      ),
      h("span", { className: "muted" }, page && page.found !== null ? counted(page.found, "record") : ""),
      iconButton({ words: "Close the page beside", shape: "×", run: () => set({ beside: null }), test: "beside-close" }),
    ),
    h("div", { key: "view", className: "beside-view", "data-test": "beside-view" }, held(holder)),
  ];
}

/** @param {HTMLElement} place */
export function mountBeside(place) {
  const holder = document.createElement("div");
  holder.className = "view-place";
  watch(["view", "desk", "pageId", "beside"], (state) => {
    const page = state.view === "desk" ? settle(state) : null;
    place.hidden = !page;
    if (!page) return;
    patch(place, ...content(state, holder));
    void showPage(holder, page);
  });
}
