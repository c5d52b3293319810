// @ts-check
// Sends the open page to the studio: as MHTML where the browser can save it so, else as HTML with its style sheets.
// The studio is known by its address with the token, which a person pastes once.

/** @typedef {{origin: string, token: string}} Studio */

/** The studio that an address leads to, or null where it is none. @param {string} address @returns {Studio | null} */
function studioOf(address) {
  const found = /^(http:\/\/127\.0\.0\.1:\d{1,5})\/#.*?\btoken=([\w-]+)/.exec(address.trim());
  return found && { origin: found[1], token: found[2] };
}

/** @returns {Promise<Studio | null>} */
async function paired() {
  const { studio } = await chrome.storage.local.get("studio");
  return studio ?? null;
}

/** Remember the studio; an error where the address is none, or it does not answer. @param {string} address */
async function pair(address) {
  const studio = studioOf(address);
  if (!studio) throw new Error("Paste the whole address that “wrapture studio” prints, with the token.");
  await chrome.storage.local.set({ studio });
  return studio;
}

/** The page with the style sheets that its scripts and links brought; runs in the page. */
function serialized() {
  const copy = /** @type {HTMLElement} */ (document.documentElement.cloneNode(true));
  for (const sheet of document.styleSheets) {
    try {
      const style = document.createElement("style");
      style.textContent = [...sheet.cssRules].map((rule) => rule.cssText).join("\n");
      copy.querySelector("head")?.append(style);
    } catch {
      // a sheet of another site: the studio asks before it loads it
    }
  }
  copy.querySelectorAll("script").forEach((script) => script.remove());
  return `<!DOCTYPE html>\n${copy.outerHTML}`;
}

/** The page as the browser saves it, null where it can't. @param {number} tabId @returns {Promise<Blob | null>} */
async function savedPage(tabId) {
  try {
    const file = await chrome.pageCapture.saveAsMHTML({ tabId });
    return file ? new Blob([await file.arrayBuffer()]) : null; // the file is gone soon: its bytes are sent
  } catch {
    return null;
  }
}

/** The page of a tab as bytes, with everything that it shows. @param {number} tabId @returns {Promise<Blob>} */
async function grab(tabId) {
  const saved = await savedPage(tabId);
  if (saved) return saved;
  const [{ result }] = await chrome.scripting.executeScript({ target: { tabId }, func: serialized });
  return new Blob([result ?? ""], { type: "text/html; charset=utf-8" });
}

/** Send the page of a tab; the address of the desk that it is on. @param {{id?: number, url?: string, title?: string}} tab */
async function send(tab) {
  const studio = await paired();
  if (!studio) throw new Error("Pair with the studio first.");
  if (tab.id === undefined) throw new Error("There is no page to send.");
  const query = new URLSearchParams({ name: tab.title || "page.html", url: tab.url || "" });
  const response = await fetch(`${studio.origin}/api/inbox?${query}`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${studio.token}` },
    body: await grab(tab.id),
  }).catch(() => {
    throw new Error("The studio does not answer. Start it with: wrapture studio");
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return `${studio.origin}/#token=${studio.token}&desk=${answer.desk}`;
}

chrome.runtime.onMessage.addListener((message, _, reply) => {
  const work = message.pair ? pair(message.pair).then(() => null) : send(message.tab).then((url) => chrome.tabs.create({ url }));
  work.then(
    () => reply({ error: "" }),
    (error) => reply({ error: error.message }),
  );
  return true; // the reply comes later
});
