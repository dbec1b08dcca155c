"""Geometries of values and of rows."""
