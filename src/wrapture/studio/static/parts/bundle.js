// @ts-check
// Pages of a folder with the styles and images saved beside them: each goes to the studio as one zip file.

/** A file with its path below what was chosen or dropped. @typedef {{path: string, file: File}} Found */

const PAGE = /\.(html?|xhtml|shtml|mht|mhtml|webarchive|gz|zip|json)$/i;
const HTML = /\.(html?|xhtml|shtml)$/i;
const PART = /\.(css|png|jpe?g|gif|webp|avif|svg|bmp|ico)$/i;
/** What browsers call the folder of a saved page's files, behind the page's own name. */
const SAVED_FOLDER = /^[_.-](files|dateien|fichiers|archivos|bestanden|file)\//i;

/** @param {string} path */
const folderOf = (path) => path.slice(0, path.lastIndexOf("/") + 1);

/** Whether a file is in the folder that a browser saved with a page. @param {string} path @param {string} page */
function isSavedWith(path, page) {
  const stem = page.replace(/\.[^./]*$/, "");
  return HTML.test(page) && path.startsWith(stem) && SAVED_FOLDER.test(path.slice(stem.length));
}

/** The pages among files, in order; frames that were saved with another page are none. @param {Found[]} found */
function pagesOf(found) {
  const pages = found.filter(({ path }) => PAGE.test(path));
  return pages
    .filter(({ path }) => !pages.some((page) => isSavedWith(path, page.path)))
    .sort((a, b) => a.path.localeCompare(b.path, "en", { numeric: true }));
}

/** The files that a page shows: those saved with it, and those that its source names. @param {Found} page @param {Found[]} found */
async function partsOf({ path, file }, found) {
  const folder = folderOf(path);
  const parts = HTML.test(path) ? found.filter((one) => PART.test(one.path) && one.path.startsWith(folder)) : [];
  const source = parts.length ? await file.text() : "";
  const isNamed = (/** @type {string} */ name) => source.includes(name) || source.includes(encodeURI(name));
  return parts.filter((one) => isSavedWith(one.path, path) || isNamed(one.path.slice(folder.length)));
}

/** The pages among files as they are uploaded. @param {Found[]} found @param {number} most bytes of one of them */
export async function bundled(found, most) {
  return Promise.all(
    pagesOf(found).map(async (page) => {
      let room = most - page.file.size;
      const parts = (await partsOf(page, found)).filter(({ file }) => (room -= file.size) >= 0);
      if (!parts.length) return page.file;
      const folder = folderOf(page.path).length;
      const zip = await zipped([{ path: "index.html", file: page.file }, ...parts.map(({ path, file }) => ({ path: path.slice(folder), file }))]);
      return new File([zip], page.file.name, { type: "application/zip" });
    }),
  );
}

// --- zip files, stored without compression ---

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** @param {Uint8Array} bytes */
const crcOf = (bytes) => ~bytes.reduce((crc, byte) => (crc >>> 8) ^ CRC[(crc ^ byte) & 255], ~0);

/** Numbers as little-endian bytes, given as pairs of a value and its bytes. @param {[number, 2 | 4][]} fields */
function packed(...fields) {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [, size]) => sum + size, 0)));
  let at = 0;
  for (const [value, size] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value >>> 0, true);
    at += size;
  }
  return view.buffer;
}

/** @param {Found[]} files */
async function zipped(files) {
  const members = /** @type {BlobPart[]} */ ([]);
  const directory = /** @type {BlobPart[]} */ ([]);
  let at = 0;
  let listed = 0;
  for (const { path, file } of files) {
    const name = new TextEncoder().encode(path);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const about = packed([20, 2], [0x800, 2], [0, 2], [0, 4], [crcOf(bytes), 4], [bytes.length, 4], [bytes.length, 4], [name.length, 2], [0, 2]);
    members.push(packed([0x04034b50, 4]), about, name, bytes);
    directory.push(packed([0x02014b50, 4], [20, 2]), about, packed([0, 2], [0, 2], [0, 2], [0, 4], [at, 4]), name);
    at += 30 + name.length + bytes.length;
    listed += 46 + name.length;
  }
  const end = packed([0x06054b50, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [listed, 4], [at, 4], [0, 2]);
  return new Blob([...members, ...directory, end], { type: "application/zip" });
}

// --- what is dropped ---

/** The files of a folder that was dropped. @param {any} entry @returns {Promise<Found[]>} */
async function filesBelow(entry) {
  const path = entry.fullPath.replace(/^\//, "");
  if (entry.isFile) return new Promise((resolve) => entry.file((/** @type {File} */ file) => resolve([{ path, file }]), () => resolve([])));
  const reader = entry.createReader();
  const below = [];
  for (;;) {
    const entries = await new Promise((resolve) => reader.readEntries(resolve, () => resolve([]))); // at most a hundred at once
    if (!entries.length) return below.flat();
    below.push(...(await Promise.all(entries.map(filesBelow))));
  }
}

/** What was dropped, if there is a folder in it; null where there are files alone. @param {DataTransfer} dropped */
export function droppedFolder(dropped) {
  const entries = [...dropped.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry !== null);
  return entries.some((entry) => entry?.isDirectory) ? Promise.all(entries.map(filesBelow)).then((found) => found.flat()) : null;
}
