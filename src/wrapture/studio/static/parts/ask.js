// @ts-check
// One question in a window of its own: a form with buttons. The questions themselves are in dialogs.js.

import { h, make } from "./dom.js";

/** Ask with a form; what the fields hold when it is confirmed, or null.
 * @param {{title: string, test: string, body: any[], buttons: {words: string, value: string, primary?: boolean,
 * plain?: boolean}[], wide?: boolean}} asked
 * @returns {Promise<{choice: string, fields: Record<string, string>} | null>} */
export function ask({ title, test, body, buttons, wide }) {
  const before = document.activeElement;
  return new Promise((resolve) => {
    /** @type {HTMLDialogElement} */
    const dialog = make(
      h(
        "dialog",
        { "aria-labelledby": "dialog-title", "data-test": test, className: wide ? "wide" : "" },
        h(
          "form",
          { onsubmit: (/** @type {SubmitEvent} */ event) => confirm(event, dialog) },
          h("h2", { id: "dialog-title" }, title),
          body,
          h(
            "div",
            { className: "row end" },
            buttons.map((button) =>
              h(
                "button",
                {
                  type: "submit",
                  value: button.value,
                  className: button.primary ? "primary" : "",
                  formnovalidate: button.plain,
                  "data-test": `${test}-${button.value}`,
                },
                button.words,
              ),
            ),
          ),
        ),
      ),
    );
    dialog.addEventListener("close", () => {
      const form = /** @type {HTMLFormElement} */ (dialog.querySelector("form"));
      const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
      const choice = dialog.returnValue;
      dialog.remove();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
      resolve(choice && choice !== "cancel" ? { choice, fields } : null);
    });
    preferPrimary(dialog);
    document.body.append(dialog);
    dialog.showModal();
    /** @type {HTMLElement | null} */ (dialog.querySelector("textarea, input, select, .primary"))?.focus();
  });
}

/**
 * Close with the value of the button; nothing is sent anywhere.
 * @param {SubmitEvent} event
 * @param {HTMLDialogElement} dialog
 */
function confirm(event, dialog) {
  event.preventDefault();
  dialog.close(/** @type {HTMLButtonElement | null} */ (event.submitter)?.value || "");
}

/** Enter in a field means the main button, wherever it stands. @param {HTMLDialogElement} dialog */
function preferPrimary(dialog) {
  dialog.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const main = /** @type {HTMLButtonElement | null} */ (dialog.querySelector("button.primary"));
    if (event.key === "Enter" && target.tagName === "INPUT" && main) {
      event.preventDefault();
      main.click();
    }
  });
}
