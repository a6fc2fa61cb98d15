"""An upgrade of the node while the web client is open and saved in the browser."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from conftest import StartNode, Visit
from eventually import eventually
from programs import copy_of
from test_away import wait_until_saved

pytestmark = pytest.mark.service_worker


@pytest.fixture
def newer_program(program: Path, folder: Path) -> Path:
    """A copy of the program with a small change of the style sheet."""
    newer, web = copy_of(program, folder / "newer")
    style = web / "style.css"
    with style.open("a") as file:
        file.write("\n:root { --newer: yes; }\n")
    # The compressed form is that of before.
    style.with_name("style.css.gz").unlink(missing_ok=True)
    return newer


def test_after_an_upgrade_the_page_offers_to_reload_and_shows_the_new_version(
    start_node: StartNode, visit: Visit, newer_program: Path
) -> None:
    node = start_node()
    page = visit(node)
    page.wait_until_web_client_is_saved()
    page.write("before")
    expect(page.message("before")).to_be_visible()
    is_newer = "getComputedStyle(document.documentElement).getPropertyValue('--newer')"
    assert page.page.evaluate(is_newer) == ""

    node.stop()
    node.program = newer_program
    node.start()
    # The open page continues to work, and says that a newer version exists.
    upgrade = page.notice("newer version of this page is available")
    expect(upgrade).to_be_visible()
    page.write("still here")
    expect(page.message("still here")).to_be_visible()
    # The browser may find the newer version without the page. It also saves the languages that it had saved.
    page.page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
    languages = """async (version) => {
      const names = await caches.keys();
      const files = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return files.flat().map(({ url }) => url).filter((url) => url.includes('/languages/') && !url.includes(version)).length;
    }"""
    version = page.page.locator("html").get_attribute("data-version")
    eventually(lambda: page.page.evaluate(languages, version) == 1, "the language of the newer version is saved")
    upgrade.get_by_role("button", name="Reload").click()
    expect(page.notices).to_have_count(0)
    expect(page.message("still here")).to_be_visible()
    assert page.page.evaluate(is_newer) == "yes"

    # The browser has replaced the saved version too.
    page.page.evaluate(
        """() => new Promise((resolve) => {
          const look = async () => {
            const names = await caches.keys();
            const { active } = await navigator.serviceWorker.ready;
            if (names.length === 1 && active.state === 'activated' && await caches.match('./')) {
              const saved = await (await caches.match('./')).text();
              if (saved.includes(document.documentElement.dataset.version)) return resolve();
            }
            requestAnimationFrame(look);
          };
          look();
        })"""
    )
    wait_until_saved(page, "", "still here")
    node.kill()
    later = page.open_another_tab()
    expect(later.message("still here")).to_be_visible()
    assert later.page.evaluate(is_newer) == "yes"
