"""Classifiers of rows."""
