"""Formulas as MathML, which browsers draw themselves: no script and no font is fetched."""

from docutils import nodes
from latex2mathml.converter import convert

SPELT = {r"\arg": r"\mathrm{arg}"}
"""Commands that the converter does not know, spelt with one that it knows."""


def drawn(latex: str, display: str) -> str:
    """MathML of a formula. A command that the converter does not know would stay as it is: that is an error."""
    for command, known in SPELT.items():
        latex = latex.replace(command, known)
    made = convert(latex, display=display)
    if "\\" in made.replace("\\text", ""):
        raise ValueError(f"no MathML for {latex!r}")
    return made


def visit_inline(self, node: nodes.math) -> None:
    """A formula within a sentence."""
    self.body.append(drawn(node.astext(), "inline"))
    raise nodes.SkipNode


def visit_block(self, node: nodes.math_block) -> None:
    """A formula on its own; wide ones scroll."""
    self.body.append(f'<div class="formula" tabindex="0">{drawn(node.astext(), "block")}</div>')
    raise nodes.SkipNode


def setup(app):
    """Called by Sphinx."""
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
