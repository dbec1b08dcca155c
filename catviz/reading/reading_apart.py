"""Files whose readers can end the process are read in another one."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from typing import Any

from catviz.reading import reader_process
from catviz.reading.delimited import UnreadableError

MOST_MEMORY = 4 * 2**30
"""Bytes of memory that the other process may take."""
MOST_SECONDS = 300
"""Seconds that it may take."""


def read_apart(kind: str, data: bytes, name: str, **given: Any) -> dict[str, Any]:
    """What `catviz.reading.reader_process` finds in a file.

    Parameters
    ----------
    kind : {"sheet", "statistical"}
    data : bytes
    name : str
        What the file is called in messages.
    **given : text, numbers, or dicts of them
        What the reader is to know.

    Returns
    -------
    dict
        What the reader gives; ``error`` and ``text`` where it raised.

    Raises
    ------
    UnreadableError
        The process ended early, or took too much memory or time.
    """
    command = [sys.executable, "-P", reader_process.__file__, kind, str(MOST_MEMORY), json.dumps(given)]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=MOST_SECONDS)
    except subprocess.TimeoutExpired:
        raise UnreadableError(
            f"{name} takes more than {MOST_SECONDS} seconds to read: save it as CSV and choose that file"
        ) from None
    found: dict[str, Any] = pickle.loads(done.stdout) if done.returncode == 0 else {"error": "memory"}
    if found.get("error") == "memory":
        raise UnreadableError(
            f"{name} is damaged, or takes more than {MOST_MEMORY / 2**30:.0f} GB of memory to read: "
            "save it as CSV and choose that file"
        )
    return found
