"""Addresses, parsed once: what is checked is what is requested.

Hosts are read as browsers read them (the URL standard of WHATWG): ``0x7f.1``, ``2130706433`` and ``①②⑦.0.0.1`` are
all 127.0.0.1.  Where parsers are known to disagree (a backslash before the host, control characters) an address is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from ipaddress import IPv4Address, IPv6Address
from typing import Final, TypeAlias
from urllib.parse import quote, unquote, urljoin, urlsplit

from wrapture.net.fetch_limits import MAX_URL_CHARS
from wrapture.net.fetch_trouble import AnswerError, ForbiddenError

SCHEMES: Final = ("http", "https")
PORTS: Final = {"http": 80, "https": 443}
SHOWN_CHARS: Final = 200
"""Length of an address from a server in a message."""

Origin: TypeAlias = tuple[str, str, int]
"""Scheme, host and port: what belongs to one origin is sent to no other."""

_PARTS: Final = re.compile(r"(?:([a-z][a-z0-9+.-]*):)?(//)?([^/?#\\]*)([^?#]*)(\?[^#]*)?(?:#.*)?", re.I | re.S)
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")
_USER: Final = re.compile(r"(\s*[a-z][a-z0-9+.-]+:[/\\]+)[^/?#]*@", re.I)
_HOST: Final = re.compile(r"(\[[^\]]*\]|[^:\[\]]*)(?::([0-9]*))?", re.S)
_NUMBER: Final = re.compile(r"[0-9]+|0x[0-9a-f]*")
_LABEL: Final = re.compile(r"[a-z0-9_-]{1,63}")
MAX_HOST_CHARS: Final = 253
_DOT: Final = re.compile(r"\.|%2e", re.I)
PATH_SAFE: Final = "!$%&'()*+,-./:;=@[]_|~"
QUERY_SAFE: Final = PATH_SAFE.replace("'", "") + "?\\^`{}"


@dataclass(frozen=True, slots=True)
class Address:
    """An http(s) address: ``target`` is path and query, ``host`` a name in ASCII or an IP address in its proper spelling."""

    scheme: str
    host: str
    port: int
    target: str
    user: str = field(default="", repr=False)
    password: str = field(default="", repr=False)

    @property
    def origin(self) -> Origin:
        """Scheme, host and port."""
        return self.scheme, self.host, self.port

    @property
    def netloc(self) -> str:
        """Host and port as in an address; the default port is left out."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def path(self) -> str:
        """The path alone."""
        return self.target.partition("?")[0]

    @property
    def url(self) -> str:
        """The address as text, without user name and password."""
        return f"{self.scheme}://{self.netloc}{self.target}"

    @property
    def ip(self) -> IPv4Address | IPv6Address | None:
        """The host as an IP address, if it is one."""
        if ":" in self.host:
            return IPv6Address(self.host)
        return IPv4Address(self.host) if _NUMBER.fullmatch(self.host.rpartition(".")[2]) else None


def parsed(text: str) -> Address:
    """Return a parsed http(s) address, without its fragment.

    >>> parsed("HTTP://ann:secret@0x7f.1:80/list/../a b?q=ü#top").url
    'http://127.0.0.1/a%20b?q=%C3%BC'
    """
    text = text.strip(" ")
    if _CONTROL.search(text):
        raise _not_one("it holds a control character")
    if _SURROGATE.search(text):
        raise _not_one("it is not Unicode text")
    if len(text) > MAX_URL_CHARS:
        raise _not_one(f"it is longer than {MAX_URL_CHARS} characters")
    match = _PARTS.fullmatch(text)
    scheme, slashes, authority, path, query = match.groups(default="") if match else ("",) * 5
    user, _, place = authority.rpartition("@")
    if scheme.lower() not in SCHEMES or not slashes or not place:
        raise ForbiddenError("only addresses such as http://host/path or https://host/path can be fetched")
    if path.startswith("\\"):
        raise _not_one("a backslash stands before or after the host")
    host, port = _host_and_port(place, PORTS[scheme.lower()])
    target = quote(_without_dots(path or "/"), PATH_SAFE) + quote(query, QUERY_SAFE)
    name, _, password = user.partition(":")
    return Address(scheme.lower(), host, port, target, unquote(name), unquote(password))


def joined(base: Address, location: str) -> Address:
    """Return the address that a redirect leads to, without a user name and password from the server."""
    if _CONTROL.search(location):
        raise _not_one("it holds a control character")
    try:
        full = urljoin(base.url, location.strip(" "))
    except ValueError as error:
        raise _not_one(str(error)) from error
    return replace(parsed(full), user="", password="")


def is_divisible(url: str) -> bool:
    """Return whether an address that a file claims to have can be taken apart; an open bracket can't.

    >>> is_divisible("http://example.org/list"), is_divisible("http://[example.org")
    (True, False)
    """
    try:
        urlsplit(url)
    except ValueError:
        return False
    return True


def without_password(url: str) -> str:
    """Return an address without its user name and password.

    >>> without_password("https://ann:secret@example.org/list?at=a@b")
    'https://example.org/list?at=a@b'
    """
    return _USER.sub(r"\1", url, count=1) if _USER.match(url) else url


def shown(url: str) -> str:
    """Return an address from a server as a short piece of a line."""
    plain = "".join(c if c.isprintable() else "?" for c in without_password(url))
    return plain if len(plain) <= SHOWN_CHARS else plain[:SHOWN_CHARS] + "…"


def canonical_host(text: str) -> str:
    """Return the normal form of a host: an IP address, or a name in lower-case ASCII.

    >>> [canonical_host(host) for host in ("127.1", "0177.0.0.01", "[::FFFF:7f00:1]", "Bücher.example.", "１.1.1.1")]
    ['127.0.0.1', '127.0.0.1', '::ffff:7f00:1', 'xn--bcher-kva.example', '1.1.1.1']
    """
    if text.startswith("["):
        return _ipv6(text)
    name = _ascii(unquote(text)).lower()
    name = name.removesuffix(".")
    if _NUMBER.fullmatch(name.rpartition(".")[2]):
        return str(_ipv4(name))
    if len(name) > MAX_HOST_CHARS or not all(map(_LABEL.fullmatch, name.split("."))):
        raise _not_one("its host is no name of a machine")
    return name


def _host_and_port(place: str, usual: int) -> tuple[str, int]:
    match = _HOST.fullmatch(place)
    if match is None:
        raise _not_one("its host is no name of a machine")
    port = int(match[2].lstrip("0")[:6] or 0) if match[2] else usual
    if not 0 < port < 65536:
        raise _not_one("its port is not between 1 and 65535")
    return canonical_host(match[1]), port


def _ascii(name: str) -> str:
    if name.isascii():
        return name
    import idna

    try:
        return idna.encode(name, uts46=True).decode("ascii")
    except UnicodeError as error:
        raise _not_one(f"its host is no name of a machine: {error}") from error


def _ipv6(text: str) -> str:
    try:
        if "%" in text:
            raise _not_one("its host names a network card")
        address = IPv6Address(text[1:-1])
    except ValueError as error:
        raise _not_one("its host is no IPv6 address") from error
    if (mapped := address.ipv4_mapped) is not None:  # whose text depends on the version of Python
        return f"::ffff:{int(mapped) >> 16:x}:{int(mapped) & 0xFFFF:x}"
    return str(address)


def _ipv4(text: str) -> IPv4Address:
    """Return the IPv4 address of one to four numbers, decimal, octal or hexadecimal; the last one fills what is left."""
    try:
        *first, last = (_number(part) for part in text.split("."))
        if len(first) > 3 or any(number > 255 for number in first) or last >= 256 ** (4 - len(first)):
            raise ValueError
    except ValueError as error:
        raise _not_one("its host is no IPv4 address") from error
    return IPv4Address(sum(number << (24 - 8 * place) for place, number in enumerate(first)) + last)


def _number(part: str) -> int:
    """Return the number in a part of an IPv4 address; raises ValueError."""
    if not _NUMBER.fullmatch(part):  # int() takes signs, spaces and underscores, too
        raise ValueError(part)
    if part.startswith("0x"):
        return int(part[2:] or "0", 16)
    return int(part, 8 if part.startswith("0") else 10)


def _without_dots(path: str) -> str:
    """Return a path without ``.`` and ``..``, however they are spelled; it never leads above its root.

    >>> _without_dots("/a/./b/%2e%2E/../c/.."), _without_dots("/../a//b/")
    ('/', '/a//b/')
    """
    kept: list[str] = []
    parts = path.split("/")[1:]
    for part in parts:
        plain = _DOT.sub(".", part)
        if plain == "..":
            del kept[-1:]
        elif plain != ".":
            kept.append(part)
    if _DOT.sub(".", parts[-1]) in {".", ".."}:
        kept.append("")
    return "/" + "/".join(kept)


def _not_one(why: str) -> AnswerError:
    return AnswerError(f"not an address ({why}); write it as https://host/path")
