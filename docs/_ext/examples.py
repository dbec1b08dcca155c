"""The ``example`` directive: its code is shown, runs when the site is built, and its results stand below it.

What is printed, what is warned of and the value of the last line are shown: a Plotly figure as a figure that reacts to
the pointer, a DataFrame as a table, anything else as text. Names are shared by all examples of a page. Code that fails
ends the build.
"""

from __future__ import annotations

import ast
import contextlib
import io
import warnings
from pathlib import Path

import pandas as pd
import plotly.graph_objects as go
from docutils import nodes
from docutils.parsers.rst import directives
from plotly.offline import get_plotlyjs
from sphinx.util.docutils import SphinxDirective

SCRIPT = "plotly.min.js"
_FIGURES = "example_figures"


def run(code: str, names: dict, where: str) -> tuple[str, object]:
    """(what the code printed, the value of its last line if that is an expression)."""
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, where, "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), where, "eval"), names)
    return printed.getvalue(), value


class Example(SphinxDirective):
    """Code, and what it gives."""

    has_content = True
    option_spec = {"hide-code": directives.flag, "alt": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        """The nodes of the code and of its results."""
        document, code = self.env.docname, "\n".join(self.content)
        names = self.env.temp_data.setdefault("example_names", {"__name__": "__main__"})
        where = f"{document}, line {self.lineno}"
        try:
            with warnings.catch_warnings(record=True) as remarks:
                warnings.simplefilter("always")
                warnings.filterwarnings("error", category=DeprecationWarning)
                printed, value = run(code, names, where)
        except Exception as error:
            raise self.severe(f"the example fails: {type(error).__name__}: {error}") from error
        found: list[nodes.Node] = []
        if "hide-code" not in self.options:
            found.append(nodes.literal_block(code, code, language="python"))
        printed += "".join(f"{remark.category.__name__}: {remark.message}\n" for remark in remarks)
        if printed:
            found.append(nodes.literal_block(printed, printed, language="text", classes=["printed"]))
        if isinstance(value, go.Figure):
            found.append(self._figure(value))
        elif isinstance(value, pd.DataFrame):
            table = value.to_html(border=0, classes="dataframe", float_format=lambda x: f"{x:.3g}")
            found.append(nodes.raw("", f'<div class="table-wide">{table}</div>', format="html"))
        elif value is not None:
            found.append(nodes.literal_block(repr(value), repr(value), language="text", classes=["printed"]))
        return found

    def _figure(self, figure: go.Figure) -> nodes.Node:
        number = self.env.new_serialno("figure")
        identity = f"figure-{self.env.docname.replace('/', '-')}-{number}"
        self.env.metadata[self.env.docname][_FIGURES] = "yes"
        made = figure.to_html(
            full_html=False,
            include_plotlyjs=False,
            div_id=identity,
            config={"displaylogo": False, "displayModeBar": "hover"},
        )
        alt = nodes.Text(self.options.get("alt", "")).astext()
        label = f' role="img" aria-label="{alt}"' if alt else ""
        return nodes.raw("", f'<div class="drawn"{label}>{made}</div>', format="html")


def add_script(app, page, template, context, doctree) -> None:
    """Plotly goes to the pages that have a figure."""
    if _FIGURES in app.env.metadata.get(page, {}):
        app.add_js_file(SCRIPT, priority=100)
        app.add_js_file("figures.js")


def write_script(app) -> None:
    """Plotly's script, as the installed package carries it."""
    folder = Path(app.outdir) / "_static"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / SCRIPT).write_text(get_plotlyjs(), encoding="utf-8")


def setup(app):
    """Called by Sphinx."""
    app.add_directive("example", Example)
    app.connect("builder-inited", write_script)
    app.connect("html-page-context", add_script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
