// Where a text of the page that is shown stands in the window, after scrolling to it.
([text, nth]) => {
  const frame = document.querySelector("#view iframe.pv-frame");
  const walker = frame.contentDocument.createTreeWalker(frame.contentDocument.body, NodeFilter.SHOW_TEXT);
  let found = null;
  for (let left = nth; walker.nextNode();) if (walker.currentNode.data.includes(text) && !left--) { found = walker.currentNode; break; }
  if (!found) return null;
  const range = frame.contentDocument.createRange();
  const at = found.data.indexOf(text);
  range.setStart(found, at);
  range.setEnd(found, at + text.length);
  const place = () => {
    const outer = frame.getBoundingClientRect();
    const scale = outer.width / frame.offsetWidth;
    const box = range.getBoundingClientRect();
    return { x: outer.x + box.x * scale, y: outer.y + box.y * scale, width: box.width * scale, height: box.height * scale };
  };
  const scroller = document.querySelector("#view .pv-scroll");
  const seen = scroller.getBoundingClientRect();
  const box = place();
  if (box.y < seen.top + 20 || box.y + box.height > seen.bottom - 20) scroller.scrollTop += box.y - (seen.top + seen.height / 3);
  return place();
}
