// @ts-check
// Light or dark, before anything is drawn: a plain script, so that the page never flashes. The switch itself is in
// parts/theme.js.
(() => {
  try {
    const theme = localStorage.getItem("wrapture.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Without storage the system decides.
  }
})();
