"""Names of a package that are imported when they are first used.

Source: scientific-python's SPEC 1, "Lazy loading of submodules and functions"; PEP 562.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path


def attach(
    package: str, file: str, otherwise: Callable[[str], object] | None = None
) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """A package's ``__getattr__``, ``__dir__`` and ``__all__``, from the stub file beside its ``__init__.py``.

    One list serves both readers: type checkers and editors read the stub, Python reads it here.

    Parameters
    ----------
    package : str
        Name of the package. Its modules and subpackages are found by name too, as if they had been imported.
    file : str
        Path of its ``__init__.py``. The stub ``__init__.pyi`` holds lines ``from module import name as name``; no
        name may be that of a module of the package, which would replace it once imported.
    otherwise : callable(name), optional
        Finds names of earlier versions, or raises AttributeError. Without it, a name that is not there raises that.

    Returns
    -------
    (function of a name, function without arguments, list of str)
        Public names are sorted without regard to capitals.
    """
    stub = ast.parse(Path(file).with_suffix(".pyi").read_text(encoding="utf-8"))
    imports = [line for line in stub.body if isinstance(line, ast.ImportFrom)]
    sources = {alias.name: str(line.module) for line in imports for alias in line.names}
    public = sorted(sources, key=str.casefold)

    def found(name: str) -> object:
        if name in sources:
            value = getattr(__import__(sources[name], fromlist=[name]), name)
        elif not name.startswith("_") and find_spec(f"{package}.{name}"):
            value = import_module(f"{package}.{name}")
        elif otherwise is not None:
            return otherwise(name)
        else:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        setattr(sys.modules[package], name, value)
        return value

    def listed() -> list[str]:
        return sorted({*vars(sys.modules[package]), *public})

    return found, listed, public
