// @ts-check
// The studio starts here: reads the address, mounts the views and keeps them and the address in step.

import { readAddress, writeAddress } from "./parts/address.js";
import { useToken, watchBusy } from "./parts/api.js";
import { mountBeside } from "./parts/beside.js";
import { startDropping } from "./parts/drop.js";
import { mountGrid } from "./parts/grid.js";
import { mountHeader } from "./parts/header.js";
import { startKeys } from "./parts/keys.js";
import { mountLibrary } from "./parts/library.js";
import { loadStudio, startLoading } from "./parts/loader.js";
import { openDesk } from "./parts/pages.js";
import { mountBar, mountDrawer } from "./parts/drawers.js";
import { mountPopover } from "./parts/popover.js";
import { keepInMind, recall } from "./parts/remember.js";
import { mountResult } from "./parts/result.js";
import { mountSentence } from "./parts/sentence.js";
import { mountSplitter } from "./parts/splitter.js";
import { mountStage } from "./parts/stage.js";
import { mountStart } from "./parts/start.js";
import { get, set, watch } from "./parts/store.js";
import { mountTabs } from "./parts/tabs.js";
import { complain, forgetOtherDesks } from "./parts/toasts.js";
import { mountTools } from "./parts/tools.js";

const NO_TOKEN = "This address has no token: open the one that the command “wrapture studio” printed.";

/** @param {string} id */
const at = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

function mountAll() {
  mountHeader(at("head"));
  mountStart(at("start"));
  mountTabs(at("tabs"));
  mountSentence(at("sentence"));
  mountTools(at("tools"), at("hint"), at("empty"));
  mountStage(at("view"));
  mountBeside(at("beside"));
  mountDrawer(at("panel"), at("desk"));
  mountResult(at("result"), at("desk"));
  mountGrid(at("table"));
  mountBar(at("bar"), at("desk"));
  mountLibrary(at("library"));
  mountPopover(at("popover-place"));
  mountSplitter(at("split-panel"), at("desk"), {
    name: "panel-width",
    label: "Width of the drawer",
    upright: true,
    least: 260,
    most: () => Math.max(260, innerWidth - 360),
    first: () => Math.max(310, Math.min(400, innerWidth * 0.28)),
  });
  mountSplitter(at("split-table"), at("desk"), {
    name: "table-height",
    label: "Height of the table",
    upright: false,
    least: 90,
    most: () => Math.max(90, innerHeight - 320),
    first: () => innerHeight * 0.36,
  });
}

/** Show one of the three views, and say in the title where one is. */
function showView() {
  const { view, desk } = get();
  forgetOtherDesks(view === "desk" && desk ? desk.id : "");
  for (const name of ["start", "desk", "library"]) at(name).hidden = name !== view;
  document.body.dataset.view = view;
  const titles = {
    start: "Wrapture studio",
    library: "Library – Wrapture studio",
    desk: `${desk?.name || "Desk"} – Wrapture studio`,
  };
  document.title = titles[view];
}

/** Go where the address says. */
async function follow() {
  const { desk, page, panel, view } = readAddress();
  set({ panel });
  if (view === "library") {
    if (desk && get().desk?.id !== desk) await openDesk(desk);
    set({ view: "library" });
  } else if (!desk) set({ view: "start" });
  else if (get().desk?.id !== desk) await openDesk(desk, page);
  else set({ view: "desk", pageId: page && get().desk?.pages.some((one) => one.id === page) ? page : get().pageId });
}

/** @param {boolean} busy */
function showBusy(busy) {
  at("busy").hidden = !busy;
  at("main").setAttribute("aria-busy", String(busy));
}

async function start() {
  const { token: given, desk, view } = readAddress();
  const token = given || recall("token");
  if (given) keepInMind("token", given); // so that the bookmarklet's window and reopened ones get in
  useToken(token);
  watchBusy(showBusy);
  mountAll();
  watch(["view", "desk"], showView);
  startKeys();
  startDropping();
  at("skip").addEventListener("click", () => at("main").focus());
  if (!token) return complain(NO_TOKEN);
  await loadStudio();
  const open = get().studio?.open;
  const hasBegun = get().view !== "start" || get().desk; // the person was faster
  if (desk || view) await follow();
  else if (open && !hasBegun) await openDesk(open);
  startLoading();
  watch(["view", "desk", "pageId", "panel"], writeAddress);
  addEventListener("popstate", () => void follow());
}

start();
