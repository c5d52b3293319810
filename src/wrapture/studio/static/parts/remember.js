// @ts-check
// Small things that this browser remembers: sizes and the theme. All else lives on the server.

/** @param {string} name @param {string} [fallback] */
export function recall(name, fallback = "") {
  try {
    return localStorage.getItem(`wrapture.${name}`) || fallback;
  } catch {
    return fallback;
  }
}

/** @param {string} name @param {string} value */
export function keepInMind(name, value) {
  try {
    localStorage.setItem(`wrapture.${name}`, value);
  } catch {
    // Storage may be off; then nothing is remembered.
  }
}
