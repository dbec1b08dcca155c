"""What pages need is imported by one thread at a time.

Several sessions that open pages of a server that has just started would import parts of one package at once. Python
then lets a thread go on with half of a module where two wait for each other, and plotly uses pandas as soon as another
thread has begun to import it.
"""

from __future__ import annotations

import ast
import gc
import importlib
import logging
import pkgutil
import sys
import threading
from functools import cache
from pathlib import Path

import streamlit as st

import catviz.plots
import catviz.ui
from catviz.cli.app import script

LOCK = threading.RLock()
#: Set once the first page of the server has what every page needs.
READY = threading.Event()
#: Seconds from the end of the first run: by then the browser has what it draws.
AFTER = 0.4


def begun() -> None:
    """Wait for pandas if a thread of Streamlit has begun to import it."""
    if "pandas" in sys.modules:
        __import__("pandas")


def of_page(name: str) -> None:
    """Import what the script of a page imports, and the class of every method."""
    with LOCK:
        from catviz.registry.registration import built_in  # slow to import, and the browser hears of the page before

        built_in()
        _once(script().parent / "pages" / f"{name}.py")


@cache
def _once(file: Path) -> None:
    for line in ast.parse(file.read_text(encoding="utf-8")).body if file.is_file() else ():
        if isinstance(line, ast.ImportFrom):
            __import__(str(line.module), fromlist=[alias.name for alias in line.names])
        elif isinstance(line, ast.Import):
            for alias in line.names:
                __import__(alias.name)


@cache
def start() -> threading.Timer | None:
    """While the reader looks at the first page, import what the others need, once for the whole server.

    It is done on a thread that ends with the server; without one, nothing is imported.
    """
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
    # all objects are searched for garbage again and again: those that stay are left out from here on
    gc.collect()
    gc.freeze()
