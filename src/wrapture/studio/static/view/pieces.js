// @ts-check
// The little elements that the page view is made of.

/**
 * A new box with a class, and a text in it.
 * @param {string} name
 * @param {string} [text]
 */
export function piece(name, text = "") {
  const element = document.createElement("div");
  element.className = name;
  element.textContent = text;
  return element;
}
