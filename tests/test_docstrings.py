"""Docstrings of public names say what numpydoc asks for: each parameter in its place with a type, what comes back."""

import ast
import dataclasses
import inspect
import tomllib
import warnings
from pathlib import Path

import numpydoc.validate
from public import entries, function_of
from python_files import at, files_in, nodes_of

SETTINGS = tomllib.loads((Path(__file__).resolve().parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
CHECKS = set(SETTINGS["tool"]["numpydoc_validation"]["checks"])
#: Asked of functions and classes, and of methods that document their parameters one by one.
COMPLETE = {"PR01", "RT01", "YD01"}
#: numpydoc takes a first parameter named ``cls`` for that of a classmethod.
MISREAD = {("catviz.register", "PR02")}
#: Each docstring once, however many classes inherit it.
DEFINED = {id(function_of(thing) or thing): (name, thing) for name, thing in entries()}


def asked(name, thing):
    """The checks that apply: a short docstring of a method may say in its sentence what goes in and what comes out."""
    if inspect.isclass(thing):
        return CHECKS - {"PR01"} if dataclasses.is_dataclass(thing) else CHECKS
    short = name.count(".") > 1 and "Parameters\n" not in (inspect.getdoc(thing) or "")
    return CHECKS - COMPLETE if short else CHECKS


def test_public_docstrings_are_complete():
    wrong = []
    for name, thing in DEFINED.values():
        path = f"{thing.__module__}.{thing.__qualname__}" if inspect.isfunction(thing) else name
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            told = numpydoc.validate.validate(path)
        where = f"{told['file']}:{told['file_line']}: {name}"
        wrong += [
            f"{where}: {code} {text}"
            for code, text in told["errors"]
            if code in asked(name, thing) and (name, code) not in MISREAD
        ]
    assert len(DEFINED) > 300 and not wrong, "\n".join(wrong)


def test_what_is_looked_for_is_found():
    assert "PR01" in {code for code, _ in numpydoc.validate.validate("public.function_of")["errors"]}


def test_no_string_stands_where_a_comment_belongs():
    """A string that is a statement says what a file, a class or a function is; constants are explained by ``#:``."""
    wrong = []
    for path in files_in("catviz", "pages", "studies", "tests"):
        for node in nodes_of(path):
            body = getattr(node, "body", None)
            for statement in (body if isinstance(body, list) else [])[1:]:
                value = statement.value if isinstance(statement, ast.Expr) else None
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    wrong.append(at(path, statement.lineno))
    assert not wrong, wrong
