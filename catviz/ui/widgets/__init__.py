"""Parts of pages: charts, panels, selection, downloads."""
