"""Files and data sets as tables."""

from catviz.moved import gathered

__getattr__ = gathered(__name__)
