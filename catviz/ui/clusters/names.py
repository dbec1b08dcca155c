"""Names that a person gives clusters: kept for the session and in the link, and shown wherever clusters are named."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import streamlit as st

from catviz.plots.clusters import cluster_name
from catviz.ui.labels import ROWS
from catviz.ui.state import cache, controls, session
from catviz.ui.state.view import View
from catviz.ui.widgets.panels import MOST_CLUSTERS

LINKED = "names"
"""In the link, one text per named cluster: its number, a colon, its name."""
LONGEST = 40
LABEL = "Name the clusters"
_NUMBERS = frozenset(map(str, range(1, MOST_CLUSTERS + 1)))
_SCROLLS, _HEIGHT = 7, 420


def names_of(view: View, fit: cache.Fit) -> dict[int, str]:
    """The names given to these clusters, by number from 1. Those of a link belong to the first clusters shown."""
    every, key = session.CLUSTER_NAMES.first(dict), _key(view, fit)
    asked = controls.asked_texts(LINKED)
    if asked is not None:
        every[key] = _read(asked)
    kept = every.get(key, {})
    controls.keep_texts(LINKED, [f"{number}:{name}" for number, name in sorted(kept.items())])
    return dict(kept)


def editor(view: View, fit: cache.Fit, numbers: list[int]) -> None:
    """A box per cluster for its name."""
    kept, key = session.CLUSTER_NAMES.first(dict).get(_key(view, fit), {}), _key(view, fit)
    with st.popover(LABEL, width="stretch"):
        st.caption(f"A name replaces the number here, on {ROWS}, in figures and in files. An empty box removes it.")
        with st.container(height=_HEIGHT if len(numbers) > _SCROLLS else "content", border=False):
            for number in numbers:
                box = session.of_widget(f"cluster-name-{number}-{key}")
                box.put(kept.get(number, ""))
                st.text_input(
                    cluster_name(number).capitalize(),
                    key=box.name,
                    max_chars=LONGEST,
                    on_change=partial(_rename, key, number, box),
                )


def _rename(key: str, number: int, box: session.Key[str]) -> None:
    names = session.CLUSTER_NAMES.first(dict).setdefault(key, {})
    written = " ".join((box.get() or "").split())
    if written:
        names[number] = _unlike(written, number, names)
    else:
        names.pop(number, None)


def _unlike(name: str, number: int, names: Mapping[int, str]) -> str:
    """The name, with the cluster's number if another cluster has the same."""
    others = {other for place, other in names.items() if place != number}
    return f"{name} ({number})" if name in others else name


def _read(texts: list[str]) -> dict[int, str]:
    names: dict[int, str] = {}
    for text in texts:
        number, _, name = text.partition(":")
        name = " ".join(name.split())[:LONGEST]
        if number in _NUMBERS and name:
            names[int(number)] = _unlike(name, int(number), names)
    return names


def _key(view: View, fit: cache.Fit) -> str:
    return f"{fit.content} {view.fingerprint} {view.seed}"
