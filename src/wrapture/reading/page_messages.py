"""Pages that are a message instead of content: blocks, consent, logins, errors served with status 200.

Each kind has words of its own, and little other text; a list page that mentions cookies or a login has much more.  None of the
677 development pages with a list is taken for such a page.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from wrapture.model import Span

if TYPE_CHECKING:
    from wrapture.html.page import Page

MessageKind: TypeAlias = Literal["blocked", "consent", "login", "error"]
"""What a page says instead of showing something."""

SHORT: Final = 2_500  # characters of text of a page that consists of a message
TINY: Final = 400  # characters of a page on which one word is enough
MANY: Final = 4  # headings of one rank that are those of records: "Driver (504)" is no error

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


class PageMessage(NamedTuple):
    """What a page is, and the text that says so."""

    kind: MessageKind
    said: str

    @property
    def words(self) -> str:
        """The message as what a page does."""
        return f"{MEANINGS[self.kind]}: {self.said!r}"


MEANINGS: Final[dict[str, str]] = {
    "blocked": "is a block page, not a list page",
    "consent": "asks for consent before it shows anything",
    "login": "asks for a login",
    "error": "is an error page",
}


def message_of(page: Page, text: str | None = None) -> PageMessage | None:
    """Return the message that a page is, None if it may have content; ``text`` is that of its body, if it is known.

    >>> from wrapture.html.lexbor import parse_page
    >>> message_of(parse_page("<h1>Page not found</h1>")).words
    "is an error page: 'Page not found'"
    """
    if text is None:
        text = page.text(page.body)
    if len(text) >= SHORT:
        return None
    heads = [page.title, *_headings(page)]
    if found := _said(BLOCKED, [page.title, text]):
        return PageMessage("blocked", found)
    if _has_password(page) and (found := _said(LOGIN, [page.title, text])):
        return PageMessage("login", found)
    if found := _said(ERROR, [*heads, *([text] if len(text) < TINY else [])]):
        return PageMessage("error", found)
    found = _said(CONSENT, [page.title, text])
    return PageMessage("consent", found) if found else None


def _headings(page: Page) -> list[str]:
    """Return the headings that may say what a page is: many of one rank are those of its records."""
    ranks = [[node for node, tag in enumerate(page.tags) if tag == rank] for rank in ("h1", "h2")]
    return [page.text(Span(node, page.stops[node])) for tops in ranks if len(tops) < MANY for node in tops]


def _said(words: re.Pattern[str], texts: list[str]) -> str:
    found = next(filter(None, map(words.search, texts)), None)
    return found[0] if found else ""


def _has_password(page: Page) -> bool:
    return any(tag == "input" and page.attribute(node, "type") == "password" for node, tag in enumerate(page.tags))
