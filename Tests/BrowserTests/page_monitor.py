"""Collects errors that no page of the web client may cause, and the requests that wait at a node."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, WebError

import slow_world
from eventually import patience_ms
from node import Node

#: A script that runs in each page before the page's own scripts.
PREPARATION = """
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
  // Firefox asks for it by itself.
  if (!blockedURI.endsWith('/favicon.ico')) console.error(`The policy forbids ${violatedDirective}: ${blockedURI} ${sample}`);
});
{
  let state = 'visible';
  Object.defineProperty(document, 'visibilityState', { get: () => state });
  Object.defineProperty(document, 'hidden', { get: () => state === 'hidden' });
  globalThis.setVisibility = (wanted) => {
    state = wanted;
    document.dispatchEvent(new Event('visibilitychange'));
  };
}
{
  // Playwright's own events of requests cost much more processor time.
  const waiting = globalThis.waitingRequests = new Set();
  const last = globalThis.lastFetches = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (address, options) => {
    const request = { address: String(address), begin: Math.round(performance.now()), end: '', outcome: 'no answer yet' };
    if (/[?&]wait=[1-9]/.test(request.address)) waiting.add(request);
    last.push(request);
    if (last.length > 20) last.shift();
    try {
      const answer = await fetch(address, options);
      request.outcome = answer.status;
      return answer;
    } catch (error) {
      request.outcome = String(error);
      throw error;
    } finally {
      request.end = Math.round(performance.now());
      waiting.delete(request);
    }
  };
}
"""

#: Chromium says this, without an address, when it looks for a newer service worker and no node answers.
FAILED_UPDATE = "An unknown error occurred when fetching the script."

#: The name of an exception in Firefox, with the address of a file that the service worker could not load.
FAILED_LOAD = "Failed to load \u2018(.*?)\u2019. A ServiceWorker passed a promise"

#: A function that returns the last requests by `fetch`, for a failure. In WebKit, the text is empty.
LAST_FETCHES = """() => (globalThis.lastFetches ?? []).map(
  ({ address, begin, end, outcome }) => `${begin}–${end} ms: ${address}: ${outcome}`).join('\\n')"""


class PageMonitor:
    """The problems on all pages of a browser context, and their waiting requests.

    Problems are errors on the console, exceptions, and violations of the content security policy, such as requests to
    other addresses than those of the node.
    """

    def __init__(self, context: BrowserContext, nodes: list[Node]) -> None:
        self._context = context
        self._problems: list[str] = []
        self._console: list[ConsoleMessage] = []
        self._nodes = nodes
        #: Chromium says this for each page over plain HTTP at an address that is not its own machine's.
        self._expected = [
            "The Cross-Origin-Opener-Policy header has been ignored",
            "Service Worker registration blocked by Playwright",
        ]
        if context.browser and context.browser.browser_type.name == "firefox":
            # Playwright adds a style for a picture of a part of the page.
            self._expected.append("The policy forbids style-src-elem: inline")
        self._expects_failed_modules = False
        context.add_init_script(PREPARATION)
        context.on("console", self._logged)
        context.on("weberror", self._failed)
        context.on("page", slow_world.slow_down)
        context.set_default_timeout(patience_ms())

    def waiting(self) -> list[str]:
        """Returns the addresses of the requests of all pages whose answers a node may delay."""
        script = "[...waitingRequests].map(({ address }) => address)"
        return [address for page in self._context.pages for address in page.evaluate(script)]

    def expect_status(self, *statuses: int) -> None:
        """Allows answers with these statuses, which the browser logs as errors."""
        self._expected += [
            f"Failed to load resource: the server responded with a status of {status} "
            for status in statuses
        ]
        self._expects_failed_modules = True

    def expect_message(self, beginning: str) -> None:
        """Allows messages on the console with this beginning."""
        self._expected.append(beginning)

    def note(self, problem: str) -> None:
        """Adds a problem that the test has found."""
        self._problems.append(problem)

    @property
    def problems(self) -> list[str]:
        expected = tuple(self._expected)
        # In Firefox, a module whose answer has an error status is an exception.
        failed_module = "an exception: Loading module from"
        others = [
            problem
            for problem in self._problems
            if not (self._expects_failed_modules and problem.startswith(failed_module))
        ]
        return others + [
            f"on the console: {message.text} ({message.location['url']})"
            for message in self._console
            if not message.text.startswith(expected)
        ]

    def _failed(self, error: WebError) -> None:
        # Firefox also reports violations of the policy as exceptions. The script above logs those of the page.
        text = str(error.error)
        if "violates the following directive" not in text and not self._is_failed_load(error.error.name or ""):
            self._problems.append(f"an exception: {text}")

    def _is_failed_load(self, name: str) -> bool:
        """Whether an exception in Firefox has this name because the test had stopped the node."""
        found = re.match(FAILED_LOAD, name)
        return found is not None and self._is_of_stopped_node(found[1])

    def _logged(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not self._is_expected_network_error(message):
            self._console.append(message)

    def _is_expected_network_error(self, message: ConsoleMessage) -> bool:
        """Whether a request has failed because the test had stopped the node."""
        if message.text == FAILED_UPDATE:
            return any(node.was_stopped for node in self._nodes)
        return message.text.startswith("Failed to load resource: net::ERR_") and self._is_of_stopped_node(
            message.location["url"]
        )

    def _is_of_stopped_node(self, url: str) -> bool:
        return any(
            node.was_stopped and url.startswith(address)
            for node in self._nodes
            for address in node.addresses
        )
