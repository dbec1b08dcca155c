"""The registry in Markdown: each method with formula, symbols, source and status; docs/methods.md is all of them."""

from __future__ import annotations

from catviz.registry import STATUSES, Method, methods

_HEAD = """# Methods

Every method of the papers and their baselines: its formula, what the symbols mean, its source, and how faithful the
implementation is with its default settings.

{statuses}

`catviz.methods()` gives the same in Python. `python -m catviz.registry > docs/methods.md` writes this page.
"""
_TAIL = """## Named in the papers and not built

The papers name these as related work and compare none of them: the entropy criterion of Li, Ma & Ogihara (2004), the
space structure of Qian et al. (2015), CURE, UNTIE and CACTUS.
"""


def families() -> dict[str, list[Method]]:
    """The methods of each family, in the registry's order."""
    found: dict[str, list[Method]] = {}
    for m in methods():
        found.setdefault(m.family, []).append(m)
    return found


def symbols(m: Method) -> str:
    """Markdown: one line for each symbol of a method's formula, with its meaning."""
    return "\n".join(f"- ${symbol}$: {meaning}" for symbol, meaning in m.symbols)


def entry(m: Method) -> str:
    """Markdown: all that the registry says of a method, under a heading of the third level."""
    name = "" if m.cls is None else f" (`{m.name}`)"
    formulas = "\n\n".join(f"$$\n{formula}\n$$" for formula in m.formulas)
    called = f" Also called {', '.join(m.aliases)}." if m.aliases else ""
    return "\n\n".join(
        filter(
            None,
            [
                f"### {m.title}{name}",
                m.summary,
                formulas,
                symbols(m),
                f"Source: {m.paper}. Status: {m.standing}.{called}{_classes(m)}",
            ],
        )
    )


def document() -> str:
    """The text of docs/methods.md."""
    statuses = "\n".join(f"- *{status}*: {meaning}" for status, meaning in STATUSES.items())
    parts = [_HEAD.format(statuses=statuses)]
    for family, members in families().items():
        parts += [f"## {family.capitalize()}\n", *(entry(m) + "\n" for m in members)]
    return "\n".join([*parts, _TAIL])


def _classes(m: Method) -> str:
    if m.cls is None or not m.cls.uses_target:
        return ""
    return " Supervised: it uses the known classes." if m.supervised else " Uses the known classes if there are any."
