"""The first pages load nothing that their pictures do not need."""

import pytest
from loading import ROOT, loaded_by

NOT_AT_FIRST = (
    "openTSNE",
    "pyarrow.dataset",
    "pyarrow.parquet",
    "sklearn.cluster",
    "sklearn.decomposition",
    "sklearn.ensemble",
    "sklearn.linear_model",
    "sklearn.manifold",
    "sklearn.metrics",
    "sklearn.model_selection",
    "sklearn.neighbors",
    "sklearn.tree",
    "catviz.analysis.comparison",
    "catviz.analysis.splits",
    "catviz.published",
    "catviz.plots.papers",
    "catviz.reading.sources",
    "catviz.ui.predict",
    "catviz.ui.clusters",
    "catviz.ui.methods",
    "catviz.ui.lessons",
)


def test_a_first_page_loads_no_part_of_others():
    drawn = f"""
from streamlit.testing.v1 import AppTest
from catviz.ui.frame import imports
imports.start = lambda: None
for page in ("start", "values"):
    at = AppTest.from_file({str(ROOT / "app.py")!r}, default_timeout=120)
    at.query_params["data"] = "mushroom"
    at.switch_page(f"pages/{{page}}.py").run()
    assert not at.exception and at.get("plotly_chart"), at.exception
"""
    loaded = loaded_by(drawn, ("catviz", "openTSNE", "pyarrow", "sklearn"))
    assert "catviz.plots.values" in loaded
    assert not loaded & set(NOT_AT_FIRST)


def test_the_browser_hears_of_the_page_before_the_slow_imports():
    before = loaded_by("import catviz.ui.frame.shell", ("catviz", "pandas", "scipy", "sklearn"))
    assert "catviz.ui.frame.shell" in before
    assert not before & {"catviz.registry", "catviz.ui.frame.sidebar", "pandas", "scipy", "sklearn"}


@pytest.mark.more
def test_what_other_pages_need_is_imported_after_the_first_by_a_server_alone():
    start = "import streamlit as st\nfrom catviz.ui.frame import imports\n"
    alone = loaded_by(f"{start}assert imports.start() is None", ("catviz",))
    served = f"{start}st.runtime.exists = lambda: True\nimports.AFTER = 0\nimports.start().join()\n"
    served += "import gc\nassert gc.get_freeze_count() > 50_000 > len(gc.get_objects())"
    served = loaded_by(served, ("catviz",))
    others = {"catviz.ui.map.maps", "catviz.ui.orders.replay", "catviz.ui.methods.tabs", "catviz.plots.clusters"}
    assert others <= served and not alone & others
