"""The text box: Enter, composition, the limit of 16 KiB, characters that no message can hold."""

import re

import pytest
from playwright.sync_api import expect

from conftest import Visit
from node import Node

LIMIT = 16 * 1024


def test_shift_and_enter_break_the_line_and_enter_sends(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.box.press_sequentially("one")
    page.box.press("Shift+Enter")
    page.box.press_sequentially("two")
    assert node.texts() == []
    page.box.press("Enter")
    page.expect_texts(["one\ntwo"])
    expect(page.box).to_have_value("")
    expect(page.box).to_be_focused()
    assert node.texts() == ["one\ntwo"]


def test_the_button_sends(node: Node, visit: Visit) -> None:
    page = visit(node)
    expect(page.send_button).to_be_disabled()
    page.box.fill("by button")
    page.send_button.click()
    page.expect_texts(["by button"])
    expect(page.box).to_be_focused()


def test_white_space_alone_is_not_sent(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.box.fill(" \n ")
    expect(page.send_button).to_be_disabled()
    page.box.press("Enter")
    page.write("something")
    page.expect_texts(["something"])
    assert node.texts() == ["something"]


def test_enter_does_not_send_while_an_input_method_composes(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.box.focus()
    devtools = page.context.new_cdp_session(page.page)
    devtools.send(
        "Input.imeSetComposition", {"text": "\u306b\u307b", "selectionStart": 2, "selectionEnd": 2}
    )
    page.page.keyboard.press("Enter")
    expect(page.box).to_have_value(re.compile("^\u306b\u307b"))
    expect(page.waiting).to_have_count(0)
    assert node.texts() == []


@pytest.mark.parametrize("keys", ["isComposing: true", "keyCode: 229"])
def test_the_enter_that_ends_a_composition_does_not_send(
    node: Node, visit: Visit, keys: str
) -> None:
    page = visit(node)
    page.box.fill("\u65e5\u672c")
    is_untouched = page.box.evaluate(
        "(box) => box.dispatchEvent(new KeyboardEvent('keydown', "
        f"{{ key: 'Enter', bubbles: true, cancelable: true, {keys} }}))"
    )
    assert is_untouched
    expect(page.box).to_have_value("\u65e5\u672c")
    page.box.press("Enter")
    page.expect_texts(["\u65e5\u672c"])
    assert node.texts() == ["\u65e5\u672c"]


def test_a_counter_appears_as_the_limit_nears(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.box.fill("x" * (LIMIT - 3000))
    expect(page.counter).to_be_hidden()
    page.box.fill("\u00e9" * 8000)
    expect(page.counter).to_have_text("384 bytes left")
    page.box.fill("x" * (LIMIT - 1))
    expect(page.counter).to_have_text("1 byte left")
    page.box.fill("x" * (LIMIT + 1))
    expect(page.counter).to_contain_text("1 byte too long")
    expect(page.send_button).to_be_disabled()
    page.box.press("Enter")
    expect(page.box).to_have_value("x" * (LIMIT + 1))
    page.box.press("Backspace")
    expect(page.counter).to_have_text("0 bytes left")
    page.box.press("Enter")
    expect(page.message("xxx")).to_contain_text("sent, on this device only so far")
    expect(page.counter).to_be_hidden()
    assert node.texts() == ["x" * LIMIT]


@pytest.mark.parametrize(
    ("character", "called"), [("\x07", "U+0007"), ("\x00", "U+0000"), ("\ufffe", "U+FFFE")]
)
def test_a_character_that_no_message_can_hold_is_refused_with_a_sentence(
    node: Node, visit: Visit, character: str, called: str
) -> None:
    page = visit(node)
    page.box.focus()
    page.page.keyboard.insert_text(f"before{character}after")
    page.box.press("Enter")
    expect(page.problem).to_contain_text(called)
    expect(page.box).to_have_value(f"before{character}after")
    page.write("without it")
    expect(page.problem).to_be_hidden()
    page.expect_texts(["without it"])
    assert node.texts() == ["without it"]


def test_half_a_character_is_refused_too(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.box.evaluate(
        """(box) => {
          box.value = 'half \\ud83d';
          box.dispatchEvent(new Event('input', { bubbles: true }));
        }"""
    )
    page.box.press("Enter")
    expect(page.problem).to_contain_text("U+D83D")
    assert node.texts() == []


def test_the_box_grows_with_the_text_and_no_further_than_half_the_page(
    node: Node, visit: Visit
) -> None:
    page = visit(node, viewport={"width": 390, "height": 600})
    low = page.box.bounding_box()["height"]
    page.box.fill("one\ntwo\nthree")
    assert page.box.bounding_box()["height"] > low + 30
    page.box.fill("line\n" * 100)
    assert page.box.bounding_box()["height"] < 300
    expect(page.send_button).to_be_in_viewport(ratio=1)


def test_a_megabyte_that_was_pasted_does_not_hold_up_the_keys(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.box.fill("lorem ipsum dolor sit amet " * 40_000)
    expect(page.counter).to_have_class("over")
    milliseconds = page.page.evaluate(
        """() => {
          const began = performance.now();
          document.execCommand('insertText', false, 'x');
          document.getElementById('text').getBoundingClientRect();
          return performance.now() - began;
        }"""
    )
    # Some 0.1 s, and 2.6 s where the direction of each line is looked for.
    assert milliseconds < 1_000
    page.box.fill("שלום")
    expect(page.box).to_have_css("direction", "rtl")


def test_the_box_fits_its_text_when_a_telephone_is_turned(node: Node, visit: Visit) -> None:
    page = visit(node, viewport={"width": 844, "height": 800})
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


def test_whoever_sends_what_is_too_long_is_told(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.box.fill("x" * (LIMIT + 3))
    expect(page.problem).to_be_hidden()
    page.box.press("Enter")
    alert = page.page.get_by_role("alert")
    expect(alert).to_have_text("3 bytes too long. Shorten the text or send it in parts.")
    # Once is enough.
    expect(page.counter).to_be_hidden()
    page.box.press("Backspace")
    expect(page.problem).to_be_hidden()
    expect(page.counter).to_contain_text("2 bytes too long")
    assert node.texts() == []
