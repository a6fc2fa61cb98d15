"""Watches over a browser for what must not happen on any page."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebError

from node import Node

#: Runs in each page before its own scripts.
PREPARATION = """
document.addEventListener('securitypolicyviolation', (event) => console.error(
  `The policy forbids ${event.violatedDirective}: ${event.blockedURI} ${event.sample}`));
{
  let state = 'visible';
  Object.defineProperty(document, 'visibilityState', { get: () => state });
  Object.defineProperty(document, 'hidden', { get: () => state === 'hidden' });
  globalThis.setVisibility = (wanted) => {
    state = wanted;
    document.dispatchEvent(new Event('visibilitychange'));
  };
}
"""


class Watch:
    """What is wrong on the pages of a browser context, and which of their questions wait at nodes.

    Wrong are errors on the console, exceptions, violations of the policy and requests to elsewhere.
    """

    def __init__(self, context: BrowserContext, nodes: list[Node]) -> None:
        self._problems: list[str] = []
        self._console: list[ConsoleMessage] = []
        #: Requests that a node holds, at present and at most.
        self.held: set[Request] = set()
        self.most_held = 0
        self._nodes = nodes
        self._expected: list[str] = []
        context.add_init_script(PREPARATION)
        context.on("console", self._heard)
        context.on("weberror", self._failed)
        context.on("request", self._asked)
        context.on("page", self._opened)

    def expect_status(self, *statuses: int) -> None:
        """Answers that the test provokes: the browser writes them on the console as errors."""
        self._expected += [
            f"Failed to load resource: the server responded with a status of {status} "
            for status in statuses
        ]

    def expect_message(self, beginning: str) -> None:
        """What the browser writes on the console because of what the test does."""
        self._expected.append(beginning)

    def note(self, problem: str) -> None:
        """What a test finds wrong besides."""
        self._problems.append(problem)

    @property
    def problems(self) -> list[str]:
        expected = tuple(self._expected)
        return self._problems + [
            f"on the console: {message.text} ({message.location['url']})"
            for message in self._console
            if not message.text.startswith(expected)
        ]

    def _opened(self, page: Page) -> None:
        page.on("request", self._began)
        page.on("requestfinished", self._ended)
        page.on("requestfailed", self._ended)
        page.on("close", self._closed)

    def _began(self, request: Request) -> None:
        if "wait=" in request.url and "wait=0" not in request.url:
            self.held.add(request)
            self.most_held = max(self.most_held, len(self.held))

    def _ended(self, request: Request) -> None:
        self.held.discard(request)

    def _closed(self, page: Page) -> None:
        # It does not say what becomes of its requests.
        self.held -= {request for request in self.held if request.frame.page == page}

    def _asked(self, request: Request) -> None:
        if not any(
            request.url.startswith(address) for node in self._nodes for address in node.addresses
        ):
            self._problems.append(f"a request to elsewhere: {request.url}")

    def _failed(self, error: WebError) -> None:
        self._problems.append(f"an exception: {error.error}")

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not self._is_of_absence(message):
            self._console.append(message)

    def _is_of_absence(self, message: ConsoleMessage) -> bool:
        """Whether a node does not answer that was stopped on purpose."""
        url = message.location["url"]
        return message.text.startswith("Failed to load resource: net::ERR_") and any(
            node.was_away and url.startswith(address)
            for node in self._nodes
            for address in node.addresses
        )
