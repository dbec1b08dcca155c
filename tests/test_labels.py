"""Messages name pages and controls by the words on the screen, which stand in catviz/ui/labels.py alone."""

import ast
import re

from python_files import at, files_in, nodes_of, strings_of, text_of

from catviz.ui import labels

SOURCES = [path for path in files_in("catviz/ui", "pages") if path.name != "labels.py"]
WORDS = {name: text for name, text in vars(labels).items() if name.isupper() and isinstance(text, str)}
PAGES = ("START", "LESSONS", "OVERVIEW", "COLUMNS", "VALUES", "MAP", "CLUSTERS", "PREDICT", "METHODS")
#: Tabs, whose names are words of other things too.
TABS = ("TABLE", "CROSSED", "LISTED", "SIMILAR", "COMPUTED", "PAPERS", "COMPARE")
CONTROLS = [text for name, text in WORDS.items() if name not in (*PAGES, *TABS)]
WIDGETS = {
    *("select", "segmented", "several", "number", "selectbox", "multiselect", "number_input", "text_input", "toggle"),
    *("button", "download_button", "popover", "expander", "checkbox", "slider", "segmented_control"),
}
_EITHER = "|".join(map(re.escape, WORDS.values()))
NAMED = re.compile(rf"\b(?:page|[Pp]ress|under|[Uu]ndo it on) “?(?:{_EITHER})\b|\b(?:{_EITHER}) page\b|“(?:{_EITHER})”")


def widget_labels(path):
    """The labels of widgets that are written where the widget is drawn."""
    for node in nodes_of(path):
        called = getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
        if called in WIDGETS and node.args and isinstance(node.args[0], ast.Constant):
            yield node.args[0].value


def test_no_message_writes_a_label_out():
    found = [
        f"{at(path, line)}: {text[:120]!r}"
        for path in SOURCES
        for line, text in strings_of(path)
        if text in CONTROLS or NAMED.search(text)
    ]
    assert not found, "take these labels from catviz/ui/labels.py:\n" + "\n".join(found)


def test_no_message_quotes_the_label_of_a_widget():
    written = {label for path in SOURCES for label in widget_labels(path)}
    assert len(written) > 80
    quoted = [
        f"{at(path, line)}: {text[:120]!r}"
        for path in SOURCES
        for line, text in strings_of(path)
        if written & set(re.findall("“([^”]+)”", text))
    ]
    assert not quoted, f"name these labels in catviz/ui/labels.py: {quoted}"


def test_each_label_is_there_once_and_used():
    assert len(set(WORDS.values())) == len(WORDS)
    used = " ".join(map(text_of, SOURCES))
    assert not [name for name in WORDS if not re.search(rf"\b{name}\b", used)]


def test_labels_written_out_are_found():
    for text in ("Press Run.", "see the page Columns", "as on the Values page", "under “Known classes”", "under More"):
        assert NAMED.search(text), text
    for text in ("Rows of the table", "More rows", "Values with few rows", "Runs"):
        assert not NAMED.search(text), text
