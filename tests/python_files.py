"""The repository's own Python files, each read and parsed once for all the tests that look through them."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def files_in(*places: str) -> list[Path]:
    """The Python files in some folders of the repository, sorted; nothing that the documentation generates."""
    found = (path for place in places for path in sorted((ROOT / place).rglob("*.py")))
    return [path for path in found if "generated" not in path.parts]


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a file's syntax tree, the module first."""
    return tuple(ast.walk(ast.parse(text_of(path))))


@cache
def docstrings_of(path: Path) -> frozenset[int]:
    """The ids of the nodes of docstrings, and of other strings that are a statement."""
    return frozenset(id(node.value) for node in nodes_of(path) if isinstance(node, ast.Expr))


def strings_of(path: Path) -> Iterator[tuple[int, str]]:
    """(line, text) of each string of a file that is no docstring."""
    for node in nodes_of(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings_of(path):
            yield node.lineno, node.value


def at(path: Path, line: int) -> str:
    """A line of a file, as messages name it."""
    return f"{path.relative_to(ROOT).as_posix()}:{line}"
