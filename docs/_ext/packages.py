"""The drawing of catviz's packages, from packages.toml; ``tests/test_docs.py`` holds it against the imports."""

from __future__ import annotations

import tomllib
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

FILE = Path(__file__).resolve().parents[1] / "packages.toml"
WIDTH, ROW, BOX, HEIGHT, TIP = 860, 92, 128, 46, 7
"""Pixels: width of the drawing, from one row to the next, width and height of a box, length of an arrow's tip."""


def described() -> dict[str, dict]:
    """What each package does (``does``), its place in the drawing (``at``), and what it uses (``uses``)."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def drawing(found: dict[str, dict]) -> str:
    """The packages as SVG, arrows from a package to what it uses."""
    places = {name: (about["at"][0] * WIDTH, 30 + about["at"][1] * ROW) for name, about in found.items()}
    lines, boxes = [], []
    for name, about in found.items():
        x, y = places[name]
        lines += [
            _arrow(x, y + HEIGHT / 2, places[used][0], places[used][1] - HEIGHT / 2 - TIP) for used in about["uses"]
        ]
        boxes.append(
            f'<g><title>{escape(about["does"])}</title><rect x="{x - BOX / 2:.0f}" y="{y - HEIGHT / 2:.0f}" '
            f'width="{BOX}" height="{HEIGHT}" rx="6"/><text x="{x:.0f}" y="{y + 5:.0f}">{escape(name)}</text></g>'
        )
    height = 30 + max(about["at"][1] for about in found.values()) * ROW + HEIGHT
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="Packages of catviz; an arrow leads from a package '
        'to what it imports"><defs><marker id="tip" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="7" '
        'markerHeight="7" orient="90"><path class="tip" d="M0,0 L10,5 L0,10 z"/></marker></defs>'
        f'<g class="uses">{"".join(lines)}</g><g class="boxes">{"".join(boxes)}</g></svg>'
    )


def _arrow(x: float, start: float, to: float, end: float) -> str:
    """A path from one box down to another; a long one runs down on the side farther out, clear of the boxes."""
    early = abs(to - WIDTH / 2) >= abs(x - WIDTH / 2)
    gap = ROW - HEIGHT - TIP
    turn = start if early else max(start, end - gap)
    after = min(end, turn + gap)
    bend = (turn + after) / 2
    curve = f"C{x:.0f},{bend:.0f} {to:.0f},{bend:.0f} {to:.0f},{after:.0f}"
    return f'<path d="M{x:.0f},{start:.0f} L{x:.0f},{turn:.0f} {curve} L{to:.0f},{end:.0f}"/>'


class Packages(SphinxDirective):
    """The drawing, and below it what each package does."""

    def run(self) -> list[nodes.Node]:
        """The nodes of both."""
        found = described()
        self.env.note_dependency(str(FILE))
        rows = "".join(
            f"<tr><td><code>{escape(name)}</code></td><td>{escape(about['does'])}</td></tr>"
            for name, about in found.items()
        )
        table = f'<table class="table"><thead><tr><th>package</th><th>what it does</th></tr></thead>{rows}</table>'
        return [nodes.raw("", f'<div class="packages">{drawing(found)}</div>{table}', format="html")]


def setup(app):
    """Called by Sphinx."""
    app.add_directive("packages", Packages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
