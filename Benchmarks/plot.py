"""Plots as SVG files, readable on light and dark pages."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from html import escape

WIDTH, HEIGHT = 640, 320
#: The space around the area of the plot, for the labels.
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 40, 50

#: Colours that are readable on white and on black.
COLOURS = ["#2f81c7", "#d1691f", "#3a9a4f", "#9a5fc0"]

STYLE = """
    text { font: 12px system-ui, sans-serif; fill: #444 }
    .title { font-size: 14px; font-weight: 600 }
    .axis { stroke: #888; fill: none }
    .grid { stroke: #8884; fill: none }
    @media (prefers-color-scheme: dark) { text { fill: #ccc } }
"""


@dataclass
class Plot:
    """Lines over a logarithmic or linear x axis. The y axis begins at 0."""

    title: str
    x_label: str
    is_logarithmic: bool = False
    lines: dict[str, list[tuple[float, float]]] = field(default_factory=dict)

    def add(self, line: str, x: float, y: float) -> None:
        self.lines.setdefault(line, []).append((x, y))

    def svg(self) -> str:
        points = [point for line in self.lines.values() for point in line]
        xs = sorted({x for x, _ in points})
        step = round_up(max((y for _, y in points), default=1) / 4)
        top = 4 * step
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
            f"<title>{escape(self.title)}</title><style>{STYLE}</style>",
            f'<text class="title" x="{LEFT}" y="20">{escape(self.title)}</text>',
        ]
        for number in range(5):
            y = self._y(number * step, top)
            parts.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>')
            parts.append(text(LEFT - 8, y + 4, label(number * step), "end"))
        for x in xs:
            parts.append(text(self._x(x, xs), HEIGHT - BOTTOM + 20, label(x), "middle"))
        parts.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, self.x_label, "middle"))
        parts.append(f'<path class="axis" d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}"/>')
        for number, (name, line) in enumerate(self.lines.items()):
            colour = COLOURS[number % len(COLOURS)]
            points = [(self._x(x, xs), self._y(y, top)) for x, y in sorted(line)]
            path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
            parts.append(f'<path d="M{path}" stroke="{colour}" stroke-width="2" fill="none"/>')
            parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
            parts.append(f'<rect x="{LEFT + 10 + 150 * number}" y="28" width="10" height="10" fill="{colour}"/>')
            parts.append(text(LEFT + 26 + 150 * number, 37, name, "start"))
        return "\n".join([*parts, "</svg>"]) + "\n"

    def _x(self, x: float, xs: list[float]) -> float:
        scale = math.log if self.is_logarithmic else float
        low, high = scale(xs[0]), scale(xs[-1])
        part = (scale(x) - low) / (high - low) if high > low else 0.5
        margin = 20
        return LEFT + margin + part * (WIDTH - LEFT - RIGHT - 2 * margin)

    def _y(self, y: float, top: float) -> float:
        return HEIGHT - BOTTOM - y / top * (HEIGHT - TOP - BOTTOM)


def text(x: float, y: float, content: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(content)}</text>'


def round_up(number: float) -> float:
    """Returns the lowest of 1, 2, 2.5, 5 and 10, times a power of ten, that is not below a number."""
    if number <= 0:
        return 1
    unit = 10.0 ** math.floor(math.log10(number))
    return next(step * unit for step in (1, 2, 2.5, 5, 10) if step * unit >= number * (1 - 1e-9))


def label(number: float) -> str:
    return f"{number:,.0f}" if number == round(number) else f"{number:,.2f}".rstrip("0")
