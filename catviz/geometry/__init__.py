"""Geometries of values and of rows."""

from catviz.moved import gathered

__getattr__ = gathered(__name__)
