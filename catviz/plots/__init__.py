"""Figures. They take results and return Plotly figures; labels are escaped here and nowhere else.

The names below are public: they take fitted methods, geometries, tables or results and the names of columns and
values, and return a `plotly.graph_objects.Figure`. Plotly is imported when the first of them is used.
"""

from importlib import import_module

__all__ = [
    "association",
    "breakdown",
    "cluster_count",
    "cluster_profiles",
    "critical_difference",
    "heat_map",
    "orders",
    "profile",
    "row_map",
    "scores",
    "value_axes",
    "value_counts",
    "value_map",
]

_OF_METHODS = ("breakdown", "heat_map", "orders", "row_map", "value_axes", "value_map")


def __getattr__(name: str):
    if name not in __all__:
        raise AttributeError(f"module 'catviz.plots' has no attribute {name!r}")
    module = "methods_by_label" if name in _OF_METHODS else "results_by_label"
    return getattr(import_module(f"catviz.plots.{module}"), name)


def __dir__() -> list[str]:
    return __all__
