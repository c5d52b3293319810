"""Links that a robot must not follow: those that would log out, delete, order or vote."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

_DEEDS: Final = """
    logout logoff signout signoff deauth abmelden ausloggen deconnexion deconnecter desconectar salir uitloggen
    delete del remove destroy erase purge drop trash loeschen löschen supprimer effacer eliminar borrar excluir verwijderen
    cancel unsubscribe abbestellen desabonner
    buy order checkout purchase pay cart basket addtocart warenkorb kasse kaufen bestellen acheter panier commander comprar
    carrito compra carrello ordina
    vote upvote downvote like report flag ban block confirm approve reject
    edit create new add upload reply post comment retire restore rollback
"""
HARMFUL: Final = frozenset(_DEEDS.split())
"""Words in addresses and link texts that name an action with side effects, in the most common languages."""

PHRASES: Final = re.compile(
    r"\b(log|sign)[\s_-]*(out|off)\b|\badd[\s_-]*to[\s_-]*(cart|basket|bag)\b|\bse\s+d[ée]connecter\b|\bcerrar\s+sesi[óo]n\b"
    r"|\bv[ée]rifier\s+la\s+commande\b|\bplace\s+order\b|退出|注销|ログアウト|削除|выйти|удалить",
    re.IGNORECASE,
)
VERBS: Final = frozenset(
    {"action", "act", "do", "cmd", "command", "op", "operation", "mode", "task", "method", "@action"}
)
"""Names of parameters whose value is an action; elsewhere such words are mostly data: ``?order=title``, ``?q=delete``."""

WORD: Final = re.compile(r"[^\W\d_]+")
MAX_LABEL: Final = 40
"""Longest link text to check, in characters: longer ones are titles, in which such words are data."""


def is_harmful(url: str, text: str = "", *, since: str = "") -> bool:
    """Return whether following a link may have side effects; only what its address adds to that of its page counts.

    ``since`` is the page's address.

    >>> is_harmful("https://example.org/cart/add?id=3"), is_harmful("https://example.org/orders?page=2", "2")
    (True, False)
    >>> is_harmful("https://example.org/orders/?do=delete&id=3", since="https://example.org/orders/")
    True
    """
    try:
        parts, own = urlsplit(url), urlsplit(since)
    except ValueError:
        return True
    known = set(unquote(own.path).split("/")) | set(parse_qsl(own.query, keep_blank_values=True))
    segments = [one for one in unquote(parts.path).split("/") if one not in known]
    pairs = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if pair not in known]
    deeds = [value for name, value in pairs if name.casefold() in VERBS]
    deeds += [name for name, value in pairs if not value or value == "1"]
    label = text if len(text) <= MAX_LABEL else ""
    return any(map(_is_deed, (*segments, *deeds))) or bool(PHRASES.search(f"{label} {parts.path}")) or _is_deed(label)


def _is_deed(text: str) -> bool:
    """Return whether a short text names an action: one of at most four words that begins with an action word."""
    words = [word.casefold() for word in WORD.findall(text)]
    return bool(words) and len(words) <= 4 and words[0] in HARMFUL
