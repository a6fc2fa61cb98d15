"""The delays of a run with --delays are such that a browser could have, too."""

from conftest import Visit
from eventually import eventually
from node import Node
from slow_world import delays

#: The last value is the time of eight transactions one after another, in milliseconds.
USE = """async () => {
  const stopped = new AbortController();
  const request = fetch('rooms.xml', { signal: stopped.signal }).catch(({ name }) => name);
  stopped.abort();
  const database = await new Promise((resolve) => {
    const opening = indexedDB.open('example');
    opening.onupgradeneeded = () => opening.result.createObjectStore('counts');
    opening.onsuccess = () => resolve(opening.result);
  });
  const beginning = performance.now();
  for (let round = 0; round < 4; round += 1) {
    for (const mode of ['readwrite', 'readonly']) {
      const transaction = database.transaction('counts', mode);
      const counts = transaction.objectStore('counts');
      const reading = counts.get('rounds');
      reading.onsuccess = () => {
        if (mode === 'readwrite') counts.put((reading.result ?? 0) + 1, 'rounds');
        else globalThis.rounds = reading.result;
      };
      await new Promise((resolve) => { transaction.oncomplete = resolve; });
    }
  }
  return [await request, (await fetch('rooms.xml')).status, rounds, performance.now() - beginning];
}"""

RECEIVE = """() => {
  globalThis.received = { message: [], storage: [], hashchange: [] };
  globalThis.channel = new BroadcastChannel('example');
  channel.onmessage = ({ data }) => received.message.push(data);
  addEventListener('storage', ({ key, newValue }) => { if (key === 'example') received.storage.push(+newValue); });
  onhashchange = ({ newURL }) => received.hashchange.push(+newURL.split('#')[1]);
}"""

SEND = """() => {
  const channel = new BroadcastChannel('example');
  for (let number = 0; number < 10; number += 1) {
    channel.postMessage(number);
    localStorage.setItem('example', number);
  }
}"""


def test_delays_keep_the_order_of_events_the_signals_of_requests_and_transactions(
    node: Node, visit: Visit
) -> None:
    tab = visit(node)
    page = tab.page
    page.add_init_script(delays("example"))
    page.reload()
    aborted, status, rounds, time = page.evaluate(USE)
    assert (aborted, status, rounds) == ("AbortError", 200, 4)
    assert time > 400

    page.evaluate(RECEIVE)
    tab.open_another_tab().page.evaluate(SEND)
    for number in range(10):
        page.evaluate(f"location.hash = '{number}'")
    in_order = list(range(10))
    expected = {"message": in_order, "storage": in_order, "hashchange": in_order}
    eventually(lambda: page.evaluate("received") == expected, lambda: str(page.evaluate("received")))
