"""Pictures and files that are pasted or dropped: the page says that they cannot be sent, and stays open."""

import base64
from pathlib import Path

import pytest
from playwright.sync_api import expect

from conftest import Visit
from node import Node
from test_accessibility import expect_accessible
from web_page import WebPage

SENTENCE = "This version cannot send pictures and files."
PICTURE = Path(__file__).with_name("chat.png")

#: A script that writes a picture, and a text if there is one, to the clipboard of the system.
COPY = """async ([picture, text]) => {
  const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
  const item = { 'image/png': new Blob([bytes], { type: 'image/png' }) };
  if (text) item['text/plain'] = new Blob([text], { type: 'text/plain' });
  await navigator.clipboard.write([new ClipboardItem(item)]);
}"""

#: A script that dispatches an event with files and a text. Returns whether the page has prevented what the browser does.
DISPATCH = """([type, selector, names, text]) => {
  const data = new DataTransfer();
  for (const name of names) data.items.add(new File(['x'], name, { type: 'image/png' }));
  if (text) data.setData('text/plain', text);
  const options = { bubbles: true, cancelable: true };
  const event = type === 'paste'
    ? new ClipboardEvent(type, { ...options, clipboardData: data })
    : new DragEvent(type, { ...options, dataTransfer: data });
  return !document.querySelector(selector).dispatchEvent(event);
}"""


def copy(page: WebPage, text: str = "") -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.page.evaluate(COPY, [base64.b64encode(PICTURE.read_bytes()).decode(), text])


def dispatch(page: WebPage, type: str, selector: str, names: list[str], text: str = "") -> bool:
    return page.page.evaluate(DISPATCH, [type, selector, names, text])


def drop(page: WebPage, paths: list[Path], x: float, y: float) -> None:
    """Drops files of the disk, as from a file manager."""
    devtools = page.context.new_cdp_session(page.page)
    data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
    for type in ("dragEnter", "dragOver", "drop"):
        devtools.send("Input.dispatchDragEvent", {"type": type, "x": x, "y": y, "data": data})


@pytest.mark.needs_chromium("Playwright drops files and writes to the clipboard only there")
def test_dropped_files_and_pasted_pictures_are_refused_and_the_page_stays_open(node: Node, visit: Visit) -> None:
    page = visit(node, name=None)
    # Also on the first visit. The page moves the focus to the field when it is ready.
    expect(page.name_field).to_be_focused()
    for type in ("dragover", "drop"):
        assert dispatch(page, type, "#welcome", ["plan.png"])
    page.give_name("jack")
    expect(page.problem).to_be_hidden()

    page.box.fill("half a sen")
    for target in (page.box, page.scroller, page.room_name):
        box = target.bounding_box()
        assert box
        drop(page, [PICTURE], box["x"] + 10, box["y"] + 10)
        expect(page.problem).to_have_text(SENTENCE)
        expect(page.box).to_have_value("half a sen")
        page.box.press_sequentially(" ")
        page.box.press("Backspace")
        expect(page.problem).to_be_hidden()

    # A text that comes with a picture is dropped into the text box. Elsewhere the browser would open the picture.
    for type in ("dragover", "drop"):
        assert not dispatch(page, type, "#text", ["image.png"], "from a word processor")
        expect(page.problem).to_be_hidden()
        assert dispatch(page, type, "#scroller", ["image.png"], "from a word processor")
        assert not dispatch(page, type, "#scroller", [], "only a text")
    expect(page.problem).to_have_text(SENTENCE)
    page.write("whole")
    page.expect_texts(["whole"])

    # A pasted picture is refused, and a text beside one is pasted.
    page.page.set_viewport_size({"width": 320, "height": 568})
    copy(page)
    page.box.fill("a caption")
    page.box.press("Control+v")
    expect(page.page.get_by_role("alert")).to_have_text(SENTENCE)
    expect(page.problem).to_be_in_viewport(ratio=1)
    expect(page.box).to_have_value("a caption")
    expect_accessible(page)
    page.expect_no_sideways_scrolling()
    page.box.press_sequentially("!")
    expect(page.problem).to_be_hidden()
    # Also while another part of the page has the focus.
    page.scroller.focus()
    page.page.keyboard.press("Control+v")
    expect(page.problem).to_have_text(SENTENCE)

    copy(page, "from a word processor")
    page.box.fill("")
    page.box.press("Control+v")
    expect(page.box).to_have_value("from a word processor")
    expect(page.problem).to_be_hidden()
