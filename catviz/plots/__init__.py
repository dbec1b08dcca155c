"""Figures. They take results and return Plotly figures; labels are escaped here and nowhere else.

The names that ``__init__.pyi`` lists are public: they take fitted methods, geometries, tables or results and the names
of columns and values, and return a `plotly.graph_objects.Figure`. Plotly is imported when the first of them is used.
"""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
