// @ts-check
// The extension's little window: pair once, then one button.

/** @param {string} id */
const at = (id) => /** @type {any} */ (document.getElementById(id));

/** @param {any} message */
async function ask(message) {
  at("said").textContent = "…";
  const { error } = await chrome.runtime.sendMessage(message);
  at("said").textContent = error;
  return !error;
}

/** @param {boolean} paired */
function show(paired) {
  at("pair").hidden = paired;
  at("send").hidden = !paired;
}

at("pair").addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  if (await ask({ pair: at("address").value })) show(true);
});

at("send-page").addEventListener("click", async () => {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  if (await ask({ tab: { id: tab.id, url: tab.url, title: tab.title } })) window.close();
});

at("unpair").addEventListener("click", () => show(false));

export {}; // a module may wait at its top level

show(Boolean((await chrome.storage.local.get("studio")).studio));
