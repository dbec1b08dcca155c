"""Every text that the explorer can show uses the field's usual words."""

import ast
import re
from pathlib import Path

from plain import loose_percents, not_plain, odd_numbers
from python_files import ROOT, at, docstrings_of, files_in, nodes_of

from catviz import glossary

SOURCES = [
    *files_in("catviz/ui", "pages", "catviz/plots", "catviz/registry", "catviz/words"),
    ROOT / "catviz" / "wording.py",
]
#: Titles of papers as they are, and messages of the library, where geometries and symbols are names in code.
LIBRARY = {
    ROOT / "catviz" / place for place in ("registry/references.py", "registry/registration.py", "plots/arguments.py")
}
#: What a paper's words are introduced with, and what links had before.
QUOTES = ("calls a column an attribute", "null band", "Against the groups known", "Published beside measured")
#: Several words, and a full stop.
SENTENCE = re.compile(r"(?:\w+[ ,]+){3}.*\w{2,}[)”]?\.(?: |$)")


def texts(path: Path):
    """(line, text) of the strings of more than one word that are no docstring."""
    silent = set(docstrings_of(path))
    for node in nodes_of(path):
        if isinstance(node, ast.JoinedStr):
            parts = [part for part in node.values if isinstance(part, ast.Constant)]
            silent |= set(map(id, parts))
            yield node.lineno, "…".join(str(part.value) for part in parts)
    for node in nodes_of(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield node.lineno, node.value


def checked(text: str) -> bool:
    """True for a text of more than a word that is no quotation."""
    return " " in text and not text.startswith(QUOTES)


def test_texts_use_usual_words():
    found = [
        f"{at(path, line)}: {word} in {text[:160]!r}"
        for path in SOURCES
        if path not in LIBRARY
        for line, text in texts(path)
        if checked(text)
        for word in not_plain(text)
    ]
    assert not found, "\n".join(found)


def test_what_computes_knows_no_sentences():
    """Findings are stated in catviz/words; rules state theirs themselves, since `Rules.conclusion` is public."""
    files = [path for path in files_in("catviz/analysis") if path.name != "rules.py"]
    found = [f"{at(path, line)}: {text!r}" for path in files for line, text in said(path) if SENTENCE.search(text)]
    assert not found, "state these in catviz/words:\n" + "\n".join(found)
    assert any(SENTENCE.search(text) for path in files_in("catviz/words") for _, text in said(path))


def said(path: Path):
    """(line, text) of the strings of a file that are neither a docstring nor in an error or a warning."""
    raised = [
        node
        for node in nodes_of(path)
        if isinstance(node, ast.Raise)
        or (isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("warn", "remark", "Error")))
    ]
    silent = {id(part) for node in raised for part in ast.walk(node)} | set(docstrings_of(path))
    for node in nodes_of(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield node.lineno, node.value


def test_percent_signs_stay_on_the_line_of_their_number():
    found = [
        f"{at(path, line)}: {each!r}" for path in SOURCES for line, text in texts(path) for each in loose_percents(text)
    ]
    entries = [term.name + term.entry() for of in glossary.topics().values() for term in of]
    found += [repr(each) for entry in entries for each in loose_percents(entry)]
    assert not found, "\n".join(found)


def test_words_are_found():
    for text in (
        "Attributes of an object",
        "drawn beside the other",
        "tells the two rows apart",
        "the company it keeps",
    ):
        assert not_plain(text)
    assert not not_plain("The objective of a column; “the company” is what the paper calls co-occurrence.")


def test_numbers_in_other_forms_are_found():
    for text in ("90%", "about .39 of all", "−.44", "2480 rows", "share %{z:.0%}", ".0%", "at 5 %", "in %{y:.1f} %"):
        assert odd_numbers(text), text
    said = "90\u00a0%, 0.39, 0\\.73, −0.44, 2,480 rows, in 1988, %{x:.4g}, ,.3~f, %{y:.1f}\u00a0%, file.2"
    assert not odd_numbers(said), odd_numbers(said)
