"""The public names of catviz, with their public methods."""

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache

import catviz


def entries() -> Iterator[tuple[str, object]]:
    """(dotted name, object) of every name in ``catviz.__all__``, of a class's own methods and properties, of a module's
    functions; what comes from other packages is left out.
    """
    for name in sorted(catviz.__all__, key=str.casefold):
        thing = getattr(catviz, name)
        if inspect.ismodule(thing):
            for part, member in vars(thing).items():
                if inspect.isfunction(member) and member.__module__ == thing.__name__ and not part.startswith("_"):
                    yield f"catviz.{name}.{part}", member
            continue
        yield f"catviz.{name}", thing
        if inspect.isclass(thing):
            for part in sorted(dir(thing)):
                member = inspect.getattr_static(thing, part)
                function = function_of(member)
                if not part.startswith("_") and function is not None and function.__module__.startswith("catviz."):
                    yield f"catviz.{name}.{part}", member


def function_of(member: object):
    """The function behind a method or property as its class holds it; None for anything else."""
    if isinstance(member, property):
        return member.fget
    found = getattr(member, "func", None) or getattr(member, "__func__", member)
    return found if inspect.isfunction(found) else None


@cache
def _names() -> frozenset[str]:
    """Dotted names of all that is public."""
    plots = (f"catviz.plots.{name}" for name in catviz.plots.__all__)
    return frozenset([*(name for name, _ in entries()), *(f"catviz.{name}" for name in catviz.__all__), *plots])


def not_public(code: str) -> list[str]:
    """What a script has of catviz that is no public name: what it imports of its modules, and what it names of it."""
    used = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            used += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            used += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Attribute) and re.fullmatch(r"catviz(\.\w+)+", whole := ast.unparse(node)):
            parts = whole.split(".")
            used.append(".".join(parts[: 3 if parts[1] in ("plots", "metrics") else 2]))
    return [name for name in used if name.startswith("catviz.") and name not in _names()]
