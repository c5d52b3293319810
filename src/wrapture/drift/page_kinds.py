"""Pages that are not list pages at all: blocks, consent, logins, errors served with status 200, "no results".

Such a page says nothing about the wrapper, so it is neither a change of the site nor a reason to repair anything.  Each kind is
told by words of its own on a page with little other text; a list page that also mentions cookies or a login has much more.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from wrapture.html.content_lines import lines_of, shown_text
from wrapture.html.script_built import is_built_by_scripts
from wrapture.model import Span
from wrapture.reading.site_marks import is_complete

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.html.page import Page
    from wrapture.model import Wrapper

PageKind: TypeAlias = Literal["blocked", "consent", "login", "error", "no results", "empty", "scripts", "truncated"]
"""What a page is if it is not a list page."""

SHORT: Final = 2_500  # characters of text of a page that consists of a message
TINY: Final = 400  # characters of a page on which one word is enough
EMPTY: Final = 20  # characters of a page that shows nothing
LONGEST_LINE: Final = 240  # characters of a line that is a message
MANY: Final = 4  # headings of one rank that are those of records: "Driver (504)" is no error
LINES: Final = 400  # looked at for a message

BLOCKED: Final = re.compile(
    r"captcha|are you (?:a )?(?:human|robot)|not a robot|verify (?:that )?you are (?:a )?human|unusual (?:traffic|activity)|"
    r"access (?:to this page )?(?:has been |is )?denied|request (?:has been |was )?blocked|you (?:have been|are) blocked|"
    r"checking your browser|just a moment|enable javascript and cookies to continue|bot (?:protection|detection)|"
    r"too many requests|rate limit|ray id|security check|pardon our interruption|automated (?:access|queries|requests)|"
    r"kein roboter|zugriff verweigert|accès refusé|acceso denegado|accesso negato|acesso negado|toegang geweigerd",
    re.IGNORECASE,
)
CONSENT: Final = re.compile(
    r"before you continue|(?:accept|allow|reject|manage) (?:all )?cookies|cookie (?:consent|settings|preferences)|"
    r"we (?:and our partners )?(?:use|value) (?:cookies|your privacy)|your (?:privacy )?choices|consent to|"
    r"cookies? (?:akzeptieren|ablehnen|zulassen)|alle akzeptieren|einwilligung|bevor sie fortfahren|tout accepter|"
    r"accepter (?:les |tous les )?cookies|avant de continuer|aceptar (?:todas|las cookies)|accetta (?:tutti|i cookie)|"
    r"alle cookies|aceitar (?:todos|cookies)",
    re.IGNORECASE,
)
LOGIN: Final = re.compile(
    r"(?:log|sign)[ -]?in|password|anmelde|einloggen|passwort|connexion|mot de passe|iniciar sesión|contraseña|accedi|entrar|"
    r"inloggen|wachtwoord",
    re.IGNORECASE,
)
ERROR: Final = re.compile(
    r"\b(?:404|403|410|429|500|502|503|504)\b.{0,40}(?:error|not found|unavailable|gone|forbidden|fehler|gateway|$)|"
    r"(?:page|file|resource|site|seite) (?:was |could |can ?)?(?:not|n't|nicht) (?:be )?(?:found|gefunden)|not found|"
    r"page (?:you (?:requested|are looking for) )?(?:does not|doesn't|no longer) exist|internal (?:server )?error|"
    r"(?:server|application|runtime|database) error|service (?:is )?(?:temporarily )?unavailable|temporarily unavailable|"
    r"bad gateway|gateway time-?out|under maintenance|scheduled maintenance|something went wrong|an error (?:has )?occurred|"
    r"session (?:has )?(?:expired|timed out)|nicht gefunden|wartungsarbeiten|page introuvable|página no encontrada|"
    r"pagina non trovata|página não encontrada|pagina niet gevonden",
    re.IGNORECASE,
)
NOTHING: Final = re.compile(
    r"\b(?:no|0|zero) (?:\w+ ){0,3}"
    r"(?:results?|matches|records?|items?|entries|listings?|products?|documents?|hits?|jobs|events)\b"
    r"(?: (?:were |was )?(?:found|match|available|to (?:show|display)|for))?|nothing (?:was )?found|"
    r"(?:did|does|do) not match any|couldn't find any|could not find any|(?:there are|we found) no |your search .{0,60}no |"
    r"keine (?:\w+ )?(?:treffer|ergebnisse|einträge|angebote)|nichts gefunden|aucun (?:\w+ )?(?:résultat|élément)|"
    r"(?:sin|no hay|ningún) resultados?|nessun risultato|nenhum (?:resultado|registro)|geen resultaten|inga träffar|"
    r"brak wyników|žádné výsledky",
    re.IGNORECASE,
)


class KindFound(NamedTuple):
    """What a page is, and the text that says so."""

    kind: PageKind
    said: str


def page_kind(wrapper: Wrapper, page: Page) -> KindFound | None:
    """Return what a page without the wrapper's records is, None if it may be a list page."""
    text = page.text(page.body)
    if is_built_by_scripts(page):
        return KindFound("scripts", "shows nothing without its scripts")
    if len(text) < EMPTY and not page.images(page.body):
        return KindFound("empty", text)
    if wrapper.profile.site is not None and wrapper.profile.site.complete and not is_complete(page):
        return KindFound("truncated", "its source breaks off before </html>")
    return _by_words(wrapper, page, text)


def _by_words(wrapper: Wrapper, page: Page, text: str) -> KindFound | None:
    """Return what the words of a page say it is."""
    heads = [page.title, *_headings(page)]
    if len(text) < SHORT:
        if found := _said(BLOCKED, [page.title, text]):
            return KindFound("blocked", found)
        if _has_password(page) and (found := _said(LOGIN, [page.title, text])):
            return KindFound("login", found)
        if found := _said(ERROR, [*heads, *([text] if len(text) < TINY else [])]):
            return KindFound("error", found)
        if found := _said(CONSENT, [page.title, text]):
            return KindFound("consent", found)
    remark = next(_remarks(wrapper, page), "")
    return KindFound("no results", remark) if remark else None


def _remarks(wrapper: Wrapper, page: Page) -> Iterator[str]:
    """Yield the lines of a page that say that nothing was found: those that the site is known to say, and usual ones."""
    form = wrapper.query_form
    known = frozenset(form.nothing) if form is not None else frozenset[str]()
    for line in lines_of(page)[:LINES]:
        text = shown_text(page, line)
        if len(text) <= LONGEST_LINE and (text in known or NOTHING.search(text)):
            yield text


def _headings(page: Page) -> list[str]:
    """Return the headings that may say what a page is: many of one rank are those of its records."""
    ranks = [[node for node, tag in enumerate(page.tags) if tag == rank] for rank in ("h1", "h2")]
    return [page.text(Span(node, page.stops[node])) for tops in ranks if len(tops) < MANY for node in tops]


def _said(words: re.Pattern[str], texts: list[str]) -> str:
    found = next(filter(None, map(words.search, texts)), None)
    return found[0] if found else ""


def _has_password(page: Page) -> bool:
    return any(tag == "input" and page.attribute(node, "type") == "password" for node, tag in enumerate(page.tags))
