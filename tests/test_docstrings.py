"""Docstrings of public names say what numpydoc asks for: each parameter in its place with a type, what comes back."""

import dataclasses
import inspect
import tomllib
import warnings
from pathlib import Path

import numpydoc.validate
from public import entries, function_of

SETTINGS = tomllib.loads((Path(__file__).resolve().parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
CHECKS = set(SETTINGS["tool"]["numpydoc_validation"]["checks"])
COMPLETE = {"PR01", "RT01", "YD01"}
"""Asked of functions and classes, and of methods that document their parameters one by one."""
MISREAD = {("catviz.register", "PR02")}
"""numpydoc takes a first parameter named ``cls`` for that of a classmethod."""
DEFINED = {id(function_of(thing) or thing): (name, thing) for name, thing in entries()}
"""Each docstring once, however many classes inherit it."""


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
