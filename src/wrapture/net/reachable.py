"""Which IP addresses are public; requests to others are refused by default.

The lists follow the special-purpose registries of IANA (RFC 6890 and its successors).  An IPv6 address that embeds
an IPv4 address is judged by that one, because it leads there.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import Final, TypeAlias

IPAddress: TypeAlias = IPv4Address | IPv6Address

_SPECIAL_V4: Final = {
    "0.0.0.0/8": "this machine",
    "127.0.0.0/8": "this machine",
    "10.0.0.0/8": "a private network",
    "172.16.0.0/12": "a private network",
    "192.168.0.0/16": "a private network",
    "100.64.0.0/10": "a provider's own network",
    "169.254.0.0/16": "the local link, where clouds keep their keys",
    "168.63.129.16/32": "a cloud's own service",  # Azure's, the one that is not in a special block
    "192.0.0.0/24": "a special-purpose network",
    "192.0.2.0/24": "an example network",
    "198.51.100.0/24": "an example network",
    "203.0.113.0/24": "an example network",
    "192.88.99.0/24": "an obsolete relay",
    "198.18.0.0/15": "a test network",
    "224.0.0.0/4": "a multicast group",
    "240.0.0.0/4": "a reserved network",
}
_SPECIAL_V6: Final = {
    "::/128": "this machine",
    "::1/128": "this machine",
    "fc00::/7": "a private network",
    "fe80::/10": "the local link",
    "fec0::/10": "a private network",
    "ff00::/8": "a multicast group",
    "64:ff9b:1::/48": "a private network",
    "2001::/23": "a special-purpose network",  # Teredo and others
    "2001:db8::/32": "an example network",
    "3fff::/20": "an example network",
}
V4_NETWORKS: Final = tuple((IPv4Network(network), kind) for network, kind in _SPECIAL_V4.items())
V6_NETWORKS: Final = tuple((IPv6Network(network), kind) for network, kind in _SPECIAL_V6.items())
GLOBAL_V6: Final = IPv6Network("2000::/3")
"""All that is allocated so far."""
MAPPED: Final = IPv6Network("::ffff:0:0/96")
NAT64: Final = IPv6Network("64:ff9b::/96")
SIX_TO_FOUR: Final = IPv6Network("2002::/16")


def special_kind(address: IPAddress) -> str | None:
    """Return what kind of network an address belongs to, None if it is public.

    >>> special_kind(IPv4Address("10.1.2.3")), special_kind(IPv6Address("::ffff:127.0.0.1"))
    ('a private network', 'this machine')
    >>> special_kind(IPv4Address("93.184.215.14")) is special_kind(IPv6Address("2606:2800:21f::1")) is None
    True
    """
    if isinstance(address, IPv4Address):
        return next((kind for network, kind in V4_NETWORKS if address in network), None)
    inner = carried(address)
    if inner is not None:
        return special_kind(inner)
    kind = next((kind for network, kind in V6_NETWORKS if address in network), None)
    return kind or (None if address in GLOBAL_V6 else "a reserved network")


def carried(address: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address that an IPv6 address embeds, if any.

    >>> carried(IPv6Address("64:ff9b::7f00:1")), carried(IPv6Address("2002:a00:1::")), carried(IPv6Address("2600::"))
    (IPv4Address('127.0.0.1'), IPv4Address('10.0.0.1'), None)
    """
    if address in MAPPED or address in NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    if address in SIX_TO_FOUR:
        return IPv4Address(int(address) >> 80 & 0xFFFFFFFF)
    return None
