"""A calculation on the page: point at a number, and the numbers that it comes from and goes into light up."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import streamlit as st

from catviz.plots.style import HIGHLIGHT, PALETTE
from catviz.ui.state import controls, session
from catviz.ui.widgets.worked import Number, Step, numbers

NUMBER = "Number explained"
_HTML = """
<div class="said" role="status" aria-live="polite"><p class="formula"></p><p class="key"></p></div>
<div class="steps"></div>
"""
_OWN = Path(__file__)
_COLOURS = f":host {{ --a: {HIGHLIGHT}; --b: var(--st-text-color); --lit: {PALETTE[1]}; }}\n"
_component = st.components.v2.component(
    "catviz_steps",
    html=_HTML,
    css=_COLOURS + _OWN.with_suffix(".css").read_text(encoding="utf-8"),
    js=_OWN.with_suffix(".js").read_text(encoding="utf-8"),
)


def choose(steps: Sequence[Step]) -> str:
    """The name of the number that is explained: the result, or one chosen by list, click or key; it is in the link."""
    named = list(numbers(steps))
    return controls.select(
        NUMBER,
        named,
        "number",
        named[-1],
        help="Type to search. The numbers in its formula are marked below, and the numbers computed from it. You can "
        "also point at a number, or click it to keep it. With the keyboard: Tab, arrows, Enter.",
    )


def show(steps: Sequence[Step], chosen: str, key: str) -> None:
    """Draw a calculation with one of its numbers explained."""
    named = numbers(steps)
    places = {name: i for i, name in enumerate(named)}
    drawn = [_step(step, places) for step in steps]
    given = [_number(each, places) for each in named.values()]
    stamp = blake2b(repr((drawn, given)).encode("utf-8", "replace"), digest_size=8).hexdigest()
    key = f"steps-{key}"

    def clicked() -> None:
        picked = getattr(session.of_widget(key).get(), "picked", None)
        if picked in named:
            controls.choose(number=picked)

    data = {"stamp": stamp, "steps": drawn, "numbers": given, "chosen": places[chosen]}
    _component(key=key, data=data, on_picked_change=clicked)


def _step(step: Step, places: dict[str, int]) -> dict:
    largest = _largest(step)
    return {
        "title": step.title,
        "formula": step.formula,
        "symbols": [list(pair) for pair in step.symbols],
        "corner": step.corner,
        "columns": list(step.columns),
        "total": step.total,
        "lines": [
            [label, [_cell(each, places, largest.get(_scale(each, k), 1.0)) for k, each in enumerate(line)]]
            for label, line in step.lines
        ],
    }


def _scale(each: Number | None, k: int) -> str:
    return "" if each is None else each.scale or f"column {k}"


def _largest(step: Step) -> dict[str, float]:
    """The largest number of each scale of bars; sums have none."""
    found: dict[str, float] = {}
    for _, line in step.lines[: -1 if step.total else None]:
        for k, each in enumerate(line):
            if each is not None and each.bar:
                found[_scale(each, k)] = max(found.get(_scale(each, k), 0.0), abs(each.value))
    return {scale: end or 1.0 for scale, end in found.items()}


def _cell(each: Number | None, places: dict[str, int], largest: float) -> list | None:
    if each is None:
        return None
    bar = round(min(abs(each.value) / largest, 1.0), 3) if each.bar else 0
    return [places[each.name], each.shown, bar, each.side, each.minor]


def _number(each: Number, places: dict[str, int]) -> dict:
    used = [places[name] for name in each.inputs]
    return {"name": each.name, "filled": each.filled, "shown": each.shown, "note": each.note, "inputs": used}
