"""Public figures: each name and the module that it comes from, which is imported when first used."""

from .clusters import cluster_count as cluster_count
from .clusters import cluster_profiles as cluster_profiles
from .columns import association as association
from .columns import value_counts as value_counts
from .compare import scores as scores
from .joint import value_map as value_map
from .lanes import value_axes as value_axes
from .mca import eta2 as eta2
from .mca import mca_map as mca_map
from .mca import scree as scree
from .order_chart import orders as orders
from .profiles import profile as profile
from .rows import row_map as row_map
from .rules import cluster_rules as cluster_rules
from .significance import critical_difference as critical_difference
from .values import breakdown as breakdown
from .values import heat_map as heat_map

__all__: list[str]
