from __future__ import annotations

import socket
import ssl
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from wrapture.errors import FetchError
from wrapture.net.fetch_trouble import AnswerError, NoConnectionError
from wrapture.net.http_messages import Request
from wrapture.net.retrying import may_repeat, retry_after_s

from .conftest import answer

NOW = datetime(2026, 11, 16, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("", None),
        ("7", 7),
        (" 0 ", 0),
        ("9" * 400, 999_999_999),
        ("-1", None),
        ("1.5", None),
        ("²", None),
        ("soon", None),
        ("Mon, 16 Nov 2026 12:01:30 GMT", 90),
        ("Mon, 16 Nov 2026 12:01:30 -0000", 90),
        ("Mon, 16 Nov 2026 11:00:00 GMT", 0),
        ("Monday, 16-Nov-26 12:01:30 GMT", 90),
        ("Mon, 99 Nov 2026 12:01:30 GMT", None),
    ],
)
def test_retry_after(said: str, seconds: float | None) -> None:
    assert retry_after_s(replace(answer(), headers=(("retry-after", said),)), NOW) == seconds


def failure(*causes: BaseException) -> FetchError:
    error: BaseException = FetchError("https://example.org/", "failed")
    first = error
    for cause in causes:
        error.__cause__ = cause
        error = cause
    assert isinstance(first, FetchError)
    return first


@pytest.mark.parametrize(
    ("causes", "again"),
    [
        ((), False),
        ((NoConnectionError(),), True),
        ((AnswerError(), ConnectionResetError()), True),
        ((AnswerError(), TimeoutError()), True),
        ((AnswerError(), ValueError()), False),
        ((NoConnectionError(), ssl.SSLError()), False),
        ((NoConnectionError(), socket.gaierror()), False),
    ],
)
def test_only_failures_that_may_pass_are_repeated(causes: tuple[BaseException, ...], again: bool) -> None:
    assert may_repeat(Request("https://example.org/"), failure(*causes)) is again
    assert not may_repeat(Request("https://example.org/", "POST"), failure(*causes))


def test_an_error_that_names_itself_as_its_cause() -> None:
    itself = AnswerError()
    itself.__cause__ = itself
    assert not may_repeat(Request("https://example.org/"), failure(itself))
