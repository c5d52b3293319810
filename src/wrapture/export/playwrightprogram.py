"""A program for Playwright, which reads pages in Chromium."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.export.code import INDENT, comment, constant, literal
from wrapture.export.export_report import flaw, head
from wrapture.export.program_pieces import ABSOLUTE, PIECE, names_constant
from wrapture.html.elements import HIDDEN_TEXT, TEXT_LEVEL
from wrapture.reading.reader import ATTRIBUTES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.export.plan import Comparison, PlannedColumn, SelectorPlan, ValueSource

SCRIPT: Final = r'''
# What runs in the page: it gives for each record the texts at each path.
READ = r"""(rows, {columns, following, inline, silent}) => {
  const space = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;
  const shrunk = (text) => text.split(space).filter(Boolean).join(" ");
  const select = (path, node) => {
    const found = document.evaluate(path, node, null, 7, null);
    return Array.from({length: found.snapshotLength}, (_, n) => found.snapshotItem(n));
  };
  const blocks = (node) => {
    if (node.nodeType !== Node.ELEMENT_NODE) return node.nodeValue ?? "";
    const name = node.localName;
    const inner = silent.includes(name) ? [] : [...node.childNodes];
    const texts = inner.filter((one) => one.nodeType !== Node.COMMENT_NODE).map(blocks);
    return inline.includes(name) ? texts.join("") : ` ${texts.join("")} `;
  };
  const strings = (node) => node.nodeType === Node.ELEMENT_NODE
    ? select(".//text()", node).map((one) => one.nodeValue) : [node.nodeValue];
  const spaced = (line) =>
    line.replaceAll("\t", "  ").split("  ").map(shrunk).filter(Boolean).join("  ");
  const shown = (joining, nodes) => {
    if (joining === "blocks") return shrunk(nodes.map(blocks).join(" "));
    const texts = nodes.flatMap(strings);
    if (joining !== "lines" && joining !== "gaps") return shrunk(texts.join(joining));
    const line = joining === "lines" ? shrunk : spaced;
    return texts.join("").split("\n").map(line).join("\n").trim();
  };
  const starts = new Set(rows);
  const record = (row) => {
    if (!following) return row;
    const box = document.createElement("div");
    let left = following;
    let node = row;
    do {
      box.append(node.cloneNode(true));
      node = node.nextSibling;
      left -= node?.nodeType === Node.ELEMENT_NODE;
    } while (node && !starts.has(node) && left >= 0);
    return box;
  };
  const value = (row, {path, joining, many, attribute}) => {
    const found = select(path, row);
    if (attribute && many) return found.map((one) => one.getAttribute(attribute));
    if (attribute) return found.slice(0, 1).map((one) => one.nodeValue);
    return (many ? found.map((one) => shown(joining, [one])) : [shown(joining, found)]);
  };
  return rows.map(record).map((row) => columns.map((sources) => sources.map((one) => value(row, one))));
}"""


def records(page, base):
    """Yield the records of a page, each as a dictionary."""
    given = {
        "columns": [column["sources"] for column in COLUMNS],
        "following": FOLLOWING,
        "inline": sorted(INLINE),
        "silent": sorted(SILENT),
    }
    for row in page.locator(ROWS).evaluate_all(READ, given):
        values = zip(COLUMNS, row, strict=True)
        yield {column["name"]: cell(column, found, base) for column, found in values}


def cell(column, found, base):
    """Return the value of a column: of one source, or of several with a space between."""
    values = []
    for source, texts in zip(column["sources"], found, strict=True):
        if source["attribute"]:
            texts = [absolute(text, base) for text in texts if text is not None]
        for separators, number in source["cuts"]:
            texts = [piece(text, separators, number) for text in texts]
        texts = [text for text in texts if text]
        values.append((texts or None) if source["many"] else next(iter(texts), None))
    if len(values) < 2:
        return next(iter(values), None)
    given = [value for value in values if value]
    texts = [one if isinstance(one, str) else " ".join(one) for one in given]
    return " ".join(texts) or None

'''

MAIN: Final = '''
def main():
    """Print the records of the pages that are named, one JSON object a line."""
    sys.stdout.reconfigure(encoding="utf-8")
    scripts = "--scripts" in sys.argv
    with sync_playwright() as playwright:
        program = os.environ.get("CHROMIUM")
        browser = playwright.chromium.launch(executable_path=program)
        page = browser.new_page(java_script_enabled=scripts)
        for name in [one for one in sys.argv[1:] if one != "--scripts"]:
            is_address = name.startswith(("http://", "https://"))
            page.goto(name if is_address else Path(name).resolve().as_uri())
            if scripts:
                page.wait_for_load_state("networkidle")
            start = page.locator("base[href]").evaluate_all(
                "found => found.map((one) => one.getAttribute('href'))"
            )
            base = urljoin(page.url if is_address else BASE, (start or [""])[0].strip())
            for record in records(page, base):
                print(json.dumps(record, ensure_ascii=False))
        browser.close()


if __name__ == "__main__":
    main()
'''


def playwright_program(name: str, plan: SelectorPlan, comparison: Comparison, pages: Sequence[str]) -> str:
    """Return a program that opens pages in Chromium and prints their records."""
    how = [
        "Run it with files or addresses, it prints JSON Lines: python THIS_FILE [--scripts] PAGE...",
        "--scripts runs the scripts of the pages. CHROMIUM may name the browser's program.",
        "It needs playwright: pip install playwright && playwright install chromium",
    ]
    lines = [
        *map(comment, head(name, comparison, pages, how)),
        "",
        "import json",
        "import os",
        "import sys",
        "from pathlib import Path",
        "from urllib.parse import urljoin",
        "",
        "from playwright.sync_api import sync_playwright",
        "",
        *constant("ROWS", f"xpath={plan.rows}"),
        f"FOLLOWING = {plan.following}",
        *constant("BASE", plan.address),
        "COLUMNS = [",
        *[line for field in plan.fields for line in _column(field, comparison)],
        "]",
        names_constant("INLINE", TEXT_LEVEL),
        names_constant("SILENT", HIDDEN_TEXT),
        *SCRIPT.strip("\n").split("\n"),
        "",
        *PIECE.rstrip().split("\n"),
        "",
        *ABSOLUTE.rstrip().split("\n"),
        "",
        *MAIN.split("\n"),
    ]
    return "\n".join(lines)


def _column(field: PlannedColumn, comparison: Comparison) -> list[str]:
    """Return the lines that describe a column."""
    room = INDENT * 2
    flaws = [comment(flaw(one, comparison), 2) for one in comparison.differences if one.column == field.name]
    sources = [line for source in field.sources for line in _source(field, source)]
    return [
        f"{INDENT}{{",
        *flaws,
        f'{room}"name": {literal(field.name)},',
        *([f'{room}"sources": [', *sources, f"{room}],"] if sources else [f'{room}"sources": [],']),
        f"{INDENT}}},",
    ]


def _source(field: PlannedColumn, source: ValueSource) -> list[str]:
    room, inner = INDENT * 3, INDENT * 4
    attribute = literal(ATTRIBUTES[field.kind]) if field.kind != "text" else "None"
    cuts = [line for cut in source.cuts for line in _cut(*cut)]
    return [
        f"{room}{{",
        f'{inner}"path": {literal(source.selector)},',
        f'{inner}"joining": {literal(source.joining)},',
        f'{inner}"many": {source.many},',
        f'{inner}"attribute": {attribute},',
        *([f'{inner}"cuts": [', *cuts, f"{inner}],"] if cuts else [f'{inner}"cuts": [],']),
        f"{room}}},",
    ]


def _cut(separators: tuple[str, ...], number: int) -> list[str]:
    room = INDENT * 5
    return [
        f"{room}(",
        f"{room}{INDENT}[",
        *[f"{room}{INDENT * 2}{literal(separator)}," for separator in separators],
        f"{room}{INDENT}],",
        f"{room}{INDENT}{number},",
        f"{room}),",
    ]
