"""What the explorer and its reports may not say: that a difference which no test detected is none."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CALLED_EQUAL = re.compile(
    r"equal but for chance|\bit is neither\b|(?<!not )\breproduced\b"
    r"|\bno (real |significant )?difference\b(?! detected| of ranks is detected| of a point or more is detected)",
    re.IGNORECASE,
)


def sentences(path):
    """The strings of a program, its docstrings left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.lineno, node.value


@pytest.mark.parametrize("folder", ["catviz", "pages"])
def test_what_no_test_detected_is_not_called_equal(folder):
    sentence = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line, text in sentences(path)
        if CALLED_EQUAL.search(text)
    ]
    assert not sentence


def test_the_words_looked_for_are_found():
    for text in ("neither: equal but for chance", "reproduced", "**No difference can be told.**", "It is neither."):
        assert CALLED_EQUAL.search(text), text
    for text in ("No difference detected", "not reproduced", "No difference of a point or more is detected"):
        assert CALLED_EQUAL.search(text) is None, text
