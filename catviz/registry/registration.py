"""Methods from elsewhere: `register` adds one to this process, and a package names its own by an entry point."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from threading import RLock
from typing import Any

from catviz.base import CountsMethod, ObjectMethod, RowsMethod
from catviz.method_rows import rows
from catviz.registry.method import ELSEWHERE, FIGURES_ONLY, STATUSES, Method
from catviz.remarks import remark

#: The group of entry points. Each names a function without arguments that calls `register`.
GROUP = "catviz.methods"


def _method_of(name: str, row: Mapping[str, Any]) -> Method:
    """A method of catviz from its row; the class is that of the name."""
    cls = getattr(import_module(f"catviz.{row['module']}"), name) if "module" in row else None
    return Method(
        cls,
        row["title"],
        row["family"],
        row["source"],
        row["status"],
        r",\qquad ".join(row["formula"]),
        row["summary"],
        tuple(row.get("aliases", ())),
        row["symbols"],
        row.get("note", ""),
        row.get("alias_settings", {}),
        row.get("stands_for", ""),
        row["use"],
        row["limits"],
        tuple(row["cite"]),
    )


_LOCK = RLock()
_registered: tuple[Method, ...] = ()
_not_loaded: tuple[str, ...] = ()
_loaded = False
_TEMPLATES = (CountsMethod, RowsMethod, ObjectMethod)
_DERIVE = "derive it from catviz.CountsMethod, catviz.RowsMethod or catviz.ObjectMethod"
_DECLARED = ("parameters", "needs", "uses_target", "needs_target", "cost", "get_params", "set_params")
_NEEDS = ("counts", "rows")
_GIVES = ("distances", "embedding", "similarities", "order", "objects")
_CHANGES = ("rename", "permute", "constant")


@cache
def built_in() -> tuple[Method, ...]:
    """The methods that come with catviz; the first call imports their classes."""
    return tuple(_method_of(name, row) for name, row in rows().items())


def register(
    cls: type,
    *,
    title: str,
    formula: str,
    summary: str,
    family: str = "other packages",
    paper: str = "",
    status: str = ELSEWHERE,
    aliases: Sequence[str] = (),
    symbols: Sequence[tuple[str, str]] = (),
    note: str = "",
) -> Method:
    r"""Add a method to this process: to ``catviz.methods()``, the command line, the explorer and the code it exports.

    Registering a class again replaces its row, so that a notebook cell may run twice. A package registers its methods
    in a function that it names as an entry point of the group ``catviz.methods``; catviz calls the function once, when
    it first lists its methods.

    Parameters
    ----------
    cls : type
        The estimator: a class derived from `catviz.CountsMethod`, `catviz.RowsMethod` or `catviz.ObjectMethod`, or one
        that declares the same. Exported code imports it from its module.
    title : str
        Name as it is shown, such as "Gap (how often)". The part before the parenthesis is shown in figures.
    formula : str
        LaTeX; equations are separated by ``,\qquad``. Empty where a formula says nothing.
    summary : str
        What the method looks at, and when two values are near, in a sentence or two.
    family : str
        The heading it stands under in lists of all methods.
    paper : str
        The source; by default the name of the package.
    status : str
        A key of `catviz.registry.STATUSES`.
    aliases : sequence of str
        Further names by which ``catviz.method`` finds it.
    symbols : sequence of (symbol, meaning)
        Every symbol of the formula as LaTeX, and what it means.
    note : str
        What differs from the source or was chosen, in sentences.

    Returns
    -------
    Method

    Raises
    ------
    TypeError
        ``cls`` is not a class.
    ValueError
        A name, alias or title is taken, or the class lacks a declaration. The message says which, and what to do.

    Examples
    --------
    A package names the function that registers its methods in its ``pyproject.toml``::

        [project.entry-points."catviz.methods"]
        value-gap = "value_gap:register"
    """
    global _registered
    check_class(cls)
    paper = paper or f"package {cls.__module__.partition('.')[0]}"
    pairs: Any = tuple(map(tuple, symbols))
    row = Method(cls, title, family, paper, status, formula, summary, tuple(aliases), pairs, note)
    check_row(row)
    with _LOCK:
        others = tuple(m for m in _registered if not _is_same_class(m.cls, cls))
        _refuse_taken(row, (*built_in(), *others))
        _registered = (*others, row)
    return row


def registered() -> tuple[Method, ...]:
    """The methods from elsewhere; the first call loads those that installed packages name by entry points."""
    global _loaded, _not_loaded
    with _LOCK:
        if not _loaded:
            _loaded = True  # before the plug-ins: what they import may list the methods
            points = sorted(entry_points(group=GROUP), key=lambda point: point.name)
            _not_loaded = tuple(filter(None, map(_problem, points)))
            for sentence in _not_loaded:
                remark(sentence)
        return _registered


def not_loaded() -> tuple[str, ...]:
    """A sentence for each plug-in that could not be loaded."""
    registered()
    return _not_loaded


def _problem(point: EntryPoint) -> str:
    """Let a plug-in register its methods; what went wrong, in a sentence, or nothing."""
    try:
        point.load()()
    except Exception as error:
        package = "a package" if point.dist is None else f"the package {point.dist.name} {point.dist.version}"
        return (
            f"the plug-in {point.name!r} of {package} was not loaded ({type(error).__name__}: {error}): update or "
            f"uninstall the package, or tell its authors"
        )
    return ""


def _refuse_taken(row: Method, others: Sequence[Method]) -> None:
    names = {name.casefold(): (name, m) for m in others for name in (m.name, *m.aliases)}
    shown = {text.casefold(): (text, m) for m in others for text in (m.title, m.short)}
    for texts, taken, what in (((row.name, *row.aliases), names, "name"), ((row.title, row.short), shown, "title")):
        for text in texts:
            if text.casefold() in taken:
                name, holder = taken[text.casefold()]
                raise ValueError(
                    f"the {what} {name!r} is taken by {holder.title!r} of the package {holder.package}: choose another "
                    f"{what} for {row.cls.__module__}.{row.name}"
                )


def _is_same_class(a: type, b: type) -> bool:
    """True for one class, also where its module was run again."""
    return (a.__module__, a.__qualname__) == (b.__module__, b.__qualname__)


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
        statuses = ", ".join(repr(s) for s in STATUSES if s != FIGURES_ONLY)
        raise ValueError(f"status={row.status!r} of {row.name}: choose one of {statuses}")
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
