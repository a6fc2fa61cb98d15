"""The text box: Enter, input methods, the limit of 16 KiB, its size. Tests/WebTests has the tests of the decisions."""

import pytest
from playwright.sync_api import Playwright, expect

from conftest import Visit, start_options
from node import Node
from page_monitor import PageMonitor
from web_page import WebPage

LIMIT = 16 * 1024

#: Arguments of a browser on a laptop with a mouse and a touch screen: values of Blink's enumerations.
TOUCH_SCREEN_AND_MOUSE = [
    "--touch-events=enabled",
    "--blink-settings=availablePointerTypes=6,primaryPointerType=4,"
    "availableHoverTypes=2,primaryHoverType=2",
]


def test_enter_and_the_button_send_to_the_open_room(node: Node, visit: Visit) -> None:
    node.post("soup", room="kitchen", user="megan")
    page = visit(node)
    expect(page.send_button).to_be_disabled()
    page.box.press_sequentially("one")
    page.box.press("Shift+Enter")
    page.box.press_sequentially("two")
    page.box.press("Enter")
    page.expect_texts(["one\ntwo"])
    expect(page.box).to_have_value("")
    expect(page.box).to_be_focused()
    # White space is not sent.
    page.box.fill(" \n ")
    expect(page.send_button).to_be_disabled()
    page.box.press("Enter")
    page.box.fill("by button")
    page.send_button.click()
    expect(page.box).to_be_focused()
    page.box.press("Control+i")
    page.box.press("Control+i")
    expect(page.box).to_have_value("")
    page.box.press("Control+b")
    page.box.press_sequentially("by Ctrl and Enter")
    expect(page.box).to_have_value("**by Ctrl and Enter**")
    # It can be undone.
    page.box.press("Control+a")
    page.box.press("Control+i")
    expect(page.box).to_have_value("_**by Ctrl and Enter**_")
    page.box.press("Control+z")
    page.box.press("Control+Enter")
    texts = ["one\ntwo", "by button", "**by Ctrl and Enter**"]
    page.expect_texts(texts)
    assert node.texts() == ["soup", *texts]

    # A screen reader says to which room one writes.
    expect(page.box).to_have_accessible_name("Message to the main room")
    page.room_link("kitchen").press("Enter")
    expect(page.box).to_be_focused()
    expect(page.box).to_have_accessible_name("Message to \u2068kitchen\u2069")
    expect(page.box).to_have_attribute("placeholder", "Message")
    page.open_settings()
    page.settings.get_by_label("Language").select_option("pt")
    expect(page.box).to_have_accessible_name("Mensagem para \u2068kitchen\u2069")


def test_the_send_button_is_drawn_on_its_colour_under_the_pointer(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.box.fill("hello")
    ground = page.send_button.evaluate("(button) => getComputedStyle(button).backgroundColor")
    page.send_button.hover()
    expect(page.send_button).to_have_css("background-color", ground)


@pytest.mark.needs_chromium("Playwright emulates a touch screen only there")
def test_enter_follows_a_change_to_a_touch_keyboard_and_back_and_ends_a_composition(node: Node, visit: Visit) -> None:
    page = visit(node, viewport={"width": 390, "height": 844})
    devtools = page.context.new_cdp_session(page.page)
    for is_touch, hint in [(True, "enter"), (False, "send"), (True, "enter")]:
        devtools.send(
            "Emulation.setTouchEmulationEnabled", {"enabled": is_touch, "maxTouchPoints": 1}
        )
        expect(page.box).to_have_attribute("enterkeyhint", hint)
        page.box.fill(f"hint {hint}")
        page.box.press("Enter")
        expect(page.box).to_have_value(f"hint {hint}\n" if is_touch else "")
    page.box.press_sequentially("second line")
    expect(page.send_button).to_be_in_viewport(ratio=1)
    page.send_button.click()
    page.expect_texts(["hint send", "hint enter\nsecond line"])

    # On the keyboard of a laptop, an Enter that ends a composition neither sends nor breaks the line.
    devtools.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    expect(page.box).to_have_attribute("enterkeyhint", "send")
    page.box.focus()

    def compose() -> None:
        devtools.send("Input.imeSetComposition", {"text": "にほ", "selectionStart": 2, "selectionEnd": 2})

    def commit() -> None:
        devtools.send("Input.insertText", {"text": "日本"})

    def press() -> None:
        # The input method has consumed the key.
        key = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 229}
        devtools.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **key})

    def break_line_and_release() -> None:
        devtools.send("Input.dispatchKeyEvent", {"type": "char", "key": "Enter", "text": "\r"})
        devtools.send("Input.dispatchKeyEvent", {"type": "keyUp", "key": "Enter", "code": "Enter"})

    # First as Chromium on macOS does it, then as WebKit does: there, the composition has ended before the key.
    for steps in ([compose, press, commit], [compose, commit, press]):
        for step in (*steps, break_line_and_release):
            step()
        expect(page.box).to_have_value("日本")
        page.box.press("Enter")
        expect(page.box).to_have_value("")
    sent = ["hint send", "hint enter\nsecond line", "日本", "日本"]
    page.expect_texts(sent)
    assert node.texts() == sent


def test_enter_sends_on_a_laptop_with_a_touch_screen(node: Node, playwright: Playwright) -> None:
    browser = playwright.chromium.launch(**start_options(), args=TOUCH_SCREEN_AND_MOUSE)
    try:
        context = browser.new_context(locale="en-GB")
        monitor = PageMonitor(context, [node])
        page = WebPage(context.new_page(), node, monitor).open().give_name("jack")
        media = ["any-pointer: coarse", "pointer: fine", "hover: hover"]
        assert all(page.page.evaluate(f"matchMedia('({one})').matches") for one in media)
        expect(page.box).to_have_attribute("enterkeyhint", "send")
        page.box.fill("by Enter")
        page.box.press("Enter")
        page.expect_texts(["by Enter"])
        assert monitor.problems == []
    finally:
        browser.close()


def test_the_box_keeps_what_cannot_be_sent_with_the_reason_fits_its_text_and_stays_fast(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    alert = page.page.get_by_role("alert")
    page.box.fill("x" * (LIMIT - 3000))
    expect(page.counter).to_be_hidden()
    page.box.fill("x" * (LIMIT + 2))
    expect(page.counter).to_contain_text("2 characters too long")
    expect(page.send_button).to_be_disabled()
    expect(page.problem).to_be_hidden()
    page.box.press("Enter")
    expect(alert).to_have_text("2 characters too long. Shorten the text or send it in parts.")
    # The alert replaces the counter, which has the same text.
    expect(page.counter).to_be_hidden()
    page.box.press("Backspace")
    expect(page.problem).to_be_hidden()
    expect(page.counter).to_contain_text("1 character too long")
    page.box.press("Backspace")
    expect(page.counter).to_have_text("0 bytes left")
    page.box.press("Enter")
    expect(page.message("xxx")).to_contain_text("sent, on this device only so far")
    expect(page.counter).to_be_hidden()

    page.page.keyboard.insert_text("before\x07after")
    page.box.press("Enter")
    expect(alert).to_contain_text("U+0007")
    expect(page.box).to_have_value("before\x07after")
    page.write("without it")
    expect(page.problem).to_be_hidden()
    page.expect_texts(["x" * LIMIT, "without it"])
    assert node.texts() == ["x" * LIMIT, "without it"]

    # The box fits its text, up to half of the page.
    page.page.set_viewport_size({"width": 390, "height": 600})
    page.box.fill("")
    low = page.box.bounding_box()["height"]
    page.box.fill("one\ntwo\nthree")
    assert page.box.bounding_box()["height"] > low + 30
    page.box.fill("line\n" * 100)
    assert page.box.bounding_box()["height"] < 300
    expect(page.send_button).to_be_in_viewport(ratio=1)
    # A phone is turned.
    page.page.set_viewport_size({"width": 844, "height": 800})
    page.box.fill("lorem ipsum dolor sit amet " * 8)
    wide = page.box.bounding_box()["height"]
    page.page.set_viewport_size({"width": 390, "height": 800})
    page.page.wait_for_function(
        "(low) => document.getElementById('text').clientHeight > low + 30", arg=wide
    )
    page.page.set_viewport_size({"width": 844, "height": 800})
    page.page.wait_for_function(
        "(low) => document.getElementById('text').clientHeight <= low", arg=wide
    )

    # Typing stays fast after a megabyte was pasted.
    page.box.focus()
    page.box.evaluate("""(box) => {
      box.value = 'lorem ipsum dolor sit amet '.repeat(40_000);
      box.dispatchEvent(new Event('input', { bubbles: true }));
    }""")
    expect(page.counter).to_have_class("over")
    milliseconds = page.page.evaluate(
        """() => {
          const text = document.getElementById('text');
          text.setSelectionRange(0, 0);
          const durations = Array.from({ length: 5 }, () => {
            const began = performance.now();
            document.execCommand('insertText', false, 'x');
            text.getBoundingClientRect();
            return performance.now() - began;
          });
          return Math.min(...durations);
        }"""
    )
    # At the beginning of the text, a key takes about 100 ms; 4,000 ms if the browser determines the direction of each
    # line. The fastest key counts, because other programs may use the processor.
    assert milliseconds < 1_000
    page.box.fill("שלום")
    expect(page.box).to_have_css("direction", "rtl")
