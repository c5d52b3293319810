"""What tells a site's pages from those of other sites, even after a change of template: hosts, titles, language.

Frames (`wrapture.reading.frame`) don't survive a new template: on 28 pairs of a court's list before and after one, the new page
has less than 15 % of the old frame in 11.  The hosts that a page names and the words of its title mostly stay.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple
from weakref import WeakKeyDictionary

from wrapture.html.languages import language_of
from wrapture.model import SiteMarks
from wrapture.model.wrapper import MAX_NAME

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page

HOSTS: Final = 12  # kept
TOP: Final = 3  # of the hosts, those that a page names most, are the site's own
MANY: Final = 3  # hosts in common, wherever they stand in the order
LONG_NAME: Final = 5  # letters of a name that is a site's own under any top-level domain
TITLE: Final = 3  # words that titles must have in common
ANYBODYS: Final = frozenset(["state", "courts", "government", "university"])
SAME_TITLE: Final = 0.6  # of the words of both titles
SAME_FRAME: Final = 0.27  # of the frame: a page of another site has more in one of a thousand cases
WORDS: Final = 16  # of titles kept
END: Final = 4_000  # characters at the end of a source in which it must be closed: trackers are often added behind

_HOST: Final = re.compile(r"(?:https?:)?//((?:[a-z0-9-]+\.)+[a-z]{2,})", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
EVERYBODY: Final = re.compile(
    r"(?:^|\.)(?:google|googleapis|googletagmanager|gstatic|google-analytics|doubleclick|facebook|fb|twitter|x|t|youtube|youtu|"
    r"linkedin|instagram|pinterest|tiktok|reddit|whatsapp|telegram|vimeo|flickr|tumblr|bsky|mastodon|w3|schema|ogp|xmlns|purl|"
    r"jquery|jsdelivr|cloudflare|cloudfront|bootstrapcdn|unpkg|fontawesome|typekit|akamai|akamaihd|amazonaws|azureedge|fastly|"
    r"rdfs|feedburner|cloudflareinsights|datatables|soundcloud|spotify|apache|addthis|addtoany|sharethis|disqus|gravatar|hotjar|newrelic|nr-data|segment|optimizely|matomo|cookielaw|onetrust|cookiebot|"
    r"search\.usa|pacer|adobe|microsoft|apple|mozilla|wordpress|wp|drupal|joomla|squarespace|wixstatic|github|gitlab|creativecommons|gmpg)"
    r"\.[a-z]{2,}(?:\.[a-z]{2})?$"
)
"""Hosts that pages of all sites name: networks, content delivery, analytics, vocabularies, content management."""


class PageMarks(NamedTuple):
    """What one page says of its site: how often it names each host, the words of its title, its language, and its end."""

    hosts: Counter[str]
    title: list[str]
    language: str
    complete: bool


_KNOWN: Final[WeakKeyDictionary[Page, PageMarks]] = WeakKeyDictionary()  # does not keep pages alive


def page_marks(page: Page) -> PageMarks:
    """Return the marks of a page, found once per page: a repair asks for them several times."""
    found = _KNOWN.get(page)
    if found is None:
        words = [word for word in _WORD.findall(page.title.casefold()) if len(word) <= MAX_NAME]
        found = PageMarks(_hosts(page), words, language_of(page), is_complete(page))
        _KNOWN[page] = found
    return found


def site_marks(pages: Sequence[Page]) -> SiteMarks | None:
    """Return the marks that some pages of a site have in common, None if there are none."""
    known = [page_marks(page) for page in pages]
    hosts = sum([one.hosts for one in known], Counter[str]())
    common = set.intersection(*[set(one.title) for one in known]) if known else set()
    languages = {one.language for one in known}
    marks = SiteMarks(
        hosts=tuple(host for host, _ in sorted(hosts.items(), key=lambda pair: (-pair[1], pair[0]))[:HOSTS]),
        title=tuple(dict.fromkeys(word for word in known[0].title if word in common))[:WORDS] if known else (),
        language=languages.pop() if len(languages) == 1 else "",
        complete=bool(known) and all(one.complete for one in known),
    )
    return None if marks == SiteMarks() else marks


def is_complete(page: Page) -> bool:
    """Return whether the source of a page ends as HTML ends; a page without a source was drawn by a browser, so it is whole."""
    return page.source is None or "</html" in page.source[-END:].lower()


def is_of_site(marks: SiteMarks, page: Page, frame: float | None) -> bool | None:
    """Return whether a page is of the site with these marks, None if neither side says enough to tell.

    ``frame`` is the share of the wrapper's frame that the page has.  It says nothing if both sides name hosts, and other ones:
    the sites of courts that run the same software have half of their frames in common.
    """
    own = site_marks([page]) or SiteMarks()
    if _same_hosts(marks.hosts, own.hosts) or _same_title(marks.title, own.title):
        return True
    if (frame or 0.0) >= SAME_FRAME and not (marks.hosts and own.hosts):
        return True
    known = (marks.hosts and own.hosts) or (len(marks.title) >= TITLE and len(own.title) >= TITLE) or frame is not None
    return False if known else None


def _same_hosts(old: Sequence[str], new: Sequence[str]) -> bool:
    """Return whether the host that one page names most is often named by the other, or several hosts are the same.

    A host that both name, and neither names most, may be a service that many sites use.
    """
    if old and old[:1] == new[:1]:
        return True
    shared = {host for host in (*old, *new) if _is_shared(host, old) or _is_shared(host, new)}
    mine, theirs = ([host for host in hosts if host not in shared] for hosts in (old, new))
    common = sum(any(map(partial(is_same_host, host), theirs)) for host in mine)
    tops = [(one, other) for one in mine[:TOP] for other in theirs[:TOP] if mine[0] == one or theirs[0] == other]
    return common >= MANY or any(is_same_host(one, other) for one, other in tops)


def _is_shared(host: str, hosts: Sequence[str]) -> bool:
    """Return whether several sites have their hosts below a host, as a state's courts below that of its judiciary.

    >>> _is_shared("courts.gov", ["north.courts.gov", "south.courts.gov"]), _is_shared("a.org", ["www2.a.org"])
    (True, False)
    """
    below = {one.removesuffix(f".{host}").rpartition(".")[2] for one in hosts if one.endswith(f".{host}")}
    name, top = _named(host)
    return len(below) > 1 and host == f"{name}.{top}"


def _same_title(old: Sequence[str], new: Sequence[str]) -> bool:
    common, either = set(old) & set(new), set(old) | set(new)
    return len(common) >= TITLE and len(common) >= SAME_TITLE * len(either)


def is_same_host(one: str, other: str) -> bool:
    """Return whether two hosts are one site's: the same, one below the other, or under another top-level domain.

    >>> is_same_host("search.example.org", "example.org"), is_same_host("a.example.org", "b.example.org")
    (True, False)
    >>> is_same_host("data.example.org", "example.net"), is_same_host("example.co.uk", "sample.co.uk")
    (True, False)
    """
    if one == other or one.endswith(f".{other}") or other.endswith(f".{one}"):
        return True
    (mine, top), (theirs, other_top) = _named(one), _named(other)
    return mine == theirs and len(mine) >= LONG_NAME and mine not in ANYBODYS and top != other_top


def _named(host: str) -> tuple[str, str]:
    """Return the name under which a host is registered, and its top-level domain."""
    names = host.split(".")
    short = len(names) > 2 and len(names[-1]) == 2 and len(names[-2]) <= 3
    cut = 2 if short else 1
    return (names[-cut - 1] if len(names) > cut else ""), ".".join(names[-cut:])


def _hosts(page: Page) -> Counter[str]:
    """Return how often a page and its address name each host, without those that pages of all sites name."""
    named = _HOST.findall(page.source) if page.source is not None else _HOST.findall(" ".join(page.links(page.body)))
    hosts = Counter[str]()
    for host, count in Counter([*_HOST.findall(page.url or ""), *named]).items():
        hosts[host.lower().removeprefix("www.")] += count
    return Counter(
        {host: count for host, count in hosts.items() if len(host) <= MAX_NAME and not EVERYBODY.search(host)}
    )
