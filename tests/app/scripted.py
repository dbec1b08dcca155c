"""Pages run without a browser, and what stands on them."""

import base64
import json
import re
import time
from concurrent.futures import wait
from functools import cache
from importlib import import_module
from types import SimpleNamespace
from unittest.mock import patch

import numpy as np
from driver import HANG, ROOT
from plain import not_plain, odd_numbers
from streamlit.components.v2.component_manager import BidiComponentManager
from streamlit.runtime import Runtime
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import ElementList
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

from catviz.ui.labels import CROSSED, LISTED, OUTCOME
from catviz.ui.navigation import FORMER

SCRIPTS = next(ROOT.glob("*/methods.py")).parent.name
NOTHING = "Nothing to draw here"


#: Tabs, by names that `run` takes for pages: those of former pages, and those of Columns.
VIEWS = FORMER | {
    "outcome": ("columns", {"columns": OUTCOME}),
    "crosstab": ("columns", {"columns": CROSSED}),
    "listed": ("columns", {"columns": LISTED}),
}


def _of_choice(widgets, key):
    """The widget of a choice: the key of one that was renewed ends in a number (`catviz.ui.state.session.Chosen`)."""
    for widget in widgets:
        if re.sub(r"~\d+$", "", widget.key or "") == key:
            return widget
    raise KeyError(key)


def _ended(runner):
    """Whether a page's run has ended, once it has or a second later: AppTest asks each millisecond, which takes time
    from the run.
    """
    runner._script_thread.join(1)
    return _has_ended(runner)


ElementList.__call__ = _of_choice
_has_ended, LocalScriptRunner.script_stopped = LocalScriptRunner.script_stopped, _ended


@cache
def _components():
    """The components of installed packages: sought once, where AppTest would seek them anew for every test.

    Streamlit before 1.67 knows those of the pages only if they are imported while it runs.
    """
    manager = BidiComponentManager()
    manager.discover_and_register_components(start_file_watching=False)
    with patch.object(Runtime, "_instance", SimpleNamespace(bidi_component_registry=manager)):
        for module in (
            "frame.present",
            "state.link",
            *map("widgets.{}".format, ("editors", "panels", "selection", "worked")),
        ):
            import_module(f"catviz.ui.{module}")
    return manager


_components()


def run(page, upload=None, **query):
    """A page as a link with these choices opens it; with an upload, on the table from the file box."""
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=HANG)
    at._bidi_component_manager = _components()
    if upload is not None:
        at.session_state["_upload"] = upload
        at.query_params["data"] = upload.title
    for key, value in query.items():
        at.query_params[key] = value
    page, choices = VIEWS.get(page, (page, {}))
    for key, value in choices.items():
        at.query_params.setdefault(key, value)
    if page != "start":
        at.switch_page(f"{SCRIPTS}/{page}.py")
    return at.run()


def moved_to(at, page):
    """A page that was opened, on another page or tab, as `run` takes it."""
    page, choices = VIEWS.get(page, (page, {}))
    at.switch_page(f"{SCRIPTS}/{page}.py").run()
    for key, value in choices.items():
        at.segmented_control(key=key).set_value(value).run()
    return at


def awaited(at, holds):
    """A page, run again and again until something holds of it."""
    limit = time.monotonic() + HANG
    while not holds(at):
        assert time.monotonic() < limit, "what is waited for never comes"
        time.sleep(0.05)
        at.run()
    return at


def finished(at):
    """A page once its work in the background has ended."""
    while at.get("progress"):
        jobs = [job.future for job in at.session_state["_jobs"].values()]
        assert not wait(jobs, HANG).not_done, "work never ends"
        at.run()
    return at


#: A sign of comparison that no line begins or ends with.
COMPARED = re.compile("\u00a0([=≠≤≥<>])\u00a0")


def words(at):
    """The texts of the page, a comparison with usual spaces."""
    kinds = (at.title, at.markdown, at.caption, at.info, at.warning, at.error, at.success)
    return COMPARED.sub(r" \1 ", "\n".join(str(element.value) for kind in kinds for element in kind))


def stated(at, *parts):
    """True where one paragraph of the page holds all of these numbers and names, each as a word of its own."""
    whole = [re.compile(rf"(?<![\w.,]){re.escape(str(part))}(?!\w|[.,]\d)") for part in parts]
    return any(all(each.search(line) for each in whole) for line in words(at).replace("\\", "").splitlines())


def figures(at):
    return len(at.get("plotly_chart"))


def notes(at):
    return [note.value for note in at.info if "link asks for" in note.value]


def labels(at):
    """The label and tooltip of every widget."""
    kinds = ("button", "checkbox", "selectbox", "multiselect", "number_input", "slider", "text_input", "toggle")
    return [text for kind in kinds for w in at.get(kind) for text in (w.label, w.proto.help) if text]


def captions(figure):
    """What a figure says besides its values: titles, names of marks and notes."""
    layout = figure["layout"]
    axes = [part.get("title", {}).get("text") for part in layout.values() if isinstance(part, dict)]
    notes = [note.get("text") for note in layout.get("annotations", ())]
    bars = [trace.get("colorbar", {}).get("title", {}).get("text") for trace in figure["data"]]
    hovers = [trace.get("hovertemplate") for trace in figure["data"]]
    return [text for text in (*axes, *notes, *bars, *hovers) if isinstance(text, str)]


def strings(part):
    """Every text within a figure's layout or traces: marks, hovers, ticks and their formats."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict | list):
        for name, each in part.items() if isinstance(part, dict) else enumerate(part):
            if name not in ("bdata", "meta", "customdata"):
                yield from strings(each)


def cells(at):
    """The texts in tables."""
    frames = [table.value for kind in (at.table, at.dataframe) for table in kind]
    return [cell for frame in frames for cell in frame.to_numpy(dtype=object).ravel() if isinstance(cell, str)]


def assert_plain(at):
    """Every text on the page uses the field's words, and writes its numbers in the one form."""
    specs = [json.loads(chart.proto.spec) for chart in at.get("plotly_chart")]
    sentence = re.sub(r"The paper of .* calls .*", "", words(at))
    said = (sentence, *labels(at))
    found = not_plain("\n".join([*said, *(text for spec in specs for text in captions(spec))]))
    drawn = {text for spec in specs for text in strings([spec["data"], spec["layout"]])}
    found += odd_numbers("\n".join((*said, *cells(at), *drawn)))
    assert not found, found[:9]


def assert_sound(at):
    assert not at.exception, [e.message for e in at.exception]
    assert not at.error, [e.value for e in at.error]
    assert at.title, "the page has no title"
    assert_plain(at)


def assert_shows_something(at):
    assert_sound(at)
    assert figures(at) or NOTHING in words(at)


def array(part):
    """A trace's array as it is sent, as numbers."""
    if isinstance(part, dict):
        return np.frombuffer(base64.b64decode(part["bdata"]), part["dtype"])
    return np.asarray(part)


def spec(at, number=0):
    return json.loads(at.get("plotly_chart")[number].proto.spec)
