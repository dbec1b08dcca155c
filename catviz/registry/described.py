"""The registry in Markdown: each method with formula, symbols, source and status; docs/methods.md is all of them."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from itertools import product

import pandas as pd

from catviz.parameters import Named, help_text, label
from catviz.registry import ELSEWHERE, STATUSES, Method
from catviz.registry.registration import BUILT_IN
from catviz.remarks import collected_remarks
from catviz.table.categorical import CategoricalTable

_HEAD = """# Methods

Every method of the papers and their baselines: its formula, what the symbols mean, its source, and how faithful the
implementation is with its default settings.

{statuses}

`catviz.methods()` gives the same in Python. `python -m catviz.registry > docs/methods.md` writes this page.
"""
_SHARED = r"""## What all methods share

**Values that the fit has not seen.** Distances between rows follow one rule. Let T be the distance of two values,
to the power that adds up over columns. An unseen value differs from every value seen, so its T from a value v is
the average of T over the values that differ from v, weighted by how often they occur:

$$
T(\ast,v)=\frac{\sum_{u\neq v}p_u\,T(u,v)}{1-p_v},\qquad
T(\ast,\ast')=\frac{\sum_{u\neq v}p_u\,p_v\,T(u,v)}{1-\sum_v p_v^2},\qquad
T(\ast,\ast)=0
$$

Two different unseen values have the average T of two different values, and two equal ones have 0. For Hamming,
Gower and one-hot this is their formula: 1, 1 and 0 (1/d for Gower, √2 for one-hot). A column with a single value
teaches no distance: an unseen value there is at the distance the formula gives without data (Hamming, Gower,
one-hot), and at 0 otherwise. These distances need not satisfy the triangle inequality. A missing cell in a column
where the fit saw none is one more unseen value. With `na="exclude"` a missing cell may hold any value of its
column: it has the average T over all values, v included. MCA compares rows by their coordinates, to which a missing
cell then adds nothing before they are centred. JDM compares rows only: a value that no row
carries has share 0 in its formula.

Coordinates (`transform`, k-means, logistic regression) need a point: an unseen value stands at its column's mean,
so all unseen values of a column coincide. Two rows with equal unseen values have equal coordinates. For values seen,
the Euclidean distances of coordinates are, with default settings:

{coordinates}

If no points have the distances of a column, coordinates only come near them (`negative_mass` says by how much).
Nearest neighbours, k-modes, k-medoids, spectral and hierarchical clustering and OCL predict by the distances between
rows.

**Supervised encodings** (target, WOE, density, MVDM, HVDM) code the rows of the fit by other folds in
`fit_transform(X, y)`, which a scikit-learn pipeline calls on training rows: else a rare value tells a model the
class of its few rows. `fit(X, y).transform(X)` differs from it: it codes rows by the classes of all of them. A `y`
of numbers with fractions is refused: these methods learn from classes.

**Limits** are checked on the shape of a table before anything is counted: values per column (`max_table_values`),
values of all columns together, distinct rows, and the size of a result (`catviz.table.limits`). The message names the
column, the number, the limit and what to do.
"""
_OF_POWER = {2.0: "the distances between rows", 1.0: "the square roots of the distances between rows"}
_MEANS = "distances between means of points, by which alone rows are compared"
_NONE = "not defined, since the method compares rows without points"
_COORDINATES = (*_OF_POWER.values(), _MEANS, _NONE)
_TAIL = """## Named in the papers and not built

The papers name these as related work and compare none of them: the entropy criterion of Li, Ma & Ogihara (2004), the
space structure of Qian et al. (2015), CURE, UNTIE and CACTUS.
"""


def families(among: Iterable[Method]) -> dict[str, list[Method]]:
    """The methods of each family, in the order given."""
    found: dict[str, list[Method]] = {}
    for m in among:
        found.setdefault(m.family, []).append(m)
    return found


def symbols(m: Method) -> str:
    """Markdown: one line for each symbol of a method's formula, with its meaning."""
    return "\n".join(f"- ${symbol}$: {meaning}" for symbol, meaning in m.symbols)


def parameters(m: Method) -> str:
    """Markdown: one line for each parameter of a method, with its label, its choices, its default and what it does."""
    if m.cls is None:
        return ""
    defaults = {name: p.default for name, p in inspect.signature(m.cls).parameters.items()}
    return "\n".join(
        f"- **{label(m.cls, name)}** (`{name}`): {help_text(m.cls, name)}{_choices(declared)} "
        f"Default: {declared.name_of(defaults[name])}."
        for name, declared in m.cls.parameters.items()
        if isinstance(declared, Named)
    )


def long_forms(among: Iterable[Method]) -> str:
    """Markdown: what the names of methods stand for, one a line; empty if none is an abbreviation."""
    return "  \n".join(f"**{m.short}**: {m.stands_for}." for m in among if m.stands_for)


def entry(m: Method, level: int = 3) -> str:
    """Markdown: all that the registry says of a method, under a heading of a level."""
    name = "" if m.cls is None else f" (`{m.name}`)"
    formulas = "\n\n".join(f"$$\n{formula}\n$$" for formula in m.formulas)
    called = f" Also called {', '.join(m.aliases)}." if m.aliases else ""
    return "\n\n".join(
        filter(
            None,
            [
                f"{'#' * level} {m.title}{name}",
                long_forms([m]),
                m.summary,
                formulas,
                symbols(m),
                parameters(m) and f"Parameters:\n\n{parameters(m)}",
                f"Source: {m.paper}. Status: {m.status_and_note}.{called}{_classes(m)}",
            ],
        )
    )


def document() -> str:
    """The text of docs/methods.md: the methods that come with catviz."""
    statuses = "\n".join(f"- *{status}*: {meaning}" for status, meaning in STATUSES.items() if status != ELSEWHERE)
    parts = [_HEAD.format(statuses=statuses), _SHARED.replace("{coordinates}", _coordinates())]
    for family, members in families(BUILT_IN).items():
        parts += [f"## {family.capitalize()}\n", *(entry(m) + "\n" for m in members)]
    return "\n".join([*parts, _TAIL])


def _coordinates() -> str:
    """Markdown: what distances of coordinates are, with the methods for which they are so, found by fitting each."""
    rows = list(product("abc", "uv", "xyz"))
    classes = ["one" if row[0] == "a" or row[2] == "x" else "two" for row in rows]
    frame = pd.DataFrame(rows, columns=["first", "second", "third"], dtype="category")
    found: dict[str, list[str]] = {what: [] for what in _COORDINATES}
    for m in BUILT_IN:
        if m.has_values:
            with collected_remarks():
                geometry = m.cls().fit(CategoricalTable.from_pandas(frame), classes).geometry_
            what = _MEANS if geometry.embed().combine == "mean" else _OF_POWER[geometry.distances().power]
            found[what].append(m.short)
        elif m.compares_rows:
            found[_NONE].append(m.short)
    return "\n".join(f"- {what}: {', '.join(names)}" for what, names in found.items() if names)


def _choices(declared: Named) -> str:
    named = [f"{declared.name_of(choice)} (`{choice!r}`)" for choice in declared.choices]
    return f" Choices: {', '.join(named)}." if named else ""


def _classes(m: Method) -> str:
    if m.cls is None or not m.cls.uses_target:
        return ""
    return " Supervised: it uses the known classes." if m.supervised else " Uses the known classes if there are any."
