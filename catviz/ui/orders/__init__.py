"""The Orders page."""
