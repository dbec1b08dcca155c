"""How the server's memory goes back to the system."""

from __future__ import annotations

import ctypes
import os

_MMAP_THRESHOLD, _ARENA_MAX = -3, -8
"""Parameters of glibc's mallopt (malloc.h)."""
LARGE = 2**20
"""Bytes from which memory is asked of the system for itself, and goes back as soon as it is free."""
ARENAS = 2
"""Pools of memory that all threads share."""


def give_back_large_arrays() -> bool:
    """Let arrays of a megabyte or more go back to the system when they are freed; False where glibc is not there.

    By itself glibc soon keeps arrays of up to 32 MB for later use, in a pool for each of many threads. The small things
    of sessions come to lie between them, and the server holds twice the memory it needs. ``MALLOC_MMAP_THRESHOLD_`` and
    ``MALLOC_ARENA_MAX`` of the environment win.
    """
    try:
        set_option = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return False
    wanted = {
        "MALLOC_MMAP_THRESHOLD_": (_MMAP_THRESHOLD, LARGE),
        "MALLOC_ARENA_MAX": (_ARENA_MAX, ARENAS),
    }
    return all([bool(set_option(*what)) for name, what in wanted.items() if name not in os.environ])
