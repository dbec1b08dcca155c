"""catviz: learn, compare and see the geometry of categorical values.

The public names and where they come from are listed in ``__init__.pyi``. Each is imported when first used.
"""

from lazy_loader import attach_stub

__version__ = "0.2.0"

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
