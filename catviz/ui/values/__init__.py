"""The Values page."""
