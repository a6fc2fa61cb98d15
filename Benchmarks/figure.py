"""The figures that wrk measures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A request that wrk repeats for some seconds."""

    name: str
    #: The name with which `--only` chooses the figure, and others with it.
    kind: str
    #: The path of the request. {high} stands for the id of the last message, {high_less_50} for an id 50 lower.
    path: str
    #: The file with which yardsticks answer.
    answer: str
    #: The number of messages in the answer.
    messages: int = 0
    connections: int = 32
    #: Whether only a node understands the request.
    only_nodes: bool = False
    #: The arguments of load.lua, with {high_less_50} as in the path.
    script: tuple[str, ...] = ()

    @property
    def is_post(self) -> bool:
        return self.kind == "posts"


PAGE = Figure("pages of 50/s", "pages", "messages.php?past={high_less_50}", "page.xml", messages=50)
POST = Figure("posts/s, 32 connections", "posts", "add.php", "success.xml", script=("post",))
SINGLE_POST = Figure("posts/s, 1 connection", "posts", "add.php", "success.xml", connections=1, script=("post",))

#: Posts come last, because they change the store.
FIGURES = [
    Figure("empty polls/s", "polls", "messages.php?past={high}", "poll.xml"),
    PAGE,
    Figure(
        "pages of 50/s, view=chat",
        "pages",
        "messages.php?past={high_less_50}&view=chat",
        "chat-page.xml",
        messages=50,
        only_nodes=True,
    ),
    Figure(
        "random pages of 50/s",
        "pages",
        "messages.php?past={high_less_50}",
        "page.xml",
        messages=50,
        script=("random", "{high_less_50}"),
    ),
    Figure("first pages/s", "pages", "messages.php", "first-page.xml", messages=50),
    POST,
    SINGLE_POST,
    Figure(
        "posts/s with keys, 32 connections", "posts", "add.php", "success.xml", only_nodes=True, script=("keyed",)
    ),
]
