"""Nothing is written twice: no six lines in a row stand to the letter in two places, unless a reason is given here.

Lines are compared without their indentation. Left out are blank lines, comments, imports, lines without a letter or a
number, and docstrings, which are read one by one: what parameters of the same name mean is written out in each.
"""

import ast
import re
from collections import defaultdict
from itertools import combinations

from python_files import ROOT, files_in, nodes_of, text_of

FOLDERS = ("catviz", "pages", "studies", "docs", "tests")
LENGTH = 6

LEFT_OUT = re.compile(r"\W*|\W*#.*")

#: Place, place (a file, and a class or function in it), and why the same lines stand in both.
REASONS = (
    (
        "catviz/reading/sources/scanned.py ScannedSource.reduce",
        "catviz/table/source.py TableSource.reduce",
        "both fill Source.reduce, so both have its signature",
    ),
    *(
        (*places, "the keywords of a public function are written out where they are looked for")
        for places in (
            ("catviz/reading/csv_files.py inspect_csv", "catviz/reading/tables.py inspect_table"),
            ("catviz/reading/tables.py read_csv", "catviz/reading/tables.py read_table"),
        )
    ),
)


def test_no_six_lines_stand_in_two_places_without_a_reason():
    found = repeats(ROOT, [ROOT / "app.py", *files_in(*FOLDERS)])
    listed = {(one, other) for one, other, _ in REASONS}
    new = [f"{one} and {other}: {found[one, other]!r} and so on" for one, other in sorted(set(found) - listed)]
    assert not new, "write these lines once, or give the reason in REASONS:\n" + "\n".join(new)
    assert not listed - set(found), "these places share no lines any more: leave them out of REASONS"
    assert all(reason for _, _, reason in REASONS)


def test_copied_lines_are_found_however_they_are_indented(tmp_path):
    body = [f"x{i} = {i}" for i in range(LENGTH)]
    (tmp_path / "one.py").write_text("import os\n" + "\n".join(body))
    (tmp_path / "two.py").write_text("def f():\n    # copied\n\n    " + "\n\n    ".join(body))
    (tmp_path / "few.py").write_text("\n".join(body[1:]))
    (tmp_path / "told.py").write_text('"""' + "\n".join(body) + '\n"""')
    (tmp_path / "same.py").write_text("x = 0\n" * 2 * LENGTH + "y = 0")
    found = repeats(tmp_path, sorted(tmp_path.glob("*.py")))
    assert found == {("one.py", "two.py f"): "x0 = 0", ("same.py", "same.py"): "x = 0"}


def repeats(root, paths):
    """(place, place) -> the first of the lines that stand in both."""
    seen = defaultdict(list)
    for path in paths:
        lines, name = looked_at(path), path.relative_to(root).as_posix()
        for first in range(len(lines) - LENGTH + 1):
            some = lines[first : first + LENGTH]
            seen[tuple(line for line, _ in some)].append((name, first, f"{name} {some[0][1]}".strip()))
    found = {}
    for some, places in seen.items():
        for (name, first, one), (other_name, other_first, other) in combinations(places, 2):
            if name != other_name or other_first >= first + LENGTH:
                found.setdefault(tuple(sorted((one, other))), some[0])
    return found


def looked_at(path):
    """``(line, class or function that holds it)`` of each line that is compared."""
    passed_over, holders = set(), {}
    walk(nodes_of(path)[0], "", passed_over, holders)
    numbered = enumerate((line.strip() for line in text_of(path).splitlines()), start=1)
    return [(line, holders.get(n, "")) for n, line in numbered if n not in passed_over and not LEFT_OUT.fullmatch(line)]


def walk(node, holder, passed_over, holders):
    """Note the lines of imports and docstrings, and the innermost class or function of each line."""
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node, clean=False):
        passed_over.update(range(node.body[0].lineno, node.body[0].end_lineno + 1))
    for child in ast.iter_child_nodes(node):
        inside = holder
        if isinstance(child, ast.Import | ast.ImportFrom):
            passed_over.update(range(child.lineno, child.end_lineno + 1))
        elif isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            inside = f"{holder}.{child.name}".strip(".")
            holders.update(dict.fromkeys(range(child.lineno, child.end_lineno + 1), inside))
        if isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
            walk(child, inside, passed_over, holders)
