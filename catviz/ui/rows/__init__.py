"""The Rows page."""
