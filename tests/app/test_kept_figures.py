"""Figures drawn once and shown by many: equal arguments give one figure, which is sent as it is."""

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
    assert kept(bars)([1, 2], DARK).sent.to_dict()["layout"]["font"]["color"] == DARK.text
    assert len(drawings) == 3


def test_it_is_sent_as_the_figure_is():
    figure = Kept(bars([3, 1], LIGHT))
    assert figure.sent.to_dict() == figure.figure.to_dict()
    figure.update_layout(dragmode="lasso")
    assert figure.sent.to_dict() == figure.figure.to_dict()
    assert figure.sent.to_dict()["layout"]["dragmode"] == "lasso"


@pytest.mark.parametrize("longest", [200_000, 10])
def test_its_json_is_that_of_the_figure_and_written_once_unless_it_is_long(monkeypatch, longest):
    monkeypatch.setattr(kept_figures, "LONGEST", longest)
    figure = bars([3, 1], LIGHT)
    sent = Kept(figure).sent.to_dict()
    first, again = (plotly.io.to_json(sent, validate=False) for _ in range(2))
    assert first == again == figure.to_json()
    assert (first is again) == (len(first) <= longest)


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
