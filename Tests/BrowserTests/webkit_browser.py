#!/usr/bin/python3
"""A browser with Debian's WebKitGTK, without tool bars, that WebKitWebDriver starts and drives.

WebKitGTK's own MiniBrowser is not narrower than its tool bar, about 450 pixels, and its profile is ephemeral, in which
WebKit writes no messages of the console. Debian's Python runs this program, because it has the packages for GTK:

    webkit_browser.py FOLDER   the profile is below this folder, and the messages of the console are in FOLDER/log,
                               with a line "NEW PAGE" when a tab has a new page
"""

import fcntl
import os
import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402 # after the choice of their versions

FOLDER = Path(sys.argv[1])


def note_load(view: WebKit2.WebView, event: WebKit2.LoadEvent) -> None:
    if event == WebKit2.LoadEvent.COMMITTED:
        # In one piece: with PYTHONUNBUFFERED, `print` writes the end of the line by itself, and a message of the
        # console may come before it.
        os.write(sys.stdout.fileno(), b"NEW PAGE\n")


def start() -> None:
    log = os.open(FOLDER / "log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    # Locked until this process and all processes that WebKit starts have ended.
    fcntl.flock(log, fcntl.LOCK_SH)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(log, stream.fileno())
    data = WebKit2.WebsiteDataManager(base_data_directory=str(FOLDER / "data"), base_cache_directory=str(FOLDER / "cache"))
    context = WebKit2.WebContext(website_data_manager=data)
    context.set_preferred_languages(["en-GB"])
    context.set_automation_allowed(True)
    settings = WebKit2.Settings(enable_write_console_messages_to_stdout=True)

    def open_window(session: WebKit2.AutomationSession) -> WebKit2.WebView:
        view = WebKit2.WebView(web_context=context, settings=settings, is_controlled_by_automation=True)
        window = Gtk.Window()
        window.add(view)
        window.show_all()
        view.connect("close", lambda view: window.destroy())
        view.connect("load-changed", note_load)
        return view

    def begin(context: WebKit2.WebContext, session: WebKit2.AutomationSession) -> None:
        info = WebKit2.ApplicationInfo()
        # The name that Selenium asks for.
        info.set_name("MiniBrowser")
        session.set_application_info(info)
        for kind in ("window", "tab"):
            session.connect(f"create-web-view::{kind}", open_window)
        session.connect("will-close", lambda session: Gtk.main_quit())

    context.connect("automation-started", begin)
    Gtk.main()


start()
