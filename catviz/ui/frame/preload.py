"""What the other pages need is imported while the reader looks at the first one."""

from __future__ import annotations

import gc
import importlib
import logging
import pkgutil
import threading
from functools import cache

import streamlit as st

import catviz.plots
import catviz.ui
from catviz.ui.frame.imports import LOCK

AFTER = 0.4
"""Seconds from the end of the first run: by then the browser has what it draws."""


@cache
def start() -> threading.Timer | None:
    """Import them once for the whole server, on a thread that ends with it; without a server, nothing is imported."""
    if not st.runtime.exists():
        return None
    timer = threading.Timer(AFTER, _import)
    timer.daemon = True
    timer.start()
    return timer


def _import() -> None:
    for package in (catviz.ui, catviz.plots):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            try:
                with LOCK:
                    importlib.import_module(module.name)
            except ImportError as error:
                logging.getLogger("catviz").info("%s is imported when it is needed: %s", module.name, error)
    # Streamlit searches all objects for garbage after every run: those that stay are left out from here on
    gc.collect()
    gc.freeze()
