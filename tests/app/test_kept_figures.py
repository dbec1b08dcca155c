"""Figures drawn once and shown by many: equal arguments give one figure, which is sent as it is."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import plotly.io
import pytest
from scripted import run, spec

from catviz.plots.colours import DARK, LIGHT
from catviz.table.categorical import CategoricalTable
from catviz.ui.state import session
from catviz.ui.widgets import kept_figures
from catviz.ui.widgets.kept_figures import Kept, _content, kept

drawings = []


def bars(values, theme, table=None):
    drawings.append(values)
    return go.Figure(layout={"height": 300, "font": {"color": theme.text}}).add_bar(y=np.asarray(values, dtype=float))


@pytest.fixture
def shared_view(monkeypatch):
    """What a page of a bundled table has."""
    drawings.clear()

    class View:
        private = False

    monkeypatch.setattr(session.VIEW, "get", lambda: View())


def test_equal_arguments_draw_once(shared_view):
    first, again = kept(bars)([1, 2], LIGHT), kept(bars)([1, 2], LIGHT)
    assert first is again
    assert len(drawings) == 1
    assert kept(bars)([1, 3], LIGHT) is not first
    assert json.loads(kept(bars)([1, 2], DARK).to_json())["layout"]["font"]["color"] == DARK.text
    assert len(drawings) == 3


def test_it_is_sent_as_the_figure_is():
    figure = bars([3, 1], LIGHT)
    drawing, kept_one = json.loads(figure.to_json()), Kept(figure)
    assert kept_one.layout.height == kept_one.sent.to_dict()["layout"]["height"] == 300
    assert Kept(figure.add_bar(x=[0, 1])).n_points == 2 and kept_one.n_points == 0
    first, again = (plotly.io.to_json(kept_one.sent.to_dict(), validate=False) for _ in range(2))
    assert first == again and json.loads(first) == drawing == json.loads(kept_one.to_json())
    assert json.loads(kept_one.figure.to_json()) == drawing
    assert kept_one.update_layout(dragmode="lasso").layout.dragmode == "lasso"
    sent = json.loads(plotly.io.to_json(kept_one.sent.to_dict(), validate=False))
    assert sent["layout"].pop("dragmode") == "lasso" and sent == drawing


def test_a_change_that_is_there_already_writes_nothing():
    figure = Kept(bars([3, 1], LIGHT))
    sent = figure.update_layout(dragmode="pan").sent
    assert figure.update_layout(dragmode="pan").sent is sent


def test_what_changes_before_it_is_shown_is_written_once(monkeypatch):
    written = []
    usual = kept_figures._to_json
    monkeypatch.setattr(kept_figures, "_to_json", lambda *given, **named: written.append(1) or usual(*given, **named))
    figure = Kept(bars([3, 1], LIGHT)).update_layout(dragmode="lasso")
    assert json.loads(figure.to_json())["layout"]["dragmode"] == "lasso" and figure.sent and len(written) == 1
    assert json.loads(figure.update_layout(dragmode="pan").to_json())["layout"]["dragmode"] == "pan"
    assert len(written) == 2


def test_content_of_tables_is_all_that_they_hold():
    table = CategoricalTable.from_pandas(pd.DataFrame({"a": list("xxy"), "b": list("uvv")}))
    equal = CategoricalTable.from_pandas(pd.DataFrame({"a": list("xxy"), "b": list("uvv")}))
    assert _content((bars, (table,), {})) == _content((bars, (equal,), {}))
    weighted = replace(table, weights=np.array([1.0, 2.0, 1.0]))
    assert len({_content((bars, (each,), {})) for each in (table, weighted, table.select(["b", "a"]))}) == 3


def test_sessions_show_the_same_figures():
    run("overview", data="zoo")  # results work out some of their parts when they are first asked for
    one, other = run("overview", data="zoo"), run("overview", data="zoo")
    of_session = [{key: each.figure for key, each in at.session_state["_figures"].items()} for at in (one, other)]
    assert of_session[0]
    assert all(of_session[1][key] is figure for key, figure in of_session[0].items())
    assert spec(one, 0) == spec(other, 0)
