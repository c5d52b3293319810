// @ts-check
// The page view alone on a page, with everything it says written down.
import { COLUMN_COLOURS, PageView, labelColour } from "/static/view/page-view.js";

const told = { points: [], records: [], cells: [], marked: [], violations: [] };
document.addEventListener("securitypolicyviolation", (event) => told.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
const view = new PageView(/** @type {HTMLElement} */ (document.querySelector("#view")), {
  onPoint: (hit) => told.points.push(hit),
  onHoverRecord: (record) => told.records.push(record),
  onHoverCell: (cell) => told.cells.push(cell),
  onMarkRecord: (ends) => told.marked.push(ends),
});
Object.assign(window, { told, view, COLUMN_COLOURS, labelColour });
