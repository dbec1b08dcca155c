"""Clusterers of rows."""
