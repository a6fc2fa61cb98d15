"""Records notifications, because a browser without a screen does not show them."""

from __future__ import annotations

from typing import Any

from conftest import Visit
from node import Node
from web_page import WebPage

#: A script that runs in each page before the page's own scripts.
RECORDING = """
globalThis.notified = [];
globalThis.Notification = class extends Notification {
  constructor(title, options) {
    super(title, options);
    notified.push([title, options.body]);
  }
};
"""

#: The same for the headless shell, which lets no page notify. Its page still makes each notification.
ALLOWING = """
Notification.requestPermission = async () => 'granted';
Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
"""


def open_recording(node: Node, visit: Visit, **options: Any) -> WebPage:
    """Opens the web client with the settings open, in which notifications are allowed and chosen."""
    page = visit(node, **options)
    page.context.add_init_script(RECORDING + ALLOWING)
    page.page.evaluate(f"() => {{ {RECORDING + ALLOWING} }}")
    page.open_settings()
    page.settings.get_by_label("Notify me when this page").click()
    return page
