"""The figures that wrk measures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A request that wrk repeats for some seconds."""

    name: str
    #: The path of the request. {high} stands for the id of the last message, {high_less_50} for an id 50 lower.
    path: str
    #: The file of the bare route with the same answer.
    answer: str
    #: The number of messages in the answer.
    messages: int = 0
    connections: int = 32
    #: Whether only a node understands the request.
    only_nodes: bool = False

    @property
    def is_post(self) -> bool:
        return self.path == "add.php"


#: Posts come last, because they change the store.
FIGURES = [
    Figure("empty polls/s", "messages.php?past={high}", "poll.xml"),
    Figure("pages of 50/s", "messages.php?past={high_less_50}", "page.xml", messages=50),
    Figure(
        "pages of 50/s, view=chat",
        "messages.php?past={high_less_50}&view=chat",
        "chat-page.xml",
        messages=50,
        only_nodes=True,
    ),
    Figure("posts/s, 32 connections", "add.php", "success.xml"),
    Figure("posts/s, 1 connection", "add.php", "success.xml", connections=1),
]
