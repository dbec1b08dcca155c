"""Public figures: each name and the module that it comes from, which is imported when first used."""

from catviz.plots.mca_by_label import eta2 as eta2
from catviz.plots.mca_by_label import mca_map as mca_map
from catviz.plots.mca_by_label import scree as scree
from catviz.plots.methods_by_label import breakdown as breakdown
from catviz.plots.methods_by_label import heat_map as heat_map
from catviz.plots.methods_by_label import orders as orders
from catviz.plots.methods_by_label import row_map as row_map
from catviz.plots.methods_by_label import value_axes as value_axes
from catviz.plots.methods_by_label import value_map as value_map
from catviz.plots.results_by_label import association as association
from catviz.plots.results_by_label import cluster_count as cluster_count
from catviz.plots.results_by_label import cluster_profiles as cluster_profiles
from catviz.plots.results_by_label import critical_difference as critical_difference
from catviz.plots.results_by_label import profile as profile
from catviz.plots.results_by_label import scores as scores
from catviz.plots.results_by_label import value_counts as value_counts

__all__: list[str]
