"""The six languages of the web client and their texts."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from conftest import Visit
from node import Node

#: The browser's locale, the page's language, and the text of the button of the first visit.
LANGUAGES = [
    ("en-GB", "en", "Start chatting"),
    ("ru-RU", "ru", "\u041d\u0430\u0447\u0430\u0442\u044c"),
    ("zh-CN", "zh", "\u5f00\u59cb\u804a\u5929"),
    ("pt-BR", "pt", "Come\u00e7ar"),
    ("ja-JP", "ja", "\u30c1\u30e3\u30c3\u30c8\u3092\u59cb\u3081\u308b"),
    ("ko-KR", "ko", "\ub300\ud654 \uc2dc\uc791"),
    # A language without a translation.
    ("fi-FI", "en", "Start chatting"),
]


@pytest.mark.parametrize(
    ("locale", "language", "words"), LANGUAGES, ids=[tag for tag, _, _ in LANGUAGES]
)
def test_the_page_uses_the_language_of_the_browser(
    node: Node, visit: Visit, locale: str, language: str, words: str
) -> None:
    page = visit(node, name=None, locale=locale)
    expect(page.page.locator("html")).to_have_attribute("lang", language)
    expect(page.page.get_by_role("button", name=words)).to_be_visible()
    page.give_name("jack")
    page.write("\u4f60\u597d, \u043f\u0440\u0438\u0432\u0435\u0442")
    expect(page.messages).to_have_count(1)
    # No key, no placeholder and no empty label is left.
    expect(page.page.locator("body")).not_to_contain_text(re.compile(r"undefined|\{\w+\}"))
    for element in page.page.locator("[data-label]").all():
        assert element.get_attribute("aria-label")
    page.expect_no_sideways_scrolling()


def test_times_are_those_of_the_browser_where_the_texts_are_english(
    node: Node, visit: Visit
) -> None:
    page = visit(node, locale="fi-FI")
    page.write("hei")
    # Finnish separates hours and minutes with a full stop.
    expect(page.message("hei").locator("time")).to_have_text(re.compile(r"^\d{1,2}\.\d{2}$"))
    expect(page.page.locator("html")).to_have_attribute("lang", "en")


def test_days_and_counts_are_those_of_the_browser_where_the_texts_are_english(
    node: Node, visit: Visit
) -> None:
    # Persian has digits of its own.
    page = visit(node, locale="fa-IR")
    page.write("salam")
    node.post("soup", room="kitchen", user="megan")
    expect(page.unread("kitchen")).to_have_text("\u06f1")
    expect(page.page).to_have_title(re.compile(r"^\(\u06f1\) "))
    # A word is of the page's language.
    expect(page.page.locator(".day")).to_have_text("Today")
    page.open_group()
    expect(page.group).to_contain_text("\u06f2 messages")
    expect(page.page.locator("html")).to_have_attribute("lang", "en")


#: The browser's locale and the chosen language, if any; a time of day, a short and a long date with a time,
#: and a day.
TIMES = [
    ("de-DE", None, "15:01", "24 Nov 2026, 15:01", "Tuesday, 24 November 2026 at 15:01:40"),
    ("de-DE", "en", "15:01", "24 Nov 2026, 15:01", "Tuesday, 24 November 2026 at 15:01:40"),
    ("fi-FI", "en", "15.01", "24 Nov 2026, 15.01", "Tuesday, 24 November 2026 at 15.01.40"),
    # English has no form of its own for Bulgaria.
    ("bg-BG", None, "15:01", "24 Nov 2026, 15:01", "Tuesday, 24 November 2026 at 15:01:40"),
    ("en-US", None, "3:01 PM", "Nov 24, 2026, 3:01 PM", "Tuesday, November 24, 2026 at 3:01:40 PM"),
    ("ko-KR", "en", "3:01 pm", "24 Nov 2026, 3:01 pm", "Tuesday, 24 November 2026 at 3:01:40 pm"),
    (
        "de-DE",
        "ru",
        "15:01",
        "24 \u043d\u043e\u044f\u0431. 2026\u202f\u0433., 15:01",
        "\u0432\u0442\u043e\u0440\u043d\u0438\u043a, 24 \u043d\u043e\u044f\u0431\u0440\u044f "
        "2026\u202f\u0433. \u0432 15:01:40",
    ),
]


@pytest.mark.parametrize(
    ("locale", "chosen", "clock", "short", "long"),
    TIMES,
    ids=[f"{locale} {chosen}" for locale, chosen, *_ in TIMES],
)
def test_times_have_the_words_of_the_page_and_the_form_of_the_browser(
    node: Node, visit: Visit, locale: str, chosen: str | None, clock: str, short: str, long: str
) -> None:
    page = visit(node, locale=locale)
    if chosen:
        page.open_settings()
        page.page.locator("#language").select_option(chosen)
        expect(page.page.locator("html")).to_have_attribute("lang", chosen)
        page.done()
    path = page.page.locator("link[rel=stylesheet]").get_attribute("href")
    assert path
    shown = page.page.evaluate(
        """async (path) => {
          const { clockTime, dayAndTime, fullTime } = await import(path);
          const time = Date.UTC(2026, 10, 24, 15, 1, 40);
          return [clockTime, dayAndTime, fullTime].map((format) => format(time));
        }""",
        "./" + path.replace("style.css", "language.js"),
    )
    assert [text.replace("\u202f", " ") for text in shown] == [
        text.replace("\u202f", " ") for text in (clock, short, long)
    ]


@pytest.mark.parametrize("chosen", [None, "en"])
def test_a_german_browser_shows_english_words_and_german_numbers(
    node: Node, visit: Visit, chosen: str | None
) -> None:
    page = visit(node, locale="de-DE")
    if chosen:
        page.open_settings()
        page.page.locator("#language").select_option(chosen)
        page.done()
    page.write("hallo")
    expect(page.page.locator(".day")).to_have_text("Today")
    expect(page.message("hallo").locator("time")).to_have_text(re.compile(r"^\d?\d:\d\d$"))
    page.box.fill("x" * 15_384)
    expect(page.counter).to_have_text("1.000 bytes left")


def test_a_chosen_language_shows_at_once_and_after_done_in_other_tabs(
    node: Node, visit: Visit
) -> None:
    page = visit(node, locale="en-GB")
    other = page.open_another_tab()
    page.open_settings()
    page.page.locator("#language").select_option("pt")
    expect(page.page.locator("html")).to_have_attribute("lang", "pt")
    expect(page.page.locator("#empty")).to_contain_text("Ainda não há mensagens")
    expect(other.page.locator("html")).to_have_attribute("lang", "en")
    page.done()
    expect(other.page.locator("html")).to_have_attribute("lang", "pt")
    expect(other.page.locator("#empty")).to_contain_text("Ainda não há mensagens")


@pytest.fixture
def table(node: Node, visit: Visit) -> dict[str, Any]:
    """The texts by key, each in all languages, and the plural categories of each language."""
    page = visit(node, name=None)
    path = page.page.locator("link[rel=stylesheet]").get_attribute("href")
    assert path
    return page.page.evaluate(
        """async (path) => {
          const { languages } = await import(path);
          const tags = Object.keys(languages);
          const rowsOf = async (files) => {
            const tables = await Promise.all(
              tags.map((tag) => import(path.replace('language.js', `${files}-${tag}.js`))));
            const keys = [...new Set(tables.flatMap(({ strings }) => Object.keys(strings)))];
            return keys.map((key) => [key, tables.map(({ strings }) => strings[key] ?? '')]);
          };
          const rows = [...await rowsOf('strings'), ...await rowsOf('strings-pairing')];
          const strings = Object.fromEntries(rows);
          if (Object.keys(strings).length < rows.length) throw new Error('A key is in two files.');
          const plurals = tags.map(
            (tag) => new Intl.PluralRules(tag).resolvedOptions().pluralCategories.toSorted());
          return { strings, plurals };
        }""",
        "./" + path.replace("style.css", "language.js"),
    )


def test_every_string_exists_in_every_language_and_plural_category(table: dict[str, Any]) -> None:
    plurals = table["plurals"]
    for key, row in table["strings"].items():
        assert len(row) == len(plurals) == 6, key
        assert len({type(entry) for entry in row}) == 1, (
            f"{key}: plural forms in some languages only"
        )
        for entry, categories in zip(row, plurals, strict=True):
            forms = entry if isinstance(entry, dict) else {"other": entry}
            assert all(form.strip() for form in forms.values()), f"{key}: an empty string"
            if isinstance(entry, dict):
                assert sorted(entry) == categories, f"{key}: {sorted(entry)}, not {categories}"


def test_all_translations_of_a_string_have_the_same_placeholders(table: dict[str, Any]) -> None:
    for key, row in table["strings"].items():
        placeholders = [set(re.findall(r"\{(\w+)\}", json.dumps(entry))) for entry in row]
        assert all(found == placeholders[0] for found in placeholders), f"{key}: {placeholders}"


def test_every_used_key_exists_and_every_existing_key_is_used(
    node: Node, table: dict[str, Any]
) -> None:
    paths = re.search(r"const files = (\[.*\]);", node.get("sw.js"))
    assert paths
    scripts = [
        path for path in json.loads(paths[1]) if path.endswith(".js") and "strings" not in path
    ]
    code = "\n".join(node.get(path) for path in ["", *scripts])
    used = set(re.findall(r"""\bsay\(\s*'([\w-]+)'""", code))
    used |= set(re.findall(r"""data-(?:text|label|placeholder)="([\w-]+)\"""", code))
    assert len(used) > 30
    strings = set(table["strings"])
    assert used <= strings, f"missing: {used - strings}"
    # The code contains some keys only as quoted strings, and of others only the beginning.
    quoted = set(re.findall(r"""'([\w-]+)'""", code))
    prefixes = tuple(re.findall(r"""\bsay\(\s*`([\w-]+)\$\{""", code))
    assert not {key for key in strings - used - quoted if not key.startswith(prefixes)}
