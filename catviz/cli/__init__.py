"""The commands of ``python -m catviz``."""
