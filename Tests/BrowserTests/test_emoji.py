"""Emoji in colour."""

from playwright.sync_api import expect

from conftest import Visit
from node import Node

#: Characters that have a coloured form, and some that stay as they are although they have one.
COLOURED = "\U0001f600\u2764\u263a\u2600\u2b50\U0001f1f5"
PLAIN = "09#*\u00a9\u00ae\u2122\u2192\u26a0\u00e9\u4f60\u200d"

#: Returns for each character whether the font for emoji is used for it, if the system has the font.
COVERED = """(text) => {
  const [face] = [...document.fonts].filter(({ family }) => family.includes('Colour emoji'));
  const ranges = face.unicodeRange.split(',').map((range) => {
    const [from, to = from] = range.trim().slice(2).split('-').map((digits) => parseInt(digits, 16));
    return [from, to];
  });
  return [...text].map((letter) => ranges.some(
    ([from, to]) => from <= letter.codePointAt(0) && letter.codePointAt(0) <= to));
}"""


def test_the_font_for_emoji_is_used_for_emoji_and_not_for_digits_and_signs(
    node: Node, visit: Visit
) -> None:
    node.post("text", user="megan")
    page = visit(node)
    expect(page.message("text")).to_be_visible()
    assert page.page.evaluate(COVERED, COLOURED) == [True] * len(COLOURED)
    assert page.page.evaluate(COVERED, PLAIN) == [False] * len(PLAIN)
    for part in (page.message("text"), page.box, page.room_name):
        family = part.evaluate("(element) => getComputedStyle(element).fontFamily")
        assert family.startswith('"Colour emoji", ')
