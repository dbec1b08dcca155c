"""The registry in Markdown: each method with formula, symbols, source and status; docs/methods.md is all of them."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from itertools import product

import pandas as pd

from catviz.parameters import Anything, Named, help_text, label
from catviz.registry import ELSEWHERE, STATUSES, Method
from catviz.registry.registration import BUILT_IN
from catviz.remarks import collected_remarks
from catviz.table.categorical import CategoricalTable

_HEAD = """# Methods

This page describes every method of the papers and of their baselines. It gives the formula, what the symbols mean, the
parameters, the source and the status of each method. The status says how faithful the implementation is with its
default settings:

{statuses}

`catviz.methods()` gives the same in Python. `python -m catviz.registry > docs/methods.md` writes this page.
"""
_SHARED = r"""## What all methods share

**Values that the fit has not seen.** New rows can have a value that no row of the fit has. Then the distance between
two rows follows one rule for all methods. Some methods add up distances over the columns, others add up their squares.
Let T be what is added up: the distance of two values, or its square. An unseen value differs from every seen value. So
its T from a seen value v is the average of T over the values that differ from v, weighted by how often they occur:

$$
T(\ast,v)=\frac{\sum_{u\neq v}p_u\,T(u,v)}{1-p_v},\qquad
T(\ast,\ast')=\frac{\sum_{u\neq v}p_u\,p_v\,T(u,v)}{1-\sum_v p_v^2},\qquad
T(\ast,\ast)=0
$$

Here p is the share of the rows with a value, u and v are seen values, and the two stars are two different unseen
values. Two different unseen values have the average T of two different values. Two equal unseen values have T = 0.
Under Hamming, Gower and one-hot, the rule gives the distances of their own formulas: 1, 1 and 0 for the three cases
under Hamming; Gower has 1/m instead of 1 (m is the number of columns), and one-hot has √2. In a column with only one
value no distance can be learned. There, Hamming, Gower and one-hot give an unseen value the distance that their formula
has without data, and all other methods give it distance 0. Distances to unseen values need not satisfy the triangle
inequality.

A missing cell counts as one more unseen value if the fit saw no missing cell in its column. With `na="exclude"`, a
missing cell can hold any value of its column: its T from v is the average over all values, v included. Two methods are
exceptions. MCA compares rows by their coordinates; with `na="exclude"`, a missing cell adds nothing to the coordinates
of its row before they are centred. JDM compares only rows: a value that no row of the fit has counts with share 0 in
its formula.

**Coordinates.** `transform`, k-means and logistic regression need a point for every value. The point of an unseen value
is the mean of its column, so all unseen values of a column have the same point. Two rows with equal unseen values have
equal coordinates. For seen values, and with default settings, the Euclidean distances between the coordinates of rows
depend on the method:

{coordinates}

There are columns whose distances no points can have. Then the coordinates only approximate the distances, and
`negative_mass` says how much is missed. Nearest neighbours, k-modes, k-medoids, spectral and hierarchical clustering
and OCL predict by the distances between rows, not by coordinates.

**Supervised encodings.** Target, WOE, density, MVDM and HVDM code values by the known classes of their rows. A
scikit-learn pipeline calls `fit_transform(X, y)` on the training rows. This function deals the rows to folds, and codes
the rows of each fold by the classes of the other folds. Otherwise the code of a rare value would tell a model the class
of its few rows. `fit(X, y).transform(X)` gives different codes: it codes every row by the classes of all rows. A `y` of
numbers with fractions is refused, because these methods learn from classes.

**Limits.** The shape of a table is checked before anything is counted. There are limits for the values per column
(`max_table_values`), the values of all columns together, the distinct rows, and the size of a result
(`catviz.table.limits`). A table beyond a limit is refused. The message names the column, the number, the limit and what
to do.
"""
_OF_POWER = {
    2.0: "They are the distances between rows under these methods",
    1.0: "They are the square roots of the distances between rows under these methods",
}
_MEANS = "They are the distances between means of points under these methods, which compare rows only by these means"
_NONE = "They are not defined under these methods, which compare rows without points"
_COORDINATES = (*_OF_POWER.values(), _MEANS, _NONE)
_TAIL = """## Named in the papers and not built

The papers name the following methods as related work, and compare their own methods with none of them: the entropy
criterion of Li, Ma & Ogihara (2004), the space structure of Qian et al. (2015), CURE, UNTIE and CACTUS.
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


def parameters(m: Method, code: bool = True) -> str:
    """Markdown: one line for each parameter of a method, with its label, its choices, its default and what it does.

    ``code`` is False for pages: they leave out the names that code has for the parameter and its choices.
    """
    if m.cls is None:
        return ""
    defaults = {name: p.default for name, p in inspect.signature(m.cls).parameters.items()}
    return "\n".join(
        f"- **{label(m.cls, name)}**{f' (`{name}`)' * code}: {help_text(m.cls, name)}{_choices(declared, code)} "
        f"Default: {declared.name_of(defaults[name])}."
        for name, declared in m.cls.parameters.items()
        if isinstance(declared, Named)
    )


def long_forms(among: Iterable[Method]) -> str:
    """Markdown: what the names of methods stand for, one a line; empty if none is an abbreviation."""
    return "  \n".join(f"**{m.short}**: {m.stands_for}." for m in among if m.stands_for)


def entry(m: Method, level: int = 3, code: bool = True) -> str:
    """Markdown: all that the registry says of a method, under a heading of a level; without names of code for pages."""
    name = "" if m.cls is None or not code else f" (`{m.name}`)"
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
                parameters(m) and f"Parameters:\n\n{parameters(m, code)}",
                f"Source: {m.paper}. Status: {m.status_and_note if code else m.status_on_pages}.{called}{_classes(m)}",
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


def _choices(declared: Named, code: bool) -> str:
    if isinstance(declared, Anything):
        return ""
    named = [f"{declared.name_of(choice)}{f' (`{choice!r}`)' * code}" for choice in declared.choices]
    return f" Choices: {', '.join(named)}." if named else ""


def _classes(m: Method) -> str:
    if m.cls is None or not m.cls.uses_target:
        return ""
    return " Supervised: it uses the known classes." if m.supervised else " Uses the known classes if there are any."
