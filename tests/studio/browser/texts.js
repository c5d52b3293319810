// All texts that are seen, with their colour and what lies behind it, both opaque; for tests of contrast.
() => {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {  // whatever notation the browser computes
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = "#000";
    pen.fillStyle = colour;
    const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(pen.fillStyle);
    if (hex) return [...hex.slice(1).map((one) => parseInt(one, 16)), 1];
    const numbers = pen.fillStyle.match(/^rgba?\((.*)\)$/)?.[1].split(",").map(Number);
    if (numbers) return [...numbers.slice(0, 3), numbers[3] ?? 1];
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
  const chain = (element) => {
    const all = [];
    for (let at = element; at; at = at.parentElement) all.unshift(at);
    return all;
  };
  const root = getComputedStyle(document.documentElement).colorScheme.startsWith("dark") ? [0, 0, 0, 1] : [255, 255, 255, 1];
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.data.trim();
    const element = walker.currentNode.parentElement;
    if (!text || element.closest("noscript, script, style, .unseen, .pv-live, option, :disabled, [aria-disabled=true]")) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const box = range.getBoundingClientRect();
    const style = getComputedStyle(element);
    if (!box.width || !box.height || style.visibility !== "visible" || !element.checkVisibility()) continue;
    let ground = root;
    let opacity = 1;
    for (const one of chain(element)) {
      const own = getComputedStyle(one);
      opacity *= Number(own.opacity);
      ground = over(rgba(own.backgroundColor), ground);
    }
    const [r, g, b, a] = rgba(style.color);
    const colour = over([r, g, b, a * opacity], ground);
    found.push({ text: text.slice(0, 40), where: element.className || element.tagName, colour, ground,
                 size: parseFloat(style.fontSize), weight: Number(style.fontWeight) });
  }
  for (const field of document.querySelectorAll("input, textarea, select")) {  // what is typed, and placeholders
    if (!field.checkVisibility() || field.disabled || ["checkbox", "range"].includes(field.type)) continue;
    let ground = root;
    for (const one of chain(field)) ground = over(rgba(getComputedStyle(one).backgroundColor), ground);
    const looks = field.value || !field.placeholder ? getComputedStyle(field) : getComputedStyle(field, "::placeholder");
    found.push({ text: (field.value || field.placeholder || "").slice(0, 40), where: field.dataset.test || field.tagName,
                 colour: over(rgba(looks.color), ground), ground, size: parseFloat(looks.fontSize), weight: Number(looks.fontWeight) });
  }
  return found;
}
