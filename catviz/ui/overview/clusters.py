"""Which rows form clusters, by a rule."""

from __future__ import annotations

from functools import partial

from catviz import plots
from catviz.analysis.rules import Rules, most_by_default
from catviz.clustering.by_name import CLUSTERERS
from catviz.plots.small import in_two_lines
from catviz.registry import DEFAULT
from catviz.ui.labels import PROFILES
from catviz.ui.overview import alike
from catviz.ui.overview.card import card, draw, say
from catviz.ui.state.shelves import following
from catviz.ui.state.view import View
from catviz.ui.widgets import charts, cluster_findings, clustering, panels
from catviz.words import overview

_KEY = "clusters"
#: Values in the heat map.
_VALUES = 6
#: What puts rows into clusters.
CLUSTERER = next(iter(CLUSTERERS))


def section(view: View) -> None:
    """Show the card: the clusters that the page Clusters opens with."""
    chosen = {"method": DEFAULT, "clusterer": CLUSTERER, "section": PROFILES}
    with card(_KEY, "Which rows form clusters?", "clusters", **chosen):
        found = clustering.fitted(view, alike.learned(view), CLUSTERER, panels.n_clusters(view))
        if found is None:
            return
        frame = cluster_findings.profiles(found)
        if cluster_findings.most_characteristic(frame, _VALUES):
            figure = partial(
                plots.cluster_profiles,
                view.table,
                found.labels,
                most=_VALUES,
                aside=cluster_findings.shown_only(view),
                profiles=frame,
                theme=charts.theme(),
            )
            draw(figure, _KEY, f"Lift of {_VALUES} values in {len(found.sizes)} clusters.", in_two_lines)
        described = cluster_findings.rules(found, most_by_default(len(found.sizes)))
        texts = cluster_findings.starts_differ(found) | cluster_findings.what_is_tested(found)
        say(following(described, "in a sentence", lambda: _in_a_sentence(described, found)), _KEY, texts)


def _in_a_sentence(described: Rules, found: clustering.Clustering) -> str:
    return overview.clusters_by_rules(described, found.sizes)
