// @ts-check
// Which rows of the table are seen, and how to get to one. All rows have one height.

export const ROW = 30;
const SPARE = 12;
const HEIGHT_AT_FIRST = 400;

/**
 * Rows that are seen, with some to spare, and the one that has the focus.
 * @param {HTMLElement | null} place the element that scrolls
 * @param {number} count
 * @param {number} active
 */
export function seenRows(place, count, active) {
  const top = place?.scrollTop || 0;
  const height = place?.clientHeight || HEIGHT_AT_FIRST;
  const first = Math.max(0, Math.floor(top / ROW) - SPARE);
  const last = Math.min(count, Math.ceil((top + height) / ROW) + SPARE);
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at);
  const away = active >= 0 && active < count && (active < first || active >= last);
  return away ? [...rows, active] : rows;
}

/**
 * Scroll until a row is seen: just so far, or until it stands in the middle.
 * @param {HTMLElement | null} place
 * @param {number} row
 * @param {boolean} middle
 */
export function scrollToRow(place, row, middle) {
  if (!place || row < 0) return;
  const view = place.clientHeight - ROW; // the header covers one row
  const above = row * ROW < place.scrollTop;
  const below = (row + 1) * ROW > place.scrollTop + view;
  if (!above && !below) return;
  if (middle) place.scrollTop = Math.max(0, row * ROW - view / 2);
  else place.scrollTop = above ? row * ROW : (row + 1) * ROW - view;
}
