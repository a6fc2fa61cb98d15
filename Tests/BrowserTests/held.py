"""Holds back requests of a page, so that a test decides when the node gets them, and answers to it."""

from __future__ import annotations

import re

from playwright.sync_api import Route

from web_page import WebPage


class Held:
    """Holds back the page's requests that match a pattern, until they are released."""

    def __init__(self, page: WebPage, pattern: str | re.Pattern[str]) -> None:
        self.routes: list[Route] = []
        self._is_holding = True
        self._page = page
        page.page.route(pattern, self._handle)

    def _handle(self, route: Route) -> None:
        if self._is_holding:
            self.routes.append(route)
        else:
            route.continue_()

    def has_some(self) -> bool:
        """Whether there are requests. Asks the page first, because Playwright reports requests during calls only."""
        self._page.page.title()
        return self.routes != []

    def release(self) -> None:
        """Lets the node have the requests, also the later ones."""
        self._is_holding = False
        routes, self.routes = self.routes, []
        for route in routes:
            route.continue_()

    def hold(self) -> None:
        """Holds back the following requests."""
        self._is_holding = True


#: A script that holds back the answers to posts. Playwright can't send the posts of Firefox on: it lacks their bodies.
HOLD_ANSWERS = """() => {
  const { fetch } = globalThis;
  const { promise: released, resolve: releaseAnswers } = Promise.withResolvers();
  Object.assign(globalThis, { heldAnswers: 0, releaseAnswers });
  globalThis.fetch = async (address, options) => {
    const answer = await fetch(address, options);
    if (String(address).endsWith('add.php')) {
      await answer.clone().text();
      globalThis.heldAnswers += 1;
      await released;
    }
    return answer;
  };
}"""


class HeldAnswers:
    """Holds back the node's answers to posts of the page, until they are released or the page is loaded again."""

    def __init__(self, page: WebPage) -> None:
        self._page = page.page
        self._page.evaluate(HOLD_ANSWERS)

    def has_some(self) -> bool:
        """Whether the node has answered."""
        return self._page.evaluate("heldAnswers") > 0

    def release(self) -> None:
        """Lets the page have the answers, also the later ones."""
        self._page.evaluate("releaseAnswers()")
