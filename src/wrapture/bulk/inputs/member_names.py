"""Whether the name of a file or archive member is that of a page."""

from __future__ import annotations

from typing import Final

from wrapture.capture.page_sources import PAGE_SUFFIXES

_ENDINGS: Final = """
7z aac ai apk asc atom avi avif bak bin bmp br bz2 cab cdx cfg class conf css csv cur dat db deb dll dmg doc docx dtd
ear eml eot eps epub exe flac flv gif gpg gz ico ics ini iso jar java jp2 jpeg jpg js json jsonl jsx key less log lz4
lzma m3u8 m4a m4v map md mid mjs mkv mov mp3 mp4 mpeg mpg msi ndjson odp ods odt ogg ogv opus otf parquet pdf pem pkl
pl png ppt pptx ps psd py pyc rar rdf rpm rss rtf sass scss sh sig so sql sqlite svg svgz swf tar tbz2 tex tgz tif
tiff toml ts ttf txt txz vcf vtt war warc wasm wav webm webmanifest webp wma wmv woff woff2 xls xlsx xml xsd xsl xslt
xz yaml yml z zip zst
"""
NO_PAGES: Final = frozenset(_ENDINGS.split())
"""Extensions of what is clearly no page; server scripts (``list.php``) and numbers (``page.2``) are not among them."""


def is_page_name(name: str) -> bool:
    """Return whether a name has the extension of a page.

    >>> is_page_name("a/B.HTML"), is_page_name("list.html?page=2"), is_page_name("list.php")
    (True, True, False)
    """
    lower = name.lower()
    return lower.endswith(PAGE_SUFFIXES) or ("?" in lower and _asked(lower).endswith(PAGE_SUFFIXES))


def is_no_page_name(name: str) -> bool:
    """Return whether a name is clearly not that of a page; call `is_page_name` first.

    >>> is_no_page_name("a/logo.png"), is_no_page_name("style.css?v=3"), is_no_page_name("list.php?q=1")
    (True, True, False)
    """
    lower = name.lower()
    last = lower.rpartition("/")[2]
    return not last or _ending(last) in NO_PAGES or ("?" in last and _ending(_asked(last)) in NO_PAGES)


def _ending(name: str) -> str:
    return name.rpartition(".")[2] if "." in name else ""


def _asked(name: str) -> str:
    return name.partition("?")[0]
