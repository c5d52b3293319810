"""Names by what the values look like: an e-mail address, a host, a year, a size, what a number counts, prose.

Only roles that can hardly be anything else are here: of 64 names that values suggested, the safe ones were wrong on 6 of 40,
the others (category, type, person, code) on 11 of 24.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from wrapture.algo.averages import median
from wrapture.algo.tallies import commonest
from wrapture.columns.naming.name_words import slug
from wrapture.lazy_regex import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.columns.naming.seen import SeenValue

AGREEMENT: Final = 0.6  # share of the values that must look alike
PROSE: Final = 60  # median length of a description in characters
WORDS: Final = 6  # of a short description
MANY: Final = 3  # identifiers that are needed to say that all are different
MAX_UNIT: Final = 20  # characters of what a number counts

ELLIPSES: Final = ("...", "…")
"""What the excerpts of search engines begin with."""
_NUMBER: Final = r"[+-]?\d[\d.,\u00a0\u202f' ]*"
_MONEY: Final = (
    rf"([^\W\d_]{{0,3}}[$€£¥₹₽₩₺]\s?{_NUMBER}|{_NUMBER}\s?([$€£¥₹₽₩₺]|EUR|USD|GBP|CHF|PLN|SEK|NOK|DKK|zł|Kč|kr)\b)"
)
_RATES: Final = "payments|instal?lments|raten|betalinger|betalingen|pagos|cuotas|parcelas|mensualités|rate"
_CLOCK: Final = r"\d{1,2}([:.]\d\d)?( ?[ap]\.?m\.?)"
_STATES: Final = (
    "A[BKLRZ]|BC|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ABDEINOST]|N[BCDEHJLMSTVY]|O[HKNR]|P[AER]|QC|RI|S[CDK]|T[NX]|UT|V[AT]"
    "|W[AIVY]|YT"
)
_MONTH: Final = (
    r"(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?"
    r"|nov(ember)?|dec(ember)?)\.?"
)
_WEEKDAY: Final = r"(mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?|sun)(day)?\.?"
_COLOR: Final = (
    "(light |dark |hell|dunkel)?(black|white|gr[ae]y|silver|red|blue|green|yellow|brown|beige|orange|gold|pink|purple|schwarz|"
    "weiss|weiß|grau|silber|rot|blau|grün|gelb|braun|noir|blanc|gris|rouge|bleu|vert|negro|blanco|rojo|azul|verde)"
)
_WRITTEN: Final = (
    "(posted|written|published|submitted|added|created|edited|reported|story|article|post|blog entry|review|photo)"
)
_STATUS: Final = (
    "regular|cancell?ed|scheduled|rescheduled|postponed|confirmed|tentative|pending|active|inactive|open|closed|completed?"
    "|in progress"
    "|approved|rejected|denied|withdrawn|awarded|expired|issued|upcoming|draft|final|new|sold|reserved|offen|geschlossen|abgeschlossen"
)
LOOKS: Final[tuple[tuple[str, str], ...]] = (
    ("email", r"[\w.+-]+@[\w-]+(\.[\w-]+)+"),
    ("url", r"(https?://|www\.)\S+|[\w-]+(\.[\w-]+)*\.[a-z]{2,10}(/\S*)?( ?[›>] .*)?"),
    ("url", r"(/[\w.~%+-]+){2,}/?"),
    ("url", r"(https?://|www\.)\S+ [\[(].*"),
    ("url", r"(https?://|www\.|[\w-]+\.[\w.-]+/)\S+( \S+)? - \d+ ?k\b.{0,4}"),
    ("site", r"(www\.)?([\w-]+\.)+[a-z]{2,10}"),
    ("isbn", r"(isbn:? ?)?(97[89][- ]?)?\d{1,5}-\d{1,7}-\d{1,7}-[\dx]"),
    ("pages", r"pp?\. ?\d+( ?[-–] ?\d+)?"),
    ("citation", r"\D{3,60}\d{4}[^;]{0,12}; ?\d+ ?(\(\w+\))?: ?\w+([-–]\w+)?\.?"),
    ("citation", r"(\d{1,4}|[x_]+) [A-Z][A-Za-z.]*\.?( ?[A-Z0-9][A-Za-z0-9.]*){0,2} (\d{1,5}|[x_]+)"),
    ("year", r"(©|\(c\)|copyright)? ?\(?(19|20)\d\d\)?"),
    ("phone", r"(tel\.?:? ?|phone:? ?)?(\+\d{1,3}[ .-]?)?\(?\d{2,4}\)?[ -./]\d{3,4}[ -./]?\d{2,4}[ -]?\d{0,4}"),
    ("salary", rf".{{0,12}}{_MONEY}.{{0,20}}\b(a|an|per|/) ?(year|yr|annum|hour|hr)\b.{{0,12}}"),
    ("installments", rf"(\D{{0,12}} )?\d{{1,2}} ?x (de |of |à )?.{{0,4}}{_MONEY}.{{0,12}}"),
    ("installments", rf"\D{{0,20}}\d{{1,2}} (monthly |interest-free )?({_RATES})\b.{{0,12}}{_MONEY}.{{0,14}}"),
    ("unit_price", rf"\(?{_MONEY} ?/ ?(\d+ ?)?[^\W\d_]{{1,8}}\.?( ?\(?\w{{0,8}}\)?)?"),
    ("price", rf".{{0,12}}{_MONEY}.{{0,12}}"),
    ("age", r".{0,20}\b(ago|vor \d+|il y a|hace \d+|geleden|siden|fa)\b.{0,20}"),
    ("time", rf"{_CLOCK}( ?([-–]|to) ?{_CLOCK})?|\d{{1,2}}:\d\d( ?[-–] ?\d{{1,2}}:\d\d)?"),
    ("duration", r"(\d+ ?(h|hrs?|hours?|m|mins?|minutes?|std\.?|stunden?|minuten?|days?|weeks?|months?)\.?,? ?)+"),
    ("month", _MONTH),
    ("weekday", _WEEKDAY),
    ("date", rf"({_WEEKDAY},? )?(the )?\d{{1,2}}(st|nd|rd|th)?( of)? {_MONTH},?( \d{{4}})?"),
    ("date", rf"({_WEEKDAY},? )?{_MONTH} \d{{1,2}}(,? \d{{4}})?"),
    ("date", r"\d{1,2}/\d{1,2}(/\d{2,4})?( \d{1,2}(:\d\d)?( ?[ap]m)?)?"),
    ("currency", r"[$€£¥₹]|EUR|USD|GBP|CHF|CAD|AUD"),
    ("size", rf"(\(?[a-z]+/[\w.+-]+\)? )?{_NUMBER} ?([kmgt]i?b|bytes?|[kmgt]o)\b"),
    ("judge", r"[A-ZÀ-Þ][\w'’-]+( [A-ZÀ-Þ][\w'’-]+)? (J|CJ|JA|ACJ|JJ|AJA|CJ in Eq|P)\b.{0,20}"),
    ("author", rf"({_WRITTEN} )?(by|von|par|por|door|av) [^\W\d].*"),
    ("location", rf"[^\W\d][^\d,]{{2,30}}, ({_STATES}|[A-Z][a-z]+(?= \d{{5}}))( ?,? \d{{5}})?"),
    ("address", r"\d+[\w-]* [\w. ]+ (st|street|ave|avenue|rd|road|blvd|dr|drive|ln|lane|way|hwy|pl|court|ct)\b.*"),
    ("locality", rf"[^\W\d][^\d,]{{2,30}}, ({_STATES}|[A-Z][a-z]+(?= \d{{5}}))( ?,? \d{{5}}(-\d{{4}})?)?"),
    ("status", _STATUS),
    (
        "availability",
        r".{0,12}\b(in[- ]stock|out of stock|sold out|ships (in|within)|available|unavailable|lieferbar)\b.{0,40}",
    ),
    ("shipping", r".{0,20}\b(shipping|delivery|versand)\b.{0,20}"),
    (
        "format",
        r"(mass market |trade )?(paperback|hardback|hardcover|e-?book|audiobook|kindle( edition)?|softcover|dvd|blu-ray|cd)",
    ),
    ("format", r"\[?(pdf|docx?|pptx?|xlsx?|rtf|html?|ps|txt|epub)\]?"),
    ("level", r"(all|beginner|intermediate|advanced|expert)( levels?)?"),
    ("employment", r"(full|part)[- ]?time|contract|temporary|permanent|internship|vollzeit|teilzeit"),
    (
        "fuel",
        r"petrol|gasoline|benzin|bensin|essence|gasolina|diesel|(plug-in )?h[iy]bride?|electric|elektr(o|isch)|el",
    ),
    ("transmission", r"automati[ck]|automatique|automático|manual|manuell|schaltgetriebe|manuelle"),
    ("color", _COLOR),
    ("distance", rf"{_NUMBER} ?(km|miles|mi)\b.{{0,20}}"),
    ("area", rf"{_NUMBER} ?(m²|m2|sqm|sq\.? ?ft\.?|sqft|ft²|acres?|ha)(?!\w).{{0,12}}"),
    ("dimensions", rf"{_NUMBER} ?[x×] ?{_NUMBER}.{{0,12}}"),
)
"""What values look like, as regular expressions, and the name for such values."""
CASED: Final = frozenset(["location", "locality", "judge", "citation"])
"""What capitals tell."""
NUMBERED: Final = frozenset(
    [
        "isbn",
        "pages",
        "year",
        "phone",
        "salary",
        "price",
        "time",
        "duration",
        "date",
        "size",
        "address",
        "dimensions",
        "distance",
        "area",
    ]
)
"""What always has a digit: a third of the looks, which texts without digits need not be compared with."""
_HAS_DIGIT: Final = lazy_regex(r"\D*\d.*", re.DOTALL)
_LOOKS: Final = tuple([(name, lazy_regex(look, re.I if name not in CASED else 0)) for name, look in LOOKS])
_IDENTIFIER: Final = lazy_regex(r"(?=\S*\d)(?=\S*[A-Za-z/-])[A-Za-z0-9][\w./-]{3,24}|\d{7,14}")
"""Letters and digits without a space, as in docket, article and order numbers, or many digits."""
_KILOBYTES: Final = lazy_regex(r"\d{1,5} ?k", re.I)
"""Sizes as search engines give them; numbers of which only some end in *k*, or with decimals, are counts."""
_COMPANY: Final = lazy_regex(
    r"\b(?:Inc|Corp|Corporation|Ltd|Limited|LLC|LLP|GmbH|AG|KG|S\.?A|S\.?p\.?A|S\.?L|B\.?V|N\.?V|Oy|AB|ApS|PLC|Plc|Pty|Co|Company)"
    r"\.?(?:,? (?:Inc|Ltd|KG)\.?)?\)?$"
)
"""Legal forms at the end of a name."""
_NAME: Final = r"[A-ZÀ-Þ][\w'’-]+"
_PERSON: Final = lazy_regex(
    rf"{_NAME}, {_NAME}(?: (?:[A-ZÀ-Þ]\.? ?|{_NAME})+)?\.?|{_NAME},? (?:[A-ZÀ-Þ]\. ?){{1,3}}"
    rf"|{_NAME},? (?:[A-ZÀ-Þ]\. ?){{1,3}}(?:, {_NAME},? (?:[A-ZÀ-Þ]\. ?){{1,3}})+|(?:{_NAME} )?(?:[A-ZÀ-Þ]\. ?){{1,3}}{_NAME}"
    rf"|(?:Dr|Prof|Mr|Mrs|Ms|Judge|Justice)\.? .{{3,40}}|{_NAME} .{{0,20}}(?:M\.?D|Ph\.?D|D\.?O|R\.?N|Esq)\.?"
)
"""A surname with a first name or initials, or a person with a form of address or a degree."""
COMPANIES: Final = 0.3  # share of companies whose names have a legal form
_COUNTED: Final = lazy_regex(rf"{_NUMBER}(?:[kKM](?![^\W\d_]))?\+? ?([^\W\d_]{{3}}[^\d.,;:|()]*)")
_LABELLED: Final = lazy_regex(r"([^\W\d_][^:：\d]{1,30}?) ?[:：] ?[^\s/].*")


def looks_of(seen: Sequence[SeenValue]) -> Iterator[str]:
    """Yield the names for values that look like hardly anything else, best first."""
    texts = _texts(seen)
    enough = AGREEMENT * len(texts)
    numbered = _agree(_HAS_DIGIT, texts)
    for name, look in _LOOKS if texts else ():
        if (numbered or name not in NUMBERED) and _agree(look, texts):
            yield name
    if len(texts) >= MANY and all(map(_KILOBYTES.fullmatch, texts)):
        yield "size"
    for pattern in (_LABELLED, _COUNTED):
        matches = filter(None, map(pattern.fullmatch, texts))
        words = [slug(found[1]) for found in matches if len(found[1]) <= MAX_UNIT]
        word, votes = commonest(words) if words else ("", 0)
        if word and votes >= enough:
            yield word
    if texts and _are_companies(texts):
        yield "company"
    if texts and (median(map(len, texts)) >= PROSE or sum(map(_is_sentence, texts)) >= enough):
        yield from ("description", "summary")
        if sum(one.text.lstrip().startswith(ELLIPSES) for one in seen) >= enough:
            yield "excerpt"
    if len(set(texts)) == len(texts) >= MANY and all(map(_IDENTIFIER.fullmatch, texts)):
        yield "id"


def _is_sentence(text: str) -> bool:
    """Return whether a text is six words or more that begin with a capital and end as a sentence."""
    return len(text.split()) >= WORDS and text[:1].isupper() and text.endswith((".", "!", "?", "…"))


def _agree(look: re.Pattern[str], texts: Sequence[str]) -> bool:
    """Return whether enough texts look like something; stops at the first that makes it impossible."""
    misfits = len(texts) * (1 - AGREEMENT)
    for text in texts:
        misfits -= look.fullmatch(text) is None
        if misfits < 0:
            return False
    return True


def value_role(seen: Sequence[SeenValue]) -> Iterator[str]:
    """Yield the name that values suggest if nothing else does: people."""
    texts = _texts(seen)
    if len(texts) >= MANY and _agree(_PERSON, texts):
        yield "person"


def _texts(seen: Sequence[SeenValue]) -> list[str]:
    return [one.text.strip(" |•·-–—,;()[]") for one in seen if one.is_text]


def _are_companies(texts: Sequence[str]) -> bool:
    """Return whether several short names, some of them with a legal form, are those of companies."""
    formed = sum(_COMPANY.search(text) is not None for text in texts)
    return formed >= max(2, COMPANIES * len(texts)) and median(map(len, texts)) < PROSE
