from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wrapture.errors import AddressError
from wrapture.net.exchange import exchange
from wrapture.net.fetch_trouble import ForbiddenError
from wrapture.net.http_messages import Request
from wrapture.net.pinned import check
from wrapture.net.reachable import V4_NETWORKS, V6_NETWORKS, special_kind
from wrapture.net.web_address import parsed

PRIVATE_V4 = st.sampled_from([network for network, _ in V4_NETWORKS]).flatmap(
    lambda network: st.integers(int(network[0]), int(network[-1])).map(IPv4Address)
)
PRIVATE_V6 = st.sampled_from([network for network, _ in V6_NETWORKS]).flatmap(
    lambda network: st.integers(int(network[0]), int(network[-1])).map(IPv6Address)
)
PUBLIC_V4 = st.sampled_from(["1.0.0.0/8", "8.0.0.0/8", "93.184.0.0/16", "172.64.0.0/13", "193.0.0.0/8"]).flatmap(
    lambda cidr: st.integers(int(IPv4Network(cidr)[0]), int(IPv4Network(cidr)[-1])).map(IPv4Address)
)
PUBLIC_V6 = st.ip_addresses(v=6, network="2a00::/12")


@st.composite
def spelled(draw: st.DrawFn, addresses: st.SearchStrategy[IPv4Address]) -> str:
    """Return an IPv4 address in one of the ways that some program takes it."""
    ip = draw(addresses)
    octets = list(ip.packed)
    parts = draw(st.integers(1, 4))
    numbers = [*octets[: parts - 1], int.from_bytes(bytes(octets[parts - 1 :]))]
    texts = [
        draw(st.sampled_from([str(n), f"0{n:o}", f"0x{n:x}", f"0X{n:X}", f"0x0{n:x}", f"00{n:o}"])) for n in numbers
    ]
    if draw(st.booleans()):
        texts = [text.translate({ord(c): chr(ord(c) + 0xFEE0) for c in "0123456789"}) for text in texts]  # full-width
    return draw(st.sampled_from([".", "。", "．", "%2e", "%2E"])).join(texts) + draw(st.sampled_from(["", "."]))


@st.composite
def carried(draw: st.DrawFn, addresses: st.SearchStrategy[IPv4Address]) -> str:
    """Return an IPv6 address that leads to an IPv4 address, as a host."""
    number = int(draw(addresses))
    way = draw(st.sampled_from([0xFFFF << 32, 0x64FF9B << 96, None]))
    ip = IPv6Address(0x2002 << 112 | number << 80 if way is None else way | number)
    return f"[{draw(st.sampled_from([str(ip), ip.exploded, str(ip).upper()]))}]"


def is_refused(host: str) -> bool:
    address = parsed(f"http://ann@{host}/")
    assert address.ip is not None
    try:
        check(address.host, [address.ip])
    except ForbiddenError:
        return True
    return False


@given(spelled(PRIVATE_V4) | carried(PRIVATE_V4))
def test_every_spelling_of_a_private_address_is_refused(host: str) -> None:
    assert is_refused(host)


@given(PRIVATE_V6)
def test_private_addresses_of_ipv6_are_refused(ip: IPv6Address) -> None:
    assert is_refused(f"[{ip}]")
    assert is_refused(f"[{ip.exploded}]")


@given(spelled(PUBLIC_V4) | carried(PUBLIC_V4))
def test_every_spelling_of_a_public_address_passes(host: str) -> None:
    assert not is_refused(host)


@given(PUBLIC_V6)
def test_public_addresses_of_ipv6_pass(ip: IPv6Address) -> None:
    assert not is_refused(f"[{ip}]")


@given(PRIVATE_V4)
def test_compatible_addresses_are_refused(ip: IPv4Address) -> None:
    assert is_refused(f"[::{ip}]")


@given(st.ip_addresses(v=4))
def test_what_python_calls_private_is_refused(ip: IPv4Address) -> None:
    if ip.is_private or ip.is_loopback or ip.is_link_local or ip.is_multicast or ip.is_unspecified or ip.is_reserved:
        assert special_kind(ip) is not None


@given(st.ip_addresses(v=6))
def test_what_python_calls_private_in_ipv6_is_refused(ip: IPv6Address) -> None:
    if not ip.is_global and ip.sixtofour is None and ip.ipv4_mapped is None and ip not in IPv6Network("64:ff9b::/96"):
        assert special_kind(ip) is not None


@pytest.mark.parametrize(
    "cidr", ["100.64.0.0/10", "169.254.0.0/16", "127.0.0.0/8", "0.0.0.0/8", "224.0.0.0/4", "240.0.0.0/4"]
)
def test_the_edges_of_networks(cidr: str) -> None:
    network = IPv4Network(cidr)
    assert special_kind(network[0]) == special_kind(network[-1]) is not None


@pytest.mark.parametrize(
    "ip", ["1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.1", "223.255.255.255"]
)
def test_neighbours_are_public(ip: str) -> None:
    assert special_kind(IPv4Address(ip)) is None


@pytest.mark.parametrize("ip", ["::ffff:168.63.129.17", "2002:a83f:8111::", "64:ff9b::168.63.129.17"])
def test_neighbours_inside_other_addresses_are_public(ip: str) -> None:
    assert special_kind(ip_address(ip)) is None


@pytest.mark.parametrize(
    "host",
    [
        "168.63.129.16",
        "169.254.169.254",
        "::ffff:168.63.129.16",
        "64:ff9b::a83f:8110",
        "2002:a83f:8110::",
        "0xa8.63.33040",
    ],
)
def test_the_metadata_services_of_clouds_are_refused(host: str) -> None:
    with pytest.raises(AddressError, match="refused by default"):
        exchange(Request(f"http://[{host}]/" if ":" in host else f"http://{host}/"))


@pytest.mark.parametrize("host", ["168.63.129.15", "168.63.129.17"])
def test_their_neighbours_are_public(host: str) -> None:
    assert special_kind(ip_address(host)) is None
