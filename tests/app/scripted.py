"""Pages run without a browser, and what stands on them."""

import json

from driver import ROOT
from streamlit.testing.v1 import AppTest

SCRIPTS = next(ROOT.glob("*/compare.py")).parent.name
NOTHING = "Nothing to draw here"


def run(page, **query):
    """A page as a link with these choices opens it."""
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for key, value in query.items():
        at.query_params[key] = value
    if page != "start":
        at.switch_page(f"{SCRIPTS}/{page}.py")
    return at.run()


def words(at):
    kinds = (at.title, at.markdown, at.caption, at.info, at.warning, at.error, at.success)
    return "\n".join(str(element.value) for kind in kinds for element in kind)


def figures(at):
    return len(at.get("plotly_chart"))


def notes(at):
    return [note.value for note in at.info if "link asks for" in note.value]


def assert_sound(at):
    assert not at.exception, [e.message for e in at.exception]
    assert not at.error, [e.value for e in at.error]
    assert at.title, "the page has no title"


def assert_shows_something(at):
    assert_sound(at)
    assert figures(at) or NOTHING in words(at)


def spec(at, number=0):
    return json.loads(at.get("plotly_chart")[number].proto.spec)
