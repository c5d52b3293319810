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

/** @typedef {{value: string, words: string}} Option */

/** One of several, with what it means. @param {"learner" | "encoding"} name @param {string} words @param {Option[]} options @param {string} value @param {string} about */
const choiceField = (name, words, options, value, about) =>
  h(
    "div",
    { className: "field" },
    h(
      "label",
      null,
      h("span", null, words),
      h(
        "select",
        { "data-test": name, value, onchange: (/** @type {any} */ event) => tune({ [name]: event.currentTarget.value || null }) },
        options.map((option) => h("option", { key: option.value, value: option.value, selected: option.value === value }, option.words)),
      ),
    ),
    h("p", { className: "muted" }, about),
  );

/** @param {Settings} settings @param {State} state */
function learnerField({ learner }, { studio }) {
  const options = (studio?.learners ?? []).map(({ name, title }) => ({ value: name, words: title }));
  return choiceField("learner", "Learner", options, learner, studio?.learners.find(({ name }) => name === learner)?.about ?? "");
}

/** @param {Settings} settings @param {State} state */
function encodingField({ encoding }, { studio }) {
  const options = [{ value: "", words: "The learner's default" }, ...(studio?.encodings ?? []).map(({ name }) => ({ value: name, words: name }))];
  const about = studio?.encodings.find(({ name }) => name === encoding)?.about ?? "Which tags count when patterns are compared.";
  return choiceField("encoding", "Encoding", options, encoding ?? "", about);
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
