// @ts-check
// Ways to bring pages to a desk: files, pasted source, addresses; and to open desks.

import { call } from "./api.js";
import { bundled } from "./bundle.js";
import { accept, change, need, pageOf } from "./change.js";
import { askForAddress, askForSource } from "./dialogs.js";
import { forgetLoaded, loadStudio } from "./loader.js";
import { learnFrom } from "./steps.js";
import { get, set } from "./store.js";
import { complain, dismissErrors, tell } from "./toasts.js";
import { counted, shortName } from "./words.js";

/** @typedef {import("./types.js").Desk} Desk */

/** Show a desk. @param {Desk} desk @param {string | null} [page] @param {"desk" | "start"} [view] where one is then */
export function showDesk(desk, page = null, view = "desk") {
  const other = get().desk?.id !== desk.id;
  if (other) forgetLoaded();
  const fresh = other
    ? {
        table: null, candidates: null, tables: {}, commands: null, preview: null, shown: null, picked: [], draft: null, beside: null,
        asked: /** @type {const} */ (""), filter: "", found: null, kind: /** @type {const} */ ("page"), next: "", overlays: 0, site: "", summary: null,
        unhidden: false, zoom: 0, results: [], result: "", checks: null,
      }
    : {};
  set({
    desk,
    view,
    pageId: desk.pages.some((one) => one.id === page) ? page : pageOf(desk),
    hit: null,
    area: "page",
    result: "",
    ...fresh,
  });
}

/** Open a desk by its number. @param {string} id @param {string | null} [page] */
export async function openDesk(id, page = null) {
  try {
    showDesk(await call("GET", `desks/${id}`), page);
  } catch (error) {
    complain(error);
    set({ view: "start" });
  }
}

/** The desk to add to: the open one, or a new one from the start view, which is left when there is something on it. */
async function deskForPages() {
  const { view, desk } = get();
  if (view !== "desk" || !desk) {
    showDesk(await call("POST", "desks", { json: {} }), null, "start");
    begun = need().id;
  }
  return need();
}

/** The desk that was begun on the start view. */
let begun = "";

/** Show the desk that was begun, or drop it where nothing came of it. */
async function settle() {
  const { desk, view } = get();
  const own = desk?.id === begun && view === "start" ? desk : null;
  begun = "";
  if (!own) return;
  if (own.pages.length || own.wrapper) return set({ view: "desk" });
  set({ desk: null });
  await call("DELETE", `desks/${own.id}`).catch(complain);
  await loadStudio();
}

/**
 * Add pages one after the other; with a wrapper they are pages to test.
 * @param {{name: string, body: BodyInit, type: string}[]} pages
 * @param {boolean} [learn]
 */
async function addAll(pages, learn) {
  dismissErrors(); // of what was tried before
  try {
    const desk = await deskForPages();
    const before = new Set(desk.pages.map((page) => page.id));
    const testing = learn === undefined ? desk.wrapper !== null : !learn;
    for (const [at, { name, body, type }] of pages.entries()) {
      set({ loading: `Reading ${name}${pages.length > 1 ? ` (${at + 1} of ${pages.length})` : ""}` });
      await change("PUT", "pages", { body, type, query: { name, learn: testing ? false : undefined } });
    }
    sayAdded(before, testing);
  } catch (error) {
    complain(error);
  } finally {
    set({ loading: "" });
    await settle();
  }
}

/** Show what was added, and offer to learn from it. @param {Set<string>} before @param {boolean} testing */
function sayAdded(before, testing) {
  const news = need().pages.filter((page) => !before.has(page.id));
  if (!news.length) return;
  set({ pageId: news[0].id });
  if (!testing) return;
  const words =
    news.length === 1 ? `Testing on ${shortName(news[0].name)}.` : `Testing on ${counted(news.length, "more page")}.`;
  const learnAll = async () => {
    for (const page of news) await learnFrom(page.id, true);
  };
  tell(words, [{ words: news.length === 1 ? "Learn from it too" : "Learn from them too", run: learnAll }], need().id);
}

/** Files that the studio takes; of the others it says why not. @param {File[]} files */
function fitting(files) {
  const most = get().studio?.max_bytes ?? Infinity;
  const large = files.filter((file) => file.size > most);
  large.forEach((file) => complain(`${file.name}: has more than ${most >> 20} MiB; cut the page into several`));
  return files.filter((file) => file.size <= most);
}

/** @param {Iterable<File>} files @param {boolean} [learn] */
export async function addFiles(files, learn) {
  const taken = fitting([...files]).map((file) => ({
    name: file.name,
    body: file,
    type: file.type || "application/octet-stream",
  }));
  if (taken.length) await addAll(taken, learn);
}

/** Learn from the first page of a folder and read the others with the same wrapper. @param {import("./bundle.js").Found[]} found */
export async function addFolder(found) {
  const [first, ...others] = await bundled(found, get().studio?.max_bytes ?? Infinity);
  if (!first) return complain("There are no pages in this folder.");
  const { view, desk } = get();
  const known = view === "desk" && desk?.wrapper;
  await addFiles(known ? [first, ...others] : [first]);
  if (!known && others.length) await addFiles(others, false);
}

/** Let a person choose files. @param {string} test @param {(files: File[]) => void} take @param {boolean} [folder] */
function choose(test, take, folder = false) {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.webkitdirectory = folder;
  input.dataset.test = test;
  input.hidden = true;
  document.body.append(input);
  const done = () => input.remove();
  input.addEventListener("change", () => (input.files?.length ? take([...input.files]) : null, done()));
  input.addEventListener("cancel", done);
  input.click();
}

/** @param {boolean} [learn] */
export const chooseFiles = (learn) => choose("file-input", (files) => void addFiles(files, learn));

/** A folder of pages. */
export const chooseFolder = () =>
  choose("folder-input", (files) => void addFolder(files.map((file) => ({ path: file.webkitRelativePath, file }))), true);

/** Whether a text is the source of a page. @param {string} text */
export const isSource = (text) => /^\s*(<!doctype|<html|<\?xml|<[a-z][^>]*>[\s\S]*<\/)/i.test(text);

/** An address as people type it. @param {string} text */
export function addressOf(text) {
  const given = text.trim();
  if (/^https?:\/\//i.test(given)) return given;
  const local = /^(localhost|127\.|\[::1\])/i.test(given);
  return `${local ? "http" : "https"}://${given.replace(/^\/+/, "")}`;
}

/** What is pasted, where it can be opened at once: files, the source of a page, or a part of a page that was copied. @param {DataTransfer | null} pasted */
export function openPasted(pasted) {
  const files = [...(pasted?.files ?? [])];
  const [text, copied] = ["text/plain", "text/html"].map((type) => pasted?.getData(type) ?? "");
  const source = isSource(text) ? text : isAddress(text) || !text.includes("\n") ? "" : copied;
  if (files.length) void addFiles(files);
  else if (source) void give(source);
  return files.length > 0 || source !== "";
}

/** Whether a text is one address, or several. @param {string} text */
const isAddress = (text) => text.trim() !== "" && text.trim().split(/\s+/).every((word) => /^(https?:\/\/)?[\w-]+(\.[\w-]+)*(:\d+)?([/?#]\S*)?$/i.test(word) && /[.:/]/.test(word));

/** Take what was typed or pasted into the one field: the source of a page, or addresses, one to a line. @param {string} text */
export async function give(text) {
  if (isSource(text)) return addAll([{ name: "pasted.html", body: text, type: "text/html; charset=utf-8" }]);
  const addresses = text.split(/\s+/).filter(Boolean).map(addressOf);
  for (const address of addresses) if (!(await readOne({ address, render: false, scripts: false }))) return;
}

export async function pastePage() {
  const page = await askForSource();
  if (page) await addAll([{ name: page.name, body: page.source, type: "text/html; charset=utf-8" }]);
}

/** Ask for an address, and how to read it. @param {string} [address] @param {boolean} [scripts] whether its scripts are to run, if nothing else is said */
export async function readAddressOf(address = "", scripts = false) {
  const asked = await askForAddress(Boolean(get().studio?.browser), address, scripts);
  if (asked) await readOne({ ...asked, address: addressOf(asked.address) });
}

/**
 * Read an address; whether that worked.
 * @param {{address: string, render: boolean, scripts: boolean}} asked
 */
async function readOne(asked) {
  dismissErrors();
  try {
    set({ loading: `Reading ${asked.address}` });
    const desk = await deskForPages();
    const before = new Set(desk.pages.map((page) => page.id));
    const testing = desk.wrapper !== null;
    const after = await change("POST", "pages", { json: { ...asked, learn: !testing } });
    sayAdded(before, testing);
    return after !== null;
  } catch (error) {
    complain(error);
    return false;
  } finally {
    set({ loading: "" });
    await settle();
  }
}

/** Open the wrapper that came of some work on a desk of its own. @param {string} kind */
export async function openResultDesk(kind) {
  try {
    showDesk(await call("POST", `desks/${need().id}/results/${kind}/open`, { json: {} }));
  } catch (error) {
    complain(error);
  }
}

/** Open a wrapper of the library on a new desk. @param {string} name */
export async function openWrapper(name) {
  try {
    const desk = await call("POST", `library/${encodeURIComponent(name)}/open`, { json: {} });
    showDesk(desk);
    accept(desk);
  } catch (error) {
    complain(error);
  }
}
