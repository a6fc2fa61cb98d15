"""Values that another program at the same address has left in the browser. Tests/WebTests has the tests of other values."""

from playwright.sync_api import expect

from conftest import Visit
from node import Node

#: Values in localStorage.
VALUES = """() => {
  const marks = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`room ${n}`, [0, 1, 1, '']]));
  const values = {
    settings: { name: 5, names: {}, language: '__proto__', theme: {}, notify: 'yes' },
    rooms: { order: 7, pinned: 'kitchen', hidden: Array(10_000).fill('') },
    read: { node: 'x', marks },
  };
  for (const [name, value] of Object.entries(values)) localStorage.setItem(`tidings.${name}`, JSON.stringify(value));
}"""

#: Objects in the queue of unsent messages, and in the saved messages of the rooms.
OBJECTS = """async () => {
  const database = await new Promise((resolve) => {
    const request = indexedDB.open('tidings');
    request.onsuccess = () => resolve(request.result);
  });
  const transaction = database.transaction(['outbox', 'rooms'], 'readwrite');
  const message = { postKey: 'k', user: 'jack', room: '', text: 'foreign', time: 1 };
  const changes = [
    { user: null }, { user: 5 }, { text: 7 }, { text: '' }, { time: 'x' }, { time: 1e300 }, { time: NaN },
    { postKey: undefined }, { room: 3 }, { re: 5 }, { kind: 'edit' }, { kind: 'other' },
  ];
  const objects = [{}, ...changes.map((change) => ({ ...message, ...change }))];
  for (const object of objects) transaction.objectStore('outbox').put(object);
  transaction.objectStore('rooms').put({ room: '' });
  transaction.objectStore('rooms').put({ room: 'kitchen', messages: [{ text: 5 }, null] });
  await new Promise((resolve) => { transaction.oncomplete = resolve; });
  database.close();
}"""


def test_malformed_values_are_ignored(node: Node, visit: Visit) -> None:
    node.post("soup", room="kitchen", user="megan")
    page = visit(node)
    page.write("mine")
    expect(page.message("mine")).to_be_visible()
    # On another page of the node, the web client does not replace the values.
    page.open("test.html")
    page.page.evaluate(VALUES)
    page.page.evaluate(OBJECTS)
    page.open().give_name("jack")
    page.write("later")
    page.expect_texts(["mine", "later"])
    page.open_settings()
    page.done()
    expect(page.room_names()).to_have_text(["Main room", "kitchen"])
    page.open_room("kitchen")
    page.write("bread")
    page.expect_texts(["soup", "bread"])
    page.choose_in_room_menu("Pin this room")
    expect(page.room_names()).to_have_text(["kitchen", "Main room"])
    page.reload()
    expect(page.room_names()).to_have_text(["kitchen", "Main room"])
    page.expect_texts(["soup", "bread"])
    assert node.texts() == ["soup", "mine", "later", "bread"]
