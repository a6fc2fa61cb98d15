"""The language of the page. Tests/WebTests has the tests of the texts."""

import json
import re

import pytest
from playwright.sync_api import expect

from conftest import Visit
from eventually import eventually
from node import Node
from web_page import WebPage


def test_the_page_uses_the_language_of_the_browser(node: Node, visit: Visit) -> None:
    page = visit(node, name=None, locale="ru-RU")
    expect(page.page.locator("html")).to_have_attribute("lang", "ru")
    expect(page.page.get_by_role("button", name="\u041d\u0430\u0447\u0430\u0442\u044c")).to_be_visible()
    page.give_name("jack")
    page.write("\u4f60\u597d, \u043f\u0440\u0438\u0432\u0435\u0442")
    expect(page.messages).to_have_count(1)
    # No key, no placeholder and no empty label is left.
    expect(page.page.locator("body")).not_to_contain_text(re.compile(r"undefined|\{\w+\}"))
    labels = page.page.locator("[data-label]").evaluate_all("(all) => all.map(({ ariaLabel }) => ariaLabel)")
    assert labels and all(labels)
    page.expect_no_sideways_scrolling()


#: Languages of a browser whose system has a locale that is no language tag, and the language of the page. Others are in
#: Tests/WebTests.
INVALID = [(["C", "pt-BR"], "pt"), (None, "en")]


def test_the_page_works_if_the_languages_of_the_browser_are_no_valid_tags(
    node: Node, visit: Visit, subtests: pytest.Subtests
) -> None:
    node.post("hello", user="megan")
    page = visit(node)
    for languages, expected in INVALID:
        with subtests.test(str(languages)):
            tab = page.open_another_tab("test.html")
            tab.page.add_init_script(f"""
              const languages = {json.dumps(languages)} ?? undefined;
              Object.defineProperty(navigator, 'languages', {{ get: () => languages }});
              Object.defineProperty(navigator, 'language', {{ get: () => languages?.[0] ?? '' }});
            """)
            tab.open()
            expect(tab.message("hello")).to_be_visible()
            expect(tab.page.locator("html")).to_have_attribute("lang", expected)
            tab.close()


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


@pytest.mark.service_worker
def test_the_browser_saves_the_languages_that_were_used_and_no_other(node: Node, visit: Visit) -> None:
    page = visit(node, locale="de-DE")
    saved = """async () => {
      const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().flatMap(({ url }) => url.match(/languages\\/(.*)/)?.[1] ?? []).sort();
    }"""
    # The page has loaded its language before there was a service worker.
    eventually(lambda: page.page.evaluate(saved) == ["de.js"], "the browser saves the language")
    page.open_settings()
    page.page.locator("#language").select_option("fr")
    page.done()
    eventually(lambda: page.page.evaluate(saved) == ["de.js", "fr.js"], "the browser saves the chosen language")
    node.stop()
    page.reload()
    expect(page.page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.notices).to_contain_text("Tidings ne répond")
    # The browser can't load this language now, and has never shown English. The page stays in the last one.
    page.open_settings()
    page.page.locator("#language").select_option("ja")
    page.done()
    page.reload()
    expect(page.page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.page.locator("#language")).to_have_value("ja")
    expect(page.page.locator("#language-problem")).not_to_be_empty()


def test_the_menus_and_dialogs_fit_a_phone_in_long_languages(node: Node, visit: Visit) -> None:
    page = visit(node, locale="de-DE", viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    page.write("hello")
    expect(page.messages).to_have_count(1)
    expect_menus_to_fit(page)
    page.settings.locator("#language").select_option("fr")
    page.done()
    page.page.locator("#close-rooms").click()
    expect(page.page.locator("html")).to_have_attribute("lang", "fr")
    expect_menus_to_fit(page)


def expect_menus_to_fit(page: WebPage) -> None:
    """Opens each menu and dialog of the header and of the rooms. The settings stay open."""
    outside = """(part) => [...part.querySelectorAll('*')].filter((element) => element.checkVisibility())
      .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth)
      .map(({ outerHTML }) => outerHTML)"""
    for part in ("room-menu", "group", "rooms", "settings"):
        page.page.locator(f"#open-{part}").click()
        expect(page.page.locator(f"#{part}")).to_be_visible()
        page.expect_no_sideways_scrolling()
        # The panels slide in.
        eventually(lambda: page.page.locator(f"#{part}").evaluate(outside) == [], f"#{part} fits")
        if part in ("room-menu", "group"):
            page.page.keyboard.press("Escape")
