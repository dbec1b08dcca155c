"""Methods whose native form is coordinates of values."""
