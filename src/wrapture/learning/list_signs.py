"""Names and texts that lists of each kind have on most sites, in several languages where that is cheap."""

from __future__ import annotations

import re
from typing import Final, Literal

from wrapture.lazy_regex import lazy_regex

SectionKind = Literal[
    "results",
    "list",
    "related",
    "navigation",
    "breadcrumbs",
    "pages",
    "filters",
    "choices",
    "calendar",
    "social",
    "footer",
]
"""The purpose of a list."""

KINDS: Final[dict[SectionKind, str]] = {
    "results": "the page's main list, or one with the same structure and place under another heading",
    "list": "another list of content",
    "related": "related, recommended or popular items",
    "navigation": "menus and other lists of links to parts of the site",
    "breadcrumbs": "the path from the start of the site to this page",
    "pages": "pagination links",
    "filters": "controls that narrow or sort the main list",
    "choices": "options or fields of a form",
    "calendar": "the days of a month",
    "social": "links to share or to follow",
    "footer": "lists in the footer of the page",
}
"""The kinds in words."""

TAGS: Final[dict[str, SectionKind]] = {"nav": "navigation", "menu": "navigation", "footer": "footer"}
ROLES: Final[dict[str, SectionKind]] = {
    "navigation": "navigation",
    "menu": "navigation",
    "menubar": "navigation",
    "tablist": "navigation",
    "contentinfo": "footer",
    "listbox": "choices",
}
NAMES: Final[tuple[tuple[SectionKind, re.Pattern[str]], ...]] = (
    ("breadcrumbs", lazy_regex(r"(bread)?crumbs?|breadcrumb.*")),
    ("pages", lazy_regex(r".*pag(er|ers|inator|ination)|paging|page(numbers?|nav|links?|list)")),
    ("filters", lazy_regex(r"facet.*|filters?|filter(ing|list|bar|box|by)|refine.*|narrow|sort(s|by|ing|er)?")),
    ("related", lazy_regex(r"related.*|similar.*|recommend.*|also|alsolike|popular|trending|mostread|sponsored")),
    ("social", lazy_regex(r"social.*|shar(e|ing)|share(bar|links?|this)|addthis|follow(us)?")),
    ("calendar", lazy_regex(r"calendar|datepicker")),
    ("footer", lazy_regex(r"foot|.*footer|footer.*|copyright|colophon")),
    (
        "navigation",
        lazy_regex(
            r"nav.*|.*nav|.*menus?|menu(item|bar|list)s?|tabs?|toolbar|sitemap|skiplinks?|langs?|languages?|tags?|tagcloud"
        ),
    ),
)
"""Common names for such lists, in English, as most sites' classes and ids are."""
FACETS: Final = frozenset(["facet", "facets", "refinement", "refinements"])
"""Words used only for filters, never for a filtered list, unlike ``filter`` and ``sort``."""
NAME_ATTRIBUTES: Final = ("class", "id", "aria-label")
WORD: Final = lazy_regex(r"[a-z]+|[A-Z]+(?![a-z])|[A-Z][a-z]*")

RELATED: Final = lazy_regex(
    r"related|similar|recommend|you (may|might) (also )?|also (bought|viewed|like)|customers who|sponsored"
    r"|up next|read next|keep reading|recently viewed"
    r"|popular|trending|most (read|viewed)|ähnlich|verwandt|empf(ehl|ohl)|beliebt|meistgelesen|auch interessier|auch gekauft"
    r"|similaires|recommand|associé|populaire|les plus lus|voir aussi"
    r"|relacionad|recomendad|más (leíd|vist)|mais (lid|vist)|semelhante|ver también"
    r"|correlat|simili\b|consigliat|più lett|gerelateerd|vergelijkbaar|aanbevolen|meest gelezen",
    re.IGNORECASE,
)
"""Headings of lists that lead away from the main one."""
SORTING: Final = lazy_regex(
    r"(filter|refine|narrow\b|sort(ed)? by|sort$|filtern|verfeiner|sortier"
    r"|filtrer|affiner|trier|filtrar|refinar|ordenar|filtra\b|ordina\b|verfijn|sorteer)",
    re.IGNORECASE,
)
"""Headings of lists that filter or sort another, or texts of their records."""

PAGINATION_WORDS: Final = lazy_regex(
    r"(next|prev(ious)?|first|last|weiter|zurück|suivante?|précédente?|siguiente|anterior|próxima|successiva|precedente"
    r"|volgende|vorige|more)( (\d+|page|results|»|>+))*|[«»‹›<>←→…. |]+",
    re.IGNORECASE,
)
NUMBER: Final = lazy_regex(r"(?:page\s*)?[\[(]?(\d{1,4})(?:\s*[-–]\s*\d{1,5})?[\])]?", re.IGNORECASE)
TALLY: Final = lazy_regex(
    r"(?:\w+ )?\d[\d.,]*\s*(?:-|–|to|bis|à|a|tot)\s*\d[\d.,]*\s*(?:of|von|sur|de|di|van)\b"
    r"|(?:page|seite|página|pagina)\s*\d+\s*(?:of|von|sur|de|di|van|/)"
    r"|\d[\d.,]*\s*(?:results?|items?|matches|hits|records|treffer|ergebnisse|résultats|resultados|risultati|resultaten)\b",
    re.IGNORECASE,
)
"""Texts that say which records are shown, or how many there are."""
FOUND: Final = lazy_regex(
    r"\b(?:found|brought up|returned|showing|displaying|gefunden|trouvés?|encontrad[oa]s|trovati|gevonden):?\s+\d"
    r"|\d[\d.,]*\s(?:\w+\s){0,2}(?:found|gefunden|trouvés?|encontrad[oa]s|trovati|gevonden)\b",
    re.IGNORECASE,
)
"""Sentences about how much was found."""
COUNTED: Final = lazy_regex(r".*\S\s*[\[(]\s*[\d,.\s]+\+?\s*[\])]$", re.DOTALL)
SOCIAL: Final = lazy_regex(
    r"facebook|twitter|linkedin|instagram|pinterest|youtube|reddit|whatsapp|tumblr|flickr|mastodon|tiktok"
    r"|plus\.google|//t\.me|//x\.com",
    re.IGNORECASE,
)
LEGAL: Final = lazy_regex(
    r"privacy|terms (of|and|&)|copyright|all rights reserved|©|disclaimer|legal notice|datenschutz|impressum"
    r"|nutzungsbedingungen|mentions légales|confidentialité|aviso legal|privacidad|privacidade|note legali|privacyverklaring",
    re.IGNORECASE,
)
"""What page footers link to."""
