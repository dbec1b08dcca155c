"""Files written as a whole: whoever stops in between, or runs out of space, leaves the former file as it was."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, text: str | bytes) -> None:
    """Write a file (text in UTF-8, with the line ends given) beside its place, then put it there.

    Parameters
    ----------
    path : Path
        The file; its folder is made if it is not there.
    text : str or bytes

    Raises
    ------
    OSError
        It cannot be written; the sentence says why and what to do. A file that was there stays as it was.
    """
    part = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            file.write(text.encode("utf-8") if isinstance(text, str) else text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise cannot_write(path, error) from None


def cannot_write(path: Path, error: OSError) -> OSError:
    """The error of a file that cannot be written, as a sentence with what to do."""
    why = error.strerror or error
    return OSError(f"{path} cannot be written ({why}): make room or choose another folder, and run the command again")
