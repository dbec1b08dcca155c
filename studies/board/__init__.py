"""The board: every method on every data set that comes with catviz, under one protocol."""
