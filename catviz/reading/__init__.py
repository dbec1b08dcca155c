"""Files and data sets as tables."""
