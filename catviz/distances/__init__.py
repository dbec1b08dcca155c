"""Methods whose native form is a distance (or similarity) table a column, or a distance between rows."""
