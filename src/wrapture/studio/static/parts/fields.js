// @ts-check
// What several views share: a button, a text that is edited in place, a choice of few, a table, a fit as a dot with words.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { grade, percent, shorten } from "./words.js";

/** A small button. @param {any} words @param {string} test @param {(event: any) => any} run @param {Record<string, any>} [more] */
export const button = (words, test, run, more = {}) =>
  h("button", { key: test, type: "button", className: "small", "data-test": test, onclick: run, ...more }, words);

const WEB = /^https?:\/\/\S+$/i;

/** What a cell of such a table shows: an icon for an address, or its text. @param {string} text @param {number} [most] */
export const shownCell = (text, most = 160) =>
  WEB.test(text) ? h("a", { href: text, target: "_blank", rel: "noreferrer noopener", className: "cell-link", "aria-label": text }, icon("out")) : shorten(text, most);

/** A table; `numbers` are the columns whose values line up at the right. @param {any[]} heads @param {any[]} rows @param {Record<string, any> | null} [more] @param {(at: number) => boolean} [numbers] */
export const tableOf = (heads, rows, more = null, numbers = () => false) =>
  h(
    "table",
    more,
    h("thead", null, h("tr", null, heads.map((words, at) => h("th", { key: at, scope: "col", className: numbers(at) ? "number" : "" }, words)))),
    h("tbody", null, rows),
  );

/** A text that is edited in place: Enter or leaving it commits, Escape takes it back.
 * @param {{value: string, label: string, test: string, commit: (text: string) => any, className?: string, key?: any,
 * focus?: boolean, done?: () => void}} given */
export function editable({ value, label, test, commit, className = "", key, focus, done }) {
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.currentTarget);
    if (event.key !== "Enter" && event.key !== "Escape") return;
    if (event.key === "Escape") input.value = value;
    event.stopPropagation();
    event.preventDefault();
    input.blur();
  };
  const onblur = (/** @type {FocusEvent} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.currentTarget);
    const text = input.value.trim();
    if (!text) input.value = value;
    else if (text !== value) commit(text);
    done?.();
  };
  const mounted = focus ? (/** @type {HTMLInputElement} */ input) => (input.focus(), input.select()) : undefined;
  return h("input", {
    key,
    type: "text",
    value,
    className: `inplace ${className}`,
    "aria-label": label,
    title: label,
    "data-test": test,
    spellcheck: "false",
    autocomplete: "off",
    onkeydown,
    onblur,
    mounted,
  });
}

/**
 * One of few, as joined buttons.
 * @param {{label: string, test: string, options: {value: string, words: string, title?: string}[], value: string,
 * choose: (value: any) => void}} given
 */
export function segmented({ label, test, options, value, choose }) {
  return h(
    "div",
    { className: "segmented", role: "group", "aria-label": label, "data-test": test },
    options.map((option) =>
      h(
        "button",
        {
          key: option.value,
          type: "button",
          "aria-pressed": String(option.value === value),
          title: option.title,
          "data-test": `${test}-${option.value}`,
          onclick: () => choose(option.value),
        },
        option.words,
      ),
    ),
  );
}

/** How well a page fits, as a dot and a number. @param {number | null} fit @param {string} misfit */
export function fitMark(fit, misfit) {
  const word = grade(fit, misfit);
  if (word === "none") return null;
  return h(
    "span",
    { className: "fit", title: misfit || `Fits ${percent(fit)}` },
    h("span", { className: `dot ${word}`, "aria-hidden": "true" }),
    h("span", { className: "unseen" }, "fits "),
    percent(fit),
  );
}

/**
 * A button with a drawing and words of its own.
 * @param {{words: string, shape: any, run: (event: any) => void, test: string, disabled?: boolean, className?:
 * string, popup?: boolean, key?: any}} given
 */
export function iconButton({ words, shape, run, test, disabled, className = "", popup, key }) {
  return h(
    "button",
    {
      key,
      type: "button",
      className: `quiet square ${className}`,
      title: words,
      "aria-label": words,
      "data-test": test,
      disabled,
      "aria-haspopup": popup ? "menu" : undefined,
      onclick: run,
    },
    shape,
  );
}
