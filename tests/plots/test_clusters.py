"""Figures of clusters: titles, axes and keys say what is drawn."""

from types import SimpleNamespace

import numpy as np
import pandas as pd

from catviz.plots.clusters import cluster_count, together
from catviz.plots.colours import LIGHT


def test_a_map_of_rows_that_fall_together_has_a_title_and_axes():
    layout = together(np.eye(4), np.array([1, 1, 2, 2]), LIGHT).layout
    assert "4 distinct rows" in layout.title.text
    assert all("rows" in axis.title.text and axis.visible is not False for axis in (layout.xaxis, layout.yaxis))


def test_every_line_along_k_is_in_the_key():
    numbers = {"observed": [0.3, 0.2], "shuffled_05": 0.1, "shuffled_50": 0.15, "shuffled_95": 0.2}
    tested = SimpleNamespace(by_k=pd.DataFrame({"measure": "explained", "k": [2, 3]} | numbers))
    drawn = cluster_count(tested, known=3, beyond=tested).data
    assert [trace.name for trace in drawn if trace.showlegend is not False] == [
        "shuffled tables, 5\u00a0% to 95\u00a0%",
        "shuffled tables, median",
        "tables of one gradient, 5\u00a0% to 95\u00a0%",
        "tables of one gradient, median",
        "this table",
        "number of known classes",
    ]
