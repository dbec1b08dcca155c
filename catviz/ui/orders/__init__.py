"""The tab Order of the page Values."""
