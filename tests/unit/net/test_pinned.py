"""Connections to checked addresses on a made-up network: who is called, how long a wait may be, how much is read."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from threading import Event
from threading import enumerate as enumerate_threads
from typing import TYPE_CHECKING, Any

import httpcore2
import pytest

from wrapture.net import pinned
from wrapture.net.deadline import Deadline
from wrapture.net.fetch_limits import MAX_HEAD_BYTES
from wrapture.net.fetch_trouble import AnswerError, ForbiddenError, NoConnectionError, OutOfTimeError
from wrapture.net.pinned import FIRST_TRY_S, MAX_ADDRESSES, WRITE_BYTES, DeadlineStream, Pinned, bounded, check, look_up

if TYPE_CHECKING:
    from collections.abc import Callable

LONG_S = 1000.0
PUBLIC = [f"93.184.216.{n}" for n in range(1, 10)]


class Wire(httpcore2.NetworkStream):
    """A connection that notes what is asked of it."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        self.asked.append(("read", max_bytes, timeout))
        return b"x" * max_bytes

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self.asked.append(("write", len(buffer), timeout))

    def start_tls(self, ssl_context: Any, server_hostname: str | None = None, timeout: float | None = None) -> Wire:
        self.asked.append(("tls", ssl_context, server_hostname, timeout))
        return self

    def close(self) -> None:
        self.asked.append(("close",))

    def get_extra_info(self, info: str) -> Any:
        return f"about {info}"


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Note the calls of a network on which only the third address answers; names have nine addresses."""
    called: list[tuple[Any, ...]] = []

    def connect(_: Any, host: str, port: int, timeout: float | None, local: Any, options: Any) -> Wire:
        called.append((host, port, timeout, local, options))
        if host != PUBLIC[2]:
            raise (httpcore2.ConnectTimeout if host == PUBLIC[1] else httpcore2.ConnectError)("no")
        return Wire()

    monkeypatch.setattr(httpcore2.SyncBackend, "connect_tcp", connect)
    monkeypatch.setattr(pinned, "look_up", lambda *_: [ip_address(one) for one in PUBLIC])
    return called


def test_the_limits_are_known() -> None:
    assert (MAX_ADDRESSES, FIRST_TRY_S, WRITE_BYTES) == (6, 5.0, 1 << 16)


def names(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    monkeypatch.setattr(pinned, "look_up", lambda *_: [ip_address(one) for one in addresses])


def test_addresses_are_tried_in_turn_each_for_a_short_time(calls: list[tuple[Any, ...]]) -> None:
    stream = Pinned(Deadline(LONG_S), allow_private=False).connect_tcp("far.test", 81, 50.0, "here", [(1, 2, 3)])
    assert isinstance(stream, DeadlineStream)
    assert calls == [(one, 81, FIRST_TRY_S, "here", [(1, 2, 3)]) for one in PUBLIC[:3]]


def test_the_last_address_has_all_the_time(calls: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    names(monkeypatch, PUBLIC[0], PUBLIC[4])
    with pytest.raises(httpcore2.ConnectError):
        Pinned(Deadline(LONG_S), allow_private=False).connect_tcp("far.test", 80, 50.0)
    assert [(host, timeout) for host, _, timeout, *_ in calls] == [(PUBLIC[0], FIRST_TRY_S), (PUBLIC[4], 50.0)]


def test_only_so_many_addresses_are_tried(calls: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    names(monkeypatch, *(f"93.184.217.{n}" for n in range(1, 10)))
    with pytest.raises(httpcore2.ConnectError):
        Pinned(Deadline(LONG_S), allow_private=False).connect_tcp("far.test", 80)
    assert len(calls) == MAX_ADDRESSES


def test_a_name_without_addresses(calls: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    names(monkeypatch)
    with pytest.raises(NoConnectionError, match=r"far\.test has no address"):
        Pinned(Deadline(LONG_S), allow_private=True).connect_tcp("far.test", 80)
    assert calls == []


def test_one_private_address_is_enough_to_refuse(calls: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    names(monkeypatch, PUBLIC[2], "10.0.0.1")
    with pytest.raises(ForbiddenError, match=r"far\.test \(10\.0\.0\.1\) is "):
        Pinned(Deadline(LONG_S), allow_private=False).connect_tcp("far.test", 80)
    assert calls == []
    Pinned(Deadline(LONG_S), allow_private=True).connect_tcp("far.test", 80)
    assert [call[0] for call in calls] == [PUBLIC[2]]


def test_an_address_is_named_once() -> None:
    with pytest.raises(ForbiddenError, match=r"^10\.0\.0\.1 is .*allow_private=True"):
        check("10.0.0.1", [ip_address("10.0.0.1")])
    with pytest.raises(ForbiddenError, match=r"^0\.test \(10\.0\.0\.1\) is "):
        check("0.test", [ip_address("10.0.0.1")])
    check("far.test", [ip_address(PUBLIC[0])])


def test_heads_are_bounded_and_bodies_are_not() -> None:
    wire = Wire()
    stream = DeadlineStream(wire, Deadline(LONG_S))
    assert len(stream.read(MAX_HEAD_BYTES - 1, 7.0)) == MAX_HEAD_BYTES - 1
    assert len(stream.read(60_000, 7.0)) == 1
    with pytest.raises(AnswerError, match=f"longer than {MAX_HEAD_BYTES:,} bytes"):
        stream.read(1, 7.0)
    assert {timeout for _, _, timeout in wire.asked} == {7.0}
    stream.head_is_over()
    assert len(stream.read(60_000)) == len(stream.read(60_000)) == 60_000


def test_writing_goes_piece_by_piece() -> None:
    wire = Wire()
    DeadlineStream(wire, Deadline(LONG_S)).write(b"x" * (2 * WRITE_BYTES + 1), 3.0)
    assert wire.asked == [("write", WRITE_BYTES, 3.0), ("write", WRITE_BYTES, 3.0), ("write", 1, 3.0)]


def test_the_rest_is_passed_on() -> None:
    wire = Wire()
    stream = DeadlineStream(wire, Deadline(LONG_S))
    context: Any = object()
    assert isinstance(stream.start_tls(context, "far.test", 4.0), DeadlineStream)
    assert stream.get_extra_info("x") == "about x"
    stream.close()
    assert wire.asked == [("tls", context, "far.test", 4.0), ("close",)]


@pytest.mark.parametrize(
    ("left_s", "timeout", "raised"),
    [(LONG_S, 5.0, httpcore2.ReadTimeout), (5.0, LONG_S, OutOfTimeError), (5.0, None, OutOfTimeError)],
)
def test_a_timeout_is_that_of_the_wait_or_of_the_deadline(
    left_s: float, timeout: float | None, raised: type[Exception]
) -> None:
    def wait() -> None:
        with bounded(Deadline(left_s), timeout) as wait_s:
            assert wait_s <= 5.0
            raise httpcore2.ReadTimeout("x")

    with pytest.raises(raised):
        wait()


def resolving(monkeypatch: pytest.MonkeyPatch, answer: Callable[..., Any]) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", answer)


def test_names_are_resolved_once_and_without_doubles(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Any, ...]] = []

    def answer(*arguments: Any, **more: Any) -> Any:
        asked.append((arguments, more))
        return [(0, 0, 0, "", (one, 80)) for one in (PUBLIC[1], PUBLIC[0], PUBLIC[1])]

    resolving(monkeypatch, answer)
    assert look_up("far.test", 80, 60.0) == [ip_address(PUBLIC[1]), ip_address(PUBLIC[0])]
    assert asked == [(("far.test", 80), {"type": socket.SOCK_STREAM})]


def test_names_that_do_not_resolve(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> Any:
        raise OSError("nobody there")

    resolving(monkeypatch, fail)
    with pytest.raises(NoConnectionError, match=r"no connection \(nobody there\)"):
        look_up("far.test", 80, 60.0)


def test_a_resolver_that_hangs_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    until = Event()
    resolving(monkeypatch, lambda *_, **__: until.wait(60) and [])
    with pytest.raises(NoConnectionError, match="takes too long"):
        look_up("far.test", 80, 0.01)
    assert all(
        thread.daemon for thread in enumerate_threads() if thread.name == "look-up"
    )  # or the program would not end
    until.set()
