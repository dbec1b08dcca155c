"""What a registered class and its row must declare for pages, commands and comparisons to use them."""

from __future__ import annotations

import inspect
from typing import Any

from catviz.base import CountsMethod, ObjectMethod, RowsMethod
from catviz.registry.method import FIGURES_ONLY, STATUSES, Method

_TEMPLATES = (CountsMethod, RowsMethod, ObjectMethod)
_DERIVE = "derive it from catviz.CountsMethod, catviz.RowsMethod or catviz.ObjectMethod"
_DECLARED = ("parameters", "needs", "uses_target", "needs_target", "cost", "get_params", "set_params")
_NEEDS = ("counts", "rows")
_GIVES = ("distances", "embedding", "similarities", "order", "objects")
_CHANGES = ("rename", "permute", "constant")


def check_class(cls: Any) -> None:
    """Hold a class to what the templates declare.

    Raises
    ------
    TypeError
        It is no class.
    ValueError
        It has no ``fit``, its template is not filled, a declaration is missing or wrong, or its constructor needs an
        argument.
    """
    if not isinstance(cls, type):
        raise TypeError(f"{cls!r} is not a class: give the class itself, such as FrequencyGap, not FrequencyGap()")
    name = cls.__name__
    if not callable(getattr(cls, "fit", None)):
        raise ValueError(f"{name} has no fit: {_DERIVE}, and fill _learn")
    declared: Any = cls
    unfilled = any(declared.fit is template.fit for template in _TEMPLATES)
    if unfilled and getattr(declared._learn, "__isabstractmethod__", False):
        raise ValueError(
            f"{name} has no _learn: define _learn(self, counts), or _learn(self, table, callback) for rows"
        )
    missing = [what for what in _DECLARED if not hasattr(cls, what)]
    if missing:
        raise ValueError(f"{name} does not declare {', '.join(missing)}: {_DERIVE}, which declare them")
    if declared.needs not in _NEEDS:
        raise ValueError(f"{name}.needs={declared.needs!r}: choose one of {', '.join(map(repr, _NEEDS))}")
    _check_parameters(cls)
    if hasattr(cls, "gives"):
        _check_geometry(cls)


def check_row(row: Method) -> None:
    """Hold a row of the registry to what lists and pages show of it; ValueError where something is missing."""
    for what in ("title", "summary", "family"):
        text = getattr(row, what)
        if not isinstance(text, str) or not text.strip() or "\n" in text:
            raise ValueError(f"{what}={text!r} of {row.name}: give a line of text")
    if row.status not in STATUSES or row.status == FIGURES_ONLY:
        known = ", ".join(repr(s) for s in STATUSES if s != FIGURES_ONLY)
        raise ValueError(f"status={row.status!r} of {row.name}: choose one of {known}")
    if any(len(pair) != 2 for pair in row.symbols):
        raise ValueError(f"symbols of {row.name}: give pairs of a symbol and its meaning")


def _check_parameters(cls: Any) -> None:
    name, arguments = cls.__name__, inspect.signature(cls).parameters
    needed = [
        n for n, p in arguments.items() if p.default is p.empty and p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)
    ]
    if needed:
        raise ValueError(f"{name} cannot be made without {', '.join(needed)}: give every parameter a default")
    for parameter, declared in cls.parameters.items():
        if parameter not in arguments:
            raise ValueError(f"{name}.parameters declares {parameter!r}, which its constructor does not take: add it")
        if not callable(getattr(declared, "validate", None)):
            raise ValueError(
                f"{name}.parameters[{parameter!r}] is {declared!r}: give a catviz.parameters.Number or Choice"
            )
        declared.validate(parameter, arguments[parameter].default)


def _check_geometry(cls: Any) -> None:
    name = cls.__name__
    if cls.gives not in _GIVES:
        raise ValueError(f"{name}.gives={cls.gives!r}: choose one of {', '.join(map(repr, _GIVES))}")
    stated = getattr(cls, "invariances", {})
    missing = [change for change in _CHANGES if not stated.get(change)]
    if missing:
        raise ValueError(
            f"{name}.invariances says nothing of {', '.join(missing)}: give catviz.base.EXACT, "
            "catviz.base.UP_TO_SCALE or a sentence for each"
        )
