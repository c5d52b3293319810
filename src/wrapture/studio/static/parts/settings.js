// @ts-check
// The Settings panel: which learner, and IEPAD's parameters. Each change is tried at once.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { tune } from "./steps.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Settings} Settings */

/**
 * The ends of each slider, and the largest number that may be typed.
 * @typedef {{name: "min_length" | "min_count" | "max_variance" | "min_density", words: string, about: string,
 *   least: number, most: number, limit: number, step: number}} Parameter
 */
/** @type {Parameter[]} */
const PARAMETERS = [
  {
    name: "min_length",
    words: "Fewest tokens",
    about: "The fewest tags and texts of a record.",
    least: 1,
    most: 50,
    limit: Infinity,
    step: 1,
  },
  {
    name: "min_count",
    words: "Fewest repeats",
    about: "The fewest records of a list.",
    least: 2,
    most: 50,
    limit: Infinity,
    step: 1,
  },
  {
    name: "max_variance",
    words: "Largest variance",
    about: "How uneven the spacing of records may be.",
    least: 0,
    most: 5,
    limit: Infinity,
    step: 0.05,
  },
  {
    name: "min_density",
    words: "Smallest density",
    about: "How much of the list the records must cover.",
    least: 0,
    most: 1,
    limit: 1,
    step: 0.01,
  },
];

/** @param {Settings} settings @param {State} state */
function learnerField(settings, { studio }) {
  const chosen = studio?.learners.find((one) => one.name === settings.learner);
  return h(
    "div",
    { className: "field" },
    h(
      "label",
      null,
      h("span", null, "Learner"),
      h(
        "select",
        {
          "data-test": "learner",
          value: settings.learner,
          onchange: (/** @type {any} */ event) => tune({ learner: event.currentTarget.value }),
        },
        studio?.learners.map(({ name, title }) =>
          h("option", { key: name, value: name, selected: name === settings.learner }, title),
        ),
      ),
    ),
    chosen ? h("p", { className: "muted" }, chosen.about) : null,
  );
}

/** @param {Settings} settings @param {State} state */
function encodingField(settings, { studio }) {
  const chosen = studio?.encodings.find((one) => one.name === settings.encoding);
  return h(
    "div",
    { className: "field" },
    h(
      "label",
      null,
      h("span", null, "Encoding"),
      h(
        "select",
        {
          "data-test": "encoding",
          value: settings.encoding || "",
          onchange: (/** @type {any} */ event) => tune({ encoding: event.currentTarget.value || null }),
        },
        h("option", { value: "", selected: !settings.encoding }, "The learner's default"),
        studio?.encodings.map(({ name }) =>
          h("option", { key: name, value: name, selected: name === settings.encoding }, name),
        ),
      ),
    ),
    h("p", { className: "muted" }, chosen ? chosen.about : "Which tags count when patterns are compared."),
  );
}

/** @param {Parameter} parameter @param {Settings} settings @param {Record<string, number>} defaults */
function parameterField({ name, words, about, least, most, limit, step }, settings, defaults) {
  const own = settings[name] !== null && settings[name] !== undefined;
  const value = own ? settings[name] : defaults[name];
  const change = (/** @type {any} */ event) => {
    const number = Number(event.currentTarget.value);
    const whole = step !== 1 || Number.isInteger(number);
    if (event.currentTarget.value !== "" && whole && number >= least && number <= limit) tune({ [name]: number });
  };
  return h(
    "div",
    { key: name, className: "parameter", title: about },
    h("label", { for: `set-${name}` }, words),
    h("input", {
      type: "range",
      min: least,
      max: most,
      step,
      value,
      "aria-label": `${words}, slider`,
      "data-test": `slider-${name}`,
      oninput: change,
    }),
    h("input", {
      id: `set-${name}`,
      type: "number",
      min: least,
      step,
      value,
      "aria-description": about,
      "data-test": `number-${name}`,
      className: "number",
      oninput: change,
      onblur: (/** @type {any} */ event) => (event.currentTarget.value = value),
    }),
    h(
      "button",
      {
        type: "button",
        className: own ? "quiet square small" : "quiet square small at-default",
        title: `Back to the default, ${defaults[name]}`,
        "aria-label": `${words}: back to the default, ${defaults[name]}`,
        "data-test": `default-${name}`,
        disabled: !own,
        onclick: () => tune({ [name]: null }),
      },
      icon("undo"),
    ),
  );
}

/** @param {State} state */
export function settingsPanel(state) {
  const { desk, draft, studio } = state;
  if (!desk || !studio) return null;
  const settings = draft || desk.settings;
  return [
    learnerField(settings, state),
    h("h3", null, "Repeating patterns (IEPAD)"),
    encodingField(settings, state),
    PARAMETERS.map((parameter) => parameterField(parameter, settings, studio.defaults)),
  ];
}
