from __future__ import annotations


class Failure(Exception):
    """A reason to end the benchmark, as a sentence for the person who runs it."""
