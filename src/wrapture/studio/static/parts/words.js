// @ts-check
// Numbers, dates and states as words for a person.

/** @param {number | null | undefined} share */
export const percent = (share) => (share === null || share === undefined ? "–" : `${Math.round(share * 100)} %`);

/** @param {number} count @param {string} one @param {string} [many] */
export const counted = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** @param {string} text @param {number} most */
export const shorten = (text, most) => (text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`);

/** What an address or a file is called: the end of its path, or the host. @param {string} name */
export function shortName(name) {
  const parts = /^https?:\/\/([^/?#]+)(?:[^?#]*\/)?([^?#]*)(\?[^#]*)?/i.exec(name);
  return parts ? `${parts[2] || parts[1]}${parts[3] || ""}` : name.split(/[\\/]/).pop() || name;
}

/** How long ago, in words. @param {string} when @param {number} [now] */
export function ago(when, now = Date.now()) {
  const minutes = Math.round((now - Date.parse(when)) / 60000);
  if (!Number.isFinite(minutes)) return "";
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${counted(minutes, "minute")} ago`;
  if (minutes < 60 * 24) return `${counted(Math.round(minutes / 60), "hour")} ago`;
  return `${counted(Math.round(minutes / 60 / 24), "day")} ago`;
}

/** How a page fits: good, fair or poor. @param {number | null} fit @param {string} misfit */
export function grade(fit, misfit) {
  if (fit === null || fit === undefined) return "none";
  if (misfit) return "poor";
  return fit >= 0.8 ? "good" : "fair";
}

/** A cell as one line. @param {import("./types.js").Cell} cell */
export const cellText = (cell) =>
  cell === null || cell === undefined ? "" : Array.isArray(cell) ? cell.join(" · ") : cell;
