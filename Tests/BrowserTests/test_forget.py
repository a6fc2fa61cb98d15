"""The button "Forget this browser" deletes everything that the browser keeps for the node."""

import re

import pytest
from playwright.sync_api import Locator, expect

from conftest import Visit
from node import Node
from test_accessibility import expect_accessible

pytestmark = pytest.mark.service_worker

#: A script that returns what the browser keeps for the page.
KEPT = """async () => ({
  values: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
  databases: (await indexedDB.databases()).map(({ name }) => name),
  caches: await caches.keys(),
  workers: (await navigator.serviceWorker.getRegistrations()).length,
})"""
NOTHING = {"values": [], "databases": [], "caches": [], "workers": 0}


def test_forget_deletes_everything_in_all_tabs_after_a_question_with_the_number_of_unsent_messages(
    node: Node, visit: Visit
) -> None:
    node.post("seen before", user="megan")
    page = visit(node)
    page.wait_until_web_client_is_saved()
    expect(page.message("seen before")).to_be_visible()
    page.choose_in_room_menu("Pin this room")
    other = page.open_another_tab("#kitchen")
    other.box.fill("a draft")
    page.page.bring_to_front()
    node.stop()
    for text in ("one", "two"):
        page.write(text)
    expect(page.waiting).to_have_count(2)
    dialog = page.page.locator("#forget")
    page.open_settings()
    page.settings.get_by_role("button", name="Forget this browser").click()
    expect(dialog).to_contain_text("2 messages were not sent and will be lost.")
    delete, cancel = (dialog.get_by_role("button", name=name) for name in ("Delete everything", "Cancel"))
    # The button that deletes looks dangerous.
    expect(delete).to_be_in_viewport(ratio=1)
    red, green, blue = colour(delete)
    assert red > 1.3 * max(green, blue)
    save = colour(page.settings.get_by_role("button", name="Save"))
    assert save[0] < save[1]
    expect_accessible(page)
    expect(cancel).to_be_focused()
    cancel.click()
    expect(dialog).to_be_hidden()
    expect(page.waiting).to_have_count(2)

    page.settings.get_by_role("button", name="Forget this browser").click()
    # The saved page is deleted, too, so both tabs get no page while the node does not answer.
    delete.click()
    for tab in (page, other):
        expect(tab.page.locator("#composer")).to_have_count(0)
    # A page of the node without scripts shows what is left.
    node.start()
    other.open("test.html")
    assert other.page.evaluate(KEPT) == NOTHING
    page.open()
    expect(page.name_field).to_be_visible()
    expect(page.message("seen before")).to_be_visible()
    expect(page.waiting).to_have_count(0)
    page.give_name("ben")
    page.write("three")
    page.expect_texts(["seen before", "three"])
    assert node.texts() == ["seen before", "three"]

    # Without unsent messages, the first visit shows in all tabs.
    expect(page.message("three")).to_contain_text("sent, on this device only so far")
    other.open("#kitchen")
    other.expect_loaded()
    page.page.bring_to_front()
    page.open_settings()
    page.settings.get_by_role("button", name="Forget this browser").click()
    expect(dialog).to_be_visible()
    expect(dialog).not_to_contain_text("not sent")
    delete.click()
    for tab in (page, other):
        expect(tab.name_field).to_be_visible()
        tab.expect_room("Main room")
        tab.expect_texts(["seen before", "three"])
        expect(tab.box).to_be_hidden()


def colour(button: Locator) -> list[int]:
    """Returns the red, green and blue of the background."""
    text = button.evaluate("(button) => getComputedStyle(button).backgroundColor")
    return [int(part) for part in re.findall(r"\d+", text)][:3]
