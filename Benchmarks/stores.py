"""The size of stores that are filled by posts."""

from __future__ import annotations

from run import Run, fill_by_posts, say
from server import Node
from table import Sample

#: The kind of posts in load.lua, and its name in the table.
KINDS = {"post": "one room", "rooms": "ten rooms", "keyed": "with post keys"}


def measure(run: Run) -> None:
    say("Measuring bytes a message.")
    for kind, name in KINDS.items():
        for node in run.nodes:
            with Node("filled", node.program, run.folder / f"{kind}-{node.name}") as filled:
                fill_by_posts(filled, run.scale.posted_messages, kind)
                messages, size = filled.store()
            run.table.add(f"bytes a message, {name}", node.name, Sample(size / messages))
