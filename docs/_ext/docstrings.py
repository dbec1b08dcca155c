"""Docstrings are written to be read as they are: a bar in them is an absolute value, and no markup."""

from __future__ import annotations

import re

_LITERAL = re.compile(r"(``.*?``|:math:`.*?`)")


def escape_bars(app, what, name, obj, options, lines) -> None:
    """Keep bars as they are outside literals, formulas and examples."""
    example = False
    for i, line in enumerate(lines):
        example = bool(line.strip()) and (example or line.lstrip().startswith(">>>"))
        if not example and not line.lstrip().startswith(".. math::"):
            parts = _LITERAL.split(line)
            parts[::2] = [part.replace("|", r"\|") for part in parts[::2]]
            lines[i] = "".join(parts)


def skip(app, what, name, obj, skipped, options) -> bool | None:
    """Leave out the setters of scikit-learn's metadata routing, which are generated and described there."""
    return True if re.fullmatch(r"set_\w+_request", name) else None


def setup(app):
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", escape_bars, priority=400)
    app.connect("autodoc-skip-member", skip)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
