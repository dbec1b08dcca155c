"""Small tables as analysts bring them, made up: two surveys, a panel, lines of baskets, expansion factors."""

from pathlib import Path

FOLDER = Path(__file__).parent / "data" / "analyst"


def content(name):
    """The bytes of a file."""
    return (FOLDER / name).read_bytes()
