"""The vectors of pages: each is judged as it states, and the file is the generator's."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import make_pages
from page import NoRoot, Unreadable, read_page
from vectors import PAGES, Vector, page_content


def verdict(content: bytes, vector_name: str) -> str:
    try:
        page = read_page(content)
    except NoRoot:
        return "no readable root"
    except Unreadable:
        return "unreadable page"
    # Only this page ends behind its last entry.
    assert page.is_proven(0) or vector_name == "entries that end before next"
    assert not any(entry.refusal for entry in page.entries)
    return "readable page"


def test_the_file_is_what_the_generator_writes() -> None:
    assert make_pages.FILE.read_text() == make_pages.content(), (
        "Run Tests/ProtocolTests/make_pages.py with the Python of .build/protocol-tests."
    )


def test_each_page_has_a_name_of_its_own() -> None:
    names = [vector["name"] for vector in PAGES]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("vector", PAGES, ids=lambda vector: vector["name"])
def test_a_page_is_judged_as_stated(vector: Vector) -> None:
    assert verdict(page_content(vector), vector["name"]) == vector["verdict"]


@pytest.mark.parametrize("count", [66_000, 66_001])
def test_a_page_has_at_most_66000_elements(count: int) -> None:
    # The root and the message are two of them.
    content = make_pages.page_of_fields(count - 2)
    if count == 66_000:
        [entry] = read_page(content).entries
        assert entry.refusal
    else:
        with pytest.raises(Unreadable):
            read_page(content)


@pytest.mark.parametrize("page", [make_pages.page_of_gone, make_pages.page_of_origins])
def test_a_page_has_at_most_10000_entries_and_origins(page: Callable[[int], bytes]) -> None:
    assert read_page(page(10_000)).is_proven(0)
    with pytest.raises(Unreadable):
        read_page(page(10_001))


def test_a_page_has_at_most_4_mib() -> None:
    start, end = make_pages.PAGE.encode().split(b"\n", 1)
    padding = b" " * (4 * 1024 * 1024 - len(start) - len(end))
    assert read_page(start + padding + end).is_proven(0)
    with pytest.raises(Unreadable):
        read_page(start + padding + b" " + end)
