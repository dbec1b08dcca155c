"""The drawing of catviz's packages, from packages.toml; ``tests/test_docs.py`` holds it against the imports."""

from __future__ import annotations

import tomllib
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

FILE = Path(__file__).resolve().parents[1] / "packages.toml"
WIDTH, ROW, BOX, HEIGHT = 860, 92, 128, 46
"""Pixels: of the drawing, from one row to the next, of a box."""


def described() -> dict[str, dict]:
    """What each package does (``does``), the row it is drawn in from the top, and what it uses (``uses``)."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def drawing(found: dict[str, dict]) -> str:
    """The packages as SVG, arrows from a package to what it uses."""
    rows: dict[int, list[str]] = {}
    for name, about in found.items():
        rows.setdefault(about["row"], []).append(name)
    places = {
        name: ((i + 0.5) * WIDTH / len(names), 30 + row * ROW) for row, names in rows.items() for i, name in enumerate(names)
    }
    lines, boxes = [], []
    for name, about in found.items():
        x, y = places[name]
        for used in about["uses"]:
            below_x, below_y = places[used]
            start, end = y + HEIGHT / 2, below_y - HEIGHT / 2 - 7
            bend = (start + end) / 2
            lines.append(f'<path d="M{x:.0f},{start:.0f} C{x:.0f},{bend:.0f} {below_x:.0f},{bend:.0f} {below_x:.0f},{end:.0f}"/>')
        boxes.append(
            f'<g><title>{escape(about["does"])}</title><rect x="{x - BOX / 2:.0f}" y="{y - HEIGHT / 2:.0f}" '
            f'width="{BOX}" height="{HEIGHT}" rx="6"/><text x="{x:.0f}" y="{y + 5:.0f}">{escape(name)}</text></g>'
        )
    height = 30 + max(rows) * ROW + HEIGHT
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="Packages of catviz; an arrow leads from a package '
        'to what it imports"><defs><marker id="tip" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="7" '
        'markerHeight="7" orient="auto"><path class="tip" d="M0,0 L10,5 L0,10 z"/></marker></defs>'
        f'<g class="uses">{"".join(lines)}</g><g class="boxes">{"".join(boxes)}</g></svg>'
    )


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
