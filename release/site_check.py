"""Check a built documentation site: links and anchors lead somewhere, and nothing is loaded from other sites."""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {
    "script": "src",
    "img": "src",
    "link": "href",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "use": "href",
}
LINK_RELS = {"stylesheet", "icon", "preload", "preconnect", "dns-prefetch", "modulepreload"}


class Links(HTMLParser):
    """Collects the ids of a page, its links, and what it loads."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note one element."""
        given = {name: value or "" for name, value in attrs}
        self.ids |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        place = given.get(LOADED.get(tag, ""), "")
        if place and (tag != "link" or LINK_RELS & set(given.get("rel", "").split())):
            self.loaded.append(place)


def main() -> None:
    """Print each problem; exit with 1 if there is one."""
    site = Path(sys.argv[1]).resolve()
    pages = {path: read(path) for path in sorted(site.rglob("*.html"))}
    problems = [problem for path in pages for problem in problems_of(path, pages, site)]
    for problem in problems:
        print(problem)
    links = sum(len(page.links) for page in pages.values())
    print(f"{site.name}: {len(pages)} pages, {links} links, {len(problems)} problems")
    sys.exit(bool(problems) or not pages)


def read(path: Path) -> Links:
    """Return the links of a page."""
    found = Links()
    found.feed(path.read_text("utf-8"))
    return found


def problems_of(path: Path, pages: dict[Path, Links], site: Path) -> list[str]:
    """Return what is wrong with a page."""
    here = path.relative_to(site)
    if path.name == "404.html":  # its links start at the root of the server
        return [f"{here}: loads {one}" for one in pages[path].loaded if urlsplit(one).netloc]
    outside = [f"{here}: loads {one}" for one in pages[path].loaded if urlsplit(one).netloc]
    local = [
        one
        for one in [*pages[path].links, *pages[path].loaded]
        if not urlsplit(one).scheme and not urlsplit(one).netloc
    ]
    return outside + [f"{here}: broken link {one}" for one in local if not leads_somewhere(one, path, pages)]


def leads_somewhere(link: str, path: Path, pages: dict[Path, Links]) -> bool:
    """Return whether a link leads to a file of the site, and to an id that its page has."""
    parts = urlsplit(link)
    end = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    end = end / "index.html" if end.is_dir() else end
    if not end.is_file():
        return False
    return not parts.fragment or end not in pages or unquote(parts.fragment) in pages[end].ids


if __name__ == "__main__":
    main()
