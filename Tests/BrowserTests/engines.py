"""The same few actions in each of the three browser engines: Chromium and Firefox by Playwright, WebKit by WebDriver."""

from __future__ import annotations

import fcntl
import os
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag

from playwright.sync_api import Browser, Page
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import ActionChains, Keys, WebKitGTKOptions
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.webkitgtk.service import Service

from eventually import eventually
from node import Node
from page_monitor import LAST_FETCHES, PageMonitor
from web_page import new_window

#: Debian's driver of WebKitGTK, and the browser that it starts.
WEBKIT_DRIVER = Path("/usr/bin/WebKitWebDriver")
WEBKIT_BROWSER = Path(__file__).with_name("webkit_browser.py")

#: What it writes when a tab has a new page.
NEW_PAGE = "NEW PAGE\n"


class Tab(ABC):
    """A tab of a browser, used as by a person: with the mouse and the keyboard. Elements are named by CSS selectors."""

    #: Whether a turn of the wheel may have no effect if the page scrolls while it gets the event of the wheel.
    drops_turns = False

    @abstractmethod
    def open(self, address: str) -> None: ...

    @abstractmethod
    def reload(self) -> None: ...

    @abstractmethod
    def run(self, function: str, *values: Any) -> Any:
        """Returns what a JavaScript function returns for the values. Awaits a promise."""

    @abstractmethod
    def click(self, selector: str) -> None:
        """Clicks an element. Waits until it is visible."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Types a text into the element with the focus."""

    @abstractmethod
    def press(self, key: str) -> None:
        """Presses a key, such as `Enter` and `Control+a`, in the element with the focus."""

    @abstractmethod
    def turn_wheel(self, x: int, y: int, pixels: int) -> None:
        """Turns the wheel of the mouse over a point of the page: down, or up if `pixels` is negative."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None: ...

    @abstractmethod
    def back(self) -> None:
        """Presses the button "Back". The page may not be there yet."""

    @abstractmethod
    def forward(self) -> None: ...

    @abstractmethod
    def close(self) -> None: ...

    def until(self, what: str, function: str, *values: Any) -> Any:
        """Waits until a JavaScript function returns a true value, and returns it; `what` says for what."""
        value = None

        def is_true() -> bool:
            nonlocal value
            value = self.run(function, *values)
            return bool(value)

        eventually(is_true, lambda: f"{what}\n{self.state()}")
        return value

    def state(self) -> str:
        """Returns the end of the text of the page, and its last requests, for a failure."""
        return self.run("() => document.body.innerText.slice(-1000)") + "\n" + self.run(LAST_FETCHES)

    def paste(self, selector: str, text: str) -> None:
        """Replaces the text of a field at once."""
        self.click(selector)
        self.press("Control+a")
        self.run("(text) => { document.execCommand('insertText', false, text); }", text)


class Profile(ABC):
    """A new profile of a browser."""

    @abstractmethod
    def open_tab(self) -> Tab: ...

    @property
    @abstractmethod
    def problems(self) -> list[str]:
        """The errors on all pages of this profile. They fail the test."""

    @abstractmethod
    def close(self) -> None: ...


# MARK: Playwright


class PlaywrightTab(Tab):
    def __init__(self, page: Page) -> None:
        self._page = page

    def open(self, address: str) -> None:
        self._page.goto(address)

    def reload(self) -> None:
        self._page.reload()

    def run(self, function: str, *values: Any) -> Any:
        return self._page.evaluate(f"(values) => ({function})(...values)", list(values))

    def click(self, selector: str) -> None:
        self._page.locator(selector).click()

    def type(self, text: str) -> None:
        self._page.keyboard.type(text)

    def press(self, key: str) -> None:
        self._page.keyboard.press(key)

    def turn_wheel(self, x: int, y: int, pixels: int) -> None:
        self._page.mouse.move(x, y)
        self._page.mouse.wheel(0, pixels)

    def resize(self, width: int, height: int) -> None:
        self._page.set_viewport_size({"width": width, "height": height})

    def back(self) -> None:
        # A page from the back/forward cache is not loaded again.
        self._page.go_back(wait_until="commit")

    def forward(self) -> None:
        self._page.go_forward(wait_until="commit")

    def close(self) -> None:
        self._page.close()


class PlaywrightProfile(Profile):
    def __init__(self, browser: Browser, nodes: list[Node]) -> None:
        self._context = browser.new_context(locale="en-GB", timezone_id="UTC")
        self._monitor = PageMonitor(self._context, nodes)

    def open_tab(self) -> Tab:
        pages = self._context.pages
        return PlaywrightTab(new_window(pages[0]) if pages else self._context.new_page())

    @property
    def problems(self) -> list[str]:
        return self._monitor.problems

    def close(self) -> None:
        self._context.close()


# MARK: WebKit


class WebKitTab(Tab):
    """A window of the browser: WebDriver's commands go to the window that was chosen last."""

    drops_turns = True

    def __init__(self, profile: WebKitProfile, window: str) -> None:
        self._profile = profile
        self._window = window

    @property
    def _driver(self) -> webdriver.Remote:
        return self._profile.driver_of(self._window)

    def open(self, address: str) -> None:
        self._load(lambda driver: driver.get(address))

    def reload(self) -> None:
        self._load(lambda driver: driver.refresh())

    def _load(self, load: Callable[[webdriver.Remote], None]) -> None:
        count = self._profile.count_pages()
        load(self._driver)
        self._expect_page(count + 1)
        self.until("the page", "() => document.readyState === 'complete'")

    def _expect_page(self, count: int) -> None:
        """Waits until the new page is there.

        It often has another process than the old one. Until then, scripts go to the old process, and if WebKit ends that one at
        the same time, it never answers them.
        """
        eventually(lambda: self._profile.count_pages() >= count, lambda: f"a new page\n{self._profile.log_end()}")

    def run(self, function: str, *values: Any) -> Any:
        return self._driver.execute_script(f"return ({function})(...arguments)", *values)

    def click(self, selector: str) -> None:
        driver = self._driver
        self._try(lambda: driver.find_element(By.CSS_SELECTOR, selector).click())

    def type(self, text: str) -> None:
        ActionChains(self._driver).send_keys(text).perform()

    def press(self, key: str) -> None:
        *held, last = (getattr(Keys, name.upper(), name) for name in key.split("+"))
        actions = ActionChains(self._driver)
        for one in held:
            actions.key_down(one)
        actions.send_keys(last)
        for one in held:
            actions.key_up(one)
        actions.perform()

    def turn_wheel(self, x: int, y: int, pixels: int) -> None:
        # The driver treats the pixels as the position of the wheel, and turns it by the difference to the position before.
        self._profile.wheel += pixels
        origin = ScrollOrigin.from_viewport(x, y)
        ActionChains(self._driver).scroll_from_origin(origin, 0, self._profile.wheel).perform()

    def resize(self, width: int, height: int) -> None:
        self._driver.set_window_rect(0, 0, width, height)
        self.until("the new size", "(...size) => `${size}` === `${[innerWidth, innerHeight]}`", width, height)

    def back(self) -> None:
        self._go(lambda driver: driver.back())

    def forward(self) -> None:
        self._go(lambda driver: driver.forward())

    def _go(self, go: Callable[[webdriver.Remote], None]) -> None:
        count, page = self._profile.count_pages(), self._page_address()
        go(self._driver)
        # The address is that of the next page before that page is there.
        if self._page_address() != page:
            self._expect_page(count + 1)

    def _page_address(self) -> str:
        """Returns the address without its fragment."""
        return urldefrag(self._driver.current_url).url

    def close(self) -> None:
        self._driver.close()

    def _try(self, action: Callable[[], None]) -> None:
        """Does an action as soon as the browser can: WebDriver does not wait for an element."""
        problem: WebDriverException | None = None

        def is_done() -> bool:
            nonlocal problem
            try:
                action()
            except WebDriverException as error:
                problem = error
                return False
            return True

        eventually(is_done, lambda: f"{problem}\n{self.state()}")


class WebKitProfile(Profile):
    """A process of the browser, on a screen of its own."""

    #: Console messages of WebKit about what it does not know and needs not know, about requests of a page that is left, and about
    #: an observer of sizes that changes a size: WebKit observes that one in the next frame.
    EXPECTED = (
        "ResizeObserver loop completed with undelivered notifications.",
        "due to access control checks.",
        'Viewport argument key "interactive-widget" not recognized and ignored.',
        "Unrecognized Content-Security-Policy directive 'manifest-src'.",
    )

    def __init__(self, folder: Path, display: str, *, draws_layers: bool) -> None:
        self._log = folder / "log"
        options = WebKitGTKOptions()
        options.binary_location = str(WEBKIT_BROWSER)
        options.add_argument(str(folder))
        # The driver would wait for the end of a load that never ends after "Back".
        options.page_load_strategy = "none"
        # A sandbox needs more rights than a container has.
        environment = {**os.environ, "DISPLAY": display, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
        if not draws_layers:
            environment["WEBKIT_DISABLE_COMPOSITING_MODE"] = "1"
        self._service = Service(str(WEBKIT_DRIVER), log_output=subprocess.DEVNULL, env=environment)
        self._service.start()
        # Not by Selenium's class for WebKitGTK, which uses a deprecated interface of its own.
        connection = RemoteConnection(client_config=ClientConfig(self._service.service_url, timeout=60))
        self._driver = webdriver.Remote(connection, options=options)
        self._window: str | None = None
        #: The sum of all turns of the wheel, in pixels.
        self.wheel = 0

    def driver_of(self, window: str) -> webdriver.Remote:
        """Returns the driver with its commands going to a window."""
        if window != self._window:
            self._driver.switch_to.window(window)
            self._window = window
        return self._driver

    def count_pages(self) -> int:
        """Returns how many pages the tabs have had."""
        return self._log.read_text().count(NEW_PAGE)

    def log_end(self) -> str:
        """Returns the last messages of the browser, for a failure."""
        return self._log.read_text()[-1000:]

    def open_tab(self) -> Tab:
        if self._window:
            self._driver.switch_to.new_window("window")
        self._window = self._driver.current_window_handle
        return WebKitTab(self, self._window)

    @property
    def problems(self) -> list[str]:
        lines = self._log.read_text().splitlines()
        errors = [line for line in lines if "CONSOLE " in line and " ERROR " in line]
        return [f"on the console: {line}" for line in errors if not line.endswith(self.EXPECTED)]

    def close(self) -> None:
        self._driver.quit()
        self._service.stop()
        eventually(self._has_ended, "the processes of WebKit end")

    def _has_ended(self) -> bool:
        with self._log.open() as log:
            try:
                fcntl.flock(log, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
        return True
