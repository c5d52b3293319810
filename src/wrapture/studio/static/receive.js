// @ts-check
// Takes the page that the bookmarklet sends. The token is the one that this browser got when the studio was opened in it;
// the page that sends never sees it.

import { recall } from "./parts/remember.js";

/** @param {string} id */
const at = (id) => /** @type {HTMLButtonElement} */ (document.getElementById(id));

/** @type {{url: string, title: string, html: string} | null} */
let page = null;

addEventListener("message", (event) => {
  const { wrapture, url, title, html } = event.data ?? {};
  if (!wrapture || typeof html !== "string" || page || event.source !== opener) return;
  page = { url: String(url).slice(0, 10_000), title: String(title).slice(0, 200), html };
  at("said").textContent = `${page.title || "A page"} from ${event.origin}`;
  at("take").disabled = false;
});

at("take").addEventListener("click", async () => {
  if (!page) return;
  const token = recall("token");
  const query = new URLSearchParams({ name: page.title || "page.html", url: page.url });
  const response = await fetch(`/api/inbox?${query}`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "text/html; charset=utf-8" },
    body: page.html,
  });
  const answer = await response.json();
  if (response.ok) location.replace(`/#token=${token}&desk=${answer.desk}`);
  else at("said").textContent = answer.error;
});

opener?.postMessage("wrapture ready", "*");
