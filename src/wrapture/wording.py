"""Small pieces of text handling that several packages share."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """Return a number of things.

    >>> counted(1, "page"), counted(20, "page")
    ('1 page', '20 pages')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def encodable(text: str) -> str:
    r"""Return a text that UTF-8 can encode: surrogate pairs are joined, lone surrogates replaced.

    Pages and Linux file names may contain them.

    >>> encodable("caf\udce9.html"), encodable("\ud83d\ude00"), encodable("plain")
    ('caf�.html', '😀', 'plain')
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
