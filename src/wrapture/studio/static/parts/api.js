// @ts-check
// Calls to the server: one function that sends the token, reads the answer and turns failures into one line for a
// person.

const SILENT = "The studio is not responding. Is it still running? Start it again with: wrapture studio";
const SLOW_MS = 200;

let token = "";
let running = 0;
/** @type {(busy: boolean) => void} */
let onBusy = () => {};

/** A failed call: the server's own words, its status and, for a conflict, the revision that it has. */
export class ApiError extends Error {
  /** @param {string} message @param {number} status @param {number | null} revision */
  constructor(message, status, revision) {
    super(message);
    this.status = status;
    this.revision = revision;
  }
}

/** @param {string} word */
export const useToken = (word) => void (token = word);

/** Be told when calls take longer than a moment, and when none is left. @param {(busy: boolean) => void} tell */
export const watchBusy = (tell) => void (onBusy = tell);

/**
 * @typedef {{json?: any, body?: BodyInit, type?: string, query?: Record<string, any>, quiet?: boolean, signal?:
 * AbortSignal}} Options
 */

/**
 * The answer of a call as a value; null for 204.
 * @param {string} method
 * @param {string} path
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export async function call(method, path, options = {}) {
  const response = await send(method, path, options);
  return response.status === 204 ? null : response.json();
}

/**
 * The answer of a call as a file with the name that the server gives it.
 * @param {string} path
 * @param {Record<string, any>} [query]
 */
export async function download(path, query) {
  const response = await send("GET", path, { query });
  const named = /filename\*?="?(?:UTF-8'')?([^";]+)/i.exec(response.headers.get("Content-Disposition") || "");
  return { blob: await response.blob(), name: named ? decodeURIComponent(named[1]) : "wrapture" };
}

/** The answer of a call as bytes, without a word where it fails. @param {string} path @param {Record<string, any>} query */
export async function blobOf(path, query) {
  const response = await send("GET", path, { query, quiet: true });
  return response.blob();
}

/** @param {string} method @param {string} path @param {Options} options */
async function send(method, path, options) {
  const done = options.quiet ? () => {} : begin();
  try {
    const response = await fetch(addressOf(path, options.query), request(method, options));
    if (!response.ok) throw await failure(response);
    return response;
  } catch (error) {
    if (error instanceof ApiError || /** @type {any} */ (error).name === "AbortError") throw error;
    throw new ApiError(SILENT, 0, null);
  } finally {
    done();
  }
}

/** @param {string} path @param {Record<string, any>} [query] */
function addressOf(path, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text ? `/api/${path}?${text}` : `/api/${path}`;
}

/** @param {string} method @param {Options} options @returns {RequestInit} */
function request(method, { json, body, type, signal }) {
  /** @type {Record<string, string>} */
  const headers = { Authorization: `Bearer ${token}` };
  if (json !== undefined) headers["Content-Type"] = "application/json";
  else if (type) headers["Content-Type"] = type;
  return { method, headers, body: json === undefined ? body : JSON.stringify(json), cache: "no-store", signal };
}

/** @param {Response} response */
async function failure(response) {
  const answer = await response.json().catch(() => ({}));
  const words =
    typeof answer.error === "string" ? answer.error : `The studio answered ${response.status} ${response.statusText}`;
  return new ApiError(words, response.status, answer.revision ?? null);
}

/** Count a call; say so only when it takes longer than a moment. */
function begin() {
  running += 1;
  const slow = setTimeout(() => onBusy(true), SLOW_MS);
  return () => {
    clearTimeout(slow);
    running -= 1;
    if (!running) onBusy(false);
  };
}
