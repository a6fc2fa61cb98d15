"""English, Russian, Chinese, Portuguese, Japanese and Korean, by the languages of the browser."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from conftest import Visit
from node import Node

#: What the browser asks for, the page's language, and the words on the button of the first visit.
LANGUAGES = [
    ("en-GB", "en", "Start chatting"),
    ("ru-RU", "ru", "\u041d\u0430\u0447\u0430\u0442\u044c"),
    ("zh-CN", "zh", "\u5f00\u59cb\u804a\u5929"),
    ("pt-BR", "pt", "Come\u00e7ar"),
    ("ja-JP", "ja", "\u30c1\u30e3\u30c3\u30c8\u3092\u59cb\u3081\u308b"),
    ("ko-KR", "ko", "\ub300\ud654 \uc2dc\uc791"),
    # One that the page does not speak.
    ("fi-FI", "en", "Start chatting"),
]


@pytest.mark.parametrize(
    ("locale", "language", "words"), LANGUAGES, ids=[tag for tag, _, _ in LANGUAGES]
)
def test_the_page_speaks_the_language_of_the_browser(
    node: Node, visit: Visit, locale: str, language: str, words: str
) -> None:
    page = visit(node, name=None, locale=locale)
    expect(page.page.locator("html")).to_have_attribute("lang", language)
    expect(page.page.get_by_role("button", name=words)).to_be_visible()
    page.give_name("jack")
    page.write("\u4f60\u597d, \u043f\u0440\u0438\u0432\u0435\u0442")
    expect(page.messages).to_have_count(1)
    # Nothing stands there untranslated: no key, no hole for a value, no empty label.
    expect(page.page.locator("body")).not_to_contain_text(re.compile(r"undefined|\{\w+\}"))
    for element in page.page.locator("[data-label]").all():
        assert element.get_attribute("aria-label")
    page.expect_no_sideways_scrolling()


@pytest.fixture
def table(node: Node, visit: Visit) -> dict[str, Any]:
    """The table of strings as the page has it, and the plural forms of each language."""
    page = visit(node, name=None)
    path = page.page.locator("link[rel=stylesheet]").get_attribute("href")
    assert path
    return page.page.evaluate(
        """async (path) => {
          const { languages, strings } = await import(path);
          const plurals = Object.keys(languages).map(
            (tag) => new Intl.PluralRules(tag).resolvedOptions().pluralCategories.toSorted());
          return { strings, plurals };
        }""",
        "./" + path.replace("style.css", "strings.js"),
    )


def test_no_string_and_no_plural_form_is_missing(table: dict[str, Any]) -> None:
    plurals = table["plurals"]
    for key, row in table["strings"].items():
        assert len(row) == len(plurals) == 6, key
        assert len({type(entry) for entry in row}) == 1, f"{key}: a plural here and none there"
        for entry, categories in zip(row, plurals, strict=True):
            forms = entry if isinstance(entry, dict) else {"other": entry}
            assert all(form.strip() for form in forms.values()), f"{key}: an empty string"
            if isinstance(entry, dict):
                assert sorted(entry) == categories, f"{key}: {sorted(entry)}, not {categories}"


def test_each_translation_takes_the_same_values(table: dict[str, Any]) -> None:
    for key, row in table["strings"].items():
        holes = [set(re.findall(r"\{(\w+)\}", json.dumps(entry))) for entry in row]
        assert all(found == holes[0] for found in holes), f"{key}: {holes}"


def test_each_key_that_is_used_exists_and_each_that_exists_is_used(
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
    # Some are named by an expression, and some by their beginning.
    quoted = set(re.findall(r"""'([\w-]+)'""", code))
    prefixes = tuple(re.findall(r"""\bsay\(\s*`([\w-]+)\$\{""", code))
    assert not {key for key in strings - used - quoted if not key.startswith(prefixes)}
