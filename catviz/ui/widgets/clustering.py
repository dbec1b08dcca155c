"""Rows clustered under a method, on every page that shows clusters: which clusterer, the clusters, their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from catviz.analysis.cluster_structure import DEFAULT_CLUSTERER, own_clusterer
from catviz.clustering.by_name import CLUSTERERS
from catviz.clustering.starts import N_STARTS
from catviz.parameters import on_screen
from catviz.plots.clusters import cluster_name
from catviz.registry import Method
from catviz.ui.labels import MAP
from catviz.ui.state import background, cache, controls, link, session
from catviz.ui.state.cache import Fitted
from catviz.ui.state.learned import learn
from catviz.ui.state.view import View
from catviz.ui.text import plain
from catviz.ui.widgets import panels, structure
from catviz.ui.widgets.panels import MOST_CLUSTERS

#: In the link, the clusters that a method finds as it learns; first for methods that find some.
OWN = "own"
#: How they are listed.
WHOSE = "the method's own"
#: Clusterers to offer where a table has more rows than the one chosen can take.
ANY_SIZE = (DEFAULT_CLUSTERER, "k-means++")
#: Estimated seconds up to which the page waits for the clusters.
AT_ONCE = 1.5
#: Seconds it waits for slower ones before it shows progress instead.
WAIT_SECONDS = 1.5
#: In the link, one text per named cluster: its number, a colon, its name.
LINKED = "names"
LONGEST = 40
LABEL = "Name the clusters"
_NUMBERS = frozenset(map(str, range(1, MOST_CLUSTERS + 1)))
_SCROLLS, _HEIGHT = 7, 420


@dataclass(frozen=True, eq=False)
class Clustering:
    """A table's rows clustered under a learned geometry, or by the method that learned it (`OWN`)."""

    view: View
    learned: Fitted
    name: str
    k: int
    fit: cache.Fit

    @property
    def own(self) -> bool:
        """True where the method found these clusters itself."""
        return self.name == OWN

    @property
    def called(self) -> str:
        """What made the clusters, for the start of a sentence."""
        return self.learned.method.short if self.own else f"{self.name.capitalize()} clustering"

    @property
    def clusterer(self) -> str | None:
        """The clusterer's name in the library; None for the method's own clusters."""
        return None if self.own else self.name

    @property
    def starts(self) -> bool:
        """True where runs may differ, since chance decides where they start."""
        return "random_state" in self.learned.method.cls.parameters if self.own else CLUSTERERS[self.name].starts

    @property
    def n_starts(self) -> int:
        """How many random starts the clusters are the best of."""
        return self.fit.estimator.get_params(deep=False).get("n_init", 1)

    @property
    def memberships(self) -> np.ndarray | None:
        """(n, k) probability of each cluster for each row, where the method gives them to its clusters."""
        if not self.own or not hasattr(self.fit.estimator, "predict_proba"):
            return None
        return _memberships(self.view, self.fit)

    def single_run(self) -> Any:
        """What made the clusters, unfitted and with a single start."""
        if not self.own:
            return CLUSTERERS[self.name].unfitted(self.learned.estimator.geometry_, self.k)
        return own_clusterer(self.learned.estimator, self.k, 1, self.view.seed)

    def seconds_of_a_run(self) -> float:
        """What a run from a single start takes, roughly."""
        if self.own:
            return structure.own_seconds(self.learned.method, structure.size(self.view), 1)
        return seconds(self.view, self.name, 1)

    @property
    def labels(self) -> np.ndarray:
        """(n,) cluster numbers from 1."""
        return self.fit.estimator.labels_ + 1

    @property
    def names(self) -> dict[int, str]:
        """The names that clusters were given, by their numbers."""
        return names_of(self.view, self.fit)

    @property
    def sizes(self) -> pd.Series:
        """Rows in each cluster that has some, by weight."""
        return _sizes(self.view, self.fit)

    @property
    def scored(self) -> bool:
        """True where accuracy means something: classes are known, and the method did not use them."""
        return self.view.classes_known and not self.learned.supervised

    @property
    def what(self) -> tuple:
        """Equal for equal geometries and clusterers of a table."""
        return self.learned.method.name, self.learned.parameters, self.name

    @property
    def runs_asked(self) -> str:
        """What the runs from single starts are called in the background."""
        return repr(("stable", self.what, self.k))


def choose_clusterer(view: View, method: Method) -> str:
    """How rows are put together, under the key it has in comparisons too; by the method itself where it does that."""
    summaries = {}
    if method.clusters_rows:
        summaries[OWN] = f"{plain(method.short)} finds these clusters itself, as it learns"
    if method.has_values:
        offered = {name: each for name, each in CLUSTERERS.items() if each.takes_numbers or not view.numbers}
        summaries |= {name: clusterer.summary for name, clusterer in offered.items()}
    default = next(iter(summaries))
    controls.follow("clusterer", default)
    help = "  \n".join(f"**{_listed(name)}**: {summary}." for name, summary in summaries.items())
    return controls.select("Clusterer", list(summaries), "clusterer", default, _listed, help, code=str)


def names_of(view: View, fit: cache.Fit) -> dict[int, str]:
    """The names given to these clusters, by number from 1. Those of a link belong to the first clusters shown."""
    every, key = session.CLUSTER_NAMES.first(dict), _name_of_fit(view, fit)
    asked = link.asked_texts(LINKED)
    if asked is not None:
        every[key] = _names_in(asked)
    kept = every.get(key, {})
    link.keep_texts(LINKED, [f"{number}:{name}" for number, name in sorted(kept.items())])
    return dict(kept)


def editor(view: View, fit: cache.Fit, numbers: list[int]) -> None:
    """Show a box per cluster for its name."""
    kept, key = session.CLUSTER_NAMES.first(dict).get(_name_of_fit(view, fit), {}), _name_of_fit(view, fit)
    with st.popover(LABEL, width="stretch"):
        st.caption(f"A name replaces the number here, on {MAP}, in figures and in files. An empty box removes it.")
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


def _listed(name: str) -> str:
    return WHOSE if name == OWN else name


def number_asked(k: panels.NumberOfClusters, clusterer: str, parameters: cache.Parameters) -> int | None:
    """The number of clusters asked for; None where it follows from the data, which is said in place of it."""
    if clusterer != OWN or not isinstance(dict(parameters).get("n_clusters", ""), str):
        return k()
    with nullcontext() if k.box is None else k.box:
        st.caption("The number of clusters follows from the data and the options.")
    return None


def learned_by(view: View, method: Method, parameters: cache.Parameters) -> Fitted | None:
    """What the method learned; None, with the reason on the page, where it cannot learn from so many rows."""
    try:
        return learn(view, method, parameters)
    except ValueError as error:
        if method.has_values:
            raise
        st.info(f"**Nothing to draw here:** {plain(on_screen(method.cls, str(error)), 600)}")
        return None


def fitted(view: View, learned: Fitted, name: str, k: int | None) -> Clustering | None:
    """The clusters; None where there is nothing to cluster, which the page then says, or while they are worked out.

    ``k`` is None for a method's own clusters whose number follows from the data.
    """
    if name == OWN:
        n_clusters = getattr(learned.estimator, "n_clusters_", k)
        return Clustering(view, learned, name, int(n_clusters), learned)
    if k is None or too_many_rows(view, name):
        return None
    if not any(table.any() for table in learned.distances.tables):
        panels.nothing_to_show(view, f"under {learned.method.title}, all rows are equally far", "clusters")
        return None
    expected = seconds(view, name)
    try:
        if expected <= AT_ONCE:
            fit = _kept_fit(view, learned, k, name)
        else:
            what = repr(("clusters", learned.method.name, learned.parameters, k, name))
            work, title = partial(_in_background, view, learned, k, name), f"Clustering by {name}"
            fit = background.result(view, what, work, title, expected, wait_seconds=WAIT_SECONDS)
    except ValueError as error:
        st.info(f"**Nothing to draw here:** {plain(error, 600)}")
        return None
    return None if fit is None else Clustering(view, learned, name, k, fit)


def too_many_rows(view: View, name: str) -> bool:
    """True, with a remedy on the page, where the clusterer cannot take so many distinct rows."""
    clusterer, n = CLUSTERERS[name], cache.n_distinct(view)
    if n <= clusterer.most_rows:
        return False
    with st.container(border=True):
        st.markdown(
            f"**Nothing to draw here:** {plain(view.name)} has {n:,} distinct rows. {plain(name).capitalize()} "
            f"clustering compares every pair of rows, and takes at most {clusterer.most_rows:,} of them. "
            "These take any number:"
        )
        with st.container(horizontal=True):
            for other in ANY_SIZE:
                st.button(other, key=f"offer-{other}", on_click=controls.choose, kwargs={"clusterer": other})
    return True


def seconds(view: View, name: str, starts: int = N_STARTS) -> float:
    """What a fit from so many starts takes, roughly."""
    return CLUSTERERS[name].seconds(*structure.size(view), starts)


def _fit(
    view: View, learned: Fitted, k: int, clusterer: str, callback: Callable[[dict], bool] | None = None
) -> cache.Fit:
    """A clusterer fitted under a method's geometry: the best of several starts."""
    model = CLUSTERERS[clusterer].unfitted(learned.estimator.geometry_, k, N_STARTS, view.seed)
    what = (clusterer, k, learned.content)
    return cache.Fit(*cache.fit_fields(view.table, model, None, callback, what), supervised=False)


_kept_fit = cache.by_content(48)(_fit)


def _in_background(view: View, learned: Fitted, k: int, name: str, report) -> cache.Fit:
    def progress(step: dict) -> bool:
        return report((step["run"] + 0.5) / N_STARTS)

    return _fit(view, learned, k, name, progress)


@cache.by_content(48)
def _sizes(view: View, fit: cache.Fit) -> pd.Series:
    sizes = pd.Series(view.table.row_weights).groupby(fit.estimator.labels_ + 1).sum()
    return sizes[sizes > 0]


@cache.by_content(8)
def _memberships(view: View, fit: cache.Fit) -> np.ndarray:
    return fit.estimator.predict_proba(view.table)


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


def _names_in(texts: list[str]) -> dict[int, str]:
    names: dict[int, str] = {}
    for text in texts:
        number, _, name = text.partition(":")
        name = " ".join(name.split())[:LONGEST]
        if number in _NUMBERS and name:
            names[int(number)] = _unlike(name, int(number), names)
    return names


def _name_of_fit(view: View, fit: cache.Fit) -> str:
    return f"{fit.content} {view.fingerprint} {view.seed}"
