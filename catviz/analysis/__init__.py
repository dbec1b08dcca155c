"""What is asked of geometries, clusters and classifiers: scores, tests, maps, profiles, comparisons."""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
