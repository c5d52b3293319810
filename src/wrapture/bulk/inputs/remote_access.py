"""What a run may reach through fsspec, whose addresses are chains: ``zip://a.html::simplecache::https://host/pages.zip``.

Every link of a chain is checked.  Protocols that lead to any machine an address names (``sftp``, ``webhdfs``, ``reference`` …)
need a grant; http(s) leads to public machines only.  Grants come from the inputs that the user named: `grants_for` keeps names
and passwords apart from the addresses, so that none stands in a result, a report, a message or the work folder.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.errors import AddressError, SourceError
from wrapture.net.fetch_trouble import AnswerError, ForbiddenError, NoConnectionError
from wrapture.net.pinned import ALLOW_IT, check, look_up
from wrapture.net.redaction import masked
from wrapture.net.web_address import parsed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

WEB: Final = frozenset({"http", "https"})
CACHES: Final = frozenset({"simplecache", "filecache", "blockcache"})
HARMLESS: Final = frozenset({"file", "local", "memory", "zip", "tar"}) | CACHES
"""They open no connection of their own; what they read comes from the next link of the chain."""
STORAGE: Final = frozenset({"s3", "s3a", "gs", "gcs", "az", "abfs", "abfss"})
"""They lead to the storage of one provider, whichever bucket the address names."""
LOOK_UP_S: Final = 10.0

_LINK: Final = re.compile(r"(?:([^:/]+)://)?([^/]*)(.*)", re.S)
_WORD: Final = re.compile(r"[a-z0-9_+-]+", re.I)  # alone in a chain it is a protocol; a path has a dot or a slash


class ChainLink(NamedTuple):
    """One link of a chain: its protocol, the ``place`` (user, host and port, or the first folder), and the rest."""

    protocol: str
    place: str
    rest: str

    @property
    def host(self) -> str:
        """The place without a user name and password; a storage's ``container@account`` has neither."""
        return self.place if self.protocol in HARMLESS | STORAGE else self.place.rpartition("@")[2]

    @property
    def login(self) -> str:
        """The user name and password."""
        return self.place.removesuffix(self.host).removesuffix("@")

    @property
    def origin(self) -> str:
        """Protocol and host."""
        return f"{self.protocol}://{self.host}"


@dataclass(frozen=True, slots=True)
class Grant:
    """The login for an ``origin`` that the user named, and whether it may be ``private`` or of any protocol."""

    origin: str
    login: str = field(default="", repr=False)
    private: bool = False


def links(address: str) -> list[ChainLink]:
    """Return the links of a chain as fsspec takes them apart; a link without a protocol is a local path.

    >>> [link.origin for link in links("zip://a/b.html::simplecache::https://ann:key@host:8/x.zip")]
    ['zip://a', 'simplecache://', 'https://host:8']
    >>> links("zip://a.html::/tmp/x.zip")[1]
    ChainLink(protocol='file', place='', rest='/tmp/x.zip')
    """
    chained = "::" in address
    return [_link(bit, chained=chained) for bit in address.split("::")]


def _link(bit: str, *, chained: bool) -> ChainLink:
    if chained and _WORD.fullmatch(bit):
        return ChainLink(bit.lower(), "", "")
    if bit.startswith("data:"):
        return ChainLink("data", "", bit)
    match = _LINK.fullmatch(bit)
    if match is None or match[1] is None:
        return ChainLink("file", "", bit)
    protocol, place, rest = match[1].lower(), match[2], match[3]
    if protocol in WEB and "@" in rest and not _is_host(place):  # a password with a slash
        login, _, after = f"{place}{rest}".rpartition("@")
        host, slash, path = after.partition("/")
        return ChainLink(protocol, f"{login}@{host}", slash + path)
    return ChainLink(protocol, place, rest)


def _is_host(place: str) -> bool:
    try:
        parsed(f"http://{place}/")
    except AnswerError:
        return False
    return True


def is_web(address: str) -> bool:
    """Return whether an address is http(s), and no chain."""
    return address.lower().startswith(("http://", "https://")) and "::" not in address


def is_cached_web(address: str) -> bool:
    """Return whether an address is http(s), directly or through caches.

    >>> [is_cached_web(address) for address in ("http://host/x", "simplecache::http://host/x", "zip://a::http://host/x")]
    [True, True, False]
    """
    *before, last = links(address)
    return last.protocol in WEB and all(link.protocol in CACHES for link in before)


def without_logins(address: str) -> str:
    """Return an address without the user names and passwords of its links.

    >>> without_logins("zip://a.html::https://ann:key@host/x.zip?at=a@b")
    'zip://a.html::https://host/x.zip?at=a@b'
    """
    return _with_places(address, lambda link: link.host)


def _with_places(address: str, place: Callable[[ChainLink], str]) -> str:
    """Return an address with another user, host and port in every link that has them."""
    bits = address.split("::")
    pairs = zip(bits, links(address), strict=True)
    return "::".join(
        f"{bit.partition('://')[0]}://{place(link)}{link.rest}" if link.place else bit for bit, link in pairs
    )


def grants_for(inputs: Iterable[str], *, allow_private: bool) -> tuple[Grant, ...]:
    """Return the grants for inputs as the user named them."""
    named = [link for given in inputs if "://" in given for link in links(given)]
    kept = [link for link in named if allow_private or link.login]
    return tuple(dict.fromkeys(Grant(link.origin, link.login, allow_private) for link in kept))


class RemoteAccess:
    """The grants of all runs in this process; each is for the origins that its user named, and for no others."""

    def __init__(self) -> None:
        self._logins: dict[str, str] = {}
        self._private: set[str] = set()

    def add(self, grants: Iterable[Grant]) -> None:
        """Use these grants from now on."""
        for grant in grants:
            if grant.login:
                self._logins[grant.origin] = grant.login
            if grant.private:
                self._private.add(grant.origin)

    def is_private(self, link: ChainLink) -> bool:
        """Return whether a link may lead to this machine or a private network."""
        return link.origin in self._private

    def with_logins(self, address: str) -> str:
        """Return an address as fsspec needs it."""
        if not self._logins:
            return address
        return _with_places(address, lambda link: "@".join(filter(None, (self._logins.get(link.origin), link.place))))

    def public(self, message: str) -> str:
        """Return a message without the passwords of grants."""
        secrets = [login.partition(":")[2] or login for login in self._logins.values()]
        return masked(message, tuple(sorted({*self._logins.values(), *secrets})))

    def check(self, address: str) -> list[ChainLink]:
        """Return the links of a chain; raises `ForbiddenError` if one must not be followed.  No name is resolved."""
        chain = links(address)
        if sum(link.protocol in WEB for link in chain) > 1:
            raise ForbiddenError("is a chain with several http(s) links; give one")
        for link in chain:
            if link.protocol in WEB:
                host = parsed(f"{link.origin}/")
                if not self.is_private(link):
                    check(host.host, [] if host.ip is None else [host.ip])
            elif link.protocol not in HARMLESS | STORAGE and not self.is_private(link):
                raise ForbiddenError(f"{link.protocol}:// can lead to any machine, {ALLOW_IT}")
        return chain


ACCESS: Final = RemoteAccess()
"""Of this process: the one that lists the input, or a worker."""


def refuse_private(inputs: Sequence[str]) -> None:
    """Raise `AddressError` for an input that leads to this machine or a private network without a grant."""
    for given in inputs:
        try:
            for link in ACCESS.check(given) if "://" in given else ():
                if link.protocol in WEB and not ACCESS.is_private(link):
                    host = parsed(f"{link.origin}/")
                    check(host.host, look_up(host.host, host.port, LOOK_UP_S))
        except ForbiddenError as error:
            raise AddressError(given, str(error)) from error
        except (AnswerError, NoConnectionError) as error:
            raise SourceError(given, str(error)) from error
