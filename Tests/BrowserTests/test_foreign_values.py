"""Values that another program at the same address has left in the browser."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from conftest import Visit
from node import Node

SETTINGS: list[Any] = [
    {"name": 5},
    {"name": None},
    {"name": {}},
    {"name": "jack", "names": None},
    {"names": {}},
    {"names": [1]},
    {"language": "constructor"},
    {"language": "__proto__"},
    {"language": 7},
    {"theme": {}, "notify": "yes"},
    [],
    7,
    "text",
]

#: Objects in the queue of unsent messages, and in the saved messages of the rooms.
OBJECTS = """async () => {
  const database = await new Promise((resolve) => {
    const request = indexedDB.open('tidings', 1);
    request.onsuccess = () => resolve(request.result);
  });
  const transaction = database.transaction(['outbox', 'rooms'], 'readwrite');
  const message = { postKey: 'k', user: 'jack', room: '', text: 'foreign', time: 1 };
  const changes = [
    { user: null }, { user: 5 }, { text: 7 }, { text: '' }, { time: 'x' }, { time: 1e300 }, { time: NaN },
    { postKey: undefined }, { room: 3 },
  ];
  const objects = [{}, ...changes.map((change) => ({ ...message, ...change }))];
  for (const object of objects) transaction.objectStore('outbox').put(object);
  transaction.objectStore('rooms').put({ room: '' });
  transaction.objectStore('rooms').put({ room: 'kitchen', messages: [{ text: 5 }, null] });
  await new Promise((resolve) => { transaction.oncomplete = resolve; });
  database.close();
}"""


ROOMS: list[Any] = [
    {"order": 7, "pinned": "kitchen", "hidden": {}},
    {"order": {}, "pinned": [5], "hidden": [None]},
    {"pinned": ["x" * 65], "hidden": ["\u0007"]},
    {"hidden": [""] * 10_000},
    [],
    7,
    "text",
]


@pytest.mark.parametrize("value", SETTINGS, ids=json.dumps)
def test_the_page_works_with_malformed_settings(node: Node, visit: Visit, value: Any) -> None:
    node.post("hello", user="megan")
    page = visit(node, name=None, place="test.html")
    page.page.evaluate("(value) => localStorage.setItem('tidings.settings', value)", json.dumps(value))
    page.open()
    # Some of the values hold a name.
    expect(page.page.locator("#first-name:visible, #text:visible")).to_have_count(1)
    if page.name_field.is_visible():
        page.give_name("jack")
    expect(page.message("hello")).to_be_visible()
    page.write("mine")
    expect(page.message("mine")).to_be_visible()
    page.open_settings()


@pytest.mark.parametrize("value", ROOMS, ids=lambda value: json.dumps(value)[:40])
def test_the_page_works_with_malformed_choices_for_the_list_of_rooms(
    node: Node, visit: Visit, value: Any
) -> None:
    node.post("soup", room="kitchen", user="megan")
    page = visit(node, name=None, place="test.html")
    page.page.evaluate("(value) => localStorage.setItem('tidings.rooms', value)", json.dumps(value))
    page.open().give_name("jack")
    expect(page.room_names()).to_have_text(["Main room", "kitchen"])
    page.open_room("kitchen")
    page.choose_in_room_menu("Pin this room")
    expect(page.room_names()).to_have_text(["kitchen", "Main room"])
    page.reload()
    expect(page.room_names()).to_have_text(["kitchen", "Main room"])


def test_the_page_works_with_marks_of_too_many_rooms(node: Node, visit: Visit) -> None:
    node.post("hello", user="megan")
    page = visit(node)
    page.page.evaluate("""() => {
      const readUpTo = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`room ${n}`, 1]));
      localStorage.setItem('tidings.read', JSON.stringify({ node: 'x', readUpTo }));
    }""")
    page.reload()
    expect(page.message("hello")).to_be_visible()


def test_malformed_objects_in_the_database_are_neither_sent_nor_shown(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    page.write("mine")
    expect(page.message("mine")).to_be_visible()
    page.page.evaluate(OBJECTS)
    page.reload()
    page.write("later")
    expect(page.message("later")).to_be_visible()
    page.enter("kitchen")
    page.expect_room("kitchen")
    page.write("in the kitchen")
    expect(page.message("in the kitchen")).to_be_visible()
    for room, texts in [("", ["mine", "later"]), ("kitchen", ["in the kitchen"])]:
        page_xml = node.get(f"messages.php?view=chat&room={room}")
        assert page_xml.count("<message ") == len(texts)
        assert "undefined" not in page_xml and "foreign" not in page_xml
