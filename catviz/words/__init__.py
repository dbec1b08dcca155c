"""Findings in plain English: pure functions of a result, one module for each kind of finding."""
