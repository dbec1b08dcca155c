"""The Columns page."""
