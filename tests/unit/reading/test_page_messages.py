"""Pages that are a message instead of content."""

from __future__ import annotations

import pytest

from wrapture.html.lexbor import parse_page
from wrapture.reading.page_messages import MEANINGS, SHORT, message_of

MESSAGES = {
    "blocked": "<title>Just a moment...</title><p>Checking your browser",
    "consent": "<h1>Before you continue</h1><p>We use cookies.</p><button>Accept all</button>",
    "login": "<h1>Anmelden</h1><form><input type=password></form>",
    "error": "<h1>503 Service Unavailable</h1>",
}


@pytest.mark.parametrize("kind", MEANINGS)
def test_a_message_is_recognized_by_its_words(kind: str) -> None:
    message = message_of(parse_page(MESSAGES[kind]))
    assert message is not None
    assert (message.kind, message.words.startswith(MEANINGS[message.kind])) == (kind, True)


@pytest.mark.parametrize("kind", MESSAGES)
def test_a_page_with_much_more_text_is_none(kind: str) -> None:
    assert message_of(parse_page(f"{MESSAGES[kind]}<p>{'words ' * (SHORT // 5)}")) is None


@pytest.mark.parametrize(
    "html",
    [
        "<p>Books",
        "<h1>Log in</h1><p>or read on",
        "".join(f"<h2>Driver ({n})</h2>" for n in range(501, 506)) + "words " * 80,
    ],
)
def test_other_pages_have_none(html: str) -> None:
    assert message_of(parse_page(html)) is None
