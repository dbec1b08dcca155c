"""What pages say in some states each is what tests/app/words/ holds: a sentence that changes is seen in one place.

``python tests/app/test_page_words.py`` writes the files anew, with a page's name after it that page's alone. Numbers
are left out: they are asserted where they are computed. The pages are opened in a process of their own, where no
other test has computed anything.
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

if __name__ == "__main__":
    sys.path[:0] = [str(path) for path in (Path(__file__).parents[2], Path(__file__).parents[1], Path(__file__).parent)]

from analyst import content
from driver import PAGES
from scripted import captions, finished, run

from catviz.ui.labels import AGAINST, COMPARE, STABLE, TABS_OF_METHODS
from catviz.ui.lessons.page import LESSONS, guess_key
from catviz.ui.methods.tabs import SHOWN
from catviz.ui.state.uploads import Upload

FOLDER = Path(__file__).parent / "words"
#: The choice of a guess by lesson.
GUESSES = {lesson.key: guess_key(lesson) for lesson in LESSONS}
#: Choices, and a file of `analyst`, by state and page.
STATES = {
    "start": {
        "first": {},
        "own table": {"file": "nine.csv"},
    },
    "lessons": {
        **{key: {"lesson": key} for key in GUESSES},
        **{f"{key} answered": {"lesson": key, guess: "show the answer"} for key, guess in GUESSES.items()},
        "summary": {"lesson": "summary"},
    },
    "overview": {
        "zoo": {"data": "zoo"},
        "no outcome": {"data": "voting", "groups": "none"},
        "fractional weights": {"file": "hochrechnung.csv"},
        "questions": {"file": "nine.csv"},
    },
    "columns": {
        "zoo": {"data": "zoo"},
        "lymphography": {"data": "lymphography"},
        "no-answer codes": {"file": "nine.csv"},
        "survey weights": {"file": "hochrechnung.csv", "groups": "kauf"},
        "persons": {"file": "panel_300.csv"},
    },
    "values": {
        "zoo": {"data": "zoo"},
        "two methods": {"data": "zoo", "second": "COS"},
        "axes": {"data": "zoo", "look": "1-D axes"},
        "map": {"data": "zoo", "method": "MCA", "look": "map of all values"},
        "all methods": {"data": "mushroom", "column": "odor", "lens": "open"},
    },
    "orders": {
        "zoo": {"data": "zoo"},
        "tumours": {"data": "breast_cancer_ljubljana"},
        "mushroom": {"data": "mushroom"},
        "no order": {"data": "voting"},
        "own table": {"file": "nine.csv"},
    },
    "inside": {name: {"data": "toy_movie", "method": name} for name in ("COS", "TAVE", "MTDLE", "OCL", "MCA")},
    "map": {
        "zoo": {"data": "zoo"},
        "PCA": {"data": "voting", "map": "PCA", "method": "Hamming"},
        "two methods": {"data": "voting", "map": "PCA", "second": "COS"},
        "clusters": {"data": "zoo", "map": "MCA", "method": "ROCK", "k": "4"},
        "own table": {"file": "nine.csv"},
    },
    "clusters": {
        "zoo": {"data": "zoo"},
        "latent classes": {"data": "zoo", "method": "LatentClass", "k": "4"},
        "by its distances": {"data": "zoo", "method": "LatentClass", "clusterer": "k-modes", "k": "4"},
        "number from the data": {"data": "zoo", "method": "ROCK"},
        **{section.lower(): {"data": "zoo", "section": section} for section in (AGAINST, STABLE)},
    },
    "predict": {
        "zoo": {"data": "zoo", "splits": "2"},
        "voting": {"data": "voting", "splits": "2"},
        "two classes": {"file": "nine.csv", "splits": "2"},
        "no classes": {"file": "panel_300.csv"},
        "more training": {"data": "zoo", "splits": "2", "training": "80"},
    },
    "methods": {
        **{tab.lower(): {"data": "zoo", "compare": tab} for tab in TABS_OF_METHODS if tab != COMPARE},
        **{shown.lower(): {"data": "zoo", "compare": COMPARE, "show": shown} for shown in SHOWN},
    },
}
#: How the keys end of what is the same above every page.
ABOVE = ("-header-table", "-header-outcome", "-actions")
_WORD = re.compile(r"(?<![%{.\w])[a-z]{3}|[A-Z][a-z]{2}")
_NUMBER = re.compile(r"[-−+]?\d[\d.,]*(?:e[-−]?\d+)?")


def shown(page, state):
    """A page in one of its states, with its work done."""
    choices = dict(STATES[page][state])
    file = choices.pop("file", None)
    return finished(run(page, Upload(file, content(file)) if file else None, **choices))


def said(at):
    """Every text of a page once, line by line in the order of the page, with # for numbers.

    The boxes and buttons above it are those of every page.
    """
    of_all = [id(part) for block in _blocks(at.main) if block.proto.id.endswith(ABOVE) for part in block]
    parts = [part for part in at.main if id(part) not in of_all]
    lines = [line for part in parts for text in _texts(part) for line in text.replace("\\", "").splitlines()]
    return list(dict.fromkeys(_NUMBER.sub("#", line.strip()) for line in lines if _WORD.search(line)))


def _blocks(block):
    """The blocks within a block, at any depth, that have a key."""
    for part in block.children.values():
        if hasattr(part, "children"):
            yield from [part] if getattr(getattr(part, "proto", None), "id", "") else []
            yield from _blocks(part)


def _texts(part):
    """The texts of one element: of a figure, a widget (its label and its tooltip), a folded part or a paragraph."""
    if part.type == "plotly_chart":
        return captions(json.loads(part.proto.spec))
    if part.type in ("arrow_data_frame", "table", "data_editor", "code", "html", "bidi_component"):
        return []
    found = [getattr(part, "label", None), getattr(part.proto, "help", None) if hasattr(part, "proto") else None]
    if part.type in ("title", "header", "subheader", "markdown", "caption", "info", "warning", "error", "success"):
        found.append(part.value)
    return [text for text in found if isinstance(text, str) and text]


def written(page):
    """The file of a page."""
    return "".join(
        f"== {state} ==\n" + "".join(f"{line}\n" for line in said(shown(page, state))) for state in STATES[page]
    )


@pytest.fixture(scope="module")
def now(tmp_path_factory):
    """The folder of the files as they would be written now."""
    folder = tmp_path_factory.mktemp("words")
    subprocess.run([sys.executable, __file__, "--into", str(folder)], check=True, stderr=subprocess.DEVNULL)
    return folder


@pytest.mark.parametrize("page", PAGES)
def test_a_page_says_what_is_recorded(page, now):
    written, recorded = ((folder / f"{page}.txt").read_text(encoding="utf-8") for folder in (now, FOLDER))
    assert written.splitlines() == recorded.splitlines(), __doc__


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", default=PAGES, metavar="page")
    parser.add_argument("--into", type=Path, default=FOLDER, help="folder of the files")
    asked = parser.parse_args()
    asked.into.mkdir(exist_ok=True)
    for page in asked.pages:
        (asked.into / f"{page}.txt").write_text(written(page), encoding="utf-8")
